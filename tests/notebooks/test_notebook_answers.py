"""The exercises of the notebooks, worked by hand: a right answer is told that it is right, a wrong one that it is not.

The answers stand in the order of the notebook; None's place is where a student puts them.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.notebooks.test_notebook_hygiene import NOTEBOOKS, cells, every_notebook, source

ANSWERS = {
    "00_start_here": ["'5/6'", "'4/5'", "'-1/6'", "0.49"],
    "01_clipping": ["'6/7'", "'5/6'", "'7/7'"],
    "02_combining_orders": ["'3/7'", "0.81", "0.85", "0"],
    "03_brevity_penalty": ["'5/6'", "'5/5'", "'4/4'", "'2/3'", "8", "'-1/3'", "0.62"],
    "04_corpus_bleu": ["'9/10'", "'6/8'", "'3/6'", "'1/4'", "'-1/5'", "0.44",
                       "'5/6'", "'4/5'", "'3/4'", "'1/3'", "7", "'-1/6'", "0.54"],
    "05_what_if": ["'he plays the guitar very well'", "'they built built a small house by the river'",
                   "'the little dog runs across the big garden'",
                   "'we believe that it will rain'", "'in the morning sun in the morning rain in the morning'",
                   "'the old man walked slowly along the river yesterday'", "'4/6'", "'2/4'", "7", "0.17"],
    "06_why_tools_disagree": ["'2/3'", "'2/4'", "13", "'-1/12'", "2", "'1/6'", "0.125"],
    "07_common_mistakes": ["'5/7'", "'e^(-1/2)'", "0.518"],
    "08_rouge": ["'3/5'", "'1/4'", "'2/5'", "0.44", "'2/10'", "'5/15'"],
    "09_meteor": ["5", "'5/6'", "'50/59'", "2", "'4/125'", "'242/295'"],
    "10_cider": ["1", "'1/3'", "'5/9'", "'1/2'", "3.47", "'-1/8'"],
    "11_perplexity": ["'1/625'", "5", "'1/2'", "1.26", "'2/6'", "2.47"],
}  # fmt: skip
PLACE = re.compile(r"(= |, |\[)None(?=[\],\s]|$)", re.MULTILINE)


def told(path: Path, answers: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What the notebook says to these answers."""
    left, names, said = list(answers), dict[str, Any](), list[str]()
    for _, cell in cells(path, "code"):
        code = source(cell)
        if "interact(" in code:
            continue
        if "check(" in code:
            code = PLACE.sub(lambda place: place[1] + left.pop(0), code)
        exec(compile(code, cell["id"], "exec"), names)
        printed = capsys.readouterr().out
        said += printed.splitlines() if "check(" in code else []
    assert left == []
    return said


@every_notebook
def test_right_answers_are_told_that_they_are_right(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = told(path, ANSWERS[path.stem], capsys)
    assert len(said) == len(ANSWERS[path.stem])
    assert all(re.search(r"^(\w+_\d: )?(Right|Done)", line) for line in said)


@every_notebook
def test_wrong_answers_are_told_that_they_are_not(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = told(path, ["'3/13'"] * len(ANSWERS[path.stem]), capsys)
    assert all(re.search(r"^(\w+_\d: )?Not yet", line) for line in said)


def test_every_notebook_has_exercises() -> None:
    assert set(ANSWERS) == {path.stem for path in NOTEBOOKS}
