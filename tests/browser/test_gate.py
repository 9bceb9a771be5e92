"""The gate: what follows a question, up to the next heading, is out of sight until it is answered or skipped."""

from collections.abc import Callable, Iterator

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect

from mtexplain.explain.practice.predictions import Prediction, script
from tests.browser.axe import axe
from tests.browser.live import IDLE, run_all
from tests.browser.servers import Jupyter, notebook

ONE = Prediction("How much?", "2/3", "One is clipped.", {"1": "Count again."})
TWO = Prediction("And now?", "1/2", "One of two.", {})
CODE = """from mtexplain.explain.practice.predictions import Prediction, script
Prediction("How much?", "2/3", "One is clipped.", {"1": "Count again."})"""


def cell(inside: str, kind: str = "jp-MarkdownCell jp-mod-rendered") -> str:
    """A cell of a saved page."""
    return f'<div class="jp-Cell {kind}">{inside}</div>'


@pytest.fixture
def saved(page: Page) -> Page:
    """A saved page with two questions in one section, and a section after it."""
    first, second = (cell(it._repr_html_(), "jp-CodeCell") for it in (ONE, TWO))
    told = [cell(f"<p>{text}</p>") for text in ("before", "after one", "after two", "the end")]
    heading = cell("<h2>Next</h2>")
    page.set_content(f"<body>{told[0]}{first}{told[1]}{second}{told[2]}{heading}{told[3]}</body>")
    return page


def seen(page: Page, *texts: str) -> None:
    """Check that only these texts of the saved page can be seen or read by a screen reader."""
    for text in ("before", "after one", "after two", "the end"):
        expect(page.get_by_text(text, exact=True)).to_be_visible(visible=text in texts)
    read = page.locator("body").aria_snapshot()
    assert [text for text in ("before", "after one", "after two", "the end") if text in read] == list(texts)


def answer(box: Locator, text: str) -> None:
    """Type it, and press Enter."""
    box.get_by_role("textbox").fill(text)
    box.get_by_role("textbox").press("Enter")


def test_an_answer_uncovers_what_follows_up_to_the_next_question(saved: Page) -> None:
    seen(saved, "before", "the end")
    answer(saved.locator(".predict").first, "2/3")
    seen(saved, "before", "after one", "the end")
    answer(saved.locator(".predict").last, "1/2")
    seen(saved, "before", "after one", "after two", "the end")


def test_a_first_wrong_answer_uncovers_nothing_and_a_second_does(saved: Page) -> None:
    answer(saved.locator(".predict").first, "1")
    seen(saved, "before", "the end")
    answer(saved.locator(".predict").first, "0.9")
    seen(saved, "before", "after one", "the end")


def test_skip_uncovers(saved: Page) -> None:
    saved.get_by_role("button", name="Skip").first.click()
    seen(saved, "before", "after one", "the end")


def test_nothing_moves_when_it_is_uncovered(saved: Page) -> None:
    place = "() => document.querySelectorAll('.jp-Cell')[2].getBoundingClientRect().height"
    covered = saved.evaluate(place)
    saved.get_by_role("button", name="Skip").first.click()
    assert saved.evaluate(place) == covered


def test_paper_is_not_covered(saved: Page) -> None:
    saved.emulate_media(media="print")
    expect(saved.get_by_text("after two", exact=True)).to_be_visible()


def test_a_question_without_its_notebook_covers_nothing(page: Page) -> None:
    """Some hosts put each output into a frame of its own."""
    page.set_content(f"{ONE._repr_html_()}<p>after</p>")
    expect(page.get_by_text("after", exact=True)).to_be_visible()


def test_a_question_whose_script_was_taken_away_covers_nothing(page: Page) -> None:
    """In an untrusted notebook it has no script until its cell is run, so there would be no way to answer."""
    bare = cell('<div class="mtx"><div class="predict"><p class="ask">How much?</p></div></div>', "jp-CodeCell")
    page.set_content(f"<body>{bare}{cell('<p>after</p>')}{cell('<h2>Next</h2>')}{cell(ONE._repr_html_())}</body>")
    page.locator(".predict[data-dressed]").wait_for()
    expect(page.get_by_text("after", exact=True)).to_be_visible()


