"""ROUGE against numbers in print: Lin 2004, and the documentation of two tools; most are in the worked examples."""

from fractions import Fraction

import pytest

from mtexplain.by_hand.example import Example, Number
from mtexplain.examples import FAMILIES
from mtexplain.metrics.rouge import rouge_l, rouge_l_sum, rouge_n, rouge_s, rouge_su, rouge_w
from tests.worked import every_number, printed

ROUGE = FAMILIES["ROUGE"]

POLICE = ["police killed the gunman"]  # S1
S2, S3, S4 = "police kill the gunman", "the gunman kill police", "the gunman police killed"
PRINTED = {
    ("lin-s2-l", "R"): "3/4",
    ("lin-s3-l", "R"): "2/4",
    ("lin-s4-l", "R"): "2/4",
    ("lin-s2-s", "R"): "3/6",
    ("lin-s3-s", "R"): "1/6",
    ("lin-s4-s", "R"): "2/6",
    ("lin-union", "R"): "4/5",
    ("lin-w-in-a-row", "R"): "0.571",
    ("lin-w-with-gaps", "R"): "0.286",
    ("notes-e-skip-bigrams", "skip-bigrams"): "6",
}


def computed(example: Example, quantity: str) -> str:
    trace = example.trace()
    return {
        "R": lambda: str(trace.recall),
        "P": lambda: str(trace.precision),
        "F": lambda: str(Fraction(trace.score).limit_denominator(1000)),
        "WLCS": lambda: str(trace.matches(1)),
        "skip-bigrams": lambda: str(trace.candidate_total),
    }[quantity]()


@every_number(ROUGE)
def test_the_right_number_is_what_the_trace_computes(example: Example, number: Number) -> None:
    assert number.right == computed(example, number.quantity)


def test_the_printed_numbers_are_those_of_the_sources() -> None:
    assert printed(ROUGE) == PRINTED


@every_number(ROUGE)
def test_what_is_printed_is_right_as_far_as_it_goes(example: Example, number: Number) -> None:
    if number.printed is not None:
        assert float(Fraction(number.printed)) == pytest.approx(float(Fraction(number.right)), abs=0.0005)


def test_every_example_names_the_rouge_that_it_is_of() -> None:
    assert [example.trace().metric for example in ROUGE] == [example.metric.__name__ for example in ROUGE]
    assert len({example.title for example in ROUGE}) == len(ROUGE)


# What the examples do not say.


@pytest.mark.parametrize("sentence", [S2, S3, S4])
def test_su_is_s_with_a_marker_before_each_text(sentence: str) -> None:
    """Section 5.1: four more pairs."""
    assert rouge_s(f"<s> {sentence}", [f"<s> {POLICE[0]}"]).recall == rouge_su(sentence, POLICE).recall


def test_a_sentence_that_only_turns_around_scores_0_in_skip_bigrams_and_not_in_su() -> None:
    """Section 5.1 gives this as the reason for SU: S5 is S1 from end to beginning."""
    s5 = "gunman the killed police"
    assert rouge_s(s5, POLICE).score == 0
    assert str(rouge_su(s5, POLICE).recall) == "4/10"


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
    """Section 3.2: LCS_u = 4/5."""
    trace = rouge_l_sum("w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5", ["w1 w2 w3 w4 w5"])
    ((union,),) = trace.unions
    words = [[union.line[place] for place, _ in matches] for matches in union.found]
    assert words == [["w1", "w2"], ["w1", "w3", "w5"]]
    assert [union.line[place] for place in union.places] == ["w1", "w2", "w3", "w5"]


def test_rouge_l_cannot_tell_a_run_from_matches_with_gaps_and_rouge_w_can() -> None:
    """Section 4."""
    runs, gaps = "A B C D H I K", "A H B K C I D"
    for metric, same in ((rouge_l, True), (rouge_w, False)):
        assert (metric(runs, ["A B C D E F G"]).score == metric(gaps, ["A B C D E F G"]).score) is same
