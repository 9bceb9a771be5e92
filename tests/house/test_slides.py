"""`make slides`: what a deck shows, what it leaves out, and that it needs no network."""

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from mtexplain.display.html import hashed
from tests.notebooks.test_notebook_hygiene import NOTEBOOKS, Cell
from tests.places import ROOT
from tools import deck as decks
from tools import slides

Deck = Callable[..., str]
TALKS = [*sorted((ROOT / "lectures").glob("*.ipynb")), *NOTEBOOKS]
every_talk = pytest.mark.parametrize("path", TALKS, ids=lambda path: path.stem)

LOADING = {"src", "srcset", "poster", "data", "background", "action", "formaction", "xlink:href"}
EMPTY = {"br", "hr", "img", "input", "link", "meta", "wbr", "mspace"}


class Page(HTMLParser):
    """The parts of a page that tests look at: its tags in order, its text outside code, and what it would load."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.loads: list[str] = []
        self.prose = ""
        self.inside: list[str] = []
        self.held = {"script": "", "style": "", "title": ""}
        self.policy = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the tag, its id and everything it refers to, except links that a person may follow."""
        self.tags.append(tag)
        if tag not in EMPTY:
            self.inside.append(tag)
        held = {name: value or "" for name, value in attrs}
        self.ids += [held["id"].removeprefix("cell-id=")] if held.get("id", "").startswith("cell-id=") else []
        loading = LOADING | (set() if tag == "a" else {"href"})
        self.loads += [f"{tag} {name}={value[:60]}" for name, value in held.items() if name in loading]
        self.policy += held["content"] if held.get("http-equiv") == "Content-Security-Policy" else ""

    def handle_endtag(self, tag: str) -> None:
        """Close the tag and everything that was left open inside it."""
        if tag in self.inside:
            while self.inside.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Note text, according to the tag around it."""
        if (where := self.inside[-1] if self.inside else "") in self.held:
            self.held[where] += data
        elif not {"pre", "code"} & set(self.inside):
            self.prose += data

    def outside(self) -> list[str]:
        """Everything that is loaded from outside the page."""
        styles = re.findall(r"@import[^;]*|url\((?!['\"]?data:)[^)]*\)", self.held["style"])
        return styles + [each for each in self.loads if "=data:" not in each]


def markdown(text: str, slide: str = "-", name: str = "") -> NotebookNode:
    """A Markdown cell."""
    metadata = {"slideshow": {"slide_type": slide}}
    cell: NotebookNode = new_markdown_cell(text, id=name or slide.strip("-") or "text", metadata=metadata)
    return cell


def code(text: str, *outputs: NotebookNode, slide: str = "-", name: str = "code", tag: str = "any") -> NotebookNode:
    """A code cell with its outputs."""
    metadata = {"slideshow": {"slide_type": slide}, "tags": [tag]}
    cell: NotebookNode = new_code_cell(text, id=name, outputs=list(outputs), metadata=metadata)
    return cell


def shows(**data: str) -> NotebookNode:
    """An output; `html="..."` for text/html and so on."""
    kinds = {"html": "text/html", "plain": "text/plain", "svg": "image/svg+xml"}
    output: NotebookNode = new_output("display_data", {kinds[kind]: text for kind, text in data.items()})
    return output


def write(path: Path, *cells: NotebookNode) -> Path:
    """A notebook of these cells."""
    notebook = new_notebook(cells=list(cells), metadata={"language_info": {"name": "python"}})
    path.parent.mkdir(exist_ok=True)
    path.write_text(nbformat.writes(notebook), "utf-8")
    return path


@pytest.fixture
def deck(tmp_path: Path) -> Deck:
    """A function that makes the page of a deck from cells."""
    return lambda *cells: decks.deck(write(tmp_path / "a.ipynb", *cells))


@cache
def made(path: Path) -> tuple[str, Page]:
    """The deck of one of our notebooks, which is made only once."""
    text = decks.deck(path)
    return text, Page(text)


def expected(path: Path) -> list[Cell]:
    """The cells that a deck of ours has to show."""
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return [
        cell
        for cell in cells
        if cell["metadata"]["slideshow"]["slide_type"] != "skip"
        and "nbval-ignore-output" not in cell["metadata"].get("tags", [])
        and (cell["cell_type"] == "markdown" or (cell["outputs"] and ".check(" not in "".join(cell["source"])))
    ]


@every_talk
def test_nothing_comes_from_outside(path: Path) -> None:
    """No address is loaded, the policy forbids whatever a browser might try, and it allows every script of the page."""
    text, page = made(path)
    assert page.outside() == []
    assert page.policy.startswith("default-src 'none';")
    scripts = re.findall("<script[^>]*>(.*?)</script>", text, re.DOTALL)
    assert page.tags.count("script") == len(scripts) > 0
    assert {hashed(script) for script in scripts} <= set(page.policy.partition("; script-src ")[2].split())


@every_talk
def test_every_cell_that_is_to_be_shown_is_there_once(path: Path) -> None:
    """They are in order. Cells are left out that are skipped, need a running Python, or are to be filled in."""
    _, page = made(path)
    assert page.ids == [cell["id"] for cell in expected(path)]


@every_talk
def test_slides_are_those_of_the_notebook(path: Path) -> None:
    """nbconvert puts every slide into a stack of its own, so that others can come below it."""
    text, page = made(path)
    kinds = [cell["metadata"]["slideshow"]["slide_type"] for cell in expected(path)]
    assert page.tags.count("section") == 2 * kinds.count("slide") + kinds.count("subslide")
    assert text.count('<div class="fragment"') == kinds.count("fragment")


@every_talk
def test_formulas_became_mathml(path: Path) -> None:
    """No dollar and no command of LaTeX is left in the text."""
    _, page = made(path)
    prose = "".join("".join(cell["source"]) for cell in expected(path) if cell["cell_type"] == "markdown")
    assert bool(page.tags.count("math")) == ("$" in prose)
    assert "$" not in page.prose
    assert re.findall(r"\\[a-z]+", page.prose) == []


@every_talk
def test_every_picture_says_what_it_shows(path: Path) -> None:
    """For people who can't see it, its description is the text of its output."""
    text, _ = made(path)
    pictures = re.findall(r'<(?:img\b|div\b[^>]*role="img")[^>]*>', text)
    drawn = sum("image/" in json.dumps(cell.get("outputs")) for cell in expected(path))
    assert len(pictures) == drawn + sum("".join(cell["source"]).count("![") for cell in expected(path))
    assert all(re.search(r'\b(alt|aria-label)="[^"]{20,}"', picture) for picture in pictures)
    assert "No description" not in text


