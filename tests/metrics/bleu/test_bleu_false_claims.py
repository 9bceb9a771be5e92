"""What sounds true of BLEU and is not: each claim, with the smallest counterexample that was found for it.

The claims are numbered together with those of test_bleu_properties.py, which holds the true ones. Scores are given
to four digits.
"""

from typing import Any

import pytest

from mtexplain import bleu, corpus_bleu
from mtexplain.metrics.bleu.by_rules import match_length


def score(candidate: str, *references: str, max_n: int = 4) -> float:
    return round(bleu(candidate, list(references), max_n=max_n).score, 4)


def ratios(candidate: str, *references: str) -> list[str]:
    return [str(order.ratio) for order in bleu(candidate, list(references)).precisions]


def test_one_more_reference_can_lower_bleu() -> None:
    """B04. Claim: adding a reference never lowers BLEU."""
    # No count falls. But the new reference is closer to the candidate in length, and longer: r goes from 4 to 7.
    candidate, first, second = "a b c d e f", "a b c d", "x x x x x x x"
    assert score(candidate, first) == 0.5081
    assert score(candidate, first, second) == 0.4301
    assert ratios(candidate, first) == ratios(candidate, first, second) == ["4/6", "3/5", "2/4", "1/3"]
    assert bleu(candidate, [first]).brevity.reference_length == 4
    assert bleu(candidate, [first, second]).brevity.reference_length == 7


@pytest.mark.parametrize(("text", "expected"), [("", 0), ("a", 0), ("a b", 0), ("a b c", 0), ("a b c d", 1)])
def test_a_short_text_against_itself_scores_0(text: str, expected: int) -> None:
    """B05b. Claim: any text scores 1 against itself."""
    # But a text of fewer than four words has no 4-gram, and 0/0 counts as 0.
    assert score(text, text) == expected


def test_a_corpus_does_not_score_the_mean_of_its_sentences() -> None:
    """B09. Claim: corpus BLEU is the mean of sentence BLEU."""
    # But counts are pooled: 4/5, and not the mean of 4/4 and 0/1.
    sentences = [bleu("a b c d", ["a b c d"], max_n=1), bleu("x", ["y"], max_n=1)]
    corpus = corpus_bleu(["a b c d", "x"], [["a b c d"], ["y"]], max_n=1)
    assert sum(sentence.score for sentence in sentences) / 2 == 0.5
    assert (corpus.exact, corpus.score) == ("4/5", 0.8)


def test_a_corpus_may_score_better_than_its_best_sentence() -> None:
    """B09b. Claim: corpus BLEU lies between the worst and the best sentence."""
    # But the second sentence is too short for a 4-gram: it scores 0 alone, and its words raise the other precisions.
    one, other = ("e e b b y b", "e e b b b"), ("b e e", "d b e e")
    corpus = corpus_bleu([one[0], other[0]], [[one[1]], [other[1]]])
    assert score(*one) == 0.5373
    assert score(*other) == 0
    assert round(corpus.score, 4) == 0.5969
    assert [str(order.ratio) for order in corpus.precisions] == ["8/9", "5/7", "3/5", "1/3"]


def test_a_longer_ngram_may_have_a_higher_precision() -> None:
    """B12. Claim: p_n falls as n grows."""
    # But one c is clipped, while each of the three different pairs is in the reference.
    assert ratios("d c c d", "c c c d c") == ["3/4", "3/3", "1/2", "0/1"]


def test_bleu_4_may_be_above_bleu_1() -> None:
    """B12b. Claim: BLEU-4 is at most BLEU-1."""
    # But no reference has x three times, while every longer n-gram is in one reference or another.
    texts = "x a x b x c", "x a x b", "a x b x", "x b x c"
    assert score(*texts, max_n=1) == 0.8333
    assert score(*texts, max_n=4) == 0.9554
    assert ratios(*texts) == ["5/6", "5/5", "4/4", "3/3"]


def test_candidate_and_reference_cannot_be_swapped() -> None:
    """B13. Claim: candidate and reference may be swapped."""
    # But a long candidate loses precision, 1/5 under the root, and a short candidate loses by BP, e^(-1/4).
    assert score("a b c d e", "a b c d") == 0.6687
    assert score("a b c d", "a b c d e") == 0.7788


