"""Panel and stepper without a mouse: every control can be reached and used, and no key reaches the notebook."""

import pytest
from playwright.sync_api import expect

from tests.browser.desk import PANEL, STEPPER, Desk, in_both
from tests.browser.parts import keeps_its_keys, more

NAME = """() => {
  const it = document.activeElement, label = it.labels?.[0]?.querySelector("span") ?? it;
  const text = (label.innerText ?? label.textContent).trim();
  return it.closest(".mtx") ? it.getAttribute("aria-label") ?? text : "(outside)";
}"""


@in_both
def test_tab_goes_through_the_panel_in_reading_order(table: Desk) -> None:
    """From the first control to the last, and out."""
    panel = table.anew(PANEL)
    more(panel)
    expect(panel.locator(".folds summary")).not_to_have_count(0)
    panel.get_by_label("Example").focus()
    names: list[str] = []
    while (name := str(table.page.evaluate(NAME))) != "(outside)" and len(names) < 50:
        names.append(name)
        table.page.keyboard.press("Tab")
    assert names[:9] == [
        "Example", "Start over", "Add a reference", "Projector", "Candidate", "Reference 1", "the: clipped", "More",
        "Compare with",
    ]  # fmt: skip
    assert [name.split()[-1] for name in names[9:19]] == [
        "results", "rules", "tokenize", "lowercase", "max_n", "reference_length", "Smoothing", "smoothing_value",
        "missing", "Weights",
    ]  # fmt: skip
    assert [name[:7] for name in names[19:-5]] == [
        "Which w", "What is", "1 · Tok", "2 · Wor", "3 · Pai", "4 · Tri", "5 · Fou", "6 · Bre", "7 · Sco",
    ]  # fmt: skip
    assert names[-5:] == ["Copy as Python", "Copy as LaTeX", "Save table (CSV)", "Save page (HTML)", "Copy state"]


def test_buttons_and_folds_work_by_key(table: Desk) -> None:
    """Enter and the space bar; arrow keys choose."""
    panel, keyboard = table.anew(PANEL), table.page.keyboard
    panel.locator(".more > summary").focus()
    keyboard.press("Enter")
    panel.get_by_role("button", name="Cover the results").focus()
    keyboard.press("Space")
    expect(panel.get_by_text("The results are covered.").first).to_be_visible()
    expect(panel.get_by_label("is", exact=True)).to_be_focused()
    panel.get_by_role("button", name="Reveal").focus()
    keyboard.press("Enter")
    expect(panel.locator(".head b")).to_have_text("0.4301")
    panel.locator("summary", has_text="2 · Words").focus()
    keyboard.press("Enter")
    expect(panel.locator(".folds table")).to_be_visible()
    keyboard.press("Space")
    expect(panel.locator(".folds table")).to_have_count(0)
    panel.get_by_label("Compare with").focus()
    keyboard.press("ArrowDown")
    expect(panel.get_by_label("Compare with")).to_have_value("start")


@in_both
@pytest.mark.parametrize("code", [PANEL, STEPPER], ids=["panel", "stepper"])
def test_no_key_reaches_the_notebook(table: Desk, code: str) -> None:
    """No cell is added, removed, moved, run or chosen, whatever has the focus."""
    widget = table.anew(code)
    if code == PANEL:
        more(widget)
    keeps_its_keys(widget)
