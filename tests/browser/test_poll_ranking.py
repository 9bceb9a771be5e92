"""A class ranks outputs: two phones, a projector, and the class's ranking as a file."""

import re

from playwright.sync_api import Page, expect

from mtexplain import Rankings, judged, pool, rankings
from mtexplain.judging.ballot import ranked
from mtexplain.judging.judged import TEN
from tests.browser.axe import axe
from tests.browser.lesson import WIDTH, Lesson


def rank(phone: Page, row: list[int]) -> None:
    """Give the outputs of the sentence that is shown these ranks."""
    expect(phone.locator("fieldset")).to_have_count(len(row))
    for output, given in zip(phone.locator("fieldset").all(), row, strict=True):
        output.locator("input").nth(given - 1).check(force=True)


def meant(rows: dict[str, list[int]]) -> Rankings:
    """The rankings of somebody who gave these ranks to what was shown."""
    found = ranked(rows)
    assert found
    return found


def sentence(phone: Page, number: int) -> None:
    """Wait until this one is shown."""
    expect(phone.get_by_role("group", name=f"Sentence {number} of 3")).to_be_visible()


def test_a_class_ranks_outputs(lesson: Lesson) -> None:
    """One phone changes a rank, the other reloads the page and doesn't reach the end. All that is done counts."""
    wall, anna, ben = lesson.wall, lesson.phone(), lesson.phone("dark")
    wall.get_by_label("Chapter").select_option(label="Rank the outputs")
    wall.get_by_label("Question").select_option("3")
    wall.get_by_role("button", name="Start the ranking").click()
    ranks = {"Anna": [[1, 2, 3, 4, 5], [2, 1, 3, 3, 5], [5, 4, 3, 2, 1]], "Ben": [[1, 2, 4, 3, 5], [1, 2, 3, 4, 5]]}
    sentence(anna, 1)
    rank(anna, [5, 2, 3, 4, 5])
    for number, row in enumerate(ranks["Anna"], 1):
        sentence(anna, number)
        rank(anna, row)
        anna.get_by_role("button", name=re.compile("Next|Done ▶")).click()
    expect(anna.get_by_text("You have ranked all outputs.")).to_be_visible()
    rank(ben, ranks["Ben"][0])
    ben.get_by_role("button", name="Next").click()
    rank(ben, [1, 2, 3, 4, 5])
    expect(ben.get_by_text("Your ranks have arrived.")).to_be_visible()
    ben.reload()
    sentence(ben, 3)
    ben.locator("fieldset").first.locator("input").first.check(force=True)
    expect(ben.get_by_text("Your ranks have arrived.")).to_be_visible()
    expect(wall.locator("#count")).to_contain_text("2judges · 2 phones")
    expect(wall.locator("#bars .size")).to_have_text(["2 done", "2 done", "1 done"])
    for page in (wall, anna, ben):
        assert axe(page) == []
        assert "phrase" not in page.content()  # nor the name of any other system
    lesson.on("ArrowRight", "Reveal the ranking")
    expect(anna.get_by_text("The ranking is closed")).to_be_visible()
    expect(wall.get_by_role("button", name="Vote again")).to_be_hidden()
    wall.get_by_role("button", name="Reopen").click()
    sentence(ben, 3)
    expect(ben.locator("fieldset").first.locator("input").first).to_be_checked()
    lesson.on("ArrowRight", "Reveal the ranking")
    lesson.on("ArrowRight", "Next question")
    expect(wall.locator("#result .head")).to_contain_text("pairs of systems")
    expect(wall.locator("#told")).to_contain_text(
        re.compile(r"Two of you, picked at random, agree on \d+% of the pairs")
    )
    for phone, pairs in {anna: 30, ben: 20}.items():
        expect(phone.locator("#says")).to_contain_text(re.compile(rf"You ordered \d+ of {pairs} pairs of outputs as"))
    assert anna.evaluate("document.documentElement.scrollWidth") == WIDTH
    for page in (wall, anna, ben):
        assert axe(page) == []
    with wall.expect_download() as saved:
        wall.get_by_role("link", name="Save the class's ranking").click()
    assert saved.value.suggested_filename == "class.tsv"
    two = pool(*(meant(dict(zip(TEN[:2], rows, strict=False))) for rows in ranks.values()))
    alone = pool(meant({TEN[2]: ranks["Anna"][2]}))
    assert rankings(saved.value.path()).ranks == {**two.ranks, **alone.ranks}
    expect(wall.locator("#result .head b")).to_have_text(judged(saved.value.path()).headline.answer)


def test_the_projector_shows_all_sentences_and_the_chart(lesson: Lesson) -> None:
    """On a small one, too: ten sentences, and then the picture and the headline, without scrolling."""
    wall, phone = lesson.wall, lesson.phone()
    wall.set_viewport_size({"width": 1024, "height": 768})
    wall.get_by_label("Chapter").select_option(label="Rank the outputs")
    wall.get_by_label("Question").select_option("10")
    wall.get_by_role("button", name="Start the ranking").click()
    expect(phone.get_by_role("group", name="Sentence 1 of 10")).to_be_visible()
    expect(wall.locator("#bars .bar")).to_have_count(10)
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
    lesson.on("ArrowRight", "Reveal the ranking")
    wall.wait_for_timeout(1000)
    wall.keyboard.press("ArrowRight")
    expect(wall.get_by_role("alert").last).to_have_text("Nobody has finished a sentence yet. Reopen the ranking.")
    wall.get_by_role("button", name="Reopen").click()
    rank(phone, [1, 2, 3, 4, 5])
    expect(wall.locator("#bars .size").first).to_have_text("1 done")
    lesson.on("ArrowRight", "Reveal the ranking")
    lesson.on("ArrowRight", "Next question")
    expect(wall.locator("#told")).to_have_text(
        "No two of you ranked the same sentence, so there is no agreement to measure."
    )
    assert wall.evaluate("document.documentElement.scrollWidth <= innerWidth")
    head = wall.locator("#result .head").bounding_box()
    footer = wall.locator("footer").bounding_box()
    assert head
    assert footer
    assert head["y"] + head["height"] < footer["y"]
