"""The interactive pages: from loading and editing to a link, and from the link to the same state for somebody else."""

import base64
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import mtexplain
from mtexplain.examples.corpus import outputs
from mtexplain.judging.judged import rankings_by_marks
from tests.browser.axe import axe
from tests.pages.conftest import Visit
from tools.site.play import METRICS, PAGES

DEEP = base64.urlsafe_b64encode(zlib.compress(b"[" * 100_000, 9)).decode().rstrip("=")
"""A state that would crash Python in a browser."""
FORMS = [name for name, one in PAGES.items() if "fields" in one]
DISK = pytest.mark.parametrize("disk", [False, True], ids=["server", "disk"])


def ready(page: Page) -> Page:
    """Wait until Python is there and the page shows what its address asks for."""
    expect(page.locator("html")).to_have_attribute("data-ready", "")
    return page


def path(page: Page) -> str:
    """The address of a page within the site."""
    return re.sub(r"^.*/(play/[^/]*)$", r"\1", page.url)


@DISK
def test_an_edit_is_in_the_link_and_the_link_brings_it_back(visit: Visit, disk: bool) -> None:
    page = ready(visit("play/what-if.html", disk=disk))
    page.get_by_label("Candidate", exact=True).fill("the last train leaves at half ten")
    expect(page.get_by_role("region", name="Results")).to_contain_text("0.6148")
    expect(page).to_have_url(re.compile("state="))
    page.wait_for_timeout(900)  # the address changes after a pause in typing
    other = ready(visit(path(page), disk=disk))
    expect(other.get_by_label("Candidate", exact=True)).to_have_value("the last train leaves at half ten")
    expect(other.get_by_role("region", name="Results")).to_contain_text("0.6148")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768)])
def test_words_picture_and_score_of_the_panel_are_in_one_screen(visit: Visit, width: int, height: int) -> None:
    """With two references, too."""
    page = ready(visit("play/what-if.html#candidate=a+b&reference1=a+c&reference2=b+a", width=width, height=height))
    for part in (page.get_by_label("Candidate", exact=True), page.locator(".picture"), page.locator(".head")):
        expect(part).to_be_in_viewport(ratio=0.99)


def test_on_a_phone_with_its_keyboard_up_the_score_is_seen_while_one_types(visit: Visit) -> None:
    page = ready(visit("play/what-if.html", width=390, height=430))
    box = page.get_by_label("Candidate", exact=True)
    box.press("End")
    page.keyboard.type("x")
    expect(page.locator(".because")).to_contain_text("tenx")
    for part in (box, page.locator("rect.brick[data-n='1']").filter(visible=True).first, page.locator(".head b")):
        expect(part).to_be_in_viewport(ratio=0.99)


def test_back_and_forward_go_through_the_edits(visit: Visit) -> None:
    page = ready(visit("play/what-if.html"))
    box = page.get_by_label("Candidate", exact=True)
    for text in ("last train", "train"):
        before = page.url
        box.fill(text)
        expect(page).not_to_have_url(before)
    page.go_back()
    expect(page.get_by_label("Candidate", exact=True)).to_have_value("last train")
    page.go_forward()
    expect(page.get_by_label("Candidate", exact=True)).to_have_value("train")


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_has_its_panel(visit: Visit, metric: str) -> None:
    page = ready(visit(f"play/what-if.html#metric={metric}"))
    expect(page.get_by_role("combobox", name="Metric")).to_have_value(metric)
    results = page.get_by_role("region", name="Results")
    before = results.inner_text()
    page.get_by_label("Candidate", exact=True).fill("the last train leaves at nine")
    expect(results).not_to_have_text(before)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("#metric=bleu&state=" + "A" * 300, "can't be read"),
        ("#metric=bleu&state=<script>alert(1)</script>", "can't be read"),
        ("#metric=os.system", "There is no metric"),
        ("#metric=__class__", "There is no metric"),
        ("#metric=bleu&state=" + DEEP, "can't be read"),
        ("#candidate=" + "a%20" * 10_000, "too long"),
    ],
)
def test_a_link_that_can_not_be_read_is_told_kindly_and_the_page_goes_on(visit: Visit, address: str, told: str) -> None:
    page = ready(visit(f"play/what-if.html{address}"))
    expect(page.get_by_role("alert")).to_contain_text(told)
    page.get_by_label("Candidate", exact=True).fill("the last train")
    expect(page.get_by_role("region", name="Results")).to_contain_text("the last train".split()[0])


