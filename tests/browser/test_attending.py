"""Attention with numbers to change, in both Jupyters: a weight moves with a query; the mask; what can't be read."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.axe import axe
from tests.browser.desk import Desk, in_both

CODE = """import mtexplain
from mtexplain import models
trace = models.attention("1 0; 0 1; 1 1", "1 0; 0 1; 0 0", "1 2; 3 4; 5 6", tokens=["the", "<b>cat", "sat"])
live = mtexplain.attend(trace)
live"""
TOO_WIDE = """(one) => [...one.querySelectorAll("*")].filter((each) => !each.closest(".wide svg")
  && each.getBoundingClientRect().right > one.getBoundingClientRect().right + 1).map((each) => each.outerHTML)"""


def field(live: Locator, which: str, token: str, column: int) -> Locator:
    """Where a number is typed."""
    return live.get_by_label(f"{which}, {token}, column {column}", exact=True)


def shown(live: Locator) -> str:
    """All that Python has made of the numbers."""
    return live.locator(".mtx").inner_text()


@in_both
def test_a_number_is_changed_and_a_weight_moves(table: Desk) -> None:
    live = table.anew(CODE)
    expect(live.locator("input:not([type])")).to_have_count(18)
    before = shown(live)
    field(live, "queries", "the", 1).fill("1/2")
    expect(live.locator(".mtx")).not_to_have_text(before)
    field(live, "values", "sat", 2).fill("0.25")
    expect(field(live, "queries", "the", 1)).to_have_value("1/2")
    table.run(-1, "print(live.trace.queries[0][0], live.trace.values[2][1], len(live.trace.weights))")
    expect(table.page.get_by_text("1/2 1/4 3")).to_be_visible()


@in_both
def test_with_the_mask_the_first_token_sees_itself_alone(table: Desk) -> None:
    live = table.anew(CODE)
    before = shown(live)
    mask = live.get_by_label(re.compile("Causal mask"))
    mask.focus()
    table.page.keyboard.press("Space")
    expect(mask).to_be_checked()
    expect(live.locator(".mtx")).not_to_have_text(before)
    table.run(-1, "print([float(one) for one in live.trace.weights[0]])")
    expect(table.page.get_by_text("[1.0, 0.0, 0.0]")).to_be_visible()


@in_both
def test_what_can_not_be_read_is_told_and_the_picture_stays(table: Desk) -> None:
    live = table.anew(CODE)
    before, told = shown(live), live.get_by_role("status")
    expect(told).to_be_hidden()
    wrong = field(live, "keys", "<b>cat", 1)
    wrong.fill("<img src=x>")
    expect(told).to_contain_text("keys[1][0]: got a string, '<img src=x>'; expected a number")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    assert shown(live) == before
    wrong.fill("0")
    expect(told).to_be_hidden()
    assert live.locator("img").count() == live.locator("b:text-is('cat')").count() == 0


@in_both
def test_it_is_reached_by_keys_and_fits_a_phone(table: Desk) -> None:
    live = table.anew(CODE)
    field(live, "queries", "the", 1).focus()
    table.page.keyboard.press("Tab")
    expect(field(live, "queries", "the", 2)).to_be_focused()
    assert axe(table.page, ".mtx-attend") == []
    live.evaluate("(one) => { one.style.width = '360px' }")
    assert live.evaluate(TOO_WIDE) == []
