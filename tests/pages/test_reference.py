"""The reference can be looked through and searched, and read on a phone and from a disk."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from mtexplain.metrics.table import METRICS
from tests.browser.axe import axe
from tests.pages.conftest import Visit
from tools.site.reference.api import PAGES

MISTAKES = [f"mistakes_{family.lower()}" for family in METRICS]
FILES = [*(page["file"] for page in PAGES), "commands", "tools", *MISTAKES, "index"]


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_nothing_is_cut_off_and_everybody_can_read_it(visit: Visit, file: str, width: int, scheme: str) -> None:
    page = visit(f"reference/{file}.html", width=width, scheme=scheme)
    page.evaluate("document.querySelectorAll('article details').forEach((fold) => { fold.open = true; })")
    page.wait_for_timeout(200)  # until parts that scroll can be reached by keyboard
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if axe(page):
        page.wait_for_timeout(3000)  # a busy machine takes longer
    assert axe(page) == []


@pytest.mark.parametrize("disk", [False, True], ids=["server", "disk"])
def test_the_search_leads_to_a_name_from_everywhere(visit: Visit, disk: bool) -> None:
    for start in ("learn/index.html", "reference/index.html"):
        page = visit(start, disk=disk)
        page.get_by_label("Search").fill("which_rules")
        page.locator("#found a").first.click()
        expect(page).to_have_url(re.compile("reference/disagreements.html#which_rules$"))
        expect(page.get_by_role("heading", name="which_rules")).to_be_in_viewport()


def test_the_contents_say_what_stands_on_the_page(visit: Visit) -> None:
    page = visit("reference/index.html")
    page.locator(".contents").get_by_role("link", name="Two tools, two numbers").click()
    page.locator(".contents").get_by_role("link", name="bridge", exact=True).click()
    expect(page.get_by_role("heading", name="bridge", exact=True)).to_be_in_viewport()
    phone = visit("reference/bleu.html", width=390)
    expect(phone.locator(".contents ul").first).to_be_hidden()


def test_the_number_of_a_tool_is_explained(visit: Visit) -> None:
    page = visit("reference/tools.html")
    page.get_by_role("row", name=re.compile("^nltk NLTK")).get_by_role("link").click()
    expect(page.locator("#stage")).to_contain_text("Tokens")


def test_no_page_brings_a_script_of_pdoc(site: Path) -> None:
    for path in (site / "reference").glob("*.html"):
        scripts = re.findall(r'<script(?! src="\.\./static/)|(?<!<noscript>)<style| onclick=', path.read_text("utf-8"))
        assert scripts == []
