"""What a lecturer opens: the deck, which leads to the live panel; what is printed; the code for the class."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import axe
from tests.pages.conftest import Visit
from tools import address


@pytest.mark.parametrize("disk", [False, True], ids=["server", "disk"])
def test_the_deck_opens_the_live_panel(visit: Visit, disk: bool) -> None:
    page = visit("teach/index.html", disk=disk)
    page.get_by_role("link", name="Open the slides").click()
    page.locator(".reveal.ready").wait_for()
    with page.context.expect_page() as opened:
        page.keyboard.press("e")
    expect(opened.value.get_by_label("Candidate", exact=True)).to_be_visible(timeout=60_000)


@pytest.mark.parametrize("name", ["The page", "its key", "The sheets", "the exit quiz"])
def test_what_is_printed_is_there(visit: Visit, name: str) -> None:
    page = visit("teach/index.html")
    page.get_by_role("link", name=name).first.click()
    expect(page.locator(".leaf").first).to_be_visible()


def test_no_code_leads_to_this_machine_alone(visit: Visit) -> None:
    page = visit("teach/index.html")
    page.get_by_role("button", name="Show the code").click()
    expect(page.locator("#shown")).to_contain_text("so no phone can open it")


def test_the_code_leads_to_the_public_address_where_that_is_known(visit: Visit) -> None:
    """It holds from the lecturer's disk, too. The test inserts an address, because tools/address.py has none yet."""
    page = visit("teach/index.html", disk=True)
    known = address.told("</title>", "https://owner.github.io/mtexplain/teach/index.html")
    page.evaluate("told => document.head.insertAdjacentHTML('beforeend', told)", known.removeprefix("</title>"))
    page.get_by_role("button", name="Show the code").click()
    expect(page.locator("#shown p")).to_have_text("https://owner.github.io/mtexplain/")
    expect(page.locator("#shown svg")).to_be_visible()


def test_on_a_disk_it_says_why_there_is_none(visit: Visit) -> None:
    page = visit("teach/index.html", disk=True)
    page.get_by_role("button", name="Show the code").click()
    expect(page.locator("#shown")).to_contain_text("Put the folder on a web server first.")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_nothing_is_cut_off_and_everybody_can_use_it(visit: Visit, width: int, scheme: str) -> None:
    page = visit("teach/index.html", width=width, scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe(page) == []
