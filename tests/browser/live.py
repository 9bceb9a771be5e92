"""A page that a server of this machine shows: what it must not do, and how a notebook in it is run."""

from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Error, Page
from playwright.sync_api import TimeoutError as TooLate

OURS = ("anywidget", "blob:")  # a widget's script reaches the page as a blob
WRONG = "[data-mime-type='application/vnd.jupyter.error'], [data-mime-type='application/vnd.jupyter.stderr']"
BROKEN = f".jp-OutputArea-output:is({WRONG}), .jp-OutputArea-output:has-text('Error displaying widget')"
# What stands before every cell whose code is in sight: [ ] not run, [*] in the queue, [3] done.
PROMPTS = """[...document.querySelectorAll(".jp-Notebook .jp-CodeCell")]
    .filter((cell) => cell.querySelector(".cm-content")?.textContent.trim() !== "")
    .filter((cell) => !cell.querySelector(".jp-InputPlaceholder"))
    .map((cell) => cell.querySelector(".jp-InputPrompt").textContent)"""
FAILED = f"document.querySelector(`.jp-Notebook :is({WRONG})`) !== null"
STARTED = f"() => {FAILED} || {PROMPTS}.every((prompt) => /\\[(\\*|\\d+)\\]/.test(prompt))"
DONE = f"""() => {FAILED} || {PROMPTS}.every((prompt) => /\\[\\d+\\]/.test(prompt))
    && !document.querySelector(".jp-Notebook").textContent.includes("Loading widget...")"""
# Before there is a kernel, the indicator says idle too, but running a cell may then ask to select a kernel.
IDLE = """() => document.querySelector(".jp-Notebook-ExecutionIndicator")?.dataset.status === "idle"
    && !/No Kernel/.test(document.querySelector(".jp-Toolbar-kernelName")?.textContent)"""


def watch(page: Page, complaints: list[str]) -> None:
    """Write down every request to the outside, and every error that comes from a widget."""
    page.on("request", lambda it: complaints.append(it.url) if outside(it.url) else None)
    page.on("websocket", lambda it: complaints.append(it.url) if outside(it.url) else None)
    page.on("console", lambda it: complaints.append(it.text) if it.type == "error" and ours(said(it)) else None)
    page.on("pageerror", lambda it: complaints.append(trail(it)) if ours(trail(it)) else None)


def outside(address: str) -> bool:
    """Whether this leads away from this machine."""
    parts = urlsplit(address)
    return parts.scheme not in ("data", "blob", "about") and parts.hostname != "127.0.0.1"


def ours(text: str) -> bool:
    """Whether a complaint is about a widget. Jupyter has many of its own."""
    return any(name in text for name in OURS)


def said(message: ConsoleMessage) -> str:
    """The message and where it came from."""
    return f"{message.text} {message.location}"


def trail(error: Error) -> str:
    """The error and where it came from."""
    return f"{error.message}\n{error.stack}"


def run_all(page: Page) -> None:
    """Run every cell of the notebook on this page, and wait for the last. Errors and warnings raise AssertionError."""
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
    page.wait_for_function(IDLE)
    for _ in range(40):  # a kernel that has just started may run the first cell only, or none
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        try:
            page.wait_for_function(STARTED, timeout=3_000)
            break
        except TooLate:
            continue
    page.wait_for_function(DONE)
    if wrong := page.locator(BROKEN).all_inner_texts():
        raise AssertionError("\n".join(wrong))
