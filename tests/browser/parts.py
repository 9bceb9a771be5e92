"""The parts of a panel, by the names that people see; and what every widget keeps to itself."""

import re

from playwright.sync_api import Locator, expect

# In the notebook these keys leave a cell, add cells above and below, cut and delete them, move on to another one, ...
SHORTCUTS = "Escape a b x d d z ArrowUp ArrowDown k j m Shift+ArrowDown Enter Shift+Enter".split()
CELLS = """[...document.querySelectorAll(".jp-Cell")].map((cell) =>
    [cell.querySelector(".jp-InputArea").innerText, cell.classList.contains("jp-mod-active")].join())"""


def candidate(panel: Locator) -> Locator:
    """The candidate's box."""
    return panel.get_by_label("Candidate", exact=True)


def results(panel: Locator) -> Locator:
    """What the panel found."""
    return panel.get_by_role("region", name="Results")


def score(panel: Locator, value: str) -> None:
    """Wait until this is the score."""
    expect(results(panel).locator(".head b")).to_have_text(value)


def words(text: str) -> re.Pattern[str]:
    """These words as bricks, whatever is said of each."""
    return re.compile("".join(rf"{re.escape(word)}: \w+?" for word in text.split()))


def press(panel: Locator, name: str) -> None:
    """Click on the button of this name."""
    panel.get_by_role("button", name=name, exact=True).click()


def fold(panel: Locator, title: str) -> Locator:
    """The fold with this in its title."""
    return panel.locator(".folds details").filter(has=panel.page.locator("summary", has_text=title))


def more(panel: Locator) -> None:
    """Unfold by key what is hidden at first, because content that arrives would move it away from a click."""
    panel.locator(".more > summary").press("Enter")


def open_all(panel: Locator) -> None:
    """Open every fold by key, because content that arrives meanwhile would move a fold away from a click."""
    panel.locator(".more > summary").press("Enter")
    expect(panel.locator(".folds summary")).not_to_have_count(0)
    closed = panel.locator("details:not([open]) > summary")
    for left in range(closed.count(), 0, -1):
        closed.first.press("Enter")
        expect(closed).to_have_count(left - 1)
    expect(panel.locator(".folds details > div:empty")).to_have_count(0)


def controls(widget: Locator) -> list[Locator]:
    """All that can have the focus, at this moment."""
    found = widget.locator("button:enabled, select, input, textarea, summary, [tabindex]").all()
    return [one for one in found if one.is_visible()]


def keeps_its_keys(widget: Locator) -> None:
    """No key adds, removes, moves, runs or chooses a cell, whatever in the widget has the focus."""
    page = widget.page
    expect(page.locator(".jp-InputPrompt").filter(has_text="*")).to_have_count(0)  # the cell is done
    before = page.evaluate(CELLS)
    for place in range(len(controls(widget))):
        there = controls(widget)
        if place < len(there):
            there[place].focus()
            for key in SHORTCUTS:
                page.keyboard.press(key)
            page.keyboard.press("Escape")  # leaves what Enter opened
            assert page.evaluate(CELLS) == before
    expect(widget).to_be_visible()
