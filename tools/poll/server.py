"""The web side of a poll: a page for the class and one for the lecturer, told by the server whatever happens.

No page has a kernel. Votes are posted until they are acknowledged. A page of the class is known by the seat that it was
opened with (tools/poll/door.py), whoever lectures by a word that only the terminal shows.
"""

import asyncio
import json
import secrets
import sys
from collections import Counter
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from random import random
from typing import Any, cast

import segno
from tornado.http1connection import HTTP1Connection, HTTP1ServerConnection
from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream, StreamClosedError
from tornado.web import Application, HTTPError, RequestHandler, stream_request_body

from mtexplain.widgets.judging import Judge
from tools.poll.desk import RANKING, Bell, Desk
from tools.poll.door import Guest
from tools.poll.ranking import LISTED, USUAL
from tools.poll.votes import Refused

ROOT = Path(__file__).resolve().parent.parent.parent
STATIC = Path(__file__).resolve().parent / "static"
FONTS = (ROOT / "mtexplain" / "display" / "fonts").glob("*.woff2")
FILES = {path.name: path for path in (ROOT / "tools" / "site" / "static" / "site.css", *FONTS, *STATIC.iterdir())}
JUDGE = {"judge.js": Judge._esm, "judge.css": Judge._css}
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".woff2": "font/woff2"}
POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; img-src 'self' data:; "
POLICY += "; ".join(f"{kind}-src 'self'" for kind in ("script", "style", "font", "connect"))
COOKIE = "mtexplain-lecturer"
LARGEST = 1000
"""Bytes of a request: a vote has about a hundred."""
SLOW = 30
"""Seconds that a visitor has to send a request, so that a silent visitor keeps no connection."""
BEAT = 15
"""A page hears from here at least so often, in seconds, and so knows that it is connected."""
TURN = 0.0005
"""The seconds that it takes to tell a page the news, roughly."""
WENT_WRONG = {404: "There is nothing here.", 405: "This can't be done here."}


@stream_request_body
class Handler(RequestHandler):
    """What all answers have in common: a policy, no copy of what was said, errors that are sentences."""

    def initialize(self, desk: Desk) -> None:
        """Tornado calls this first."""
        self.desk, self.body = desk, b""

    def set_default_headers(self) -> None:
        """Nothing from outside, and nothing that a browser should keep."""
        self.set_header("Content-Security-Policy", POLICY)
        for name, value in {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}.items():
            self.set_header(name, value)
        self.set_header("X-Content-Type-Options", "nosniff")

    def check_xsrf_cookie(self) -> None:
        """Nothing to check: pages of others can't send JSON here, which `said` asks for, nor the lecturer's cookie."""

    def data_received(self, chunk: bytes) -> None:
        """A part of a request; what is too much is not kept."""
        self.body = (self.body + chunk)[: LARGEST + 1]

    def said(self) -> dict[str, Any]:
        """The request's body."""
        if self.request.headers.get("Content-Type") != "application/json":
            raise Refused("Only JSON is understood here.", 415)
        if len(self.body) > LARGEST:
            raise Refused("That is too long.", 413)
        try:
            said = json.loads(self.body)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            raise Refused("This is not understood.", 422)
        return said

    def is_key(self, token: str) -> bool:
        """Whether it is the lecturer's."""
        return secrets.compare_digest(token.encode(errors="replace"), self.desk.token.encode())

    def check_lecturer(self) -> None:
        """Refused for everybody else."""
        if not self.is_key(self.get_cookie(COOKIE) or ""):
            raise Refused("Open the lecturer's address that make room has printed.", 403)

    def write_error(self, status_code: int, **about: Any) -> None:
        """A sentence, as JSON."""
        trouble = about.get("exc_info", (None, None))[1]
        if isinstance(trouble, Refused):
            self.set_status(trouble.status)
        told = str(trouble) if isinstance(trouble, Refused) else WENT_WRONG.get(status_code, "Something went wrong.")
        self.finish({"error": told})

    def log_exception(self, *about: Any) -> None:
        """A line in the terminal, for what nobody expected, and for nothing that a visitor may have sent."""
        if not issubclass(about[0], (Refused, HTTPError)):
            print(f"The poll has failed to answer, by a mistake of its own: {about[1]!r}", file=sys.stderr, flush=True)

    @property
    def source(self) -> str:
        """A name for the address that asks."""
        return self.desk.door.source(self.request.remote_ip or "")


