"""The judge in both Jupyters: two views of one judge show the same."""

import re

from playwright.sync_api import expect

from tests.browser.axe import axe
from tests.browser.desk import Desk, in_both

CODE = "import mtexplain\nyou = mtexplain.judge(['fr-01', 'zh-02'])\ndisplay(you)\nyou"


@in_both
def test_two_views_show_the_same(table: Desk) -> None:
    table.anew(CODE)
    views = table.page.locator(".mtx-judge:not(.old)")
    expect(views).to_have_count(2)
    ours, theirs = views.nth(0), views.nth(1)
    for number in range(5):
        ours.locator("fieldset").nth(number).locator("input").nth(number).check(force=True)
    for view in (ours, theirs):
        expect(view.locator("input:checked")).to_have_count(5)
        expect(view.locator("fieldset").nth(3).locator("input").nth(3)).to_be_checked()
    theirs.locator("fieldset").nth(3).locator("input").nth(0).check(force=True)
    expect(ours.locator("fieldset").nth(3).locator("input").nth(0)).to_be_checked()
    theirs.get_by_role("button", name="Next").click()
    for view in (ours, theirs):
        expect(view.locator("[aria-current=step]")).to_have_text("2")
        expect(view.locator("input:checked")).to_have_count(0)
    table.run(-1, "you.ranks = {**you.ranks, 'zh-02': [1, 2, 3, 4, 5]}; you.place = 2")
    for view in (ours, theirs):
        expect(view.locator(".result")).to_contain_text(re.compile("pairs of systems"))
    assert axe(table.page, ".mtx-judge") == []
