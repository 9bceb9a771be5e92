"""ROUGE against numbers in print: Lin 2004, and the documentation of two tools."""

import math
from fractions import Fraction

import pytest

from mtexplain.metrics.rouge import rouge_l, rouge_l_sum, rouge_n, rouge_s, rouge_su, rouge_w

POLICE = ["police killed the gunman"]  # S1
S2, S3, S4 = "police kill the gunman", "the gunman kill police", "the gunman police killed"


@pytest.mark.parametrize(("sentence", "printed"), [(S2, "3/4"), (S3, "2/4"), (S4, "2/4")])
def test_rouge_l_of_the_paper(sentence: str, printed: str) -> None:
    """Section 3.1: beta = 1, and both texts have four words."""
    trace = rouge_l(sentence, POLICE)
    assert (str(trace.recall), str(trace.precision)) == (printed, printed)
    assert trace.score == float(Fraction(printed))


@pytest.mark.parametrize(("sentence", "printed"), [(S2, "3/6"), (S3, "1/6"), (S4, "2/6")])
def test_rouge_s_of_the_paper(sentence: str, printed: str) -> None:
    """Section 5."""
    trace = rouge_s(sentence, POLICE)
    assert (str(trace.recall), str(trace.precision)) == (printed, printed)
    assert trace.score == float(Fraction(printed))


@pytest.mark.parametrize(("sentence", "su"), [(S2, "6/10"), (S3, "4/10"), (S4, "6/10")])
def test_su_adds_the_words_to_the_skip_bigrams(sentence: str, su: str) -> None:
    """Section 5.1: as if a marker stood before each text, four pairs more."""
    assert str(rouge_su(sentence, POLICE).recall) == su
    marked = rouge_s(f"<s> {sentence}", [f"<s> {POLICE[0]}"])
    assert str(marked.recall) == su


def test_a_sentence_that_only_turns_around_scores_0_in_skip_bigrams_and_not_in_su() -> None:
    """Section 5.1 gives this as the reason for SU: S5 is S1 from end to beginning."""
    s5 = "gunman the killed police"
    assert rouge_s(s5, POLICE).score == 0
    assert str(rouge_su(s5, POLICE).recall) == "4/10"


@pytest.mark.parametrize(("sentence", "gap_0", "gap_1"), [(S2, "1/3", "2/5"), (S3, "1/3", "1/5"), (S4, "2/3", "2/5")])
def test_skip_bigrams_that_may_not_lie_far_apart(sentence: str, gap_0: str, gap_1: str) -> None:
    assert str(rouge_s(sentence, POLICE, max_skip=0).recall) == gap_0
    assert str(rouge_s(sentence, POLICE, max_skip=1).recall) == gap_1


def test_skip_bigrams_without_a_gap_are_pairs() -> None:
    for sentence in (S2, S3, S4):
        assert rouge_s(sentence, POLICE, max_skip=0).recall == rouge_n(sentence, POLICE, 2).recall


def test_four_words_have_six_skip_bigrams() -> None:
    """C(4, 2) = 6 (section 5)."""
    trace = rouge_s(POLICE[0], POLICE)
    pairs = ["police killed", "police the", "police gunman", "killed the", "killed gunman", "the gunman"]
    assert [" ".join(row.unit) for row in trace.counts] == pairs
    assert str(trace.recall) == "6/6"


def test_the_union_over_lines_of_the_paper() -> None:
    """Section 3.2: LCS_u = 4/5. The precision follows: four of ten words."""
    trace = rouge_l_sum("w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5", ["w1 w2 w3 w4 w5"])
    ((union,),) = trace.unions
    words = [[union.line[place] for place, _ in matches] for matches in union.found]
    assert words == [["w1", "w2"], ["w1", "w3", "w5"]]
    assert [union.line[place] for place in union.places] == ["w1", "w2", "w3", "w5"]
    assert (str(trace.recall), str(trace.precision)) == ("4/5", "4/10")
    assert trace.score == pytest.approx(8 / 15)


X, Y1, Y2 = "A B C D E F G", "A B C D H I K", "A H B K C I D"


def test_rouge_l_cannot_tell_a_run_from_matches_with_gaps_and_rouge_w_can() -> None:
    """Section 4, with f(k) = k^2: 0.571 and 0.286."""
    assert str(rouge_l(Y1, [X]).recall) == str(rouge_l(Y2, [X]).recall) == "4/7"
    run, gaps = rouge_w(Y1, [X]), rouge_w(Y2, [X])
    assert (round(run.score, 3), round(gaps.score, 3)) == (0.571, 0.286)
    assert run.matches == 16
    assert gaps.matches == 4
    assert (run.recall, gaps.precision) == (4 / 7, 2 / 7)


def test_the_example_in_the_documentation_of_rouge_metric() -> None:
    candidate, references = "police killed the gunman", ["the gunman killed the policeman"]
    one, two = rouge_n(candidate, references, 1), rouge_n(candidate, references, 2)
    sequence = rouge_l(candidate, references)
    assert (str(one.recall), str(one.precision)) == ("3/5", "3/4")
    assert (str(two.recall), str(two.precision)) == ("2/4", "2/3")
    assert (str(sequence.recall), str(sequence.precision)) == ("2/5", "2/4")
    assert [trace.score for trace in (one, two, sequence)] == pytest.approx([2 / 3, 4 / 7, 4 / 9])


def test_the_examples_in_the_tests_of_rouge_score() -> None:
    references = ["testing one two"]
    assert rouge_n("testing", references, 1).score == pytest.approx(1 / 2)
    assert rouge_n("testing one", references, 2).score == pytest.approx(2 / 3)
    assert rouge_l("testing two", references).score == pytest.approx(4 / 5)


def test_one_recall_and_precision_make_three_scores() -> None:
    """Recall 4/10, precision 4/5: F1, the beta of the COCO tools, and recall alone, as at DUC."""
    texts = "a man rides a horse", ["a man is riding a brown horse on the beach"]
    assert rouge_l(*texts).score == pytest.approx(0.5333, abs=1e-4)
    assert rouge_l(*texts, beta=1.2).score == pytest.approx(0.5030927835051546)
    assert rouge_l(*texts, beta=math.inf).score == 0.4


def test_one_text_and_two_references_make_two_recalls() -> None:
    """Equation 1 adds up over the references; section 2.1 takes the best of them."""
    texts = "police killed the gunman", ["police kill the gunman", "the gunman kill police today"]
    assert str(rouge_n(*texts, references_by="pooled").recall) == "2/7"
    assert str(rouge_n(*texts, references_by="best", beta=math.inf).recall) == "1/3"


def test_best_recall_and_best_precision_of_different_references() -> None:
    texts = "a cat on the mat", ["a cat", "there is a black cat lying on the old mat"]
    apart, best = rouge_l(*texts, rules="coco"), rouge_l(*texts)
    assert (str(apart.recall), str(apart.precision), apart.score) == ("2/2", "5/5", 1)
    assert best.score == pytest.approx(2 / 3)
