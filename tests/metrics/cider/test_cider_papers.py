"""Small corpora that can be worked by hand, and what the authors' code prints for them.

The papers print no number for a text that they give. These numbers were computed by vrama91/cider (CIDEr) and by
pycocoevalcap (CIDEr-D, which it calls CIDEr); the exact ones follow on paper.
"""

from fractions import Fraction

import pytest

from mtexplain.metrics.cider import CaptionCider, CorpusCider, cider, cider_d

Corpus = tuple[list[str], list[list[str]]]

TWO: Corpus = (["the red cat sleeps", "the red dog barks"], [["the red cat sleeps"], ["the blue dog barks"]])
ONE: Corpus = (["a cat on a mat"], [["a cat on a mat"]])
SHORT: Corpus = (["red cat", "blue dog"], [["red cat"], ["blue dog"]])
REPEAT: Corpus = (["red red red cat sleeps here now", "the dog barks"], [["the red cat sleeps"], ["the dog barks"]])


def both(corpus: Corpus) -> list[CorpusCider]:
    return [cider(*corpus), cider_d(*corpus), cider_d(*corpus, rules="coco")]


def scores(trace: CorpusCider) -> list[float]:
    return [image.score for image in trace.segments]


def second(trace: CorpusCider) -> CaptionCider:
    return trace.segments[1]


def test_two_images_give_exactly_10_and_a_quarter_of_it() -> None:
    """Every n-gram but "the" has the idf log 2, so all cosines are fractions: 2/3 and 1/3, and two that are 0."""
    for trace in both(TWO):
        assert scores(trace) == [10.0, 2.5]
        assert trace.score == 6.25
        assert [order.fraction for order in second(trace).orders] == [Fraction(2, 3), Fraction(1, 3), 0, 0]


def test_one_image_alone_gives_0_for_a_perfect_caption() -> None:
    """log(1/1) = 0: nothing has a weight."""
    for trace in both(ONE):
        assert scores(trace) == [0.0]
        assert trace.score == 0.0


def test_a_perfect_caption_of_two_words_gives_5() -> None:
    """It has no triples and no fours, and their empty vectors count 0."""
    for trace in both(SHORT):
        assert scores(trace) == [5.0, 5.0]
        assert trace.score == 5.0


def test_repetition_is_where_cider_and_cider_d_part() -> None:
    """The code prints 7.500000000000001 for the second caption: it has no fours, and three perfect cosines."""
    trace = cider(*REPEAT)
    assert scores(trace) == pytest.approx([3.812792063765342, 7.5], rel=1e-15)
    assert second(trace).score == 7.5
    assert trace.score == pytest.approx(5.656396031882672, rel=1e-15)


def test_the_code_of_cider_d_takes_counts_for_tf() -> None:
    trace = cider_d(*REPEAT, rules="coco")
    assert scores(trace) == pytest.approx([2.6582141877241456, 7.5], rel=1e-15)
    assert trace.score == pytest.approx(5.079107093862073, rel=1e-15)


def test_the_formula_of_cider_d_takes_shares_for_tf() -> None:
    """Clipping does not commute with the division, so that it is another number."""
    assert cider_d(*REPEAT).score == pytest.approx(5.211587656127303, rel=1e-15)
    assert cider_d(*REPEAT, term_frequency="counts").score == cider_d(*REPEAT, rules="coco").score


def test_what_coco_calls_cider_is_cider_d() -> None:
    named, own = cider(*REPEAT, rules="coco"), cider_d(*REPEAT, rules="coco")
    assert named == own
    assert named.symbol == own.symbol
    assert "named-cider" in [note.code for note in named.notes]


def test_the_length_penalty_of_three_words_is_e_to_the_minus_one_eighth() -> None:
    """exp(-9/72), of the record that says so."""
    (penalty,) = cider_d(*REPEAT).segments[0].orders[0].penalties
    assert penalty.exponent == Fraction(-9, 72)
