"""A real browser: Chromium without a window, steered by playwright. It is the one installed here; none is downloaded.

Where there is none, these tests are skipped and say so. A build machine sets BROWSER_TESTS=required: there they fail.
`page` is for files. `new_tab` and `open_notebook` are for what a server of this machine shows.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import pytest
from nbformat import NotebookNode
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from tests.browser.desk import PANEL, Desk, desk
from tests.browser.lesson import Lesson
from tests.browser.live import run_all, watch
from tests.browser.servers import Jupyter, jupyter_server, poll_server, room_server
from tests.places import PATIENCE
from tools.machine import EXTRAS, find

MISSING = "no Chromium here. Debian, Ubuntu: apt install chromium. Elsewhere name the program: CHROMIUM=... make test"
# Some of a browser's own habits make requests, and root needs leave to start it.
OPTIONS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
expect.set_options(timeout=1000 * PATIENCE)
NOWHERE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"  # nothing outside this machine can be reached


class OpenNotebook(Protocol):
    """Open a notebook, run it, and return its page."""

    def __call__(self, source: str | Path | NotebookNode, ui: str = "lab", scheme: str = "light") -> Page:
        """`source`: "03_brevity_penalty.ipynb", a file, or `servers.notebook(...)`. `ui`: "lab" or "notebook"."""


@pytest.fixture(scope="session")
def program() -> str:
    """The browser's file. Without a browser, the test ends here."""
    if not EXTRAS["Chromium"].found and os.environ.get("BROWSER_TESTS") == "required":
        pytest.fail(MISSING)
    return find("Chromium")


@pytest.fixture(scope="package")  # not longer, because its event loop keeps other tests from running one
def chromium(program: str) -> Iterator[Browser]:
    """The browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*OPTIONS.split(), NOWHERE])
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page that fails the test afterwards if it asked for anything from outside, or complained."""
    opened = chromium.new_page()
    complaints: list[str] = []
    opened.on("request", lambda it: None if it.url.startswith(("file:", "data:")) else complaints.append(it.url))
    opened.on("console", lambda it: complaints.append(it.text) if it.type in ("error", "warning") else None)
    opened.on("pageerror", lambda it: complaints.append(str(it)))
    yield opened
    opened.close()
    assert complaints == []


@pytest.fixture
def new_tab(chromium: Browser) -> Iterator[Callable[[str], Page]]:
    """Open an empty page as a new visitor. It fails the test as `page` does, but only a widget's complaints count."""
    complaints: list[str] = []
    visitors: list[BrowserContext] = []

    def new(scheme: str = "light") -> Page:
        visitors.append(chromium.new_context(color_scheme="dark" if scheme == "dark" else "light"))
        visitors[-1].set_default_timeout(1000 * PATIENCE)
        opened = visitors[-1].new_page()
        watch(opened, complaints)
        return opened

    yield new
    for visitor in visitors:
        visitor.close()
    assert complaints == []


@pytest.fixture(scope="session")
def jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jupyter]:
    """A Jupyter."""
    with jupyter_server(tmp_path_factory.mktemp("jupyter")) as running:
        yield running


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the room."""
    with room_server(tmp_path_factory.mktemp("room")) as address:
        yield address


@pytest.fixture
def open_notebook(program: str, jupyter: Jupyter, new_tab: Callable[[str], Page]) -> Iterator[OpenNotebook]:
    """Open a copy of a notebook, run all its cells, and return its page. An error in a cell fails the test."""

    def open_it(source: str | Path | NotebookNode, ui: str = "lab", scheme: str = "light") -> Page:
        jupyter.set_theme(scheme)
        tab = new_tab(scheme)
        tab.goto(jupyter.page(jupyter.put(source), ui))
        run_all(tab)
        return tab

    with jupyter.new_kernels():
        yield open_it


@pytest.fixture(scope="package")
def tables(chromium: Browser, jupyter: Jupyter) -> Iterator[Callable[[str], Desk]]:
    """Every notebook that stays open, by name: opened when first asked for, since that takes seconds."""
    with ExitStack() as every:
        yield lru_cache(lambda name: every.enter_context(desk(chromium, jupyter, *name.split())))


@pytest.fixture(params=["lab light"])
def table(tables: Callable[[str], Desk], request: pytest.FixtureRequest) -> Iterator[Desk]:
    """A notebook that stays open, in JupyterLab or, if the test names it, in Notebook 7: "notebook dark".

    Afterwards there must be no complaints.
    """
    opened = tables(request.param)
    opened.complaints.clear()
    opened.heard.clear()
    yield opened
    assert opened.complaints == []


@pytest.fixture
def panel(table: Desk) -> Locator:
    """A fresh panel with the opening example."""
    return table.anew(PANEL)


@pytest.fixture
def sized(table: Desk) -> Iterator[Page]:
    """The page; afterwards it has its own size again."""
    before = table.page.viewport_size
    yield table.page
    assert before
    table.page.set_viewport_size(before)


@pytest.fixture(scope="package")
def poll(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The lecturer's address of a room."""
    with poll_server(tmp_path_factory.mktemp("poll")) as address:
        yield address


@pytest.fixture
def lesson(new_tab: Callable[..., Page], poll: str) -> Lesson:
    """A lesson in that room."""
    return Lesson(poll, new_tab)
