"""Open a page to play with, and a poll, for everybody in a room: `make room`.

The poll (tools/poll/) asks the predictions of the course, or lets the class rank the outputs of a few sentences: phones
answer, the lecturer's page counts and reveals. Its pages have nothing behind them but this server, so a full hall can
vote.

The page to play with is tools/room/what_if.ipynb without its code, served by Voila. Everybody who opens it has a
Python of their own behind it, which does nothing but answer the page: no code can be sent to it, no file is served, and
it ends after the page is closed. The page asks nothing of the outside.

At first only this machine can open them. For a lecture hall, where all are on one network:

    make room ARGS=--Voila.ip=0.0.0.0

The addresses are printed; whoever has the lecturer's runs the poll. Do that only on a network you trust: there is no
password, and what is typed travels unciphered (http, so some browsers will not let a page write to the clipboard).
Other words go to Voila too: --Voila.port=9000, --Seats.seats=100. Each open page to play with takes about
70 MB here, and thirty people who come at once wait half a minute.
"""

import logging
import os
import socket
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ROOM = ROOT / "tools" / "room"
# What a browser may load: from here alone. Widgets are scripts and styles that arrive as text, hence the exceptions.
POLICY = (
    "default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

ALONE = ("127.0.0.1", "localhost", "::1")
CONNECTIONS = 4096
TOLD = """\
The page to play with: {home}
The poll, for the class: {home}poll/
The poll, for you (keep this address to yourself): {home}poll/lecturer?token={token}
To stop it: Ctrl-C."""
ONLY_HERE = """
Only this machine can open these. For everybody on your network: make room ARGS=--Voila.ip=0.0.0.0"""

# Of all that may be installed, what widgets need. The rest would only be loaded in vain, thirty times.
WIDGETS = ["@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget"]


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
        "MappingKernelManager": {"cull_idle_timeout": 7200, "cull_interval": 30, "cull_connected": True},
    }


def welcome(visit: Any, **_: object) -> None:
    """Give the page the cookie without which it may not end its kernel when it is closed. Voila itself does not."""
    _ = visit.xsrf_token


def address(ip: str, port: int) -> str:
    """Where the page is, as others on the network see it if they can. Nothing is sent to find that out."""
    if ip in ("", "*", "0.0.0.0", "::"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))  # an address that is nobody's, kept for examples
                ip = probe.getsockname()[0]
            except OSError:
                ip = socket.gethostname()
    return f"http://[{ip}]:{port}" if ":" in ip else f"http://{ip}:{port}"


def allow_many_pages() -> None:
    """Let this program hold as many connections as a full hall needs: some systems allow 256 unless one asks."""
    try:
        import resource
    except ImportError:  # Windows
        return
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS if most == resource.RLIM_INFINITY else min(CONNECTIONS, most)
    if allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def main(arguments: list[str]) -> None:
    """Become the server of the room."""
    # The kernel must be this Python, whatever other Jupyters this person has; and our template is found by this path.
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(ROOM), os.environ.get("JUPYTER_PATH")]))
    from tornado.ioloop import IOLoop
    from traitlets.config import Config
    from voila.app import Voila

    from tools.poll.desk import Desk
    from tools.poll.server import handlers

    class Room(Voila):  # type: ignore[misc]  # it comes without types
        """Voila's page, and the poll beside it."""

        def init_handlers(self) -> list[Any]:
            """The poll comes first: Voila would take every address."""
            return [*handlers(self.base_url, desk), *super().init_handlers()]

    server = Room.instance(config=Config(settings()), config_file_paths=[str(ROOM)])  # never a person's own
    server.initialize(arguments)
    allow_many_pages()
    logging.getLogger("tornado").setLevel(logging.ERROR)  # not a line for every page that has gone
    home = address(server.ip, server.port) + server.base_url
    desk = Desk(f"{home}poll/", is_open=server.ip not in ALONE)
    lines = TOLD.format(home=home, token=desk.token) + ("" if desk.is_open else ONLY_HERE)
    IOLoop.current().add_callback(print, lines, flush=True)  # once it is there
    server.start()


if __name__ == "__main__":
    main(sys.argv[1:])
