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
from pathlib import Path
from typing import Any

from tornado.web import Finish

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
"""So many seconds a ticket of the door can be used."""
NICE = 10
"""A kernel that starts has a tenth of the processor time of the poll, where both want it."""


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
            "prelaunch_hook": welcome,
        },
        "VoilaExecutor": {"cell_error_instruction": "Please tell the lecturer."},
        # A quiet page keeps its kernel for the longest lecture. Seats lets go of those whose page has gone much sooner.
        "MappingKernelManager": {"cull_idle_timeout": 7200, "cull_interval": 10, "cull_connected": True},
    }


def welcome(visit: Any, **_: object) -> None:
    """Start no kernel before a script has run: the door's, which comes back with a ticket.

    The page also gets the cookie without which it may not end its kernel when it is closed. Voila itself does not.
    """
    _ = visit.xsrf_token
    if not is_valid(visit.get_query_argument("ticket", "")):
        raise Finish(DOOR.replace("$ticket", ticket()))
    address.set(visit.request.remote_ip)


def ticket(at: float | None = None) -> str:
    """A ticket of this moment, signed."""
    text = f"{int(time.time() if at is None else at)}"
    return f"{text}-{hmac.new(KEY, text.encode(), hashlib.sha256).hexdigest()}"


def is_valid(given: str) -> bool:
    """Whether the door gave it out a moment ago."""
    text = given.partition("-")[0]
    if not (text.isascii() and text.isdecimal() and len(text) < 20):
        return False
    is_ours = hmac.compare_digest(given.encode(errors="replace"), ticket(float(text)).encode())
    return is_ours and time.time() - int(text) < VALID


def main(arguments: list[str]) -> None:
    """Become the server of the page, until the program that started this one has gone."""
    # The kernel must be this Python, whatever other Jupyters this person has; and our template is found by this path.
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(ROOM), os.environ.get("JUPYTER_PATH")]))
    if sys.platform != "win32":
        os.nice(NICE)
    from tornado.ioloop import IOLoop
    from traitlets.config import Config
    from voila.app import Voila

    class Panel(Voila):  # type: ignore[misc]  # it comes without types
        """Voila, where nobody can log in or out."""

        def init_handlers(self) -> list[Any]:
            """Without two pages that fail."""
            return [one for one in super().init_handlers() if one[0] not in ("/login", "/logout")]

    def wait_for_the_end() -> None:
        sys.stdin.buffer.read()
        loop.add_callback(loop.stop)

    hush()
    server = Panel.instance(config=Config(settings()), config_file_paths=[str(ROOM)])  # never a person's own
    server.initialize(arguments)
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    loop = IOLoop.current()
    threading.Thread(target=wait_for_the_end, daemon=True).start()
    server.start()


if __name__ == "__main__":
    main(sys.argv[1:])
