"""The chapters as pages: read, searched, answered and played without a kernel, from a server and from a disk."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.axe import axe
from tests.pages.conftest import Visit
from tests.places import ROOT

CHAPTERS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
DISK = pytest.mark.parametrize("disk", [False, True], ids=["server", "disk"])


@DISK
def test_a_prediction_answers_back(visit: Visit, disk: bool) -> None:
    page = visit("learn/00_start_here.html", disk=disk)
    bet = page.locator(".predict").first
    covered = page.locator(".mtx-covered").first
    bet.get_by_role("button", name="B: the last train").click()
    expect(bet).to_contain_text("You judged as a person would")
    expect(bet.locator("details")).to_be_hidden()
    expect(covered.locator("p").first).to_be_hidden()
    before = page.locator(".mtx-covered").count()
    bet.get_by_role("button", name="A: last train").click()
    expect(bet.locator("details")).to_have_attribute("open", "")
    assert page.locator(".mtx-covered").count() < before


@DISK
def test_an_exercise_is_checked_in_the_page(visit: Visit, disk: bool) -> None:
    page = visit("learn/00_start_here.html", disk=disk)
    exercise = page.locator(".exercise").first
    for answer, told in {"4/6": "Not yet", "5/7": "Right: 5/7."}.items():
        exercise.get_by_role("textbox").fill(answer)
        exercise.get_by_role("button", name="Check").click()
        expect(exercise.locator("output")).to_contain_text(told)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_exercise_and_every_panel_starts(visit: Visit, chapter: str) -> None:
    """They know the names that the cells above have defined."""
    page = visit(f"learn/{chapter}.html")
    for exercise in page.locator(".exercise").all():
        for box in exercise.get_by_role("textbox").all():
            box.fill("77/78")
        exercise.get_by_role("button", name="Check").click()
        expect(exercise.locator("output")).to_contain_text(re.compile("Not yet|Write"))
    buttons = page.get_by_role("button", name="Play here")
    for left in reversed(range(buttons.count())):
        buttons.first.click()
        expect(buttons).to_have_count(left)
    expect(page.get_by_text("Python is starting")).to_have_count(0)
    assert page.locator(".refused").count() == 0


def test_a_stepper_steps(visit: Visit) -> None:
    page = visit("learn/01_clipping.html", disk=True)
    stepper = page.get_by_role("group", name=re.compile("step", re.I)).first
    expect(stepper).to_be_visible()


def test_the_search_finds_a_section(visit: Visit) -> None:
    page = visit("learn/index.html", disk=True)
    page.get_by_label("Search").fill("brevity penalty")
    expect(page.locator("#found li").first).to_contain_text(re.compile("penalty|curve|short", re.I))
    page.get_by_label("Search").fill("enough")
    expect(page.locator("#found")).to_contain_text("Why is counting matches not enough? ")
    page.get_by_label("Search").fill("null hypothesis")
    expect(page.locator("#found li").first).to_contain_text("Null hypothesis")
    page.get_by_label("Search").fill("xyzzy")
    expect(page.locator("#found")).to_contain_text("Nothing found.")


def test_an_old_address_leads_to_the_chapter(visit: Visit) -> None:
    """It leads to the chapter's new name, or to each part of a chapter that was divided."""
    page = visit("learn/05_what_if.html")
    page.wait_for_url("**/learn/11_what_if.html")
    expect(page.get_by_role("heading", level=1)).to_have_text("What if a word were different?")
    page = visit("learn/12_you_be_the_judge.html")
    links = page.get_by_role("main").get_by_role("link")
    assert [link.get_attribute("href") for link in links.all()] == ["06_you_be_the_judge.html", "13_agreement.html"]
    visit("teach/08_rouge.slides.html").wait_for_url("**/teach/22_rouge.slides.html")


def test_one_goes_from_chapter_to_chapter(visit: Visit) -> None:
    page = visit(f"learn/{CHAPTERS[0]}.html", disk=True)
    for chapter in CHAPTERS[1:]:
        page.locator(".ways .after").click()
        expect(page).to_have_url(re.compile(chapter))
    assert page.locator(".ways .after").count() == 0


@pytest.mark.parametrize("chapter", CHAPTERS)
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_nothing_is_cut_off_and_everybody_can_read_it(visit: Visit, chapter: str, width: int, scheme: str) -> None:
    page = visit(f"learn/{chapter}.html", width=width, scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [one for one in axe(page) if not one.startswith("empty-table-header")] == []  # a table's corner may be empty


def ours(site: Path) -> list[Path]:
    """The pages of the site that this project writes: all but JupyterLite's."""
    return [path for path in sorted(site.rglob("*.html")) if site / "run" not in path.parents]


def test_every_link_leads_somewhere(site: Path) -> None:
    """The test covers files and places in them, on the whole site except JupyterLite's own pages."""
    broken = []
    for path in ours(site):
        text = re.sub(r"(?s)<script\b.*?</script>", "", path.read_text("utf-8"))
        for to in re.findall(r'(?:href|src)="([^"]+)"', text):
            file, _, place = to.partition("#")
            if re.match(r"https?:|mailto:|data:|blob:", to):
                continue
            target = (path.parent / file.partition("?")[0]).resolve() if file else path
            there = target.is_file() and (not place or "=" in place or f'id="{place}"' in target.read_text("utf-8"))
            if not there:
                broken.append(f"{path.name}: {to}")
    assert broken == []


def test_nothing_is_asked_of_the_outside(site: Path) -> None:
    """No page loads a script, a style or a picture from elsewhere; links that one clicks may lead there."""
    for path in ours(site):
        assert re.findall(r'src="https?:[^"]*"', path.read_text("utf-8")) == []
        assert re.findall(r'<link[^>]*href="https?:', path.read_text("utf-8")) == []