@every_talk
def test_folds_are_kept(path: Path) -> None:
    """As many as in the Markdown and in the outputs; all of them closed."""
    _, page = made(path)
    held = "".join(json.dumps([cell["source"], cell.get("outputs")]) for cell in expected(path))
    assert page.tags.count("details") == held.count("<details")


def test_two_runs_give_the_same_bytes_and_the_index_lists_every_deck(tmp_path: Path) -> None:
    """One run is in this process, the other in a program of its own, with its sets in another order."""
    program = [sys.executable, "-W", "error", slides.__file__, "--to", str(tmp_path)]
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    last = subprocess.check_output(program, env=environment, text=True).splitlines()[-1]
    assert str(tmp_path) in last
    assert "index.html" in last
    decks = [f"{path.stem}.slides.html" for path in TALKS]
    notes = [f"{path.stem}.notes.html" for path in TALKS if path.parent.name == "lectures"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*decks, *notes, "index.html"])
    for path, name in zip(TALKS, decks, strict=True):
        assert (tmp_path / name).read_bytes() == made(path)[0].encode("utf-8"), name
    index = (tmp_path / "index.html").read_text("utf-8")
    assert sorted(re.findall(r'<a href="(.+?)">', index)) == sorted([*decks, *notes])
    assert "What does a BLEU of 0.43 mean?" in index
    assert Page(index).outside() == []


def test_formulas_of_every_kind(deck: Deck) -> None:
    """In a line, alone, in an environment, and in the HTML of a fold's title."""
    cases = r"$$\begin{cases} 1 & \text{if } c > r \\ e^{1-r/c} & \text{if } c \le r \end{cases}$$"
    alone = r"$$\exp\left(\sum_{n=1}^N w_n \log p_n\right) = \prod_n p_n^{w_n} \cdot \sqrt[4]{x} \frac{a}{b}$$"
    aligned = "\\begin{align*}\na &= b \\\\\n&< c\n\\end{align*}"
    fold = "<details><summary>Why $p_1$?</summary>\n\nBecause $p_1 < 1$.\n\n</details>"
    page = Page(deck(markdown("\n\n".join(["A $p_1$.", cases, alone, aligned, fold]), "slide")))
    assert page.tags.count("math") == 6
    assert {"mfrac", "munderover", "mroot", "mtable", "msub", "msup"} - set(page.tags) == set()
    assert "\\" not in page.prose
    assert "$" not in page.prose


