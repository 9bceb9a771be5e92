"""The front page is live at once by its own counting, and later by the library, without a visible change."""

import random
import re
from itertools import zip_longest

import pytest
from playwright.sync_api import Page, expect

import mtexplain
from mtexplain.display import html
from tests.browser.axe import axe
from tests.pages.conftest import Visit

WORDS = ["the", "the", "cat", "sat", "on", "mat", "a", "is", "there"]
NOTHING: tuple[str, list[float]] = ("nothing", [])
SIZES = [(1280, "light"), (1024, "dark"), (390, "light"), (390, "dark")]


def texts(draw: random.Random) -> tuple[str, list[str]]:
    """A candidate and one to three references, with few different words, so that much is clipped."""
    return (
        " ".join(draw.choices(WORDS, k=draw.randint(0, 12))),
        [" ".join(draw.choices(WORDS, k=draw.randint(1, 12))) for _ in range(draw.randint(1, 3))],
    )


def elements(markup: str) -> list[tuple[str, list[float]]]:
    """Each element of a drawing and each text in it, without its numbers, and with the numbers in a list."""
    drawn = markup.partition("\n<pre")[0]
    found = re.findall(r"<[^>]*>|[^<]+", re.sub(r">(0|[^<]*?)<", r">\1<", drawn))
    number = re.compile(r"(?<=[\s\"MCHZ])-?\d+(?:\.\d+)?(?=[\s\"MCHZ])")
    return [(number.sub("#", one), [float(each) for each in number.findall(one)]) for one in found]


def by_library(page: Page) -> None:
    """Wait until Python counts."""
    expect(page.locator("html")).to_have_attribute("data-counts", "library")


def test_its_own_counting_is_that_of_the_library(visit: Visit) -> None:
    """Every brick, ribbon and number, for three hundred pairs of texts; floats to nine digits."""
    page, draw = visit("index.html"), random.Random(7)
    cases = [texts(draw) for _ in range(300)] + [("", ["a"]), ("", [""]), ("a", [""]), ("ä  b\u3000c", ["c b\u00a0ä"])]
    found = page.evaluate(
        "(cases) => cases.map(([one, others]) => counted(one, others))", [list(case) for case in cases]
    )
    for (candidate, references), counted in zip(cases, found, strict=True):
        score = mtexplain.bleu(candidate, references)
        rows = [[brick.state for brick in row.bricks] for row in score.picture.rows]
        assert [row["states"] for row in counted["rows"]] == rows, (candidate, references)
        assert [tuple(one) for one in counted["ribbons"]] == [
            (one.start, one.stop, one.reference, one.reference_start) for one in score.picture.ribbons
        ], (candidate, references)
        assert [(row["matches"], row["total"]) for row in counted["rows"]] == [
            (one.matches, one.total) for one in score.precisions
        ]
        assert (counted["c"], counted["r"]) == (score.c, score.r)
        assert counted["penalty"] == pytest.approx(score.brevity.value, rel=1e-9)
        assert counted["score"] == pytest.approx(score.score, rel=1e-9)


def test_its_picture_is_that_of_the_panel(visit: Visit) -> None:
    """Each brick, ribbon, label and number, and where it stands, for usual and narrow pages; long texts, too."""
    page, draw = visit("index.html"), random.Random(11)
    cases = [(*texts(draw), 0) for _ in range(80)] + [
        ("", [""], 0),
        ("<b> &", ['"b" <b> &'], 0),
        ("القط على", ["على القط"], 0),
    ]
    cases += [
        (" ".join(draw.choices(WORDS, k=40)), [" ".join(draw.choices(WORDS, k=k)) for k in (45, 9)], at)
        for at in (0, 20, 39)
    ]
    drawn = page.evaluate("(cases) => cases.map(([one, others, focus]) => pictured(counted(one, others), focus))",
                          [list(case) for case in cases])  # fmt: skip
    for (candidate, references, focus), ours in zip(cases, drawn, strict=True):
        theirs = html.part(mtexplain.bleu(candidate, references).picture._replace(focus=focus))
        for one, other in zip_longest(elements(ours), elements(theirs), fillvalue=NOTHING):
            assert one[0] == other[0], (candidate, references, one, other)
            assert one[1] == pytest.approx(other[1], abs=0.11), (candidate, one[0])


@pytest.mark.parametrize("disk", [False, True], ids=["server", "disk"])
def test_typing_moves_the_score_at_once_and_the_library_changes_nothing(visit: Visit, disk: bool) -> None:
    page = visit("index.html", disk=disk)
    expect(page.locator("#score")).to_have_text("0.4301")
    page.get_by_label("Machine").fill("the last train leaves at half ten")
    expect(page.locator("#score")).to_have_text("0.6148")
    before = {name: page.locator(f"#{name}").inner_html() for name in ("score", "formula", "why")}
    bricks = page.locator("#picture text:visible").all_inner_texts()
    by_library(page)
    page.get_by_label("Machine").fill("something else")
    expect(page.locator("#score")).to_have_text("0")
    page.get_by_label("Machine").fill("the last train leaves at half ten")
    expect(page.locator("#score")).to_have_text("0.6148")
    assert {name: page.locator(f"#{name}").inner_html() for name in before} == before
    assert page.locator("#picture text:visible").all_inner_texts() == bricks


def test_examples_are_one_click_away_and_two_references_are_written_with_a_line(visit: Visit) -> None:
    page = visit("index.html")
    for name, score in {"Right, and 0": "0", "Say it again": "0.4301", "Two references": "0.7953"}.items():
        page.get_by_role("button", name=name).click()
        expect(page.locator("#score")).to_have_text(score)
        expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")


def test_markup_is_text(visit: Visit) -> None:
    page = visit("index.html")
    page.get_by_label("Machine").fill('<img src=x onerror=alert(1)> "the" & train')
    expect(page.locator("#picture")).to_contain_text("<img")
    assert page.locator("#picture img").count() == 0
    by_library(page)


def test_its_way_to_the_panel_takes_the_texts_along(visit: Visit) -> None:
    page = visit("index.html")
    page.get_by_label("Machine").fill("a & b # c")
    page.get_by_role("link", name="Open in the panel").click()
    expect(page.get_by_label("Candidate", exact=True)).to_have_value("a & b # c")


def test_words_picture_and_score_are_in_one_screen(visit: Visit) -> None:
    """A phone with its keyboard up shows what is typed, the first bricks and the score. Nothing moves during typing."""
    page = visit("index.html", width=1280, height=800)
    box = page.get_by_label("Machine")
    for part in (box, page.locator(".picture"), page.locator("#score")):
        expect(part).to_be_in_viewport(ratio=0.99)
    page.set_viewport_size({"width": 390, "height": 430})
    places = []
    for letter in "xyz":
        box.press("End")
        page.keyboard.type(letter)
        for part in (box, page.locator("rect.brick[data-n='1']").filter(visible=True).first, page.locator("#score")):
            expect(part).to_be_in_viewport(ratio=0.99)
        places.append(
            [box.bounding_box(), page.locator("#picture").bounding_box(), page.locator("#score").bounding_box()]
        )
    assert places[0] == places[1] == places[2]


@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_nothing_is_cut_off_and_everybody_can_use_it(visit: Visit, width: int, scheme: str) -> None:
    page = visit("index.html", width=width, scheme=scheme)
    expect(page.locator("#score")).to_have_text("0.4301")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe(page) == []
