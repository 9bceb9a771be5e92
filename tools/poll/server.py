"""The web server of a poll, with a page for the class and a page for the lecturer, to which it sends every event.

No page has a kernel. A page repeats a vote until it is acknowledged. A page of the class is identified by the seat with
which it was opened (tools/poll/door.py), and the lecturer by a token that only the terminal shows.
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
"""The greatest number of bytes in a request. A vote has about a hundred."""
SLOW = 30
"""Seconds that a visitor has to send a request, so that a silent visitor doesn't keep a connection."""
BEAT = 15
"""Seconds within which the server sends something to each page, so that the page knows it is connected."""
TURN = 0.0005
"""The approximate number of seconds that it takes to send news to a page."""
WENT_WRONG = {404: "There is nothing at this address.", 405: "This can't be done here."}


@stream_request_body
class Handler(RequestHandler):
    """The base of all handlers. Responses have a policy and aren't cached, and errors are sentences."""

    def initialize(self, desk: Desk) -> None:
        """Set the attributes. Tornado calls this first."""
        self.desk, self.body = desk, b""

    def set_default_headers(self) -> None:
        """Allow nothing from other sites, and nothing for a browser to store."""
        self.set_header("Content-Security-Policy", POLICY)
        for name, value in {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}.items():
            self.set_header(name, value)
        self.set_header("X-Content-Type-Options", "nosniff")

    def check_xsrf_cookie(self) -> None:
        """Check nothing, because pages of other sites can't send JSON, which `said` requires, or the cookie."""

    def data_received(self, chunk: bytes) -> None:
        """Store a part of a request, up to the greatest size."""
        self.body = (self.body + chunk)[: LARGEST + 1]

    def said(self) -> dict[str, Any]:
        """The body of the request."""
        if self.request.headers.get("Content-Type") != "application/json":
            raise Refused("Only JSON is understood here.", 415)
        if len(self.body) > LARGEST:
            raise Refused("That is too long.", 413)
        try:
            said = json.loads(self.body)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            raise Refused("This request can't be understood.", 422)
        return said

    def is_key(self, token: str) -> bool:
        """Return True if the token is the lecturer's."""
        return secrets.compare_digest(token.encode(errors="replace"), self.desk.token.encode())

    def check_lecturer(self) -> None:
        """Raise Refused for everybody but the lecturer."""
        if not self.is_key(self.get_cookie(COOKIE) or ""):
            raise Refused("Open the lecturer's address that make room has printed.", 403)

    def write_error(self, status_code: int, **about: Any) -> None:
        """Send a sentence about the error, as JSON."""
        trouble = about.get("exc_info", (None, None))[1]
        if isinstance(trouble, Refused):
            self.set_status(trouble.status)
        told = str(trouble) if isinstance(trouble, Refused) else WENT_WRONG.get(status_code, "Something went wrong.")
        self.finish({"error": told})

    def log_exception(self, *about: Any) -> None:
        """Print a line about an unexpected error, but not about an error that a visitor may have caused."""
        if not issubclass(about[0], (Refused, HTTPError)):
            print(f"The poll failed to answer because of an internal error: {about[1]!r}", file=sys.stderr, flush=True)

    @property
    def source(self) -> str:
        """The name of the address that sent the request."""
        return self.desk.door.source(self.request.remote_ip or "")


class File(Handler):
    """A page, script, style or font of ours. Other files are refused."""

    def get(self, name: str) -> None:
        """Send the file, which is the same for everybody."""
        if name not in FILES and name not in JUDGE:
            raise Refused(WENT_WRONG[404], 404)
        self.set_header("Content-Type", KINDS[Path(name).suffix])
        if name.endswith(".woff2"):
            self.set_header("Cache-Control", "max-age=3600")  # so that three hundred reloads don't load them again
        self.finish(JUDGE[name] if name in JUDGE else FILES[name].read_bytes())


class Class(Handler):
    """The page of the class, which gets a seat."""

    def get(self) -> None:
        """Send the page with a new seat."""
        self.finish(FILES["class.html"].read_text("utf-8").replace("$seat", self.desk.door.seat()))


class Code(Handler):
    """The address of the class as a QR code."""

    def get(self) -> None:
        """Send the code in black on white, which every phone can read."""
        drawn = BytesIO()
        segno.make(self.desk.address, error="m").save(drawn, kind="svg", border=2, light="#fff", omitsize=True)
        self.set_header("Content-Type", "image/svg+xml")
        self.finish(drawn.getvalue())


class Lecturer(File):
    """The lecturer's page. It shows nothing to people who haven't opened the address in the terminal."""

    def set_default_headers(self) -> None:
        """Allow inline styles in addition, because the library's pictures contain them."""
        super().set_default_headers()
        self.set_header("Content-Security-Policy", POLICY.replace("style-src", "style-src 'unsafe-inline'"))

    def get(self) -> None:  # type: ignore[override]
        """Move the token from the address, which a projector would show, into a cookie. Then send the page."""
        token = self.get_argument("token", "")
        if self.is_key(token):
            self.set_cookie(COOKIE, token, path=self.request.path, httponly=True, samesite="Strict")
            self.redirect(self.request.path)
        else:
            self.set_status(403 if token else 200)  # the page itself says which address to open
            super().get("lecturer.html")

    def post(self) -> None:
        """Carry out an action of the lecturer."""
        self.check_lecturer()
        self.desk.do(self.said())
        self.finish(self.desk.on_the_wall)


