"""Small corpora that can be worked by hand: the worked examples, and what the authors' code prints for them.

The papers print no number for any text that they give. These numbers were computed by vrama91/cider (CIDEr) and by
pycocoevalcap (CIDEr-D, which it calls CIDEr); the exact numbers can be worked out on paper.
"""

from fractions import Fraction

import pytest

from mtexplain.display import plain
from mtexplain.examples import FAMILIES, Example, Number
from mtexplain.metrics.cider import CaptionCider, CorpusCider, cider, cider_d
from mtexplain.tracing.number import number
from tests.worked import every_number

EXAMPLES = FAMILIES["CIDEr"]

BY_NAME = {example.name: example for example in EXAMPLES}
CORPUS = [*BY_NAME["cider-repeat"].candidate], [[*group] for group in BY_NAME["cider-repeat"].references]


def scored(name: str) -> list[CorpusCider]:
    """The corpus of an example by CIDEr, by CIDEr-D, and by the code of CIDEr-D."""
    corpus = [*BY_NAME[name].candidate], [[*group] for group in BY_NAME[name].references]
    return [cider(*corpus), cider_d(*corpus), cider_d(*corpus, rules="coco")]


def scores(trace: CorpusCider) -> list[float]:
    return [image.score for image in trace.segments]


def computed(trace: CorpusCider, quantity: str) -> str:
    """A quantity of the trace, as text."""
    name, _, place = quantity.partition(" of image ")
    if not place:
        return repr(float(trace.score)).removesuffix(".0")
    image = trace.segments[int(place) - 1]
    if name == "penalty exponent":
        return str(exponent(image))
    if "_" in name:
        return plain.formula(image.values_as_read[int(name[-1]) - 1])
    return repr(float(image.score)).removesuffix(".0")


def exponent(image: CaptionCider) -> Fraction:
    """The exponent of e in the length penalty with the first reference."""
    (made,) = number(image.penalty(1)).operands
    return Fraction(str(made))


@every_number(EXAMPLES)
def test_the_right_number_is_what_the_trace_computes(example: Example, number: Number) -> None:
    assert number.right == computed(example.trace(), number.quantity)


def test_every_example_is_a_corpus() -> None:
    assert not any(example.is_sentence for example in EXAMPLES)
    assert all(isinstance(example.trace(), CorpusCider) for example in EXAMPLES)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("cider-two-images", [10.0, 2.5]), ("cider-one-image", [0.0]), ("cider-short-perfect", [5.0, 5.0])],
)
def test_where_nothing_is_repeated_and_no_length_differs_all_three_are_exactly_the_same(
    name: str, expected: list[float]
) -> None:
    for trace in scored(name):
        assert scores(trace) == expected
        assert trace.score == sum(expected) / len(expected)


def test_every_n_gram_but_the_has_the_idf_log_2_so_all_cosines_are_fractions() -> None:
    for trace in scored("cider-two-images"):
        assert list(map(trace.segments[1].order, range(1, 5))) == [Fraction(2, 3), Fraction(1, 3), 0, 0]


def test_repetition_is_where_cider_and_cider_d_part() -> None:
    """The code prints 7.500000000000001 for the second caption: it has no 4-grams, and three perfect cosines."""
    plainly, by_shares, by_code = scored("cider-repeat")
    assert scores(plainly) == pytest.approx([3.812792063765342, 7.5], rel=1e-15)
    assert plainly.segments[1].score == 7.5
    assert plainly.score == pytest.approx(5.656396031882672, rel=1e-15)
    assert scores(by_code) == pytest.approx([2.6582141877241456, 7.5], rel=1e-15)
    assert by_code.score == pytest.approx(5.079107093862073, rel=1e-15)
    assert by_shares.score == pytest.approx(5.211587656127303, rel=1e-15), "clipping does not commute with the division"
    assert cider_d(*CORPUS, term_frequency="counts").score == by_code.score


def test_what_coco_calls_cider_is_cider_d() -> None:
    named, own = cider(*CORPUS, rules="coco"), cider_d(*CORPUS, rules="coco")
    assert named == own
    assert named.symbol == own.symbol
    assert "named-cider" in [note.code for note in named.notes]


def test_the_length_penalty_of_three_words_is_e_to_the_minus_one_eighth() -> None:
    """exp(-9/72), as the record of how it was computed says."""
    assert exponent(cider_d(*CORPUS).segments[0]) == Fraction(-9, 72)
