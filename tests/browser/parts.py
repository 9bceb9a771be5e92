"""The parts of a panel, by the names that people see."""

from playwright.sync_api import Locator, expect


def candidate(panel: Locator) -> Locator:
    """The candidate's box."""
    return panel.get_by_label("Candidate", exact=True)


def results(panel: Locator) -> Locator:
    """What the panel found."""
    return panel.get_by_role("region", name="Results")


def score(panel: Locator, value: str) -> None:
    """Wait until this is the score."""
    expect(results(panel).locator(".head b")).to_have_text(value)


def press(panel: Locator, name: str) -> None:
    """Click on the button of this name."""
    panel.get_by_role("button", name=name, exact=True).click()


def fold(panel: Locator, title: str) -> Locator:
    """The fold with this in its title."""
    return panel.locator(".folds details").filter(has=panel.page.locator("summary", has_text=title))


def open_all(panel: Locator) -> None:
    """Open every fold, and the settings; by key, for what fills meanwhile would move a fold away from a click."""
    closed = panel.locator("details:not([open]) > summary")
    for left in range(closed.count(), 0, -1):
        closed.first.press("Enter")
        expect(closed).to_have_count(left - 1)
    expect(panel.locator(".folds details > div:empty")).to_have_count(0)
