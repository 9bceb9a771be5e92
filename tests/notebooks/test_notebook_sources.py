"""Every work that a chapter cites, in its text, its predictions or the steps that it shows, is in its Sources."""

import ast
import html
import re
from pathlib import Path

import pytest

from mtexplain.explain.practice.predictions import questions
from tests.notebooks.test_notebook_facts import asked
from tests.notebooks.test_notebook_hygiene import NOTEBOOKS, cells, every_notebook, source
from tests.notebooks.works import Work, cited, listed
from tests.places import ROOT

LECTURE = ROOT / "lectures" / "bleu_45_minutes.ipynb"


def told(path: Path) -> str:
    """Return the text of a chapter: its Markdown without its Sources, its predictions, and the sources of its steps."""
    texts = [source(cell) for _, cell in cells(path, "markdown") if cell["id"] != "sources"]
    for one in asked(path).values():
        texts += [one.question, one.answer, one.explanation, *one.choices, *one.slips.values()]
    for _, cell in cells(path, "code"):
        shown = "".join("".join(output.get("data", {}).get("text/html", "")) for output in cell["outputs"])
        texts += map(html.unescape, re.findall(r'class="source">(.*?)</span>', shown, re.DOTALL))
    return "\n".join(texts)


def sources(path: Path) -> set[Work]:
    """Return the works that the last cell of a chapter lists."""
    return listed(source(cells(path)[-1][1]))


@every_notebook
def test_every_work_that_a_chapter_cites_stands_in_its_sources(path: Path) -> None:
    missing = cited(told(path)) - sources(path)
    assert not missing, f"list with authors, year and title: {sorted(missing)}"


def test_every_work_that_the_lecture_cites_stands_at_the_end_of_its_notes() -> None:
    texts = [source(cell) for _, cell in cells(LECTURE, "markdown")]
    for one in questions(LECTURE.parent / "predictions").values():
        texts += [one.question, one.explanation, *one.slips.values()]
    assert cited("\n".join(texts)) <= listed(source(cells(LECTURE)[-1][1]))


def strings(code: str) -> list[str]:
    """Return the strings in a module without its docstrings; they include the sources of steps."""
    tree = ast.parse(code)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in told]
    return [node.value for node in constants if isinstance(node.value, str)]


def test_every_work_that_the_library_cites_stands_in_some_chapter() -> None:
    """Works are cited as sources of steps, mistakes, worked examples and scales."""
    package = ROOT / "mtexplain"
    texts = [text for path in package.rglob("*.py") for text in strings(path.read_text("utf-8"))]
    texts += [line for path in package.rglob("*.toml") for line in path.read_text("utf-8").splitlines() if "=" in line]
    missing = cited("\n".join(texts)) - set().union(*map(sources, NOTEBOOKS))
    assert not missing, f"list with authors, year and title: {sorted(missing)}"


@pytest.mark.parametrize(
    ("text", "works"),
    [
        ("(Koehn 2004; ends as in sacreBLEU 2.6)", {("Koehn", "2004")}),
        ("Mathur, Baldwin and Cohn (2020) compared", {("Mathur", "2020")}),
        ("Kocmi and others 2024, Rei et al. 2020", {("Kocmi", "2024"), ("Rei", "2020")}),
        ("(Post, 2018; Smith & Jones, 2019)", {("Post", "2018"), ("Smith", "2019")}),
        ("Jurafsky and Martin, SLP3, section 3.3", {("SLP3", "")}),
        ("Lin's 2004 paper", {("Lin", "2004")}),
        ("In 2005, a draft of January 2025, in 2002, and windows of 1024 tokens", set()),
    ],
)
def test_works_are_found_in_a_text(text: str, works: set[Work]) -> None:
    assert cited(text) == works


def test_works_are_found_in_a_list() -> None:
    text = """- K. Papineni, S. Roukos, T. Ward and W.-J. Zhu. 2002. [BLEU](https://x.org). ACL.
- M. Popović. 2015. [chrF](https://x.org). WMT. And R. Rei and others. 2022. [CometKiwi](https://x.org). WMT.
- Student. 1908. The Probable Error of a Mean. Biometrika 6. X. Chen et al. 2015. Captions.
- A tool of 2011. Ours since 2012."""
    years = {"Papineni": "2002", "Popović": "2015", "Rei": "2022", "Student": "1908", "Chen": "2015"}
    assert listed(text) == set(years.items())
