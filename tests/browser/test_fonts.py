"""Pages bring their own letters: the browser itself is asked which font draws each sign. (For decks: tests/pages.)"""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from mtexplain import bleu, examples, sheets
from mtexplain.display import fonts
from tests.notebooks.test_notebook_hygiene import NOTEBOOKS
from tools.deck import deck

# Every sign of the page once in each family, and every leaf of its formulas: a list of them, at the end of the page.
ASK = """() => {
  const asked = new Map(), list = document.createElement('div'), texts = document.createTreeWalker(document.body, 4);
  list.className = 'reveal';
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement, text = texts.currentNode.textContent.trim();
    if (parent.closest('script, style, .stripped')) continue;
    const family = getComputedStyle(parent).fontFamily, maths = parent.closest('math');
    for (const sign of maths ? [text] : text) {
      const leaf = maths && parent.localName;
      if (sign.trim()) asked.set(`${leaf || family} ${sign}`, [sign, family, leaf]);
    }
  }
  for (const [sign, family, leaf] of asked.values()) {
    const place = document.createElement('p');
    place.innerHTML = leaf ? `<math><${leaf}></${leaf}></math>` : '<span></span>';
    place.querySelector(leaf || 'span').textContent = sign;
    place.style.fontFamily = family;
    list.append(place);
  }
  document.body.append(list);
  list.id = 'asked';
}"""


def opened(chromium: Browser, html: str, folder: Path) -> Page:
    """The page as a file. (To ask for its fonts the browser reads the file twice, and complains about that.)"""
    (folder / "page.html").write_text(html, "utf-8")
    page = chromium.new_page()
    page.goto((folder / "page.html").as_uri())
    return page


def foreign(page: Page) -> set[str]:
    """The signs that a font of the system draws."""
    page.evaluate(ASK)
    browser = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        browser.send(f"{domain}.enable")
    root = browser.send("DOM.getDocument")["root"]["nodeId"]
    find = {"nodeId": root, "selector": "#asked span, #asked math > *"}
    signs = page.locator("#asked").locator("span, math > *").all_text_contents()
    found = set()
    for sign, node in zip(signs, browser.send("DOM.querySelectorAll", find)["nodeIds"], strict=True):
        drawn = browser.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        found |= {sign} if not all(font["isCustomFont"] for font in drawn) else set()
    return found


TEXT = "Και ο λόγος ήταν: știință, Đường phố, größer, žluťoučký, съешь ещё, e\u0301te\u0301"
PAGES: dict[str, Callable[[], str]] = {
    "trace": lambda: examples.get("start").trace().to_html(),
    "letters of Europe": lambda: bleu(TEXT, [TEXT]).to_html(),
    "sheets": lambda: sheets(2, level=3).to_html(),
}


@pytest.mark.parametrize("made", PAGES.values(), ids=PAGES)
def test_a_page_draws_its_text_itself(made: Callable[[], str], chromium: Browser, tmp_path: Path) -> None:
    """No part of the text is left to the system's fonts."""
    assert foreign(opened(chromium, made(), tmp_path)) == set()


def test_figures_are_all_equally_wide(chromium: Browser, tmp_path: Path) -> None:
    """No digit moves when another one changes, in text and in code."""
    page = opened(chromium, PAGES["trace"](), tmp_path)
    widths = """family => [...'0123456789'].map((digit) => {
      const pen = document.createElement('span');
      pen.style.cssText = `font: 1000px ${family}; font-variant-numeric: tabular-nums`;
      pen.textContent = digit;
      document.body.append(pen);
      return pen.getBoundingClientRect().width;
    })"""
    for family in ("mtexplain", "mtexplain-mono"):
        assert len(set(page.evaluate(widths, family))) == 1


def test_a_letter_that_no_font_has_is_a_box_and_not_nothing(chromium: Browser, tmp_path: Path) -> None:
    """A token must be seen, even if it can't be read."""
    page = f"<style>{fonts.faces('mtexplain')} p {{ font: 60px mtexplain }}</style><p>"
    assert opened(chromium, f"{page}\U0003fffd", tmp_path).screenshot() != opened(chromium, page, tmp_path).screenshot()


def test_a_deck_starts_without_its_fonts(chromium: Browser, tmp_path: Path) -> None:
    """It starts even if a browser blocks a font or can't read it."""
    page = opened(chromium, deck(NOTEBOOKS[0]).replace("base64,d09GMg", "base64,d09GMw"), tmp_path)
    page.locator(".reveal.ready").wait_for()


def test_the_fonts_are_light() -> None:
    """Each deck holds them all."""
    assert sum(file.stat().st_size for file in Path(fonts.__path__[0]).glob("*.woff2")) <= 150_000
