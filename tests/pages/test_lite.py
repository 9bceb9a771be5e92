"""JupyterLite in the site: every notebook runs there and asks for nothing outside, and a student's copy stays."""

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from mtexplain.course.updates import originals
from tests.browser.live import IDLE, WRONG, run_all
from tests.pages.conftest import Visit
from tests.places import PATIENCE
from tools.site import lite

NAMES = sorted(name for name in originals() if name.endswith(".ipynb"))


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_runs(visit: Visit, name: str) -> None:
    page = visit(f"run/notebooks/index.html?path={name}")
    run_all(page)
    assert page.locator(WRONG).all_inner_texts() == []


@pytest.fixture
def changed(site: Path) -> Iterator[list[Path]]:
    """Two notebooks of the site, for a test to overwrite as an update would."""
    paths = [site / "run" / "files" / name for name in NAMES[:2]]
    before = [path.read_bytes() for path in paths]
    yield paths
    for path, content in zip(paths, before, strict=True):
        path.write_bytes(content)


def test_a_students_copy_survives_an_update(visit: Visit, changed: list[Path]) -> None:
    page = visit(f"run/notebooks/index.html?path={NAMES[0]}")
    page.wait_for_function(IDLE)
    first = page.locator(".jp-Cell").first
    first.click()
    page.keyboard.press("Enter")
    expect(first.locator(".cm-content")).to_be_focused()
    page.keyboard.type("Ada was here. ")
    page.keyboard.press("Control+s")
    page.wait_for_timeout(5000)  # nothing shows when saving is finished
    for path in changed:
        notebook = json.loads(path.read_text("utf-8"))
        notebook["cells"][0]["source"] = "# A new edition"
        path.write_text(json.dumps(notebook), "utf-8")
    home = page.url.partition("?")[0]
    for name, told in zip(NAMES, ("Ada was here.", "A new edition"), strict=False):
        page.goto(f"{home}?path={name}")
        expect(page.locator(".jp-Cell").first).to_contain_text(told)


def test_nothing_points_to_a_network(site: Path) -> None:
    """The settings name only files of the site, and JupyterLite doesn't look for packages to install."""
    held = json.loads((site / "run" / "jupyter-lite.json").read_text("utf-8"))["jupyter-config-data"]
    kernel = held["litePluginSettings"]["@jupyterlite/pyodide-kernel-extension:kernel"]
    assert kernel["pyodideUrl"] == "./static/pyodide/pyodide.mjs"
    assert kernel["disablePyPIFallback"] is True
    assert all(url.startswith("./") for url in kernel.get("pipliteUrls", []))
    names = {one["name"] for one in held["federated_extensions"]}
    assert names == set(lite.RUNNING)


ASKS = {
    "fetch": "async url => { try { await fetch(url, { mode: 'no-cors' }); return 'came' } catch { return 'refused' } }",
    "a module": "async url => { try { await import(url); return 'came' } catch { return 'refused' } }",
    "a socket": """url => new Promise(done => {
        try { const one = new WebSocket(url.replace("http", "ws")); one.onerror = () => done("refused") }
        catch { done("refused") }
    })""",
}


def test_neither_its_pages_nor_its_kernel_reach_another_server(chromium: Browser, served: str) -> None:
    """Code may ask for anything, but gets nothing. A kernel that was loaded from a file would have no policy."""
    asked = list[str]()

    class Elsewhere(BaseHTTPRequestHandler):
        def handle(self) -> None:
            asked.append(self.rfile.readline().decode("latin-1"))

    with chromium.new_context() as visitor, ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = visitor.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        with page.expect_worker(timeout=1000 * PATIENCE) as kernel:
            page.goto(f"{served}/run/notebooks/index.html?path={NAMES[0]}")
        page.wait_for_function(IDLE)
        address = f"http://127.0.0.1:{server.server_port}/let-me-out"
        answers = [place.evaluate(ask, address) for place in (page, kernel.value) for ask in ASKS.values()]
        server.shutdown()
    assert answers == ["refused"] * 6
    assert [line for line in asked if "let-me-out" in line] == []


def test_every_page_begins_with_its_policy(site: Path) -> None:
    """The policy comes before any script, because it binds only what comes after it."""
    found = sorted((site / "run").rglob("*.html"))
    assert len(found) > 5
    head = f'<head>\n<meta http-equiv="Content-Security-Policy" content="{lite.POLICY}">'
    for path in found:
        before, begins, _ = path.read_text("utf-8").partition(head)
        assert begins, path
        assert "<script" not in re.sub(r"(?s)<!--.*?-->", "", before)
