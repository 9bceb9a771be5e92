"""The worked examples of perplexity and NIST: what is right is computed, what is printed was typed in by hand."""

import math
from fractions import Fraction
from typing import Any

import pytest

from mtexplain import bleu
from mtexplain.display import plain
from mtexplain.metrics.nist import NLTK, nist
from mtexplain.metrics.nist.examples import EXAMPLES as NIST
from mtexplain.metrics.perplexity import perplexity
from mtexplain.metrics.perplexity.examples import EXAMPLES as PERPLEXITY
from mtexplain.metrics.perplexity.examples import PRINTED_ONLY
from mtexplain.recipe.example import Example, Number
from tests.worked import every_number, printed

EXAMPLES = {example.name: example for example in (*PERPLEXITY, *NIST)}
PRINTED = {
    ("perplexity-digits", "PP"): "10",
    ("perplexity-zeros", "p_1"): "91/100",
    ("perplexity-zeros", "p_6"): "1/100",
    ("perplexity-zeros", "PP"): "1.725",
    ("perplexity-one-digit-more-often", "PP"): "15.09",
    ("perplexity-colours-unlearned", "PP"): "3",
    ("perplexity-colours-learned", "P"): "0.04096",
    ("perplexity-colours-learned", "PP"): "1.89",
    ("perplexity-sam", "p_1"): "2/3",
    ("perplexity-sam", "p_2"): "2/3",
    ("perplexity-sam", "p_3"): "1/2",
    ("perplexity-sam", "p_4"): "1/2",
    ("perplexity-restaurant", "P"): "0.000031",
    ("nist-two-thirds", "BP"): "0.5",
    ("nist-nltk-1", "NIST"): "3.3709...",
    ("nist-nltk-2", "NIST"): "1.4619...",
}
WRONG_IN_THE_SOURCE = {("perplexity-one-digit-more-often", "PP")}


def computed(trace: Any, quantity: str) -> Fraction | float:
    """The quantity from the trace of the example."""
    if quantity.startswith("p_"):
        return Fraction(plain.formula(trace.predictions[int(quantity.removeprefix("p_")) - 1].written))
    if quantity.startswith("s_"):
        return float(trace.s[int(quantity.removeprefix("s_")) - 1])
    if quantity.startswith("Info"):
        ngram = tuple(quantity.removeprefix("Info(").removesuffix(")").split())
        place = trace.ngrams[len(ngram) - 1].index(ngram)
        return float(trace.information[len(ngram) - 1][place])
    if quantity == "BP":
        return float(trace.bp)
    if quantity == "P":
        return Fraction(trace.product)
    return float(trace.entropy if quantity == "J" else trace.score)


@every_number(EXAMPLES.values())
def test_the_right_number_is_what_the_trace_computes(example: Example, number: Number) -> None:
    value = computed(example.trace(), number.quantity)
    assert Fraction(number.right) == Fraction(value) or float(number.right) == value


def test_the_printed_numbers_are_those_of_the_sources() -> None:
    assert printed(EXAMPLES.values()) == PRINTED


@every_number(EXAMPLES.values())
def test_what_is_printed_is_right_but_for_its_last_digit(example: Example, number: Number) -> None:
    if number.printed is None:
        return
    if (example.name, number.quantity) in WRONG_IN_THE_SOURCE:
        assert number.comment
        return
    digits = number.printed.rstrip(".")
    last = 10.0 ** -len(digits.partition(".")[2]) if "/" not in digits and "." in digits else 0.0
    assert abs(Fraction(digits) - Fraction(number.right)) <= last


def test_the_numbers_in_the_comments_are_computed_too() -> None:
    once = perplexity(list(EXAMPLES["perplexity-one-digit-more-often"].candidate)).score
    assert str(once) in EXAMPLES["perplexity-one-digit-more-often"].numbers[0].comment
    guide = EXAMPLES["nist-guide"]
    by_nltk = nist(guide.candidate, list(guide.references), rules=NLTK, lowercase=True).score
    assert float(guide.numbers[-1].comment.split()[2].rstrip(":")) == pytest.approx(by_nltk, rel=1e-14)
    for name in ("nist-two-thirds", "nist-nine-tenths"):
        example = EXAMPLES[name]
        penalty = bleu(example.candidate, list(example.references)).brevity.value
        assert example.numbers[0].comment.endswith(f" = {penalty}")


def test_what_cannot_be_computed_again_says_so() -> None:
    """SLP3, section 3.3: the Wall Street Journal, 962, 170 and 109."""
    assert [number.printed for number in PRINTED_ONLY] == ["962", "170", "109"]
    assert all(not number.right for number in PRINTED_ONLY)


def test_the_thesis_has_both_weights_to_be_read_from_the_table() -> None:
    told = str(EXAMPLES["nist-the-dog"].trace().step("s_2"))
    rows = {row[1]: row[-2] for row in map(str.split, told.splitlines()) if row[:1] == ["the"]}
    assert rows == {"dog": "3.322", "cat": "0.152"}
    assert math.log2(10) == pytest.approx(3.322, abs=1e-3)
