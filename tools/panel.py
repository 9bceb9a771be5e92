"""The page to play with, for `make room`: tools/room/what_if.ipynb without its code, served by Voila.

Everybody who opens it has a Python of their own behind it, which does nothing but answer the page: no code can be sent
to it, no file is served, and it ends after the page is closed. The page asks nothing of the outside.

It gives way to the poll, whose process started this one, and ends with it.
"""

import hashlib
import hmac
import logging
import os
import secrets
import sys
import threading
import time
from asyncio import Semaphore, timeout
from pathlib import Path
from typing import Any

from tornado.ioloop import IOLoop
from tornado.netutil import bind_sockets
from traitlets.config import Config
from voila.app import Voila
from voila.tornado.handler import TornadoVoilaHandler

from tools.quiet import hush
from tools.seats import address

ROOT = Path(__file__).resolve().parent.parent
ROOM = ROOT / "tools" / "room"
# What a browser may load: from here alone. Widgets are scripts and styles that arrive as text, hence the exceptions.
POLICY = (
    "default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# Of all that may be installed, what widgets need. The rest would only be loaded in vain, thirty times.
WIDGETS = ["@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget"]
DOOR = (ROOM / "door.html").read_text("utf-8")
KEY = secrets.token_bytes()
VALID = 60
"""Seconds for which a ticket of the door is valid, and within which a page has to come."""
PATIENCE = 60
"""Seconds to wait for the port, which the panel of a killed room may still hold."""
SOON = 3
"""Seconds after which the terminal says that it waits."""
NICE = 10
"""The niceness of the panel and its kernels, so that the poll goes first."""


def settings() -> dict[str, dict[str, Any]]:
    """Voila's settings, class by class: one notebook, and nothing that a visitor could turn against it."""
    return {
        "Voila": {
            "ip": "127.0.0.1",
            "notebook_path": str(ROOM / "what_if.ipynb"),  # one notebook: then there is no list of files
            "port_retries": 0,  # the address that was told to a room is the one that works
            "open_browser": False,
            "log_level": "ERROR",
            "tornado_settings": {"headers": {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"}},
            "kernel_websocket_connection_class": "tools.seats.Connection",
        },
        "VoilaConfiguration": {
            "template": "room",  # tools/room/voila/templates/room
            "theme": "light",
            "allow_template_override": "NO",  # by the address: ?template=...
            "allow_theme_override": "NO",
            "strip_sources": True,
            "show_tracebacks": False,
            "file_allowlist": [],
            "extension_allowlist": WIDGETS,
            "multi_kernel_manager_class": "tools.seats.Seats",
        },
        "VoilaExecutor": {"cell_error_instruction": "Please tell the lecturer."},
        # A quiet page keeps its kernel for the longest lecture. Seats lets go of those whose page has gone much sooner.
        "MappingKernelManager": {"cull_idle_timeout": 7200, "cull_interval": 10, "cull_connected": True},
    }


def ticket(at: float | None = None) -> str:
    """A ticket of this moment, signed."""
    text = f"{int(time.time() if at is None else at)}"
    return f"{text}-{hmac.new(KEY, text.encode(), hashlib.sha256).hexdigest()}"


def is_valid(given: str) -> bool:
    """Return True if the door gave out this ticket a moment ago."""
    text = given.partition("-")[0]
    if not (text.isascii() and text.isdecimal() and len(text) < 20):
        return False
    is_ours = hmac.compare_digest(given.encode(errors="replace"), ticket(int(text)).encode())
    return is_ours and time.time() - int(text) < VALID


class Visit(TornadoVoilaHandler):  # type: ignore[misc]  # it comes without types
    """A page that is opened. It starts a kernel when a script has run: the door's, which comes back with a ticket."""

    turns = Semaphore(os.cpu_count() or 1)
    """More kernels that start at a time would only make each other late, and the poll."""
    is_gone = False

    def on_connection_close(self) -> None:
        """The visitor did not wait for a turn, or loads the page anew."""
        super().on_connection_close()
        self.is_gone = True

    async def get(self, path: str = "") -> None:
        """The door, or the page; no other.

        The page also gets the cookie without which it may not end its kernel when it is closed. Voila itself does not.
        """
        if path or not is_valid(self.get_query_argument("ticket", "")):
            self.set_status(403 if path else 200)
            self.set_header("Cache-Control", "no-store")
            self.finish("There is nothing here." if path else DOOR.replace("$ticket", ticket()))
            return
        _ = self.xsrf_token
        address.set(self.request.remote_ip or "")
        async with self.turns:
            if self.is_gone:
                return
            try:
                async with timeout(VALID):
                    await super().get()
            except TimeoutError:  # its kernel has died, and Voila would wait for it
                self.write("<script>location.replace(location.pathname);</script>")


class Panel(Voila):  # type: ignore[misc]
    """Voila with one page, where nobody can log in or out."""

    def init_handlers(self) -> list[Any]:
        """Without two pages that fail."""
        found = [one for one in super().init_handlers() if one[0] not in ("/login", "/logout")]
        return [(one[0], Visit, *one[2:]) if one[1] is TornadoVoilaHandler else one for one in found]


def wait_for(port: int, ip: str, ended: threading.Event) -> None:
    """Wait until the port is free, as the kernels of a killed room take a moment to end, or until this room ends."""
    for second in range(PATIENCE):
        try:
            for socket in bind_sockets(port, ip):
                socket.close()
            return
        except OSError as error:
            if second == SOON:
                print(f"The page to play with waits for port {port}: {error.strerror}.", file=sys.stderr, flush=True)
            if ended.wait(1):
                return


def main(arguments: list[str]) -> None:
    """Become the server of the page, until the program that started this one has gone."""
    # The kernel must be this Python, whatever other Jupyters this person has; and our template is found by this path.
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(ROOM), os.environ.get("JUPYTER_PATH")]))
    if sys.platform != "win32":
        os.nice(NICE)

    def wait_for_the_end() -> None:
        while os.read(sys.stdin.fileno(), 1024):  # not by Python's own reader, which a thread may not leave open
            pass
        ended.set()
        loop.add_callback(loop.stop)

    hush()
    server = Panel.instance(config=Config(settings()), config_file_paths=[str(ROOM)])  # never a person's own
    server.initialize(arguments)
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    loop, ended = IOLoop.current(), threading.Event()
    threading.Thread(target=wait_for_the_end, daemon=True).start()
    wait_for(server.port, server.ip, ended)
    if not ended.is_set():
        server.start()


if __name__ == "__main__":
    main(sys.argv[1:])
