"""A lecture can be given from its notes. A slide has minutes, a question, likely answers and what to say, all true."""

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

import mtexplain
from mtexplain.explain.practice.predictions import questions
from tests.places import ROOT

LECTURES = sorted((ROOT / "lectures").glob("*.ipynb"))
every_lecture = pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)
MINUTES = re.compile(r"^\*\*(\d+) to (\d+) min( · may be skipped)?\*\*$", re.MULTILINE)
REFERENCE = ["the last train leaves at nine thirty"]
A = mtexplain.bleu("last train leaves at half ten", REFERENCE)
B = mtexplain.bleu("the last train goes at nine thirty", REFERENCE)
LAZY = mtexplain.bleu("leaves at nine thirty", REFERENCE)
LONGER = mtexplain.bleu("the last train leaves at half ten", REFERENCE)


def cells(path: Path, *kinds: str) -> list[str]:
    """The text of the cells of these slide types, in order."""
    held = json.loads(path.read_text("utf-8"))["cells"]
    return ["".join(one["source"]) for one in held if one["metadata"]["slideshow"]["slide_type"] in kinds]


@every_lecture
def test_every_slide_has_its_notes(path: Path) -> None:
    """The minutes of the slides follow one another without gaps, up to the minutes that the name promises."""
    notes = cells(path, "notes")
    assert len(notes) == len(cells(path, "slide", "subslide"))
    times = [MINUTES.findall(one) for one in notes]
    assert [len(one) for one in times] == [1] * len(notes)
    ends = [(int(start), int(stop)) for ((start, stop, _),) in times]
    assert ends[0][0] == 0
    assert [start for start, _ in ends[1:]] == [stop for _, stop in ends[:-1]]
    assert ends[-1][1] == int(re.findall(r"(\d+)_minutes", path.stem)[0])
    assert any(skip for ((_, _, skip),) in times)
    for one in notes:
        assert [word in one for word in ("**Ask:**", "**They may say:**", "**Say:**")] == [True] * 3


@every_lecture
def test_no_slide_shows_much_text(path: Path) -> None:
    """A slide has one idea, in at most 45 words. Code, notes and tables don't count."""
    slides, words = list[int](), 0
    held = json.loads(path.read_text("utf-8"))["cells"]
    for one in held:
        kind = one["metadata"]["slideshow"]["slide_type"]
        if kind in ("slide", "subslide"):
            slides.append(words)
            words = 0
        if one["cell_type"] == "markdown" and kind != "notes":
            text = re.sub(r"(?m)^\|.*$|<[^>]+>|\$[^$]*\$", "", "".join(one["source"]))
            words += len(re.findall(r"[^\W\d]{2,}", text))
    assert max([*slides, words]) <= 45


def test_what_is_said_of_the_trains_is_so() -> None:
    """Every number on a slide or in the notes that is not drawn by the library."""
    said = "\n".join(cells(ROOT / "lectures" / "bleu_45_minutes.ipynb", "slide", "subslide", "fragment", "notes", "-"))
    chrf = [mtexplain.chrf(" ".join(one.candidate), REFERENCE, rules="sacrebleu").score for one in (A, B)]
    pairs = {
        "0.4301": A.score, "0.5081": A.mean, "0.8465": A.brevity.value, "0.85": A.brevity.value, "0.61": LONGER.score,
        "0.47": LAZY.brevity.value, "0.58": chrf[0], "0.77": chrf[1], "0.52": LONGER.score * A.brevity.value,
    }  # fmt: skip
    for number, value in pairs.items():
        assert number in said
        assert f"{value:.{len(number) - 2}f}" == number
    assert B.score == 0
    assert [str(one.ratio) for one in B.precisions] == ["6/7", "4/6", "2/5", "0/4"]
    assert [str(one.ratio) for one in LONGER.precisions] == ["5/7", "4/6", "3/5", "2/4"]
    assert "5/7, 4/6, 3/5, 2/4" in said


