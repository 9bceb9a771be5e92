"""Measure the size of the site and its speed on a slow connection with `python benchmarks/site.py`, in two minutes.

The connection carries 1.5 Mbit/s and has a latency of 40 ms, as a phone's may in a full lecture hall. JupyterLite is
timed without a slow connection, on this machine. Times depend on the machine. Targets are wishes, and nothing here
fails.
"""

import sys
import tempfile
import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from tests.browser.conftest import MISSING, OPTIONS  # noqa: E402
from tests.pages.conftest import Quiet  # noqa: E402
from tools.machine import EXTRAS  # noqa: E402
from tools.site.__main__ import build  # noqa: E402

LINE = {"offline": False, "latency": 40, "downloadThroughput": 1.5e6 / 8, "uploadThroughput": 1.5e6 / 8}
MOST = 8.0
"""The greatest number of megabytes that a first visit should load."""

Row = tuple[str, str, str]
"""A measurement, its target and its result."""


def main() -> None:
    """Print the table."""
    program = EXTRAS["Chromium"].found
    if not program:
        print(f"site: {MISSING.replace('make test', 'make bench')}")
        return
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as tool:
        site = Path(folder, "site")
        start = perf_counter()
        build(site)
        rows: list[Row] = [("measured", "target", "reached"), ("building it", "", seconds(start)), *sizes(site)]
        browser = tool.chromium.launch(executable_path=program, args=OPTIONS.split())
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            rows += times(browser, f"http://127.0.0.1:{server.server_port}")
            server.shutdown()
        browser.close()
    widths = [max(len(row[place]) for row in rows) for place in range(3)]
    for what, target, reached in rows:
        print(f"{what:<{widths[0]}}  {target:>{widths[1]}}  {reached:>{widths[2]}}")


def sizes(site: Path) -> Iterator[Row]:
    """Yield the megabytes of the whole site and of its parts."""
    yield "the site, on a disk", "", megabytes(site)
    for folder in sorted(path for path in site.iterdir() if path.is_dir()):
        yield f"    {folder.name}/", "", megabytes(folder)


def times(browser: Browser, home: str) -> Iterator[Row]:
    """Yield the times of the pages that a visitor opens first, each with an empty cache, then of a notebook."""
    page, loaded = slow(browser)
    start = perf_counter()
    page.goto(f"{home}/index.html", wait_until="commit")
    for what, ready, target in (
        ("the picture is there", "#picture > *", "<= 1 s"),
        ("typing moves the score", "textarea:read-write, input:read-write", ""),
        ("the library counts", "html[data-counts=library]", ""),
    ):
        page.locator(ready).first.wait_for(state="attached", timeout=300_000)
        yield f"front page: {what}", target, seconds(start)
    yield "    loaded until then", f"<= {MOST:g} MB", f"{sum(loaded) / 1e6:.1f} MB"
    page.context.close()
    page, loaded = slow(browser)
    start = perf_counter()
    page.goto(f"{home}/learn/00_start_here.html", wait_until="commit")
    page.wait_for_selector(".predict button")
    yield "in chapter 00, the first prediction can be answered", "", seconds(start)
    yield "    loaded until then", "", f"{sum(loaded) / 1e6:.1f} MB"
    page.context.close()
    page = browser.new_page()
    start = perf_counter()
    page.goto(f"{home}/run/notebooks/index.html?path=00_start_here.ipynb")
    page.locator(".jp-CodeCell").first.click()
    page.keyboard.press("Shift+Enter")
    page.locator(".jp-InputPrompt", has_text="[1]").first.wait_for(timeout=120_000)
    yield "in JupyterLite, without a slow connection, the first cell has run", "<= 20 s", seconds(start)
    page.close()


def slow(browser: Browser) -> tuple[Page, list[int]]:
    """A new visitor on the slow connection, and the bytes that are loaded."""
    page, loaded = browser.new_context(viewport={"width": 390, "height": 800}).new_page(), list[int]()
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    line.on("Network.loadingFinished", lambda it: loaded.append(it["encodedDataLength"]))
    return page, loaded


def seconds(start: float) -> str:
    """The seconds since the start."""
    return f"{perf_counter() - start:.1f} s"


def megabytes(folder: Path) -> str:
    """The megabytes of all files in a folder and its subfolders."""
    return f"{sum(path.stat().st_size for path in folder.rglob('*') if path.is_file()) / 1e6:.1f} MB"


if __name__ == "__main__":
    main()
