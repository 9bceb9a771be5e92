"""Text that means harm is only text: in the panel and in the stepper, in Jupyter and in pages saved there."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from mtexplain import bleu, stepper
from mtexplain.display.html import script
from tests.browser.desk import PANEL, Desk
from tests.browser.parts import candidate, open_all

MARKS = """<img src=owned.png onerror=alert(1)> "><script>alert(2)</script> </textarea><b>owned</b> ' onfocus=alert(3)
</script><script>alert(4)</script> </style><link rel=stylesheet href=owned.css> <iframe src=owned.html> <!-- &lt;i&gt;
javascript:alert(5) ${alert(6)} {{alert(7)}} </code></td></table><h1>owned""".split()
ATTACK = " ".join([*MARKS, "\u202egnp.exe", "x" * 5_000])
# What a page of ours never holds, unless a text has become part of it. It may have b elements in other places.
FOREIGN = """(root) => [...root.querySelectorAll(`img, iframe, object, embed, link, base, a, h1, script, code b, td b b,
    [onerror], [onfocus], [autofocus], [src], [href]`)].map((one) => one.outerHTML)"""
in_lab = pytest.mark.parametrize("table", ["lab light"], indirect=True)


@pytest.fixture
def asked(table: Desk) -> Iterator[Callable[[], list[str]]]:
    """The requests of the page since the test began, as far as our text can have caused them."""
    requests: list[str] = []
    note = requests.append
    table.page.on("request", lambda request: note(request.url) if "owned" in request.url else None)
    yield lambda: requests
    assert requests == []


def harmless(widget: Locator) -> None:
    """Nothing in the widget has become more than text, and no text turns the text beside it around."""
    ours = (f"<script>{script()}</script>", "<h1>BLEU-4</h1>")
    assert [one[:100] for one in widget.evaluate(FOREIGN) if one not in ours] == []
    assert "\u202e" not in widget.inner_text()
    assert widget.evaluate("(it) => it.scrollWidth <= it.clientWidth + 1")


@in_lab
@pytest.mark.usefixtures("asked")
def test_in_the_panel(table: Desk, page: Page, tmp_path: Path) -> None:
    """In candidate, reference and settings; shown, unfolded, read aloud, saved."""
    panel = table.anew(PANEL)
    panel.get_by_label("Reference 1", exact=True).fill(f"{ATTACK} and")
    candidate(panel).fill(ATTACK)
    score = bleu(ATTACK, [f"{ATTACK} and"]).headline.value
    expect(panel.locator(".head b")).to_have_text(score)
    open_all(panel)
    expect(panel.get_by_role("region", name="Results")).to_contain_text("</textarea><b>owned</b>")
    expect(panel.get_by_role("region", name="Results")).to_contain_text("U+202E")
    harmless(panel)
    with panel.page.expect_download() as saved:
        panel.get_by_role("button", name="Save page (HTML)").click()
    assert saved.value.suggested_filename == f"bleu-{score}.html"
    saved.value.save_as(tmp_path / "saved.html")
    candidate(panel).fill(f"{ATTACK} <img src=owned.png>")
    expect(panel.locator(".told")).to_contain_text('You added "<img src=owned.png>"')
    panel.get_by_label("weights").fill("<img src=owned.png>")
    expect(panel.locator(".error")).to_contain_text("weights: got a string, '<img src=owned.png>'")
    expect(panel.locator(".told")).to_contain_text("weights: got a string, '<img src=owned.png>'")
    harmless(panel)
    page.goto((tmp_path / "saved.html").as_uri())
    expect(page.locator(".head b").first).to_have_text(score)
    harmless(page.locator("body"))


@in_lab
@pytest.mark.usefixtures("asked")
def test_in_the_stepper(table: Desk) -> None:
    """At every step."""
    harmless_at_every_step(
        table.anew(f"import mtexplain\nmtexplain.stepper(mtexplain.bleu({ATTACK!r}, [{ATTACK!r}, 'a'], max_n=2))")
    )


def test_in_a_stepper_that_is_saved(page: Page, tmp_path: Path) -> None:
    """In its own page, too. Without a script the page shows the trace, whose words are safe as well."""
    (tmp_path / "page.html").write_text(stepper(bleu(ATTACK, [ATTACK, "a"], max_n=2)).to_html(), "utf-8")
    page.goto((tmp_path / "page.html").as_uri())
    harmless_at_every_step(page.locator(".mtx-stepper"))


def harmless_at_every_step(widget: Locator) -> None:
    """Go through all of it."""
    widget.get_by_role("button", name="Forward").focus()
    expect(widget.locator(".drawing text").filter(has_text="</textarea><b>owned</b>").first).to_be_attached()
    for _ in range(3):
        for key in ("ArrowRight", "ArrowRight", "PageDown"):
            widget.page.keyboard.press(key)
        harmless(widget)