def test_deleting_a_wrong_word_can_lower_bleu() -> None:
    """B17b. Claim: deleting a word that is in no reference never lowers BLEU."""
    # No precision falls. But BP does, by more than the precisions rise.
    reference = "d d e e d c c a e"
    assert score("d e d c c a J", reference) == 0.5113
    assert score("d e d c c a", reference) == 0.51


def test_adding_a_wrong_word_can_raise_bleu() -> None:
    """B18. Claim: adding a word that is in no reference never raises BLEU."""
    # The same, the other way around.
    reference = "a b e a a c a e e"
    assert score("e a c a e e", reference) == 0.51
    assert score("e a c a e e J", reference) == 0.5113


def test_a_word_put_right_at_its_place_can_cost_everything() -> None:
    """B19b. Claim: copying the reference's word at the same place never lowers BLEU."""
    # But places do not count: the copied word breaks the 4-gram that matched elsewhere.
    reference = "b d e e c"
    assert score("d e e c", reference) == 0.7788
    assert score("d d e c", reference) == 0


def test_a_longer_candidate_can_have_a_lower_brevity_penalty() -> None:
    """B20. Claim: BP never falls as the candidate grows."""
    # But 7 is as close to 5 as to 9, and the shorter counts; 8 is closer to 9.
    references = ["w w w w w", "w w w w w w w w w"]
    seven, eight = (bleu(" ".join("w" * c), references).brevity for c in (7, 8))
    assert (match_length(7, [5, 9]), match_length(8, [5, 9])) == (5, 9)
    assert (seven.value, round(eight.value, 4)) == (1, 0.8825)


def test_two_segments_joined_to_one_score_differently() -> None:
    """B23. Claim: joining two segments into one changes nothing."""
    # But there are pairs across the border, and a word that is wrong in one half may be in the reference of the other.
    corpus = corpus_bleu(["a c", "b d"], [["a b"], ["c d"]], max_n=2)
    joined = bleu("a c b d", ["a b c d"], max_n=2)
    assert [str(order.ratio) for order in corpus.precisions] == ["2/4", "0/2"]
    assert [str(order.ratio) for order in joined.precisions] == ["4/4", "0/3"]


def test_with_two_references_lower_case_can_cost() -> None:
    """B24b. Claim: lower-casing both sides never lowers BLEU."""
    # But c is credited twice by reference 3 and C once by others, while no reference has the merged word three times.
    candidate, references = "c c C a a", ["c C a a", "C C A a", "c D c a A"]
    cased, lower = bleu(candidate, references), bleu(candidate, references, lowercase=True)
    assert (round(cased.score, 4), round(lower.score, 4)) == (0.7071, 0.6687)


def test_a_text_that_is_no_reference_can_score_1() -> None:
    """B29. Claim: only a reference scores 1."""
    # But only n-grams count: here every run of up to four words is in the reference just as often.
    # And two references may be cut and joined where they share three words.
    assert bleu("a b c 1 a b c 2 a b c", ["a b c 2 a b c 1 a b c"]).score == 1.0
    assert bleu("1 a b c 2", ["1 a b c x", "y a b c 2"]).score == 1.0


@pytest.mark.parametrize(
    ("candidate", "reference", "renamed", "settings", "before", "after"),
    [
        ("a b c d", "a b c d e", {"d": "3.5"}, {"tokenize": "13a"}, 0.7788, 0.7788),
        ("a b c d", "a b c d e", {"d": "d.d"}, {"tokenize": "13a"}, 0.7788, 0.8465),  # one word is three tokens
        ("a b c d", "a b c d e", {"d": "A"}, {"lowercase": True}, 0.7788, 0.7788),
        ("a b c d x", "a b c d e", {"x": "E"}, {"lowercase": True}, 0.6687, 1.0),  # two words are one
    ],
)
def test_renaming_words_can_change_what_a_string_scores(
    candidate: str, reference: str, renamed: dict[str, str], settings: dict[str, Any], before: float, after: float
) -> None:
    """B36. Claim: words may be renamed."""
    # Tokens may be renamed. But a tokeniser and lower-casing look at the letters.
    new = [" ".join(renamed.get(word, word) for word in text.split()) for text in (candidate, reference)]
    assert round(bleu(candidate, [reference], **settings).score, 4) == before
    assert round(bleu(new[0], [new[1]], **settings).score, 4) == after
