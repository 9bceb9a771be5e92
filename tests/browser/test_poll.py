"""A lesson with the poll of `make room`: a projector, two phones, two votes, an answer revealed."""

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.browser.axe import axe
from tests.browser.lesson import WIDTH, Lesson
from tests.browser.servers import free_port, poll_server
from tests.phones import ELSEWHERE, Server
from tools.machine import needs


def test_a_lesson_with_two_votes(lesson: Lesson) -> None:
    """The hall sees how many have answered, on request what they answered, and in the end what is right."""
    wall, anna, ben = lesson.wall, lesson.phone(), lesson.phone("dark")
    expect(wall).to_have_url(f"{lesson.address}/lecturer")  # a projector shows it
    expect(wall.get_by_text("2 phones connected")).to_be_visible()
    assert wall.locator("#code").evaluate("(it) => it.naturalWidth") > 0
    assert axe(wall) == []
    lesson.ask("bleu_45_minutes", "bet")
    right, wrong = "A: last train leaves at half ten", "B: the last train goes at nine thirty"
    anna.get_by_role("button", name=right).click()
    expect(anna.get_by_text("You can change it")).to_be_visible()
    anna.get_by_role("button", name=wrong).click()
    expect(anna.locator("#says")).to_contain_text(f"Your answer: {wrong} ✓")
    ben.get_by_role("button", name=right).click()
    expect(wall.locator("#count")).to_contain_text("2answers")
    assert lesson.bars() == [right, wrong]
    wall.keyboard.press("B")  # Caps Lock
    assert lesson.bars() == [f"{right} 50% 1", f"{wrong} 50% 1"]
    lesson.on("PageDown", "Reveal the answer")
    wall.keyboard.press("PageDown")  # a clicker that bounces reveals nothing
    expect(wall.get_by_text("The room is divided.")).to_be_visible()
    expect(anna.get_by_role("button", name=right)).to_be_disabled()
    for page in (wall, anna, ben):
        assert axe(page) == []
        assert "never reads the German" not in page.content()
    wall.get_by_role("button", name="Vote again").click()
    anna.get_by_role("button", name=right).click()
    expect(wall.locator("#count")).to_contain_text("1answer")
    lesson.on("ArrowRight", "Reveal the answer")
    lesson.on("ArrowRight", "Next question")
    expect(anna.locator("#says")).to_contain_text("Right. The answer: A")
    expect(ben.locator("#says")).to_contain_text(f"You missed the second vote. Your first answer: {right}Right.")
    assert lesson.bars()[0] == f"{right} ✓ 50% 1 100% 1"
    assert lesson.bars()[1].endswith("never reads the German.")
    for page in (wall, anna, ben):
        assert axe(page) == []
    assert anna.evaluate("document.documentElement.scrollWidth") == WIDTH
    wall.get_by_role("button", name="Next question").click()
    expect(wall.locator("#question")).to_contain_text("How many of A's six words")
    expect(anna.get_by_role("heading", name="The next question will appear here.")).to_be_visible()


def test_a_phone_that_loads_its_page_anew_votes_once(lesson: Lesson) -> None:
    """And finds its answer there; numbers and words are answered as in the chapters."""
    page = lesson.phone()
    lesson.ask("01_clipping", "stutter")
    field = page.get_by_role("textbox", name="Your answer")
    field.fill("<b>3</b>")
    page.keyboard.press("Enter")
    expect(page.get_by_text("That isn't a number.")).to_be_visible()
    field.fill("0.75")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#says")).to_contain_text("Your answer: 0.75 ✓")
    page.reload()
    expect(field).to_have_value("0.75")
    field.fill("8/8")
    page.keyboard.press("Enter")
    expect(page.locator("#says")).to_contain_text("Your answer: 8/8 ✓")
    expect(lesson.wall.locator("#count")).to_contain_text("1answer · 1 phone")
    lesson.ask("00_start_here", "words-of-a")
    for word in ("last", "half"):
        page.get_by_role("button", name=word, exact=True).click()
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#says")).to_contain_text("Your answer: last half ✓")
    page.reload()
    expect(page.get_by_role("button", name="half")).to_have_attribute("aria-pressed", "true")
    with page.expect_request("**/events?*"):  # it wakes up, and asks what has happened
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert axe(page) == []


VOTE = """(answers) => Promise.all(answers.map(async (answer) => {
    const page = new DOMParser().parseFromString(await (await fetch("./")).text(), "text/html");
    const seat = page.querySelector("meta[name=seat]").content, source = new EventSource(`events?seat=${seat}`);
    const { ballot } = await new Promise((done) => { source.onmessage = ({ data }) => done(JSON.parse(data)); });
    source.close();
    const headers = { "Content-Type": "application/json" };
    await fetch("vote", { method: "POST", headers, body: JSON.stringify({ seat, ballot, turn: 1, answer }) });
}))"""


