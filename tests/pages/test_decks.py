"""Decks in a real browser: every slide can be reached and seen, nothing is cut, folds open, the keys do their work."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import mtexplain
from mtexplain.explain.practice.predictions import Prediction
from tests.browser.test_fonts import foreign
from tests.house.test_slides import code, every_talk, markdown, shows, write
from tools import deck as one
from tools import slides

SCREENS = [(1280, 720), (1024, 768), (1920, 1080)]

# One walk with every fold open: the slides that were seen, and what was cut off on them.
WALK = """() => {
  document.querySelectorAll('details').forEach((fold) => { fold.open = true; });
  const seen = new Set(), cut = [];
  for (let step = 0; step < 1000; step += 1) {
    const slide = Reveal.getCurrentSlide();
    seen.add(slide);
    const name = `slide ${Reveal.getSlidePastCount() + 1}`;
    for (const part of [slide, ...slide.querySelectorAll('p, pre')]) {  // a formula stands in a paragraph
      if (part.scrollWidth > part.clientWidth + 1) cut.push(`${name} is too wide: ${part.textContent.slice(0, 60)}`);
    }
    slide.scrollTop = slide.scrollHeight;
    const end = slide.lastElementChild.getBoundingClientRect().bottom;
    if (end > slide.getBoundingClientRect().bottom + 1) cut.push(`${name} has an end that can't be reached`);
    if (Reveal.isLastSlide() && !Reveal.availableFragments().next) break;
    Reveal.next();
  }
  return [seen.size, Reveal.getTotalSlides(), cut];
}"""
# The slides that must be scrolled, all folds closed. Only a whole trace may be much too tall.
TALL = """() => {
  document.querySelectorAll('.fold').forEach((mark) => mark.remove());
  Reveal.sync();
  const tall = [];
  for (let step = 0; step < 1000; step += 1) {
    const slide = Reveal.getCurrentSlide();
    if (slide.scrollHeight > slide.clientHeight + 1 && !slide.querySelector('.jp-RenderedHTML > .mtx')) {
      tall.push(`${Reveal.getSlidePastCount() + 1}: ${slide.textContent.trim().slice(0, 60)}`);
    }
    if (Reveal.isLastSlide()) break;
    Reveal.next();
  }
  return tall;
}"""
OPEN = "document.querySelector('.present.present details').open"
PLACE = "JSON.stringify(Reveal.getIndices())"


def show(page: Page, deck: Path) -> None:
    """Open the deck as a person would, from the disk."""
    page.goto(deck.as_uri())
    ready(page)


def ready(page: Page) -> None:
    """Wait for reveal.js. (The policy of a deck forbids the scripts that `wait_for_function` would try.)"""
    page.locator(".reveal.ready").wait_for()


def screens(page: Page, deck: Path) -> Iterator[str]:
    """Open the deck on a wide screen, on an old projector and on a large screen. Yield the size of each."""
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        show(page, deck)
        yield f"at {width} x {height}"


@pytest.fixture(scope="module")
def decks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `make slides` makes."""
    folder = tmp_path_factory.mktemp("slides")
    assert slides.main(["--to", str(folder)]) == 0
    return folder


@pytest.fixture
def small(page: Page, tmp_path: Path) -> Page:
    """A deck of three slides: a fold, a long text with a piece that appears later, and an end."""
    fold = shows(html="<details><summary>Reveal</summary><p>inside</p></details>", plain="Reveal")
    lines = "\n\n".join(map(str, range(40)))
    path = write(
        tmp_path / "a.ipynb",
        markdown("# One", "slide"), code("fold", fold, name="fold"),
        markdown("# Two\n\n" + lines, "slide", "two"), markdown("appears", "fragment"),
        markdown("# End", "slide", "end"),
    )  # fmt: skip
    deck = tmp_path / "a.slides.html"
    deck.write_text(one.deck(path), "utf-8")
    page.set_viewport_size({"width": 1280, "height": 720})
    show(page, deck)
    return page


@every_talk
def test_every_slide_is_reached_and_nothing_is_cut(path: Path, decks: Path, page: Page) -> None:
    """On every screen, with every fold open."""
    for size in screens(page, decks / f"{path.stem}.slides.html"):
        seen, held, cut = page.evaluate(WALK)
        assert (seen, cut) == (held, []), size


@every_talk
def test_a_slide_fits_at_a_glance(path: Path, decks: Path, page: Page) -> None:
    """A slide that is a little too tall is drawn smaller. Longer text belongs on two slides."""
    for size in screens(page, decks / f"{path.stem}.slides.html"):
        assert page.evaluate(TALL) == [], size


