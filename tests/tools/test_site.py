"""`make site`: it never deletes what it did not make."""

import re
from pathlib import Path

import pytest

from tests.places import ROOT
from tools.site import book
from tools.site.__main__ import main
from tools.site.sections import found_in


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
    found = [one for it in book.chapters(ROOT / "notebooks") for one in found_in(it.name, it.title, it.notebook)]
    assert any("BLEU = penalty · 4th root of (words · pairs · triples · fours)" in one.words for one in found)
    assert [one.words for one in found if re.search(r"\\|[{}]|mathrm|cdot|frac\b", one.heading + one.words)] == []


def test_an_exercise_asks_what_the_comment_above_it_asks() -> None:
    (clipping,) = [one for one in book.chapters(ROOT / "notebooks") if one.name == "01_clipping"]
    assert "p<sub>1</sub> if the counts of the two references were added up" in "".join(book._cells(clipping))