class Questions(Handler):
    """The questions, and the address at which the class answers."""

    def get(self) -> None:
        """Send them to the lecturer only."""
        self.check_lecturer()
        listed = [{"chapter": stem, "title": one.title, "asks": one.asks} for stem, one in self.desk.chapters.items()]
        listed.append({"chapter": RANKING, "title": "Rank the outputs", "asks": LISTED, "usual": USUAL})
        self.finish({"chapters": listed, "address": self.desk.address, "isOpen": self.desk.is_open})


class Vote(Handler):
    """An answer from a page."""

    def post(self) -> None:
        """Count the answer, and acknowledge it with the answer that is now recorded."""
        said = self.said()
        seat = self.desk.door.known(said.get("seat"))
        self.desk.door.check_alive(seat)
        self.desk.vote(said, seat, self.source)
        seen = self.desk.poll.seen_by(seat.number)
        self.finish({name: seen[name] for name in ("ballot", "yours", "turn") if name in seen})


class Events(Handler):
    """The state of a class's page, which is sent whenever it changes, as server-sent events."""

    def initialize(self, desk: Desk) -> None:
        """Begin without a listener."""
        super().initialize(desk)
        self.is_over, self.ear = False, asyncio.Event()

    async def get(self) -> None:
        """Send the state until the page closes."""
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
                await asyncio.sleep(self.pause)  # spreads the load, so that votes can be handled in between
        except StreamClosedError:
            pass
        finally:
            bell.ears.discard(self.ear)
            self.on_connection_close()

    def enter(self) -> Bell:
        """Count the page in, and return the bell that wakes it."""
        self.number = self.desk.door.known(self.get_argument("seat", "")).number
        voters = self.desk.poll.votes[-1] if self.desk.poll.votes else {}
        self.desk.door.enter(self, Guest(self.number, self.source), voters)
        self.desk.for_lecturer.ring()
        return self.desk.for_class

    @property
    def pause(self) -> float:
        """Random seconds between an event and this page's turn."""
        return random() * len(self.desk.door.lines) * TURN

    def seen(self) -> dict[str, Any]:
        """The state that this page may see."""
        return self.desk.poll.seen_by(self.number)

    @property
    def stream(self) -> IOStream:
        """The page's connection."""
        return cast(HTTP1Connection, self.request.connection).stream

    def hang_up(self) -> None:
        """Close the connection, because others need the place."""
        self.on_connection_close()
        self.stream.close()

    def on_connection_close(self) -> None:
        """Count the page out."""
        super().on_connection_close()
        self.is_over = True
        self.ear.set()
        self.desk.door.leave(self)
        self.desk.for_lecturer.ring()


class LecturerEvents(Events):
    """The state of the lecturer's page. It changes in steps that the eye can follow."""

    @property
    def pause(self) -> float:
        """Seconds between two updates."""
        return 0.2

    def enter(self) -> Bell:
        """Admit only the lecturer, and return the bell that wakes the page."""
        self.check_lecturer()
        return self.desk.for_lecturer

    def seen(self) -> dict[str, Any]:
        """The whole state."""
        return self.desk.on_the_wall


class Server(HTTPServer):
    """A server with a limit on connections. To make room, it closes the oldest connection of the busiest address.

    The busiest address has the most connections. An event stream, which a page needs, is closed only if its address has
    no other connections.
    """

    def initialize(self, *about: Any, desk: Desk, most: int, **more: Any) -> None:  # type: ignore[override]
        """Set the attributes. Tornado calls this first."""
        super().initialize(*about, **more)
        self.desk, self.most = desk, most
        self.sources: dict[IOStream, str] = {}
        """The address of each connection, the oldest connection first."""

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        """Serve a new connection."""
        if len(self.sources) >= self.most:
            ((crowd, _),) = Counter(self.sources.values()).most_common(1)
            streams = {line.stream for line in self.desk.door.lines}
            first = min((one for one, of in self.sources.items() if of == crowd), key=streams.__contains__)
            del self.sources[first]
            first.close()
        self.sources[stream] = str(address[0]) if address else ""
        super().handle_stream(stream, address)

    def on_close(self, server_conn: object) -> None:
        """Forget a connection that has ended."""
        super().on_close(server_conn)
        self.sources.pop(cast(HTTP1ServerConnection, server_conn).stream, None)


def serve(desk: Desk, most: int = 1000) -> HTTPServer:
    """A server for the poll, with at most `most` connections. It doesn't listen on a port yet."""
    places: dict[str, type[Handler]] = {
        r"(?:class\.html)?": Class, "vote": Vote, "events": Events, "code.svg": Code, "lecturer": Lecturer,
        "lecturer/events": LecturerEvents, "lecturer/questions": Questions, "(.*)": File,
    }  # fmt: skip
    routes = [(f"/{place}", handler, {"desk": desk}) for place, handler in places.items()]
    application = Application(routes, log_function=lambda _: None)
    return Server(application, desk=desk, most=most, idle_connection_timeout=SLOW, body_timeout=SLOW)