@pytest.fixture
def broken(chromium: Browser, served: str) -> Iterator[Callable[..., Page]]:
    """Open a page as somebody who gets this answer, or none, for these files."""
    context = chromium.new_context()

    def open_it(path: str, files: str, answer: Callable[[Route], None]) -> Page:
        page = context.new_page()
        page.route(files, answer)
        page.goto(f"{served}/{path}")
        return page

    yield open_it
    context.close()


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (lambda route: route.abort(), "The connection was lost while Python was loading (wasm.gz)"),
        (lambda route: route.fulfill(status=404), "The file python/wasm.gz of this site is missing"),
    ],
    ids=["lost", "missing"],
)
def test_what_kept_python_from_starting_is_told(
    broken: Callable[..., Page], answer: Callable[[Route], None], told: str
) -> None:
    page = broken("play/quiz.html", "**/python/wasm.gz", answer)
    expect(page.get_by_role("alert")).to_contain_text(told)
    expect(page.get_by_text("Python is starting")).to_be_hidden()
    page = broken("learn/00_start_here.html", "**/python/wasm.gz", answer)
    page.locator(".exercise input").first.fill("1/2")
    page.locator(".exercise button").first.click()
    expect(page.locator(".exercise output").first).to_contain_text(told)


def test_a_link_that_is_too_long_is_told_before_python_is_there(broken: Callable[..., Page]) -> None:
    page = broken(f"play/steps.html#candidate={'a' * 1_000_000}", "**/python/*", lambda _: None)
    expect(page.get_by_role("alert")).to_contain_text("too long")
    assert len(page.url) < 100


def test_without_javascript_a_sentence_says_so(chromium: Browser, served: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{served}/play/two-numbers.html")
    expect(page.locator("noscript p")).to_be_visible()
    assert page.locator("noscript p").inner_text().startswith("This page needs JavaScript")
    expect(page.get_by_text("Python is starting")).to_be_hidden()
    expect(page.get_by_role("button")).to_have_count(0)
    page.goto(f"{served}/learn/01_clipping.html")
    expect(page.get_by_role("button", name="Play here")).to_have_count(0)
    context.close()


def test_markup_in_a_link_is_text(visit: Visit) -> None:
    page = ready(visit("play/what-if.html#metric=bleu&candidate=<img src=x onerror=alert(1)>&reference1=<b>x</b>"))
    expect(page.get_by_label("Candidate", exact=True)).to_have_value("<img src=x onerror=alert(1)>")
    assert page.locator("#stage img").count() == 0


@DISK
@pytest.mark.parametrize("name", FORMS)
def test_a_form_arrives_folded_above_the_result_of_its_example(visit: Visit, name: str, disk: bool) -> None:
    page = ready(visit(f"play/{name}.html", disk=disk))
    expect(page.locator("#stage .mtx").first).to_be_visible()
    expect(page.locator("#form")).to_be_hidden()
    assert "#" not in page.url
    page.locator(".own summary").click()
    page.locator("#form button").click()
    expect(page).to_have_url(re.compile("#"))
    expect(page.locator("#form")).to_be_hidden()
    expect(page.locator("#stage .mtx").first).to_be_visible()
    expect(page.get_by_role("alert")).to_be_hidden()


def test_bad_input_is_a_sentence(visit: Visit) -> None:
    page = ready(visit("play/working.html"))
    page.locator(".own summary").click()
    page.get_by_label("Your numbers").fill("p_1: 4/6")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("alert")).to_contain_text("p_1 = 4/6")
    expect(page.get_by_label("Your numbers")).to_be_visible()
    page.get_by_label("Your numbers").fill("p" * 200_001)
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("alert")).to_contain_text("accepts at most 200,000")


def test_two_numbers_are_told_apart_in_a_sentence(visit: Visit) -> None:
    page = ready(visit("play/two-numbers.html"))
    apart = "Here the two cut the text into different words, and only sacrebleu multiplies by 100."
    expect(page.locator("#stage .head b").first).to_have_text(apart)