def test_a_question_that_scrolls_away_is_not_taken_for_older_than_what_follows(page: Page) -> None:
    """When JupyterLab keeps only what is in sight on the page, it takes the code away, and with it the number."""
    prompts = [f'<div class="jp-{kind}Prompt">[2]:</div>' for kind in ("Input", "Output")]
    asked = cell("".join(prompts) + ONE._repr_html_(), "jp-CodeCell")
    ran = cell('<div class="jp-InputPrompt">[1]:</div><p>ran before</p>', "jp-CodeCell")
    page.set_content(f'<div class="jp-Notebook">{asked}{ran}</div>')
    expect(page.get_by_text("ran before")).to_be_hidden()
    page.locator(".jp-InputPrompt").first.evaluate("(prompt) => prompt.remove()")
    page.evaluate("new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
    assert page.get_by_text("ran before").is_hidden()


def test_a_question_after_which_all_the_rest_waits_to_run_is_skipped(page: Page) -> None:
    """After Run All, the section may have no cell with a number that would tell, because all its cells may be text."""
    waits = '<div class="jp-InputPrompt">[*]:</div>'
    asked, code = ONE._repr_html_().replace(f"<script>{script()}</script>", ""), "jp-CodeCell"
    cells = [cell(waits + asked, code), cell("<p>text</p>"), cell("<h2>Next</h2>"), cell(f"{waits}<p>code</p>", code)]
    page.set_content(f'<div class="jp-Notebook">{"".join(cells)}</div><script>{script()}</script>')
    expect(page.get_by_text("Skipped.")).to_be_visible()
    expect(page.get_by_text("text", exact=True)).to_be_visible()


@pytest.fixture
def opened(jupyter: Jupyter, new_tab: Callable[..., Page]) -> Iterator[Page]:
    """A notebook in which no cell has run: a question, three cells that follow it, a heading."""
    made = notebook(CODE, "'counted'", "'the end'")
    made.cells.insert(1, nbformat.v4.new_markdown_cell("a secret"))
    made.cells.insert(3, nbformat.v4.new_markdown_cell("## Next"))
    tab = new_tab()
    with jupyter.new_kernels():
        tab.goto(jupyter.page(jupyter.put(made), "lab"))
        tab.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
        tab.wait_for_function(IDLE)
        yield tab


def ask(page: Page, keys: str = "Shift+Enter") -> None:
    """Run the question as people do."""
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.press(keys)
    page.locator(".predict[data-dressed]").wait_for()


def hidden(page: Page, is_hidden: bool = True) -> None:
    """Check that text and code after the question are hidden, or are not. Code after the next heading never is."""
    code = page.locator(".jp-CodeCell .cm-line")
    expect(page.locator(".jp-RenderedMarkdown p")).to_be_visible(visible=not is_hidden)
    expect(code.filter(has_text="counted")).to_be_visible(visible=not is_hidden)
    expect(code.filter(has_text="the end")).to_be_visible()


def test_in_a_notebook_whoever_walks_on_skips(opened: Page) -> None:
    """Arrow keys walk into covered cells and leave them covered; to run one of them is to skip the question."""
    ask(opened)
    hidden(opened)
    for key in ("ArrowDown", "ArrowUp", "ArrowUp", "ArrowDown"):
        opened.keyboard.press(key)
    hidden(opened)
    opened.keyboard.press("Shift+Enter")
    hidden(opened, False)
    expect(opened.get_by_role("status").filter(has_text="Skipped.")).to_be_visible()
    expect(opened.locator(".jp-CodeCell .jp-InputPrompt").first).to_have_text("[1]:")  # it did not run again
    ask(opened)  # what was opened stays open
    hidden(opened, False)


def test_in_a_notebook_run_all_uncovers_all(opened: Page) -> None:
    ask(opened)
    hidden(opened)
    run_all(opened)
    hidden(opened, False)


def test_in_a_notebook_what_the_reader_adds_is_never_covered(opened: Page) -> None:
    """A cell of one's own takes what is typed, and runs without skipping the question. A menu runs what is covered."""
    ask(opened, "Alt+Enter")
    opened.keyboard.type("40 + 1")
    opened.keyboard.press("Shift+Enter")
    expect(opened.get_by_text("41", exact=True)).to_be_visible()
    for key in ("ArrowUp", "b", "Enter"):
        opened.keyboard.press(key)
    opened.keyboard.type("40 + 2")
    opened.keyboard.press("Shift+Enter")
    expect(opened.get_by_text("42", exact=True)).to_be_visible()
    hidden(opened)
    opened.get_by_role("menuitem", name="Run", exact=True).click()
    opened.locator(".lm-Menu-item[data-command='runmenu:run']").click()
    hidden(opened, False)


def test_in_a_notebook_covered_text_is_named_and_found_and_run_by_a_button(opened: Page) -> None:
    """Whoever comes to it by key hears why it is empty. A search opens the text it finds, but leaves it covered."""
    ask(opened)
    reached = opened.locator(".mtx-covered.jp-mod-active")
    expect(reached).to_be_focused()
    expect(reached).to_have_accessible_description("Covered until you answer or skip")
    assert [it for it in axe(opened, ".mtx-covered.jp-mod-active") if "aria-hidden" in it] == []
    assert "secret" not in opened.locator(".jp-Notebook").aria_snapshot()
    opened.keyboard.press("Control+f")
    opened.locator(".jp-DocumentSearch-input").first.fill("secret")
    expect(opened.locator(".jp-DocumentSearch-index-counter")).to_have_text("1/1")
    expect(opened.locator(".jp-MarkdownCell.jp-mod-rendered")).to_have_count(1)
    hidden(opened)
    opened.keyboard.press("Escape")
    opened.locator("[data-command='notebook:run-cell-and-select-next']").click()
    hidden(opened, False)
