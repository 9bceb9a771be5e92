"""The live panel for `make room`, which is tools/room/what_if.ipynb without its code, served by Voila.

Each open page has its own Python process, which only answers the page. No code can be sent to it, no files are served,
and it ends after the page is closed. The page makes no requests to other sites.

This server has a lower priority than the poll, whose process starts it, and it ends when the poll does.
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
# A browser may load files from this server only. The exceptions are for widgets, whose scripts and styles are text.
POLICY = (
    "default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# The extensions that widgets need. Thirty pages would load any others for nothing.
WIDGETS = ["@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget"]
DOOR = (ROOM / "door.html").read_text("utf-8")
KEY = secrets.token_bytes()
VALID = 60
"""Seconds for which a ticket is valid, and within which a page must load."""
PATIENCE = 60
"""Seconds to wait for the port, which the panel of a killed room may still use."""
SOON = 3
"""Seconds after which the terminal says that the panel is waiting."""
NICE = 10
"""The niceness of the panel and its kernels, so that the poll has priority."""


def settings() -> dict[str, dict[str, Any]]:
    """Voila's settings by class, for a single notebook and without anything that a visitor could abuse."""
    return {
        "Voila": {
            "ip": "127.0.0.1",
            "notebook_path": str(ROOM / "what_if.ipynb"),  # with a single notebook there is no list of files
            "port_retries": 0,  # the address that a room was given must work
            "open_browser": False,
            "log_level": "ERROR",
            "tornado_settings": {"headers": {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"}},
            "kernel_websocket_connection_class": "tools.seats.Connection",
        },
        "VoilaConfiguration": {
            "template": "room",  # tools/room/voila/templates/room
            "theme": "light",
            "allow_template_override": "NO",  # by ?template=... in the address
            "allow_theme_override": "NO",
            "strip_sources": True,
            "show_tracebacks": False,
            "file_allowlist": [],
            "extension_allowlist": WIDGETS,
            "multi_kernel_manager_class": "tools.seats.Seats",
        },
        "VoilaExecutor": {"cell_error_instruction": "Please tell the lecturer."},
        # An idle page keeps its kernel for the longest lecture. Seats ends the kernel of a closed page much sooner.
        "MappingKernelManager": {"cull_idle_timeout": 7200, "cull_interval": 10, "cull_connected": True},
    }


def ticket(at: float | None = None) -> str:
    """A signed ticket for the current time."""
    text = f"{int(time.time() if at is None else at)}"
    return f"{text}-{hmac.new(KEY, text.encode(), hashlib.sha256).hexdigest()}"


def is_valid(given: str) -> bool:
    """Return True if this server issued the ticket less than `VALID` seconds ago."""
    text = given.partition("-")[0]
    if not (text.isascii() and text.isdecimal() and len(text) < 20):
        return False
    is_ours = hmac.compare_digest(given.encode(errors="replace"), ticket(int(text)).encode())
    return is_ours and time.time() - int(text) < VALID


class Visit(TornadoVoilaHandler):  # type: ignore[misc]  # it has no types
    """A request for the page. A kernel starts only after the page's script has run and come back with a ticket."""

    turns = Semaphore(os.cpu_count() or 1)
    """The kernels that may start at the same time. More would only delay each other and the poll."""
    is_gone = False

    def on_connection_close(self) -> None:
        """Note that the visitor didn't wait for a turn, or reloaded the page."""
        super().on_connection_close()
        self.is_gone = True

    async def get(self, path: str = "") -> None:
        """Send the panel to a visitor with a valid ticket, and to others a page that comes back with a ticket.

        The panel also gets the cookie that it needs to end its kernel when it is closed. Voila itself doesn't set it.
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
            except TimeoutError:  # its kernel has died, but Voila would wait for it
                self.write("<script>location.replace(location.pathname);</script>")


class Panel(Voila):  # type: ignore[misc]
    """Voila with a single page, and without login or logout."""

    def init_handlers(self) -> list[Any]:
        """The handlers, without two pages that fail."""
        found = [one for one in super().init_handlers() if one[0] not in ("/login", "/logout")]
        return [(one[0], Visit, *one[2:]) if one[1] is TornadoVoilaHandler else one for one in found]


def wait_for(port: int, ip: str, ended: threading.Event) -> None:
    """Wait until the port is free or this room ends. The kernels of a killed room take a moment to end."""
    for second in range(PATIENCE):
        try:
            for socket in bind_sockets(port, ip):
                socket.close()
            return
        except OSError as error:
            if second == SOON:
                print(f"The live panel is waiting for port {port}: {error.strerror}.", file=sys.stderr, flush=True)
            if ended.wait(1):
                return


def main(arguments: list[str]) -> None:
    """Serve the page until the program that started this process has ended."""
    # The kernel must be this Python, whichever other Jupyters are installed. Our template is found by this path.
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(ROOM), os.environ.get("JUPYTER_PATH")]))
    if sys.platform != "win32":
        os.nice(NICE)

    def wait_for_the_end() -> None:
        while os.read(sys.stdin.fileno(), 1024):  # not with Python's own reader, which a thread may not leave open
            pass
        ended.set()
        loop.add_callback(loop.stop)

    hush()
    server = Panel.instance(config=Config(settings()), config_file_paths=[str(ROOM)])  # never the user's own settings
    server.initialize(arguments)
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    loop, ended = IOLoop.current(), threading.Event()
    threading.Thread(target=wait_for_the_end, daemon=True).start()
    wait_for(server.port, server.ip, ended)
    if not ended.is_set():
        server.start()


if __name__ == "__main__":
    main(sys.argv[1:])
