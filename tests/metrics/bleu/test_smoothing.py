"""Smoothing: each method by hand, where two definitions differ, and that counted is never confused with smoothed."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import bleu, check_working, corpus_bleu, explain_edit
from mtexplain.counts import Ratio
from mtexplain.metrics.bleu.fast_scores import from_counts
from mtexplain.rules import NLTK, PAPER, RULES, SACREBLEU, SMOOTHINGS, TOTALS, BleuRules
from mtexplain.rules.base import resolve
from tests.strategies import Segment, rarely, segments, sentences

COUNTED = (Ratio(3, 5), Ratio(1, 4), Ratio(0, 3), Ratio(0, 2))
"""Three of five words match, one of four pairs, and nothing longer."""
LONGER = Ratio(0, 1)
LAST = (*COUNTED, LONGER)
LN = math.log(5)


def values(
    smoothing: str, counted: tuple[Ratio, ...] = COUNTED, c: int = 5, last: tuple[Ratio, ...] = LAST
) -> list[float]:
    rules, _ = resolve(PAPER, RULES, smoothing=smoothing, max_n=len(counted))
    trace = from_counts(rules, (*counted, LONGER), c, 1, (), last)
    return [float(trace.smoothed(n)) for n in trace.each_n]


@pytest.mark.parametrize(
    ("smoothing", "expected"),
    [
        ("none", [3 / 5, 1 / 4, 0, 0]),
        ("floor", [3 / 5, 1 / 4, 0.1 / 3, 0.1 / 2]),
        ("add-k", [3 / 5, 2 / 5, 1 / 4, 1 / 3]),
        ("add-k-all", [4 / 6, 2 / 5, 1 / 4, 1 / 3]),
        ("exp", [3 / 5, 1 / 4, 1 / 2 / 3, 1 / 4 / 2]),
        ("method4", [3 / 5, 1 / 4, LN / 5 / 3, (LN / 5) ** 2 / 2]),
        # m' = (4 + 3 + 1)/3, (8/3 + 1 + 0)/3, (11/9 + 0 + 0)/3, (11/27 + 0 + 0)/3
        ("method5", [8 / 3 / 5, 11 / 9 / 4, 11 / 27 / 3, 11 / 81 / 2]),
        # p_3 is drawn towards (1/4)^2 / (3/5) = 5/48, then p_4 to p'_3^2 / (1/4)
        ("method6", [3 / 5, 1 / 4, 25 / 48 / 8, 5 * (25 / 384) ** 2 * 4 / 7]),
        ("coco", [3 / 5, 1 / 4, 1e-15 / 3, 1e-15 / 2]),
        ("nltk-method0", [3 / 5, 1 / 4, 2.0**-1022, 2.0**-1022]),
        ("nltk-method4", [3 / 5, 1 / 4, LN / (2 * 5) / 3, LN / (4 * 5) / 2]),
        # p' = (8/5 + 3/5 + 1/4)/3 = 49/60, (49/60 + 1/4 + 0)/3 = 16/45, then a third of that, and a third again
        ("nltk-method5", [49 / 60, 16 / 45, 16 / 135, 16 / 405]),
    ],
)
def test_each_method_by_hand(smoothing: str, expected: list[float]) -> None:
    assert values(smoothing) == pytest.approx(expected, rel=1e-8)


@pytest.mark.parametrize(("name", "same"), [("method1", "floor"), ("method2", "add-k"), ("method3", "exp")])
def test_the_first_three_methods_have_two_names(name: str, same: str) -> None:
    assert values(name) == values(same)
    assert SMOOTHINGS[name] == SMOOTHINGS[same]


def test_method_7_is_method_5_on_the_counts_of_method_4() -> None:
    third, fourth = LN / 5, (LN / 5) ** 2
    first = (4 + 3 + 1) / 3
    second = (first + 1 + third) / 3
    after = (second + third + fourth) / 3
    assert values("method7") == pytest.approx([first / 5, second / 4, after / 3, (after + fourth + 0) / 3 / 2])


def test_nltk_s_method_7_is_its_method_5_on_the_precisions_of_its_method_4() -> None:
    third, fourth = LN / 10 / 3, LN / 20 / 2
    first = (8 / 5 + 3 / 5 + 1 / 4) / 3
    second = (first + 1 / 4 + third) / 3
    after = (second + third + fourth) / 3
    assert values("nltk-method7") == pytest.approx([first, second, after, (after + fourth + 0) / 3])


def test_nltk_s_method_6_takes_its_totals_from_the_last_segment() -> None:
    last = (Ratio(1, 9), Ratio(0, 8), Ratio(0, 7), Ratio(0, 6), Ratio(0, 5))
    pulled = 5 * Fraction(5, 48) / (7 + 5)
    assert values("nltk-method6", last=last)[2] == pytest.approx(float(pulled))
    assert values("method6")[2] == pytest.approx(float(5 * Fraction(5, 48) / (3 + 5)))


@pytest.mark.parametrize("smoothing", ["nltk-method5", "nltk-method6", "method5"])
def test_more_than_five_orders_can_be_smoothed(smoothing: str) -> None:
    trace = bleu("a b c d e f g h", ["a b c d e f g x"], max_n=7, smoothing=smoothing)
    assert len(trace.factors) == 7
    assert 0 < trace.score < 1


def test_methods_5_and_6_look_at_the_order_after_the_last() -> None:
    """Five of five words match, so there is one match of 5 words: method 5 counts it, though N = 4."""
    trace = bleu("a b c d e", ["a b c d e f"], smoothing="method5")
    assert trace.factors[3].value == (trace.factors[2].value * 3 + 2 + 1) / 3 / 2  # type: ignore[operator]


@pytest.mark.parametrize("smoothing", ["nltk-method4", "nltk-method6"])
def test_what_nltk_leaves_out_of_its_sum_counts_as_1(smoothing: str) -> None:
    counted = (Ratio(1, 1), Ratio(0, 1), Ratio(0, 1), Ratio(0, 1))
    assert values(smoothing, counted, c=1, last=(*counted, Ratio(0, 0)))[2:] == [1, 1]


@pytest.mark.parametrize(
    ("smoothing", "value", "third"),
    [("floor", 0.5, 0.5 / 3), ("add-k", 2, 2 / 5), ("method4", 10, LN / 10 / 3), ("method6", 1, 5 / 48 / 4)],
)
def test_the_number_it_works_with_can_be_another(smoothing: str, value: float, third: float) -> None:
    rules, _ = resolve(PAPER, RULES, smoothing=smoothing, smoothing_value=value)
    assert from_counts(rules, (*COUNTED, LONGER), 5, 1).smoothed(3) == pytest.approx(third)


def test_an_order_without_n_grams_is_changed_only_by_adding_and_by_nltk() -> None:
    empty = (Ratio(1, 1), Ratio(0, 0))
    zero = {name for name in SMOOTHINGS if not math.isnan(values(name, empty, c=1)[1])}
    assert zero == {
        "add-k", "add-k-all", "method2", "coco",
        "nltk-method0", "nltk-method4", "nltk-method5", "nltk-method6", "nltk-method7",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("settings", "accepted"),
    [
        ({}, True),  # the paper's rules: 0/0 counts as 0
        ({"missing": "left out"}, False),
        ({"missing": "one"}, False),
        ({"missing": "left out", "weights": [0, 1]}, True),  # no order is left: the score is 0, and so is p_2
        ({"weights": [1, 0]}, True),
    ],
)
def test_0_may_be_written_for_0_over_0_where_it_counts_as_0(settings: dict[str, Any], accepted: bool) -> None:
    as_zero, as_counted = (check_working("a", ["a"], max_n=2, p_2=typed, **settings) for typed in ("0", "0/0"))
    assert (as_zero.first_wrong is None) == accepted
    assert as_counted.first_wrong is None


TWO = ("the cat sat", ["the cat is here"])


def test_counted_and_smoothed_precisions_are_both_there() -> None:
    trace = bleu(*TWO, rules=SACREBLEU)
    assert [str(order.ratio) for order in trace.precisions] == ["2/3", "1/2", "0/1", "0/0"]
    assert [str(factor.value) for factor in trace.factors] == ["2/3", "1/2", "1/2", "None"]
    assert [factor.is_raw for factor in trace.factors] == [True, True, False, True]
    step = trace.step("smoothing")
    assert step.summary == "1 of 4 differs from the counts"
    assert "p_3 = 0/1" in str(step)
    assert "p′_3 = 1/2" in str(step)


def test_smoothed_is_written_p_prime_everywhere_and_counted_never() -> None:
    trace = bleu("the cat sat on", ["the cat sat here"], rules=SACREBLEU)
    assert trace.exact == "(3/4 * 2/3 * 1/2 * 1/2)^(1/4)"
    text = str(trace)
    assert "p_4 = 0/1" in text
    assert "p′_4 = 1/2" in text
    assert "p_4 = 1/2" not in text
    assert "p′_1" not in text


def test_without_any_such_rule_there_is_no_step_for_it() -> None:
    assert [step.name for step in bleu(*TWO).steps()] == ["tokens", "p_1", "p_2", "p_3", "p_4", "brevity", "score"]
    assert "smoothing" in [step.name for step in bleu(*TWO, missing="one").steps()]


@pytest.mark.parametrize(
    ("rules", "exact"),
    [
        ({}, "e^(1 - 4/3) * (2/3 * 1/2 * 0/1 * 0)^(1/4)"),
        ({"missing": "one"}, "e^(1 - 4/3) * (2/3 * 1/2 * 0/1 * 1)^(1/4)"),
        ({"missing": "left out"}, "e^(1 - 4/3) * (2/3 * 1/2 * 0/1)^(1/3)"),
        (
            {"missing": "left out", "weights": [0.5, 0.25, 0.125, 0.125]},
            "e^(1 - 4/3) * (2/3)^(4/7) * (1/2)^(2/7) * (0/1)^(1/7)",
        ),
        ({"rules": NLTK}, "e^(1 - 4/3) * (2/3 * 1/2 * 2^(-1022) * 2^(-1022))^(1/4)"),
    ],
)
def test_what_an_order_without_n_grams_counts_as(rules: dict[str, object], exact: str) -> None:
    assert bleu(*TWO, **rules).exact == exact  # type: ignore[arg-type]


def test_where_no_order_is_left_the_score_is_0() -> None:
    assert bleu("a", ["a"], missing="left out", weights=[0, 0, 0, 1]).score == 0
    assert bleu("", ["a"], missing="left out").score == 0


@given(sentences(), st.lists(sentences(), min_size=1, max_size=3), st.sampled_from(sorted(SMOOTHINGS)))
def test_no_score_leaves_its_range_and_the_terms_add_up(candidate: str, references: list[str], smoothing: str) -> None:
    for rules in RULES.values():
        trace = bleu(candidate, references, rules=rules, tokenize="whitespace", smoothing=smoothing)
        assert 0 <= trace.score <= 1
        assert trace.reported == pytest.approx(float(trace.uncapped * rules.scale), rel=1e-15)
        assert trace.score == min(1, trace.uncapped)
        log = math.log(trace.score) if trace.score else -math.inf
        total = sum(term.value for term in trace.terms)
        assert total == pytest.approx(log, rel=1e-9, abs=1e-9) or (trace.score == 0 and total < -700)


def test_published_method_5_leaves_a_perfect_match_perfect() -> None:
    assert bleu("a b c d", ["a b c d"], smoothing="method5").exact == "(4/4 * 3/3 * 2/2 * 1/1)^(1/4)"


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@rarely
@given(segments(), st.sampled_from(list(RULES.values())))
def test_a_text_of_one_segment_scores_like_the_segment(smoothing: str, segment: Segment, rules: BleuRules) -> None:
    candidate, references = segment
    one = bleu(candidate, references, rules=rules, tokenize="whitespace", smoothing=smoothing)
    text = corpus_bleu([candidate], [references], rules=rules, tokenize="whitespace", smoothing=smoothing)
    assert one.reported == text.reported
    assert one.exact == text.exact


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@rarely
@given(segments(), st.sampled_from(list(RULES.values())), st.lists(sentences(), max_size=3))
def test_the_quick_scores_are_those_of_the_trace(
    smoothing: str, segment: Segment, rules: BleuRules, others: list[str]
) -> None:
    tried = [tuple(other.split()) for other in others]
    candidate, references = segment
    trace = bleu(candidate, references, rules=rules, tokenize="whitespace", smoothing=smoothing)
    assert list(trace.scores_of(tried)) == [trace.with_candidate(tokens).score for tokens in tried]


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
def test_short_candidates_have_a_score_by_any_rules(smoothing: str) -> None:
    for rules, candidate, totals in product(RULES.values(), ["", "a", "b", "a a"], TOTALS):
        chosen = replace(rules, totals=totals, tokenize="whitespace")
        trace = bleu(candidate, ["a"], rules=chosen, smoothing=smoothing)
        assert 0 <= trace.score <= 1
        assert list(trace.scores_of([trace.candidate])) == [trace.score]
        assert str(trace)


def test_a_term_that_is_smoothed_is_called_so() -> None:
    before = bleu("the cat sat on a big mat", ["the cat is on the mat"], rules=SACREBLEU)
    names = [term.name.removeprefix("1/4 * ") for term in before.terms]
    assert names == ["log BP", "log p_1", "log p_2", "log p′_3", "log p′_4"]
    edit = explain_edit(before, before.with_candidate("the cat is on a big mat".split()))
    assert [term.name for term in edit.terms][3] == "1/4 * log p′_3"  # it was smoothed, and no longer is
    assert "log p′₃" in str(edit)
    assert edit.log_change == pytest.approx(math.log(edit.after.score / before.score))


def test_what_is_smoothed_does_not_make_a_score_0() -> None:
    """p_2 = 0/1 becomes 1/2. It is p_3 = 0/0 that makes the score 0, and no n-gram can be named for that."""
    before = bleu("the cat", ["the cat sat"], rules=SACREBLEU)
    edit = explain_edit(before, before.with_candidate(["the", "dog"]))
    assert "none of these is in a reference" not in str(edit)
    assert "1/4 · log p₃" in str(edit)
    assert 'none of these is in a reference: "no", "match"' in str(
        explain_edit(before, before.with_candidate(["no", "match"]))
    )


def test_a_smoothing_that_goes_above_1_is_reported_and_the_score_is_cut() -> None:
    trace = bleu("a b c d", ["a b c d"], smoothing="nltk-method5")
    assert trace.uncapped > 1
    assert trace.reported == trace.uncapped
    assert trace.score == 1
    assert trace.exact.startswith("min(1, ")
    assert [note.code for note in trace.notes] == ["above-1"]
    assert trace.log_score == pytest.approx(0)


@given(segments(), st.sampled_from(sorted({*SMOOTHINGS} - {"nltk-method0", "nltk-method7"})), st.integers(1, 5))
def test_the_closed_form_gives_the_score(segment: Segment, smoothing: str, max_n: int) -> None:
    """It gives all digits, because no fraction in it is rounded.

    Two methods are left out: 2^-1022 is too small for floats to multiply, and method 7 nests.
    """
    trace = bleu(*segment, smoothing=smoothing, max_n=max_n)
    names = {"e": math.e, "log": math.log, "min": min}
    assert eval(trace.exact.replace("^", "**"), names) == pytest.approx(float(trace.score), rel=1e-9)


def test_a_hundred_orders_that_look_at_each_other_have_a_closed_form() -> None:
    trace = bleu(" ".join(map(str, range(105))), [" ".join(map(str, range(1, 110)))], max_n=100, smoothing="method5")
    assert len(trace.factors) == 100
    assert trace.exact.startswith("e^(1 - 109/105) * (")