def test_a_quiz_is_answered(visit: Visit) -> None:
    page = ready(visit("play/quiz.html#topic=clipping&seed=3"))
    page.get_by_label("Your answer").fill("0/3")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("Not yet").first).to_be_visible()


def test_a_link_can_be_photographed(visit: Visit) -> None:
    page = ready(visit("play/what-if.html"))
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#code svg")).to_be_visible()
    assert page.get_by_label("A link to what you see").input_value() == page.url


@pytest.mark.parametrize("name", PAGES)
def test_what_a_page_is_about_takes_two_lines_at_most_and_its_answer_is_seen_at_once(visit: Visit, name: str) -> None:
    page = ready(visit(f"play/{name}.html"))
    lead = page.locator(".lead")
    assert lead.evaluate("(it) => it.offsetHeight / parseFloat(getComputedStyle(it).lineHeight)") < 2.5
    if name in FORMS and PAGES[name]["kind"] != "stepper":
        expect(page.locator("#stage .head").first).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("name", ["index", *PAGES])
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_nothing_is_cut_off_and_everybody_can_use_it(visit: Visit, name: str, width: int, scheme: str) -> None:
    page = visit(f"play/{name}.html", width=width, scheme=scheme)
    if name != "index":
        ready(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe(page) == []


def test_the_stepper_steps(visit: Visit) -> None:
    page = ready(visit("play/steps.html"))
    stepper = page.get_by_role("group", name="Step through the trace")
    expect(stepper.locator(".where")).to_have_text("1 of 19: tokens")
    stepper.get_by_role("button", name="Forward").click()
    expect(stepper.locator(".where")).to_have_text("2 of 19: n-grams")


def ranked(page: Page) -> Page:
    """Rank all ten sentences, as they come, and look at the result."""
    for _ in range(10):
        for number, output in enumerate(page.locator("fieldset").all()):
            output.locator("input").nth(number).check(force=True)
        page.get_by_role("button", name=re.compile("Next|Result ▶")).click()
    expect(page.locator(".mtx-judge .result")).to_contain_text("pairs of systems")
    return page


def test_a_ranking_is_laid_beside_the_metrics_and_saved(visit: Visit) -> None:
    page = ready(visit("play/judge.html"))
    page.get_by_role("button", name="Result").click()
    expect(page.locator(".mtx-judge .result")).to_contain_text("Rank the sentences first")
    page.get_by_role("button", name="Sentence 1: not ranked").click()
    with ranked(page).expect_download() as saved:
        page.get_by_role("button", name="Save my ranking").click()
    mine = mtexplain.rankings(saved.value.path())
    assert len(mine.ranks) == 10
    assert all(sorted(row.values()) == [1, 2, 3, 4, 5] for row in mine.ranks.values())
    [first] = mtexplain.judge(["fr-01"]).ballot
    shown = {one.text: one.system for one in outputs() if one.id == "fr-01"}
    ranks = mine.ranks["fr-01"]
    assert [shown[text] for text in first["outputs"]] == sorted(ranks, key=ranks.__getitem__)


@DISK
def test_a_reload_loses_no_rank(visit: Visit, disk: bool) -> None:
    page = ready(visit("play/judge.html", disk=disk))
    page.locator("fieldset").nth(1).get_by_role("radio", name="4").check(force=True)
    page.get_by_role("button", name="Next").click()
    page.locator("fieldset").nth(0).get_by_role("radio", name="2").check(force=True)
    page.reload()
    ready(page)
    expect(page.locator("[aria-current=step]")).to_have_text("2")
    expect(page.locator("fieldset").nth(0).get_by_role("radio", name="2")).to_be_checked()
    page.get_by_role("button", name="Back").click()
    expect(page.locator("fieldset").nth(1).get_by_role("radio", name="4")).to_be_checked()
    expect(page.locator("input:checked")).to_have_count(1)


@pytest.mark.parametrize("kept", ["{", '{"ranks": {"fr-01": "12345"}, "place": "<b>"}', "null"])
def test_what_was_kept_may_be_spoilt(visit: Visit, kept: str) -> None:
    page = ready(visit("play/judge.html"))
    page.evaluate("(kept) => localStorage.setItem('mtexplain-judge', kept)", kept)
    page.reload()
    ready(page)
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.locator("fieldset")).to_have_count(5)
    expect(page.locator("input:checked")).to_have_count(0)


