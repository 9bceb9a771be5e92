"""Every work that a chapter cites stands in its Sources: in its text, in its predictions, and in the steps it shows.

A work is known by the surname of its first author and its year: "Koehn 2004", "Mathur, Baldwin and Cohn (2020)" and
"Papineni et al. 2002, section 2.1" cite works. In Sources it begins with its authors and its year: "P. Koehn. 2004."
A book without a year has a short name instead.
"""

import html
import json
import re
from pathlib import Path

import pytest

import mtexplain
from mtexplain.explain.practice.predictions import questions
from mtexplain import data
from tests.notebooks.test_notebook_facts import asked
from tests.notebooks.test_notebook_hygiene import NOTEBOOKS, cells, every_notebook, source
from tests.places import ROOT

NAME = r"[^\W\d_a-z][\w'’-]+"
CITED = re.compile(rf"\b({NAME})(?:, {NAME})*(?:,? and {NAME}|,? et al\.|,? and others)?,? \(?((?:1[89]|20)\d\d)\b")
INITIALS = r"\b(?:[^\W\d_a-z]\.[ -]?)+"
LISTED = re.compile(
    rf"(?:(?<=- )|{INITIALS})({NAME})(?:,? (?:and )?(?:{INITIALS}{NAME}|others|et al))*\. ((?:1[89]|20)\d\d)\."
)
WITHOUT_YEAR = {"SLP3": ("Jurafsky", "")}
NO_AUTHORS = {"January", "METEOR"}
"""Words with a capital that stand before a year and wrote nothing: a month, and a metric that is told by its year."""
LECTURE = ROOT / "lectures" / "bleu_45_minutes.ipynb"

Work = tuple[str, str]


def cited(text: str) -> set[Work]:
    """The works that a text cites."""
    found = {match.groups() for match in CITED.finditer(text) if match[1] not in NO_AUTHORS}
    return found | {work for name, work in WITHOUT_YEAR.items() if name in text}


def listed(text: str) -> set[Work]:
    """The works that a list of sources has."""
    found = {match.groups() for match in LISTED.finditer(text)}
    return found | {("Jurafsky", "")} if "D. Jurafsky and J. H. Martin. [Speech and Language" in text else found


def text_of(path: Path) -> str:
    """What the reader of a chapter is told: its Markdown but for the sources, its predictions, the sources of steps."""
    texts = [source(cell) for _, cell in cells(path, "markdown") if cell["id"] != "sources"]
    for one in asked(path).values():
        texts += [one.question, one.answer, one.explanation, *one.choices, *one.slips.values()]
    for _, cell in cells(path, "code"):
        shown = "".join("".join(output.get("data", {}).get("text/html", "")) for output in cell["outputs"])
        texts += map(html.unescape, re.findall(r'class="source">(.*?)</span>', shown, re.DOTALL))
    return "\n".join(texts)


def sources_of(path: Path) -> set[Work]:
    """The works that the last cell of a chapter lists."""
    return listed(source(cells(path)[-1][1]))


@every_notebook
def test_every_work_that_a_chapter_cites_stands_in_its_sources(path: Path) -> None:
    missing = cited(text_of(path)) - sources_of(path)
    assert not missing, f"list with authors, year and title: {sorted(missing)}"


def test_every_work_that_the_lecture_cites_stands_at_the_end_of_its_notes() -> None:
    asked = questions(LECTURE.parent / "predictions").values()
    texts = [source(cell) for _, cell in cells(LECTURE, "markdown")]
    texts += [text for one in asked for text in (one.question, one.explanation, *one.slips.values())]
    assert cited("\n".join(texts)) <= listed(texts[len(cells(LECTURE, "markdown")) - 1])


def test_every_work_that_the_library_cites_stands_in_some_chapter() -> None:
    """The sources of mistakes, of worked examples and of the operations with matrices."""
    places = [one.source for one in (*mtexplain.misconceptions, *map(mtexplain.examples.get, mtexplain.examples.names()))]
    places += [one["source"] for one in data.read("mtexplain.models", "shapes.toml").values()]
    missing = cited("\n".join(places)) - set().union(*map(sources_of, NOTEBOOKS))
    assert not missing, f"list with authors, year and title: {sorted(missing)}"


@pytest.mark.parametrize(
    ("text", "works"),
    [
        ("(Koehn 2004; ends as in sacreBLEU 2.6)", {("Koehn", "2004")}),
        ("Mathur, Baldwin and Cohn (2020) compared", {("Mathur", "2020")}),
        ("Kocmi and others 2024, Rei et al. 2020", {("Kocmi", "2024"), ("Rei", "2020")}),
        ("Jurafsky and Martin, SLP3, section 3.3", {("Jurafsky", "")}),
        ("a draft of January 2025, in 2002, and windows of 1024 tokens", set()),
    ],
)
def test_works_are_found_in_a_text(text: str, works: set[Work]) -> None:
    assert cited(text) == works


def test_works_are_found_in_a_list() -> None:
    text = """- K. Papineni, S. Roukos, T. Ward and W.-J. Zhu. 2002. [BLEU](https://x.org). ACL.
- M. Popović. 2015. [chrF](https://x.org). WMT. R. Rei and others. 2020. [COMET](https://x.org). EMNLP.
- Student. 1908. The Probable Error of a Mean. Biometrika 6. X. Chen et al. 2015. Captions.
- A tool of 2011. Ours since 2012."""
    years = {"Papineni": "2002", "Popović": "2015", "Rei": "2020", "Student": "1908", "Chen": "2015"}
    assert listed(text) == set(years.items())