class File(Handler):
    """A page, a script, a style, a font: one of ours, and no other."""

    def get(self, name: str) -> None:
        """The same for all."""
        if name not in FILES and name not in JUDGE:
            raise Refused(WENT_WRONG[404], 404)
        self.set_header("Content-Type", KINDS[Path(name).suffix])
        if name.endswith(".woff2"):
            self.set_header("Cache-Control", "max-age=3600")  # three hundred reloads need not carry them again
        self.finish(JUDGE[name] if name in JUDGE else FILES[name].read_bytes())


class Class(Handler):
    """The page of the class, which takes a seat."""

    def get(self) -> None:
        """Another for each."""
        self.finish(FILES["class.html"].read_text("utf-8").replace("$seat", self.desk.door.seat()))


class Code(Handler):
    """The address of the class as a picture that phones read."""

    def get(self) -> None:
        """Black on white: so every phone reads it."""
        drawn = BytesIO()
        segno.make(self.desk.address, error="m").save(drawn, kind="svg", border=2, light="#fff", omitsize=True)
        self.set_header("Content-Type", "image/svg+xml")
        self.finish(drawn.getvalue())


class Lecturer(File):
    """The lecturer's page. It shows nothing to those who have not come by the address in the terminal."""

    def set_default_headers(self) -> None:
        """As for all; but what the library draws brings its style along."""
        super().set_default_headers()
        self.set_header("Content-Security-Policy", POLICY.replace("style-src", "style-src 'unsafe-inline'"))

    def get(self) -> None:  # type: ignore[override]
        """The token moves from the address, which a projector would show, into a cookie."""
        token = self.get_argument("token", "")
        if self.is_key(token):
            self.set_cookie(COOKIE, token, path=self.request.path, httponly=True, samesite="Strict")
            self.redirect(self.request.path)
        else:
            self.set_status(403 if token else 200)  # the page itself says what to open
            super().get("lecturer.html")

    def post(self) -> None:
        """A deed."""
        self.check_lecturer()
        self.desk.do(self.said())
        self.finish(self.desk.on_the_wall)


class Questions(Handler):
    """What can be asked, and where the class answers."""

    def get(self) -> None:
        """For the lecturer alone."""
        self.check_lecturer()
        listed = [{"chapter": stem, "title": one.title, "asks": one.asks} for stem, one in self.desk.chapters.items()]
        listed.append({"chapter": RANKING, "title": "Rank the outputs", "asks": LISTED, "usual": USUAL})
        self.finish({"chapters": listed, "address": self.desk.address, "isOpen": self.desk.is_open})


class Vote(Handler):
    """An answer."""

    def post(self) -> None:
        """Acknowledged with what is now recorded."""
        said = self.said()
        seat = self.desk.door.known(said.get("seat"))
        self.desk.door.check_alive(seat)
        self.desk.vote(said, seat, self.source)
        seen = self.desk.poll.seen_by(seat.number)
        self.finish({name: seen[name] for name in ("ballot", "yours", "turn") if name in seen})