def test_two_machines_and_four_sentences() -> None:
    """The statements on the slides and in the notes about the whole text, its means, and the bus."""
    names: dict[str, Any] = {"mtexplain": mtexplain, "scale": lambda **scores: scores, "reference": REFERENCE}
    (code,) = [one for one in cells(LECTURES[0], "fragment") if "machine_a" in one]
    lines, _, last = code.rpartition("\n")
    exec(lines, names)
    scores = eval(last, names)
    assert {name: f"{value:.2f}" for name, value in scores.items()} == {"A__0_17": "0.17", "B__0_52": "0.52"}
    each = [
        [mtexplain.bleu(one, key).score for one, key in zip(names[machine], names["human"], strict=True)]
        for machine in ("machine_a", "machine_b")
    ]
    assert [[f"{score:.2f}" for score in one] for one in each] == [
        ["0.43", "0.00", "0.00", "0.00"], ["0.00", "0.49", "0.66", "0.43"],
    ]  # fmt: skip
    assert [f"{sum(one) / 4:.2f}" for one in each] == ["0.11", "0.40"]
    pooled = [mtexplain.corpus_bleu(names[machine], names["human"]) for machine in ("machine_a", "machine_b")]
    assert ["; ".join(str(row.ratio) for row in one.precisions) for one in pooled] == [
        "20/30; 9/26; 2/22; 1/18", "29/32; 20/28; 11/24; 5/20",
    ]  # fmt: skip
    (table,) = [one for one in cells(LECTURES[0], "fragment") if "20/30" in one]
    for row, one in zip(table.splitlines()[2:], pooled, strict=True):
        fractions = " | ".join(str(order.ratio) for order in one.precisions)
        length = f"{one.brevity.value:.2f}".removesuffix(".00")
        assert f"{fractions} | {one.mean:.2f} | × {length} | **{one.score:.2f}** |" in row
    bus = mtexplain.bleu(names["machine_b"][3], names["human"][3])
    assert (f"{bus.mean:.2f}", f"{bus.brevity.value:.2f}") == ("0.48", "0.89")


def test_what_a_tool_and_a_second_reference_make_of_b() -> None:
    two = [*REFERENCE, "the last train goes at half past nine"]
    again = [mtexplain.bleu(" ".join(one.candidate), two).score for one in (B, A)]
    assert [f"{score:.2f}" for score in again] == ["0.80", "0.49"]
    assert f"{mtexplain.bleu(' '.join(B.candidate), REFERENCE, rules='sacrebleu-sentence').score:.2f}" == "0.41"
    means = [sum(float(one.value or 0) for one in trace.precisions) / 4 for trace in (A, B)]
    shortened = [mean * trace.brevity.value for mean, trace in zip(means, (A, B), strict=True)]
    assert shortened == pytest.approx([0.44, 0.48], abs=5e-3)


def test_what_the_poll_asks_is_so() -> None:
    """Each question belongs to a slide, in the order of the slides, and every numeric answer follows from its slide."""
    asked = questions(ROOT / "lectures" / "predictions")
    slides = [one["id"] for one in json.loads(LECTURES[0].read_text("utf-8"))["cells"]]
    assert [name for name in slides if name in asked] == list(asked)
    clipped = mtexplain.bleu("the train the train the train", REFERENCE, max_n=1)
    proofs = {
        "words": A.precisions[0].matches, "turn": clipped.precisions[0].matches, "runs-b": B.precisions[3].matches,
        "together": f"{A.score:.4f}", "exit": LONGER.precisions[0].ratio,
    }  # fmt: skip
    assert {name: asked[name].answer for name in proofs} == {name: str(value) for name, value in proofs.items()}
    product = math.prod(float(one.value or 0) for one in A.precisions)
    length = A.brevity.value
    slips = [f"{product:.2f}", f"{A.mean:.2f}", f"{product * length:.3f}", f"{product**0.5 * length:.2f}"]
    assert list(asked["together"].slips) == slips
    assert asked["brevity"].answer == "less than 57%"
    assert LAZY.brevity.value < 4 / 7