@every_talk
def test_a_deck_draws_its_text_and_formulas_itself(path: Path, decks: Path, chromium: Browser) -> None:
    """Exceptions are Chinese, a key of the stepper, tiles and bars, and the ohm sign that stands for odd characters."""
    page = chromium.new_page()  # not `page`, because the browser reads the file twice to list its fonts, and complains
    show(page, decks / f"{path.stem}.slides.html")
    ours = {sign for sign in foreign(page) if not unicodedata.name(sign[0]).startswith(("CJK", "IDEOGRAPHIC"))}
    page.close()
    assert ours <= set("⏮■█▁\N{OHM SIGN}")


def test_the_index_leads_to_a_deck(decks: Path, page: Page) -> None:
    """From the disk, by a click."""
    page.goto((decks / "index.html").as_uri())
    page.get_by_role("link").first.click()
    ready(page)


def test_a_formula_has_room_around_a_plus_and_beside_a_fraction(page: Page, tmp_path: Path) -> None:
    """It holds between words, too, and the text that follows doesn't touch the formula."""
    path = write(tmp_path / "a.ipynb", markdown(r"$$\frac{\text{some} + \text{more}}{2}$$", "slide"))
    deck = tmp_path / "a.slides.html"
    deck.write_text(one.deck(path), "utf-8")
    show(page, deck)
    over = page.locator("mfrac > mrow")
    boxes = [it.bounding_box() for it in (*over.locator("> *").all(), over, page.locator("mfrac"))]
    some, plus, more, row, whole = [(box["x"], box["x"] + box["width"]) for box in boxes if box]
    assert min(plus[0] - some[1], more[0] - plus[1], whole[1] - row[1]) > 2


def test_a_click_opens_a_fold_and_space_goes_on(small: Page) -> None:
    """After a mouse click, the keys still move the talk."""
    before = small.evaluate(PLACE)
    small.get_by_text("Reveal", exact=True).click()
    assert small.evaluate(OPEN)
    assert small.evaluate(PLACE) == before
    small.keyboard.press("Space")
    assert small.evaluate(PLACE) != before


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_the_keyboard_opens_a_fold(key: str, small: Page) -> None:
    """Tab to it, then Enter or Space; the slide stays."""
    before = small.evaluate(PLACE)
    small.keyboard.press("Tab")
    while small.evaluate("document.activeElement.tagName") != "SUMMARY":
        small.keyboard.press("Tab")
    small.keyboard.press(key)
    assert small.evaluate(OPEN)
    assert small.evaluate(PLACE) == before


def test_a_fold_opens_with_the_next_click(small: Page) -> None:
    """It closes on the way back. After it comes the next slide."""
    assert not small.evaluate(OPEN)
    small.keyboard.press("PageDown")
    assert small.evaluate(OPEN)
    small.keyboard.press("PageUp")
    assert not small.evaluate(OPEN)
    small.keyboard.press("PageDown")
    small.keyboard.press("PageDown")
    expect(small.get_by_role("heading", name="Two")).to_be_visible()


def test_what_follows_a_question_is_covered_until_the_next_click_opens_its_fold(page: Page, tmp_path: Path) -> None:
    asked = Prediction("How much?", "2/3", "One is clipped.", {})
    path = write(
        tmp_path / "a.ipynb",
        markdown("# One", "slide"), code("ask", shows(html=asked._repr_html_(), plain=""), name="ask"),
        markdown("a secret", "-", "told"),
    )  # fmt: skip
    deck = tmp_path / "a.slides.html"
    deck.write_text(one.deck(path), "utf-8")
    show(page, deck)
    expect(page.get_by_text("a secret", exact=True)).to_be_hidden()
    expect(page.locator(".aria-status")).not_to_contain_text("a secret")
    page.keyboard.press("PageDown")
    expect(page.get_by_text("One is clipped.")).to_be_visible()
    expect(page.get_by_text("a secret", exact=True)).to_be_visible()


def test_down_scrolls_before_it_goes_on_and_what_appears_is_seen(small: Page) -> None:
    """A slide taller than the screen is read to its end; a piece that appears below the edge comes into view."""
    small.evaluate("Reveal.slide(1)")
    before = small.evaluate(PLACE)
    small.keyboard.press("ArrowDown")
    assert small.evaluate("Reveal.getCurrentSlide().scrollTop") > 300
    assert small.evaluate(PLACE) == before
    small.evaluate("Reveal.getCurrentSlide().scrollTop = 0")
    small.keyboard.press("ArrowRight")
    box = small.locator("div.fragment").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 720
    small.keyboard.press("ArrowDown")
    assert small.get_by_role("heading", name="End").is_visible()