class Events(Handler):
    """What a page of the class is to show, whenever that changes: server-sent events."""

    def initialize(self, desk: Desk) -> None:
        """Nobody listens yet."""
        super().initialize(desk)
        self.is_over, self.ear = False, asyncio.Event()

    async def get(self) -> None:
        """Until the page goes."""
        bell = self.enter()
        bell.ears.add(self.ear)
        self.set_header("Content-Type", "text/event-stream")
        try:
            while not self.is_over:
                self.ear.clear()
                self.write(f"data: {json.dumps(self.seen())}\n\n")
                await self.flush()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.ear.wait(), BEAT)
                await asyncio.sleep(self.pause)  # not all in the same moment: a vote may come between
        except StreamClosedError:
            pass
        finally:
            bell.ears.discard(self.ear)
            self.on_connection_close()

    def enter(self) -> Bell:
        """One more in the room, and what wakes its page."""
        self.number = self.desk.door.known(self.get_argument("seat", "")).number
        voters = self.desk.poll.votes[-1] if self.desk.poll.votes else {}
        self.desk.door.enter(self, Guest(self.number, self.source), voters)
        self.desk.for_lecturer.ring()
        return self.desk.for_class

    @property
    def pause(self) -> float:
        """Seconds between news and this page's turn, by chance."""
        return random() * len(self.desk.door.lines) * TURN

    def seen(self) -> dict[str, Any]:
        """What this page may know."""
        return self.desk.poll.seen_by(self.number)

    @property
    def stream(self) -> IOStream:
        """Its connection."""
        return cast(HTTP1Connection, self.request.connection).stream

    def hang_up(self) -> None:
        """Others need the place."""
        self.on_connection_close()
        self.stream.close()

    def on_connection_close(self) -> None:
        """One fewer in the room."""
        super().on_connection_close()
        self.is_over = True
        self.ear.set()
        self.desk.door.leave(self)
        self.desk.for_lecturer.ring()


class LecturerEvents(Events):
    """What the lecturer's page is to show. It grows in steps that the eye can follow."""

    @property
    def pause(self) -> float:
        """Seconds between two news."""
        return 0.2

    def enter(self) -> Bell:
        """For the lecturer alone."""
        self.check_lecturer()
        return self.desk.for_lecturer

    def seen(self) -> dict[str, Any]:
        """All of it."""
        return self.desk.on_the_wall


class Server(HTTPServer):
    """A server with room for so many connections. For another it closes the oldest of the address that has most.

    An event stream stays, because its page needs it, unless that address has nothing else.
    """

    def initialize(self, *about: Any, desk: Desk, most: int, **more: Any) -> None:  # type: ignore[override]
        """Tornado calls this first."""
        super().initialize(*about, **more)
        self.desk, self.most = desk, most
        self.sources: dict[IOStream, str] = {}
        """The address of each connection, the oldest first."""

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        """Serve a connection that was just made."""
        if len(self.sources) >= self.most:
            ((crowd, _),) = Counter(self.sources.values()).most_common(1)
            streams = {line.stream for line in self.desk.door.lines}
            first = min((one for one, of in self.sources.items() if of == crowd), key=streams.__contains__)
            del self.sources[first]
            first.close()
        self.sources[stream] = str(address[0]) if address else ""
        super().handle_stream(stream, address)

    def on_close(self, server_conn: object) -> None:
        """A connection has ended."""
        super().on_close(server_conn)
        self.sources.pop(cast(HTTP1ServerConnection, server_conn).stream, None)


def serve(desk: Desk, most: int = 1000) -> HTTPServer:
    """The poll, which listens nowhere yet; it holds at most so many connections."""
    places: dict[str, type[Handler]] = {
        r"(?:class\.html)?": Class, "vote": Vote, "events": Events, "code.svg": Code, "lecturer": Lecturer,
        "lecturer/events": LecturerEvents, "lecturer/questions": Questions, "(.*)": File,
    }  # fmt: skip
    routes = [(f"/{place}", handler, {"desk": desk}) for place, handler in places.items()]
    application = Application(routes, log_function=lambda _: None)
    return Server(application, desk=desk, most=most, idle_connection_timeout=SLOW, body_timeout=SLOW)
