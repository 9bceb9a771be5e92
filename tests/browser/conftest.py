"""A real browser: Chromium without a window, steered by playwright. It is the one installed here; none is downloaded.

Where there is none, these tests are skipped and say so. A build machine sets BROWSER_TESTS=required: there they fail.
"""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = "no Chromium here. Debian, Ubuntu: apt install chromium. Elsewhere name the program: CHROMIUM=... make test"
# Some of a browser's own habits make requests, and root needs leave to start it.
OPTIONS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)


@pytest.fixture(scope="module")  # not longer: while it is there, its event loop keeps others from running one
def chromium() -> Iterator[Browser]:
    """The browser."""
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None and os.environ.get("BROWSER_TESTS") == "required":
        pytest.fail(MISSING)
    if program is None:
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=OPTIONS.split())
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
