"""The worked examples of NIST: what is right is computed, and what is printed was typed in by hand."""

import math
from typing import Any

import pytest

from mtexplain import bleu
from mtexplain.by_hand.example import Example, Number
from mtexplain.examples import FAMILIES
from mtexplain.metrics.nist import NLTK, nist
from tests.worked import every_number, is_right_as_printed, printed

EXAMPLES = FAMILIES["NIST"]

BY_NAME = {example.name: example for example in EXAMPLES}
PRINTED = {
    ("nist-two-thirds", "BP"): "0.5",
    ("nist-nltk-1", "NIST"): "3.3709...",
    ("nist-nltk-2", "NIST"): "1.4619...",
}


def computed(trace: Any, quantity: str) -> float:
    """The quantity from the trace of the example."""
    if quantity.startswith("s_"):
        return float(trace.s(int(quantity.removeprefix("s_"))))
    if quantity.startswith("Info"):
        ngram = tuple(quantity.removeprefix("Info(").removesuffix(")").split())
        return float(trace.information(ngram))
    return float(trace.bp if quantity == "BP" else trace.score)


@every_number(EXAMPLES)
def test_the_right_number_is_what_the_trace_computes(example: Example, number: Number) -> None:
    assert float(number.right) == computed(example.trace(), number.quantity)


def test_the_printed_numbers_are_those_of_the_sources() -> None:
    assert printed(EXAMPLES) == PRINTED


@every_number(EXAMPLES)
def test_what_is_printed_is_right_but_for_its_last_digit(example: Example, number: Number) -> None:
    assert is_right_as_printed(number)


def test_the_numbers_in_the_comments_are_computed_too() -> None:
    guide = BY_NAME["nist-guide"]
    by_nltk = nist(guide.candidate, list(guide.references), rules=NLTK, lowercase=True).score
    assert float(guide.numbers[-1].comment.split()[2].rstrip(":")) == pytest.approx(by_nltk, rel=1e-14)
    for name in ("nist-two-thirds", "nist-nine-tenths"):
        example = BY_NAME[name]
        penalty = bleu(example.candidate, list(example.references)).brevity.value
        assert example.numbers[0].comment.endswith(f" = {penalty}")


def test_the_thesis_has_both_weights_to_be_read_from_the_table() -> None:
    told = str(BY_NAME["nist-the-dog"].trace().step("s_2"))
    rows = {row[1]: row[-2] for row in map(str.split, told.splitlines()) if row[:1] == ["the"]}
    assert rows == {"dog": "3.322", "cat": "0.152"}
    assert math.log2(10) == pytest.approx(3.322, abs=1e-3)
