"""`make site`: it never deletes what it did not make."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from tests.places import ROOT
from tools.site import book
from tools.site.__main__ import main
from tools.site.sections import Section, found_in


@cache
def sections() -> list[Section]:
    """All that the search knows of the chapters."""
    return [section for it in book.chapters(ROOT / "notebooks") for section in found_in(it.name, it.title, it.notebook)]


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "thesis.txt"
    mine.write_text("years of work", "utf-8")
    assert main(["--to", str(tmp_path)]) == 1
    assert main(["--to", str(mine)]) == 1
    assert mine.read_text("utf-8") == "years of work"
    assert "Name a new folder" in capsys.readouterr().err


def test_a_place_that_cannot_be_written_to_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("a letter", "utf-8")
    assert main(["--to", str(tmp_path / "file" / "site")]) == 1
    assert "Name another folder" in capsys.readouterr().err


def test_no_formula_is_searched_as_tex() -> None:
    found = sections()
    assert any("BLEU = penalty · 4th root of (words · pairs · triples · fours)" in one.words for one in found)
    assert [one.words for one in found if re.search(r"\\|[{}]|mathrm|cdot|frac\b", one.heading + one.words)] == []


TERMS = tomllib.loads((ROOT / "tests" / "data" / "terms.toml").read_text("utf-8"))


@pytest.mark.parametrize("source", TERMS)
def test_the_search_finds_the_words_of_the_field(source: str) -> None:
    """As search.js does it: all words of a term in a single section of a chapter."""
    texts = [f"{section.heading} {section.words}".lower() for section in sections()]
    terms = [term.lower().split() for term in TERMS[source]["terms"]]
    assert [term for term in terms if not any(all(word in text for word in term) for text in texts)] == []


def test_an_exercise_asks_what_the_comment_above_it_asks() -> None:
    (clipping,) = [one for one in book.chapters(ROOT / "notebooks") if one.name == "01_clipping"]
    assert "p<sub>1</sub> if the counts of the two references were added up" in "".join(book._cells(clipping))