def test_a_ranking_that_was_saved_is_opened(visit: Visit, tmp_path: Path) -> None:
    mine = tmp_path / "mine.tsv"
    mine.write_text(rankings_by_marks().to_text(), "utf-8")
    page = ready(visit("play/judge.html"))
    page.locator("fieldset").nth(1).get_by_role("radio", name="4").check(force=True)
    page.get_by_role("button", name="Result").click()
    result, told = page.locator(".mtx-judge .result"), page.locator(".end [role=status]")
    for odd, says in {
        "odd.txt": (
            b"<img src=x onerror=alert(1)>\n",
            "odd.txt can't be opened, so nothing has changed. rankings, line 1",
        ),
        "long.tsv": (b"x" * 200_000, "The file is too long to be a ranking."),
        "other.tsv": (mine.read_bytes().replace(b"fr-01", b"fr-02"), "sentence 'fr-0"),
        "bytes.tsv": (b"\xff\x00\xfe", "bytes.tsv can't be opened"),
    }.items():
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Open a ranking").click()
        chooser.value.set_files({"name": odd, "mimeType": "text/plain", "buffer": says[0]})
        expect(told).to_contain_text(says[1])
        expect(result).to_contain_text("Rank the sentences first")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a ranking").click()
    chooser.value.set_files(mine)
    expect(result).to_contain_text("pairs of systems")
    expect(told).to_have_text("You now see the ranking in mine.tsv.")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save my ranking").click()
    assert mtexplain.rankings(saved.value.path()) == mtexplain.rankings(mine)
    assert axe(page) == []
    page.get_by_role("button", name="Undo").click()
    expect(result).to_contain_text("Rank the sentences first")
    page.get_by_role("button", name="Sentence 1: not ranked").click()
    expect(page.locator("fieldset").nth(1).get_by_role("radio", name="4")).to_be_checked()


def test_to_start_over_can_be_undone_until_the_next_rank(visit: Visit) -> None:
    page = ranked(ready(visit("play/judge.html")))
    undo, over = page.get_by_role("button", name="Undo"), page.get_by_role("button", name="Start over")
    over.click()
    expect(page.locator(".mtx-judge .result")).to_contain_text("Rank the sentences first")
    expect(undo).to_be_focused()
    undo.click()
    expect(page.locator(".mtx-judge .result")).to_contain_text("pairs of systems")
    expect(undo).to_be_hidden()
    over.click()
    page.get_by_role("button", name="Sentence 1: not ranked").click()
    page.locator("fieldset").nth(1).get_by_role("radio", name="4").check(force=True)
    page.get_by_role("button", name="Result").click()
    expect(undo).to_be_hidden()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_only_what_scrolls_has_a_shadow(visit: Visit, width: int, scheme: str) -> None:
    page = ranked(ready(visit("play/judge.html", width=width, scheme=scheme)))
    page.wait_for_timeout(100)
    boxes = """() => [...document.querySelectorAll(".result, #main .wide")].filter((one) => one.offsetWidth)
        .map((one) => [one.scrollWidth > one.clientWidth, getComputedStyle(one).backgroundImage !== "none"])"""
    found = page.evaluate(boxes)
    assert [scrolls for scrolls, _ in found] == [shadow for _, shadow in found]
    assert len(found) > 3
    assert any(scrolls for scrolls, _ in found) == (width == 390)  # the picture
    assert page.locator(".picture .wide").evaluate("(one) => getComputedStyle(one).paddingLeft") == "0px"


def test_the_ranks_are_reached_by_the_keyboard(visit: Visit) -> None:
    page = ready(visit("play/judge.html"))
    page.locator("fieldset").nth(1).get_by_role("radio", name="1").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("fieldset").nth(1).get_by_role("radio", name="2")).to_be_checked()
    expect(page.locator("fieldset").nth(1).get_by_role("radio", name="2")).to_be_focused()


@pytest.mark.parametrize("topic", ["length", "texts", "agreement"])
def test_the_quiz_fits_a_phone(visit: Visit, topic: str) -> None:
    page = ready(visit(f"play/quiz.html#topic={topic}&level=3&seed=3", width=390, scheme="dark"))
    assert page.locator("#stage").evaluate("(it) => it.scrollWidth - it.clientWidth") <= 0
    assert axe(page) == []
