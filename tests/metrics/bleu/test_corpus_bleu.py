"""BLEU of a text: counts are pooled over its segments, lengths are summed, and one score is computed at the end."""

from fractions import Fraction

import pytest
from hypothesis import given

from mtexplain import Bleu, CorpusBleu, bleu, corpus_bleu
from tests.strategies import Segment, corpora, orders, unzipped

GUIDE = [
    "it is a guide to action that ensures that the military will forever heed party commands",
    "it is the guiding principle which guarantees the military forces always being under the command of the party",
    "it is the practical guide for the army always to heed the directions of the party",
]
GOOD = "it is a guide to action which ensures that the military always obeys the commands of the party"
SEVEN = "the the the the the the the"
MAT = ["the cat is on the mat", "there is a cat on the mat"]


def ratios(trace: Bleu | CorpusBleu) -> list[str]:
    return [str(order.ratio) for order in trace.precisions]


def test_two_examples_of_the_paper_as_one_text() -> None:
    corpus = corpus_bleu([GOOD, SEVEN], [GUIDE, MAT])
    assert [ratios(segment) for segment in corpus.segments] == [
        ["17/18", "10/17", "7/16", "4/15"],
        ["2/7", "0/6", "0/5", "0/4"],
    ]
    assert ratios(corpus) == ["19/25", "10/23", "7/21", "4/19"]
    assert (corpus.brevity.candidate_length, corpus.brevity.reference_length) == (25, 25)
    assert corpus.exact == "(19/25 * 10/23 * 7/21 * 4/19)^(1/4)"
    assert corpus.score == 0.39022736644855677
    assert sum(segment.score for segment in corpus.segments) / 2 == pytest.approx(0.25228334200292424, rel=1e-15)


def test_a_segment_too_short_for_4_grams_adds_the_ngrams_it_has() -> None:
    corpus = corpus_bleu(["a b c d e f", "a b c"], [["a b c d e x"], ["a b c"]])
    assert ratios(corpus) == ["8/9", "6/7", "4/5", "2/3"]
    assert corpus.score == 0.7984079523098931


def test_a_text_of_short_segments_alone_has_no_4_grams() -> None:
    corpus = corpus_bleu(["a b c", "d"], [["a b c"], ["d"]])
    assert ratios(corpus) == ["4/4", "2/2", "1/1", "0/0"]
    assert corpus.score == 0
    assert "no-ngrams" in [note.code for note in corpus.notes]


def test_one_missing_word_in_a_text_is_one_brevity_penalty() -> None:
    """The first segment is a word too short, the second a word too long; together they are neither."""
    corpus = corpus_bleu(["a b c", "a b c d e"], [["a b c d"], ["a b c d"]], max_n=1)
    assert [segment.brevity.exponent for segment in corpus.segments] == [Fraction(-1, 3), 0]
    assert corpus.brevity.exponent == 0
    assert corpus.exact == "7/8"


def test_lengths_are_closest_in_each_segment_and_then_summed() -> None:
    """3 is closest to 3, and 6 to 5. The shortest references would add up to 7, which is as close to c = 8 as 9 is."""
    corpus = corpus_bleu(["a a a", "b b b b b"], [["a", "a a a"], ["b b b b b b b b b", "b b b b b b"]])
    assert corpus.brevity.reference_length == 9
    assert corpus.brevity.reference_lengths == (1, 3, 9, 6)
    assert corpus.brevity.exponent == Fraction(-1, 8)


def test_segments_may_have_different_numbers_of_references() -> None:
    corpus = corpus_bleu(
        ["the cat", "a dog", "yes"], [["the cat"], ["the dog", "a cat", "my dog"], ["no", "yes"]], max_n=1
    )
    assert corpus.reference_numbers == (1, 3, 2)
    assert ratios(corpus) == ["5/5"]
    assert "1 to 3 references" in corpus.signature
    assert repr(corpus) == f"CorpusBleu(1.0 = 5/5; {corpus.signature})"


def test_a_segment_is_matched_against_its_own_references_only() -> None:
    assert ratios(corpus_bleu(["a", "b"], [["b"], ["a"]], max_n=1)) == ["0/2"]


def test_the_clipping_of_a_text_is_that_of_its_segments() -> None:
    """The second reference has an `a` to spare, but not for the first segment."""
    assert ratios(corpus_bleu(["a a", "b"], [["a"], ["b a"]], max_n=1)) == ["2/3"]


def test_the_segments_are_whole_traces() -> None:
    corpus = corpus_bleu([GOOD, SEVEN], [GUIDE, MAT])
    assert corpus.segments == (bleu(GOOD, GUIDE), bleu(SEVEN, MAT))
    assert corpus.candidate == tuple(segment.candidate for segment in corpus.segments)
    assert corpus.references == tuple(segment.references for segment in corpus.segments)
    assert all(order.counts == () for order in corpus.precisions)
    assert corpus.segments[1].precisions[0].counts[0].clipped == 2


def test_rules_hold_for_every_segment() -> None:
    corpus = corpus_bleu(["A b!", "C"], [["a b !"], ["c"]], tokenize="13a", lowercase=True, max_n=2, weights=[1, 0])
    assert corpus.exact == "4/4"
    assert all(segment.rules == corpus.rules for segment in corpus.segments)


@pytest.mark.parametrize(
    ("references", "noted"),
    [
        ([["a", "b"], ["c", "d"]], True),  # two segments with two references, or two sets of two references?
        ([["a", "b"], ["c"]], False),
        ([["a"], ["c"]], False),
        ([["a", "b", "x"], ["c", "d", "y"]], False),
    ],
)
def test_a_square_of_references_is_noted_as_it_could_be_transposed(references: list[list[str]], noted: bool) -> None:
    notes = [note for note in corpus_bleu(["a", "c"], references).notes if note.code == "square"]
    assert [note.text.startswith("There are 2 segments with 2 references each") for note in notes] == [True] * noted


def test_one_segment_is_no_square() -> None:
    assert "square" not in [note.code for note in corpus_bleu(["a"], [["a"]]).notes]


@given(corpora(), orders)
def test_every_candidate_equal_to_a_reference_scores_exactly_1(corpus: list[Segment], n: int) -> None:
    perfect = [(references[-1], references) for _, references in corpus] + [("a b c d", ["a b c d"])]
    assert corpus_bleu(*unzipped(perfect), max_n=n).score == 1.0
