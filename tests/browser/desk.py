"""A notebook that stays open: each test runs its first cell anew, which is quicker than opening a notebook."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Dialog, Locator, Page, WebSocket, expect

from tests.browser.live import BROKEN, run_all, watch
from tests.browser.servers import Jupyter, notebook
from tests.places import PATIENCE

PANEL = """import mtexplain
panel = mtexplain.what_if(mtexplain.bleu, "the the cat on the mat", ["there is a cat on the mat"])
panel"""
STEPPER = """import mtexplain
moments = mtexplain.stepper(mtexplain.bleu("the the cat on the mat", ["there is a cat on the mat"]))
moments"""
QUIZ = "import mtexplain\none = mtexplain.quiz(seed=4817)\none"

everywhere = pytest.mark.parametrize(
    "table", ["lab light", "lab dark", "notebook light", "notebook dark"], indirect=True
)
one_in_each_scheme = pytest.mark.parametrize("table", ["lab dark", "notebook light"], indirect=True)
in_both = pytest.mark.parametrize("table", ["lab light", "notebook light"], indirect=True)


@dataclass(frozen=True)
class Desk:
    """An open notebook with two cells.

    `complaints`: requests to the outside, errors of widgets, dialogs. `heard`: what the server sent over web sockets.
    """

    page: Page
    complaints: list[str] = field(default_factory=list)
    heard: list[bytes] = field(default_factory=list)

    def run(self, cell: int, code: str) -> None:
        """Write this code into a cell, 0 or -1, and run it."""
        self.page.locator(".jp-CodeCell .cm-content").nth(cell).click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(code)
        self.page.keyboard.press("Control+Enter")

    def anew(self, code: str) -> Locator:
        """Write this code into the first cell, run it, and return the widget that it shows."""
        self.page.evaluate("document.querySelectorAll('.mtx').forEach((one) => one.classList.add('old'))")
        self.run(0, code)
        expect(self.page.locator(".mtx.old")).to_have_count(0)
        widget = self.page.locator(".jp-OutputArea .mtx").first
        widget.wait_for()
        assert self.page.locator(BROKEN).all_inner_texts() == []
        return widget


@contextmanager
def desk(chromium: Browser, jupyter: Jupyter, ui: str = "lab", scheme: str = "light") -> Iterator[Desk]:
    """A notebook with two cells in JupyterLab ("lab") or Notebook 7 ("notebook"), until the block ends."""
    jupyter.set_theme(scheme)
    context = chromium.new_context(color_scheme="dark" if scheme == "dark" else "light")
    context.set_default_timeout(1000 * PATIENCE)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    made = Desk(context.new_page())
    watch(made.page, made.complaints)
    made.page.on("dialog", lambda dialog: refuse(dialog, made.complaints))
    made.page.on("websocket", lambda socket: listen(socket, made.heard))
    made.page.goto(jupyter.page(jupyter.put(notebook("1", "2")), ui))
    run_all(made.page)
    yield made
    context.close()


def listen(socket: WebSocket, heard: list[bytes]) -> None:
    """Note all that comes over a web socket."""
    socket.on("framereceived", lambda frame: heard.append(frame if isinstance(frame, bytes) else frame.encode()))


def refuse(dialog: Dialog, complaints: list[str]) -> None:
    """Close a dialog, and note that it was there. "Leave this page?" is Jupyter's own."""
    if dialog.type != "beforeunload":
        complaints.append(dialog.message)
    dialog.dismiss()