def test_the_wheel_scrolls_a_tall_slide(small: Page) -> None:
    """To its end, with the mouse alone."""
    small.evaluate("Reveal.slide(1)")
    small.mouse.move(640, 360)
    small.mouse.wheel(0, 400)
    expect(small.get_by_role("heading", name="Two")).not_to_be_in_viewport()


def test_on_paper_every_fold_is_open_but_the_working_inside_a_trace(decks: Path, page: Page) -> None:
    """Paper can't be clicked on."""
    page.goto(f"{(decks / '03_brevity_penalty.slides.html').as_uri()}?print-pdf")
    page.locator(".reveal-print .pdf-page").first.wait_for()
    outer = page.locator(".predict > details, .jp-RenderedMarkdown > details")
    assert outer.count() > 5
    assert outer.evaluate_all("all => all.every((fold) => fold.open)")
    assert not page.locator("details .mtx details[open]").count()


def test_no_script_of_an_output_runs_and_none_of_its_pictures_loads(chromium: Browser, tmp_path: Path) -> None:
    """The policy of the page holds in the browser."""
    hostile = shows(html="<script>document.title = 'ran'</script><img src='https://a.invalid/a.png' alt=''>", plain="")
    path = write(tmp_path / "a.ipynb", markdown("# One", "slide"), code("1", hostile))
    deck = tmp_path / "a.slides.html"
    deck.write_text(one.deck(path), "utf-8")
    page = chromium.new_page()
    asked: list[str] = []
    page.on("requestfinished", lambda it: asked.append(it.url))
    show(page, deck)
    assert page.title() == "One"
    assert asked == [deck.as_uri()]
    page.close()


@pytest.fixture
def lecture(page: Page, tmp_path: Path) -> Page:
    """A slide with a picture that grows, and one that may be skipped."""
    score = mtexplain.bleu("the the cat", ["the cat sat"], max_n=2)
    path = write(
        tmp_path / "a.ipynb",
        markdown("# Grows", "slide"), code("grow", shows(html=score._repr_html_(), plain="3 words"), tag="by-row"),
        markdown("**0 to 1 min**\n\n**Ask:** How many?", "notes"),
        markdown("# Skip", "slide", "skip-it"), markdown("**1 to 2 min · may be skipped**", "notes", "more-notes"),
    )  # fmt: skip
    (tmp_path / "a.slides.html").write_text(one.deck(path), "utf-8")
    page.set_viewport_size({"width": 1280, "height": 720})
    show(page, tmp_path / "a.slides.html")
    return page


def test_a_picture_grows_row_by_row(lecture: Page) -> None:
    """A row appears first without its fraction, then with it, and disappears in reverse order."""
    brick, shares = lecture.locator(".brick[data-n='2']").first, lecture.locator("text.share[data-n='2']").first
    words = lecture.locator(".brick[data-n='1']").first
    expect(words).to_be_visible()  # from the start
    expect(brick).to_be_hidden()
    lecture.keyboard.press("PageDown")
    expect(brick).to_be_visible()
    expect(shares).to_be_hidden()
    lecture.keyboard.press("PageDown")
    expect(shares).to_be_visible()
    lecture.keyboard.press("PageUp")
    expect(shares).to_be_hidden()
    lecture.keyboard.press("PageUp")
    expect(brick).to_be_hidden()


def test_notes_are_shown_to_the_speaker_alone(lecture: Page) -> None:
    """N shows them on the slide, S in a window that follows the talk; a slide that may be skipped says so."""
    notes = lecture.locator(".present aside.notes")
    expect(notes).to_be_hidden()
    lecture.keyboard.press("n")
    expect(notes).to_be_visible()
    lecture.keyboard.press("n")
    expect(notes).to_be_hidden()
    with lecture.expect_popup() as opened:
        lecture.keyboard.press("s")
    expect(opened.value.locator("body")).to_contain_text("slide 1 of 2")
    expect(opened.value.locator("body")).to_contain_text("Ask: How many?")
    expect(lecture.locator("body")).not_to_have_class(re.compile("skippable"))
    lecture.evaluate("Reveal.slide(1)")
    expect(lecture.locator("body")).to_have_class(re.compile("skippable"))
    expect(opened.value.locator("body")).to_contain_text("1 to 2 min")
    opened.value.keyboard.press("ArrowLeft")
    expect(lecture.get_by_role("heading", name="Grows")).to_be_visible()
