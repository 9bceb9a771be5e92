"""A clipped word can be read on the site, in JupyterLite and in a deck."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.clipped import clipped, clipped_in_both
from tests.browser.live import run_all
from tests.pages.conftest import Visit
from tests.pages.test_play import ready
from tests.places import ROOT
from tools import deck

STUTTER = "#candidate=the the the cat is on the mat&reference1=the cat is on the mat"
UNFOLD = "document.querySelectorAll('details').forEach((fold) => { fold.open = true; })"


def test_a_clipped_word_is_read_in_a_chapter(visit: Visit) -> None:
    page = visit("learn/01_clipping.html")
    page.evaluate(UNFOLD)
    clipped_in_both(page, "the", ".predict")


def test_the_first_moment_of_a_stepper_looks_the_same_for_every_word(visit: Visit) -> None:
    page = visit("learn/01_clipping.html")
    words = page.locator(".mtx-stepper text[data-n='1'][data-start]")
    expect(words.first).to_be_attached()
    looks = """all => [...new Set(all.map((one) => {
      const { fill, stroke, strokeDasharray, fontWeight } = getComputedStyle(one);
      return [fill, stroke, strokeDasharray, fontWeight].join();
    }))]"""
    assert len(words.evaluate_all(looks)) == 1


def test_a_clipped_word_is_read_in_the_panel_of_the_site(visit: Visit) -> None:
    page = ready(visit(f"play/what-if.html{STUTTER}"))
    clipped_in_both(page, "the", "#stage")


def test_a_clipped_word_is_read_on_the_front_page(visit: Visit) -> None:
    page = visit("index.html")
    page.get_by_label("Machine").fill("the the the cat train leaves")
    clipped_in_both(page, "the", "#picture")


def test_a_clipped_word_is_read_in_jupyterlite(visit: Visit) -> None:
    page = visit("run/notebooks/index.html?path=01_clipping.ipynb")
    run_all(page)
    page.evaluate(UNFOLD)
    clipped(page, "the", ".jp-OutputArea .predict")


def test_a_clipped_word_is_read_in_a_deck(page: Page, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(deck.deck(ROOT / "notebooks" / "01_clipping.ipynb"), "utf-8")
    page.goto((tmp_path / "a.html").as_uri())
    page.locator(".reveal.ready").wait_for()
    page.evaluate(UNFOLD)
    page.evaluate("""() => {
        const { h, v } = Reveal.getIndices(document.querySelector(".reveal text.clipped").closest("section"));
        Reveal.slide(h, v);
    }""")
    clipped_in_both(page, "the", ".present")
