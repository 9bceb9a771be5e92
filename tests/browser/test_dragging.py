"""A scatter whose dots are dragged, in both Jupyters: by mouse and by keys, and the number follows."""

from playwright.sync_api import Locator, expect

from tests.browser.axe import axe
from tests.browser.desk import Desk, in_both

CODE = "import mtexplain\ndots = mtexplain.drag(mtexplain.pearson([1, 2, 1, 2, 5], [1, 1, 2, 2, 5]))\ndots"


def number(live: Locator) -> Locator:
    """The correlation, large."""
    return live.locator(".head b")


@in_both
def test_a_dot_is_dragged_and_the_number_follows(table: Desk) -> None:
    live = table.anew(CODE)
    expect(number(live)).to_have_text("0.9074")
    dots = live.locator("rect[data-at]")
    far, near = dots.nth(4).bounding_box(), dots.nth(3).bounding_box()
    assert far
    assert near
    mouse = table.page.mouse
    mouse.move(far["x"] + far["width"] / 2, far["y"] + far["height"] / 2)
    mouse.down()
    mouse.move(near["x"] + near["width"] / 2, near["y"] + near["height"] / 2, steps=5)
    mouse.up()
    expect(number(live)).not_to_have_text("0.9074")
    table.run(-1, "print(dots.trace.score < 0.4, dots.trace.n)")
    expect(table.page.get_by_text("True 5")).to_be_visible()


@in_both
def test_a_dot_is_moved_by_keys_and_keeps_the_focus(table: Desk) -> None:
    live = table.anew(CODE)
    dot = live.locator('rect[data-at="4"]')
    dot.focus()
    for _ in range(3):
        before = number(live).inner_text()
        table.page.keyboard.press("ArrowDown")
        expect(number(live)).not_to_have_text(before)
        expect(dot).to_be_focused()
    assert axe(table.page, ".mtx-drag") == []


@in_both
def test_a_drag_that_is_broken_off_is_over(table: Desk) -> None:
    live = table.anew(CODE)
    place = live.locator("rect[data-at]").nth(4).bounding_box()
    assert place
    mouse = table.page.mouse
    mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    mouse.down()
    mouse.move(place["x"] - 30, place["y"])
    expect(number(live)).not_to_have_text("0.9074")
    live.dispatch_event("pointercancel")
    table.page.wait_for_timeout(200)
    before = number(live).inner_text()
    mouse.move(place["x"] - 200, place["y"] + 100, steps=5)
    table.page.wait_for_timeout(300)
    expect(number(live)).to_have_text(before)
    mouse.up()
