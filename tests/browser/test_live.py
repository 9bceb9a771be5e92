"""The tests' own tools: a notebook runs in both of Jupyter's pages, and what goes wrong there is seen."""

import contextlib
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import axe
from tests.browser.conftest import OpenNotebook
from tests.browser.live import outside, run_all, watch
from tests.browser.servers import Jupyter, notebook

COUNTER = '''
import anywidget, traitlets
class Counter(anywidget.AnyWidget):
    _esm = """export default { render({ model, el }) {
        const button = document.createElement("button");
        const show = () => { button.textContent = `seen ${model.get("count")}`; };
        button.onclick = () => { model.set("count", model.get("count") + 1); model.save_changes(); };
        model.on("change:count", show);
        show();
        el.append(button);
    } };"""
    count = traitlets.Int(0).tag(sync=True)
'''
BACKGROUND = "getComputedStyle(document.querySelector('.jp-Notebook')).backgroundColor"


@pytest.mark.parametrize(("ui", "scheme"), [("lab", "dark"), ("notebook", "light")])
def test_a_notebook_runs_with_its_widgets(open_notebook: OpenNotebook, ui: str, scheme: str) -> None:
    """In JupyterLab and in Notebook 7, light and dark, and a widget's button reaches Python."""
    shown = "import ipywidgets\nlabel = ipywidgets.HTML()\ncounter = Counter()\n"
    shown += "counter.observe(lambda change: setattr(label, 'value', f'Python: {change.new}'), 'count')\n"
    page = open_notebook(notebook(COUNTER, shown + "ipywidgets.VBox([counter, label])"), ui, scheme)
    page.get_by_role("button", name="seen 0").click()
    expect(page.get_by_text("Python: 1")).to_be_visible()
    assert (page.evaluate(BACKGROUND) == "rgb(255, 255, 255)") == (scheme == "light")


def test_an_error_in_a_cell_fails(open_notebook: OpenNotebook) -> None:
    """Soon, and with what Python said."""
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        open_notebook(notebook("1", "1 / 0", "2"))


@pytest.mark.parametrize("draw", ["throw new Error('oh');", "setTimeout(() => oh(), 0);"])
def test_an_error_in_a_widget_is_seen(chromium: Browser, jupyter: Jupyter, draw: str) -> None:
    """While it is drawn, and later."""
    complaints: list[str] = []
    page = chromium.new_page()
    watch(page, complaints)
    widget = f'class Bad(anywidget.AnyWidget):\n    _esm = "export default {{ render() {{ {draw} }} }};"\nBad()'
    with jupyter.new_kernels():
        page.goto(jupyter.page(jupyter.put(notebook("import anywidget", widget)), "lab"))
        with contextlib.suppress(AssertionError):
            run_all(page)
        for _ in range(300):
            if complaints:
                break
            page.wait_for_timeout(100)
        page.close()
    assert any("oh" in line for line in complaints)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("http://127.0.0.1:8888/lab", False),
        ("ws://127.0.0.1:8888/api", False),
        ("data:,", False),
        ("blob:http://127.0.0.1:8888/1", False),
        ("https://example.org/", True),
        ("wss://example.org/", True),
        ("http://127.0.0.1.example.org/", True),
    ],
)
def test_what_is_outside(address: str, expected: bool) -> None:
    """Every machine but this one."""
    assert outside(address) == expected


def test_axe_finds_a_button_without_a_name(new_tab: Callable[..., Page]) -> None:
    """In the element it was asked about, and not beside it."""
    page = new_tab()
    page.set_content("<main><p id=good>Text</p><p id=bad><button></button></p></main>")
    assert axe(page, "#good") == []
    (line,) = axe(page, "#bad")
    assert line.startswith("button-name (critical)")
