"""Sheets of exercises on paper: printed by a real browser, both sides of one leaf are enough for a student."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from mtexplain import sheets, worksheet


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_sheet_takes_both_sides_of_one_leaf(tmp_path: Path, page: Page, level: int) -> None:
    printed = pages(tmp_path, page, sheets(3, level=level).to_html())
    assert printed == 6


def test_the_key_takes_a_page_a_sheet_at_most(tmp_path: Path, page: Page) -> None:
    assert pages(tmp_path, page, sheets(3, level=3).key.to_html()) <= 3


def pages(folder: Path, page: Page, html: str) -> int:
    """How many pages of A4 it takes."""
    (folder / "page.html").write_text(html, encoding="utf-8")
    page.goto((folder / "page.html").as_uri())
    return page.pdf(format="A4", prefer_css_page_size=False).count(b"/Type /Page\n")


@pytest.mark.parametrize("topic", ["rouge", "meteor", "perplexity"])
def test_sheets_of_other_metrics_take_no_more(tmp_path: Path, page: Page, topic: str) -> None:
    assert pages(tmp_path, page, sheets(2, topic=topic, level=3).to_html()) <= 4


def test_a_worksheet_and_its_key_take_a_page_each(tmp_path: Path, page: Page) -> None:
    """The longest that is allowed, too."""
    the = worksheet("the the the cat is on the mat", ["the cat is on the mat", "there is a cat on the mat"])
    words = "some words that are longer than the ones we remember in".split()
    longest = worksheet(" ".join(words), [" ".join(words[place:]) for place in range(3)])
    for sheet in (the, the.key, longest, longest.key):
        assert pages(tmp_path, page, sheet.to_html()) == 1


@pytest.mark.parametrize("level", [1, 2])
def test_an_exit_quiz_takes_a_page(tmp_path: Path, page: Page, level: int) -> None:
    made = sheets(2, level=level, count=5).choices
    assert pages(tmp_path, page, made.to_html()) == 2
    assert pages(tmp_path, page, made.key.to_html()) == 1
