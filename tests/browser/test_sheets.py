"""Sheets of exercises on paper: printed by a real browser, both sides of one leaf are enough for a student."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from mtexplain import sheets


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
