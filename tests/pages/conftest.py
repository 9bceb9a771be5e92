"""The newly built site and its visitors, from a plain server and from a disk. A request to the outside is a failure."""

import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.browser.conftest import chromium, page, program
from tests.places import PATIENCE
from tools.site.__main__ import build

__all__ = ["chromium", "page", "program"]  # the browser of the other tests
Visit = Callable[..., Page]


class Quiet(SimpleHTTPRequestHandler):
    """A file server that doesn't say what it serves."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder."""
    folder: Path = tmp_path_factory.mktemp("a site") / "site"  # with a space, as in many folder names
    build(folder)
    return folder


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """The address of the site on a server that only serves files."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def visit(chromium: Browser, site: Path, served: str) -> Iterator[Visit]:
    """Open a page of the site as a new visitor: `visit("play/quiz.html")`, `visit(..., disk=True, width=390)`.

    Afterwards, no page may have asked for anything outside the site, and no script may have failed.
    """
    complaints: list[str] = []
    visitors: list[BrowserContext] = []

    def open_it(path: str, disk: bool = False, width: int = 1280, height: int = 800, scheme: str = "light") -> Page:
        home = site.as_uri() if disk else served
        colours: Literal["dark", "light"] = "dark" if scheme == "dark" else "light"
        visitors.append(chromium.new_context(viewport={"width": width, "height": height}, color_scheme=colours))
        visitors[-1].set_default_timeout(1000 * PATIENCE)
        page = visitors[-1].new_page()
        page.on("request", lambda it: complaints.append(it.url) if not mine(it.url, home) else None)
        page.on("pageerror", lambda it: complaints.append(str(it)))
        page.on("console", lambda it: complaints.append(f"{it.text} {it.location['url']}") if bad(it) else None)
        page.goto(f"{home}/{path}")
        return page

    yield open_it
    for visitor in visitors:
        visitor.close()
    assert complaints == []


def bad(message: ConsoleMessage) -> bool:
    """True if this is an error, except for a server's icon and the first place where JupyterLite looks for pictures."""
    passing = re.search(r"/run/notebooks/images/|:\d+/favicon.ico$", message.location["url"])
    return message.type == "error" and not passing


def mine(url: str, home: str) -> bool:
    """Whether a request stays in the site."""
    return url.startswith((f"{home}/", "blob:", "data:"))