def test_code_is_no_formula(deck: Deck) -> None:
    """Dollars in code, in what it prints and in what it shows, stay dollars."""
    shell = code("cost = '$5'; tip = '$6'", new_output("stream", name="stdout", text="$5 and $6\n"))
    page = Page(deck(markdown("Write `$HOME/$USER`.\n\n```\n$a$ and $b$\n```", "slide"), shell))
    assert "math" not in page.tags


def test_html_in_a_line_stays_around_its_text(deck: Deck) -> None:
    """`<kbd>Shift</kbd>` is three pieces to a parser, and must be one again."""
    assert "Press <kbd>Shift</kbd> now" in deck(markdown("Press <kbd>Shift</kbd> now.", "slide"))


def test_hostile_output_stays_in_its_place(deck: Deck) -> None:
    """A closing script tag in an output ends none of our scripts, and printed text in any language stays as it is."""
    printed = new_output("stream", name="stdout", text="</script><script>alert(1)</script> 猫がマットの上\n")
    shown = shows(html="<p>here</script>and on</p><script>alert(2)</script>", plain="here")
    heading = markdown("# 猫 & </title><b>", "slide")
    text = deck(heading, code("print(1)", printed, name="one"), code("2", shown, name="two"))
    page = Page(text)
    assert "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; 猫がマットの上" in text
    assert page.held["title"] == "猫 & </title><b>"
    assert page.ids == ["slide", "one", "two"]
    known = base64.b64encode(hashlib.sha256(b"alert(2)").digest()).decode()
    assert known not in page.policy  # the browser does not run what the policy does not name
    assert "unsafe-inline" not in page.policy.partition("script-src")[2]


def test_pictures_and_folds(deck: Deck) -> None:
    """A figure is written into the page, and a fold stays around what it folds."""
    figure = shows(svg='<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>', plain="<Figure>")
    fold = shows(html="<details><summary>Reveal</summary>\n<p>inside</p>\n</details>", plain="Reveal")
    text = deck(markdown("# A\n\n<details><summary>Why?</summary>\n\nSo *that*.\n\n</details>", "slide"),
                code("figure", figure, name="one"), code("fold", fold, name="two"))  # fmt: skip
    assert 'aria-label="&lt;Figure&gt;"' in text
    assert "<svg " in text
    assert Page(text).outside() == []
    assert re.search(r"<details><summary>Why\?</summary>\s*<p>So <em>that</em>\.</p>\s*</details>", text)
    assert re.search(r"<details><summary>Reveal</summary>\s*<p>inside</p>\s*</details>", text)


def test_what_is_not_to_be_shown_leaves_no_trace(deck: Deck) -> None:
    """Skipped and live cells, code and a reader's minutes are left out. A slide may then begin with the next cell."""
    live = code("interact(secret)", slide="slide", name="live", tag="nbval-ignore-output")
    text = deck(
        markdown("# A\n\n**Time:** secret minutes alone.", "slide"), markdown("secret", "skip"), live,
        code("secret()", name="silent"), markdown("more", "-", "more"), markdown("last", "-", "last"),
        code("secret", slide="skip"),
    )  # fmt: skip
    page = Page(text)
    assert page.ids == ["slide", "more", "last"]
    assert "secret" not in text
    assert page.tags.count("section") == 4


def test_code_is_shown_to_those_who_ask(tmp_path: Path) -> None:
    path = write(tmp_path / "a.ipynb", code("secret = 1", name="silent"), code("secret", shows(plain="1"), name="one"))
    assert "secret" not in decks.deck(path)
    assert Page(decks.deck(path)).ids == ["one"]
    assert Page(decks.deck(path, code=True)).ids == ["silent", "one"]
    assert slides.main([str(path), "--code", "--to", str(tmp_path / "out")]) == 0
    assert "secret" in (tmp_path / "out" / "a.slides.html").read_text("utf-8")