def test_many_answers_fit_on_the_projector(lesson: Lesson) -> None:
    """Seven answers, with the bars of two votes and a remark on each, fit: none lies under the buttons."""
    wall, phone = lesson.wall, lesson.phone()
    wall.set_viewport_size({"width": 1280, "height": 800})
    lesson.ask("10_logarithm", "eighth")
    for vote in (1, 2):
        expect(phone.locator("#where")).to_have_text("Vote" if vote == 1 else "Second vote")
        phone.evaluate(VOTE, ["-1.38", "2.08", "-2.77", "-2.78", "-5.55", "-5.52", "-1.74", "-2.08"])
        lesson.on("ArrowRight", "Reveal the answer")
        if vote == 1:
            wall.get_by_role("button", name="Vote again").click()
    for key in ("b", "ArrowRight"):
        wall.wait_for_timeout(1000)
        wall.keyboard.press(key)
        expect(wall.locator("#bars .bar")).to_have_count(14)
        assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
    expect(wall.locator("#next")).to_have_text("Next question")


def test_a_vote_reaches_the_room_though_the_network_fails(lesson: Lesson) -> None:
    """It is sent again until it is acknowledged."""
    page = lesson.phone()
    tries = list[str]()

    def fail_twice(route: Route) -> None:
        tries.append(route.request.url)
        if len(tries) < 3:
            route.abort()
        else:
            route.continue_()

    page.route("**/vote", fail_twice)
    lesson.ask("00_start_here", "lazy")
    page.get_by_role("button", name="less than 57%").click()
    expect(page.get_by_text("Sending less than 57%")).to_be_visible()
    expect(page.locator("#says")).to_contain_text("Your answer: less than 57% ✓")
    assert len(tries) == 3


def test_who_loses_the_server_is_told(tmp_path: Path, new_tab: Callable[..., Page]) -> None:
    """A projector that has frozen must not look as if nobody voted."""
    with poll_server(tmp_path) as address:
        lesson = Lesson(address, new_tab)
        pages = [lesson.wall, lesson.phone()]
        expect(lesson.wall.get_by_text("1 phone connected")).to_be_visible()
        for page in pages:
            expect(page.locator("#lost")).to_be_hidden()
    for page in pages:
        expect(page.locator("#lost")).to_contain_text("The connection was lost")
        expect(page.locator("#lost")).to_be_visible()


RIGHT = "A: last train leaves at half ten"


def test_a_room_that_is_killed_goes_on_where_it_was(tmp_path: Path, new_tab: Callable[..., Page]) -> None:
    """No page is loaded anew; a vote that is given meanwhile counts. With a new key, the lecturer is told at once."""
    port = free_port()
    with poll_server(tmp_path, port, killed=True) as address:
        lesson = Lesson(address, new_tab)
        wall, anna, ben = lesson.wall, lesson.phone(), lesson.phone()
        lesson.ask("bleu_45_minutes", "bet")
        anna.get_by_role("button", name=RIGHT).click()
        expect(anna.locator("#says")).to_contain_text(f"Your answer: {RIGHT} ✓")
        expect(wall.locator("#count")).to_contain_text("1answer · 2 phones")
    expect(wall.locator("#lost")).to_be_visible()
    ben.get_by_role("button", name=RIGHT).click()
    expect(ben.get_by_text(f"Sending {RIGHT}")).to_be_visible()
    with poll_server(tmp_path, port, killed=True):
        expect(ben.locator("#says")).to_contain_text(f"Your answer: {RIGHT} ✓")
        expect(wall.locator("#count")).to_contain_text("2answers · 2 phones")
        expect(wall.locator("#lost")).to_be_hidden()
        lesson.on("ArrowRight", "Reveal the answer")
        lesson.on("ArrowRight", "Next question")
        expect(anna.locator("#says")).to_contain_text("Right. The answer: A")
    for file in (tmp_path / "jupyter_runtime_dir").glob("mtexplain-poll-*"):
        file.unlink()
    with poll_server(tmp_path, port) as address:
        expect(wall.get_by_role("alert")).to_have_text(
            re.compile("^The room was closed and reopened, .* has printed.$")
        )
        expect(wall.locator("#lost")).to_be_hidden()
        for phone in (anna, ben):
            expect(phone.get_by_role("heading", name="The next question will appear here.")).to_be_visible()
        lesson = Lesson(address, new_tab)
        expect(lesson.wall.get_by_text("2 phones connected")).to_be_visible()


@needs("a second address")
def test_the_lecturer_leaves_out_an_address_that_stuffs(lesson: Lesson) -> None:
    """The page says that many answers come from one address; what is unticked doesn't count."""
    wall, phone = lesson.wall, lesson.phone()
    lesson.ask("bleu_45_minutes", "bet")
    phone.get_by_role("button", name=RIGHT).click()
    expect(wall.locator("#count")).to_contain_text("1answer")
    expect(wall.locator("#crowds")).to_be_hidden()
    server = Server(int(lesson.address.rpartition(":")[2]), source=ELSEWHERE)

    async def stuff() -> list[int]:
        return [await server.visit(1) for _ in range(11)]

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(lambda: asyncio.run(stuff())).result() == [200] * 11
    wall.get_by_text("Many answers from one address").click()
    assert axe(wall) == []
    wall.get_by_label("11 answers from address").uncheck()
    expect(wall.locator("#count")).to_contain_text("1answer")
    wall.get_by_label("11 answers from address").check()
    expect(wall.locator("#count")).to_contain_text("12answers")


def test_without_the_token_there_is_nothing_to_see(lesson: Lesson) -> None:
    page = lesson.new_tab()
    page.goto(f"{lesson.address}/lecturer?token=guessed")
    expect(page.get_by_role("alert")).to_have_text("Open the lecturer's address that make room has printed.")
    assert page.locator("select option").count() == 0