def test_notes_can_be_printed(tmp_path: Path) -> None:
    """They are under the number and heading of their slide, without the slide itself, and as harmless text."""
    path = write(
        tmp_path / "a.ipynb", markdown("# A", "slide"), markdown("# B <b>", "slide", "b"),
        markdown("seen", "fragment"), markdown("*Ask* $p_1$ <script>", "notes"),
    )  # fmt: skip
    text = decks.script(path)
    assert "<h2>2 B &lt;b&gt;</h2>\n<p><em>Ask</em> <math" in text
    assert "seen" not in text
    assert Page(text).policy.startswith("default-src 'none'")
    assert decks.script(write(tmp_path / "b.ipynb", markdown("# A", "slide"))) == ""


def test_notes_are_for_the_speaker(deck: Deck) -> None:
    text = deck(markdown("# A", "slide"), markdown("*Ask* them.", "notes"), markdown("# B", "slide", "b"))
    (notes,) = re.findall(r'<aside class="notes">(.*?)</aside>', text, re.DOTALL)
    assert "<em>Ask</em> them." in notes
    assert Page(text).tags.count("section") == 4


def test_the_title_is_the_first_heading(tmp_path: Path) -> None:
    """The title has no Markdown marks. If there is no heading, it is the name of the file."""
    headings = markdown("```\n# no heading\n```\n\n## `BLEU` of *one* $p_1$\n\n# Other", "-", "headings")
    first = write(tmp_path / "a.ipynb", markdown("text", "slide"), headings)
    assert Page(decks.deck(first)).held["title"] == "BLEU of one p_1"
    assert Page(decks.deck(write(tmp_path / "bare.ipynb", markdown("text", "slide")))).held["title"] == "bare"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "a.ipynb: can't be read: No such file or directory"),
        ("no json", "a.ipynb: not a notebook"),
        ("[1]", "a.ipynb: not a notebook"),
        ('{"cells": []}', "a.ipynb: not a notebook"),
        ('{"nbformat": 3, "nbformat_minor": 0, "worksheets": [], "metadata": {}}', "a.ipynb: not a notebook"),
        ('{"nbformat": 4, "nbformat_minor": 5, "cells": [], "metadata": {}}', "a.ipynb: it has no cell to show"),
    ],
)
def test_bad_input_is_named(content: str | None, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In one line, and no deck is made."""
    path = tmp_path / "a.ipynb"
    if content is not None:
        path.write_text(content)
    assert slides.main([str(path), "--to", str(tmp_path / "out")]) == 1
    assert told in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (r"A $\nosuchthing{1}$.", r"the formula \nosuchthing{1} can't be read:"),
        ("![A cat](lost.png)", "the picture lost.png is not beside the notebook"),
        ("![A cat](https://a.invalid/a.png)", "the picture https://a.invalid/a.png is not beside the notebook"),
    ],
)
def test_what_no_deck_can_show_is_named(
    text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line names its notebook and its cell, before a lecture and not during it. Nothing is left out silently."""
    path = write(tmp_path / "a.ipynb", markdown(text, "slide"))
    assert slides.main([str(path), "--to", str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err
    assert f"a.ipynb: cell slide: {told}" in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("slideshow", "told"),
    [({"slide_type": "foo"}, "cell a: no slide type 'foo'; expected slide, subslide"), ("slide", ""),
     ({"slide_type": ["slide"]}, "cell a: no slide type"), ([], "cell a: no slide type")],
)  # fmt: skip
def test_an_unknown_slide_type_is_named(
    slideshow: object, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A plain "slide" is understood."""
    path = write(tmp_path / "a.ipynb", new_markdown_cell("A", id="a", metadata={"slideshow": slideshow}))
    assert slides.main([str(path), "--to", str(tmp_path / "out")]) == bool(told)
    assert told in capsys.readouterr().err


def test_two_notebooks_of_one_name_are_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Otherwise one deck would overwrite the other."""
    paths = [write(tmp_path / folder / "a.ipynb", markdown("A", "slide")) for folder in "xy"]
    assert slides.main([*map(str, paths), "--to", str(tmp_path / "out")]) == 1
    assert "a.ipynb: two notebooks have this name" in capsys.readouterr().err


def test_decks_go_into_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not into a file."""
    path = write(tmp_path / "a.ipynb", markdown("A", "slide"))
    assert slides.main([str(path), "--to", str(path)]) == 1
    assert "a.ipynb: this is a file. Name a folder" in capsys.readouterr().err


def test_a_folder_without_notebooks_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No empty index is made."""
    assert slides.main([str(tmp_path), "--to", str(tmp_path / "out")]) == 1
    assert "no notebook in this folder" in capsys.readouterr().err
