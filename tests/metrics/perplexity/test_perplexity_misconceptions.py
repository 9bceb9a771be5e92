"""What people get wrong about perplexity, besides what holds of every mistake (tests/contract/test_mistakes.py)."""

import json
import math
from fractions import Fraction
from typing import Any

import pytest

from mtexplain import (
    check_working,
    corpus_ngram_perplexity,
    distribution_perplexity,
    misconceptions,
    ngram_perplexity,
    perplexity,
)
from mtexplain.display import plain
from mtexplain.explain.practice.working.diagnosis import Diagnosis
from mtexplain.metrics.perplexity import AnyPerplexity

FOUR = ["1/2", "1/4", "1/8", "1/4"]
DIGITS = ["10/19"] + ["1/19"] * 9
CATS = ["the cat sat", "the cat ran", "the dog ran"]


def singles(found: Diagnosis) -> list[str]:
    return [one.name for one in found.misconceptions if len(one.misconceptions) == 1]


def test_each_metric_has_its_mistakes_and_those_of_what_it_goes_on_to() -> None:
    names = {metric: [one.name for one in misconceptions.of(metric)]
             for metric in (perplexity, ngram_perplexity, distribution_perplexity)}  # fmt: skip
    assert set(names[perplexity]) < set(names[ngram_perplexity])
    assert "joint-probability" in set(names[ngram_perplexity]) - set(names[perplexity])
    assert "power-of-two" in names[distribution_perplexity]
    assert "impossible-left-out" not in names[distribution_perplexity], "what is 0 never comes"


# What is right is right.


@pytest.mark.parametrize(
    "claims",
    [
        {"score": 4},
        {"score": "256^(1/4)"},
        {"product": "1/256", "score": 4},
        {"t": 4, "surprise": [1, 2, 3, 2], "entropy": 2, "base": 2},
        {"surprise_3": "2.079", "entropy": "1.386", "score": "4.00"},
        {"entropy": "ln(256)/4"},
        {"entropy": "0.602", "base": 10},
    ],
)
def test_a_right_working_is_right(claims: dict[str, Any]) -> None:
    assert check_working(FOUR, metric=perplexity, **claims).first_wrong is None


def test_log_probabilities_are_checked_too() -> None:
    found = check_working(None, metric=perplexity, log_probabilities=[-1, -2, -3, -2], base=2, product="1/256", score=4)
    assert found.first_wrong is None


def test_a_working_with_a_model_is_right() -> None:
    found = check_working("the dog ran", CATS, metric=ngram_perplexity, p=["3/3", "1/3", "1/1", "2/2"], score="3^(1/4)")
    assert found.first_wrong is None


@pytest.mark.parametrize("infinite", ["∞", "inf", "infinite", math.inf])
def test_what_is_infinite_may_be_called_so(infinite: Any) -> None:
    assert check_working(["1/2", "0"], metric=perplexity, score=infinite).first_wrong is None
    assert check_working(["1/2", "1"], metric=perplexity, score=infinite).first_wrong == "score"


def test_a_history_never_seen_is_0_over_0_or_0() -> None:
    for value in ("0/0", 0):
        found = check_working("a c", ["a b"], metric=ngram_perplexity, p=["1/1", "0/1", value], score="∞")
        assert found.first_wrong is None


# Answers that are printed or often given.


@pytest.mark.parametrize(
    ("claims", "first", "name"),
    [
        ({"score": 256}, "score", "sum-not-mean"),
        ({"score": 7.39}, "score", "binary-logarithm"),
        ({"entropy": 0.602, "score": 1.83}, "entropy", "decimal-logarithm"),
        ({"entropy": -1.386}, "entropy", "no-minus"),
        ({"entropy": 1.386, "score": 2.61}, "score", "power-of-two"),
        ({"entropy": 1.386, "score": 0.25}, "score", "perplexity-upside-down"),
        ({"score": "32/9"}, "score", "perplexity-arithmetic-mean"),
        ({"score": 4.5}, "score", "mean-of-inverses"),
        ({"score": 1.386}, "score", "loss-as-perplexity"),
        ({"product": "1/256", "score": 16}, "score", "always-the-square-root"),
        ({"product": "9/8"}, "product", "probabilities-added"),
        ({"t": 5, "score": 3.03}, "t", "one-token-too-many"),
        ({"t": 3, "score": 6.35}, "t", "one-token-too-few"),
    ],
)
def test_a_wrong_working_of_four_tokens_is_named(claims: dict[str, Any], first: str, name: str) -> None:
    found = check_working(FOUR, metric=perplexity, **claims)
    assert found.first_wrong == first
    assert name in singles(found)


@pytest.mark.parametrize(("score", "name"), [(15.09, "one-of-each"), (10, "outcomes-counted")])
def test_wrong_answers_to_the_exercise_with_the_zeros_are_named(score: float, name: str) -> None:
    assert name in singles(check_working(DIGITS, metric=distribution_perplexity, score=score))


def test_what_follows_from_a_wrong_number_is_said_to_follow() -> None:
    found = check_working(FOUR, metric=perplexity, product="1/128", entropy=1.213, score=3.364)
    assert [one.kind for one in found.verdicts] == ["wrong", "follows", "follows"]


def test_the_mean_of_two_perplexities_is_named() -> None:
    found = check_working(["ha ha ha", "hello"], ["ha ha ha hello"], n=1, metric=ngram_perplexity, score="8/3")
    assert singles(found) == ["mean-of-perplexities"]


def test_a_k_without_its_place_below_is_named() -> None:
    wrong = ["4/3", "2/3", "1/1", "2/1"]
    found = check_working("the dog sat", CATS, metric=ngram_perplexity, smoothing="add-k", p=wrong)
    assert found.first_wrong == "p_1"
    assert singles(found) == ["add-k-above-alone"]


def test_of_several_sentences_the_working_is_told_as_far_as_the_trace_tells_it() -> None:
    for claims in ({"p_1": "1/4"}, {"product": "1/7"}, {"score": 3}):
        assert str(check_working(["a", "b"], ["a b"], n=1, metric=ngram_perplexity, **claims))


def test_a_distribution_is_no_product() -> None:
    with pytest.raises(ValueError, match="product: got a keyword that is neither"):
        check_working(DIGITS, metric=distribution_perplexity, product=1)


@pytest.mark.parametrize(
    ("k", "shown"), [(0.5, "0.5/2.5"), (Fraction(1, 3), "1/6"), (1, "1/4"), (Fraction(3, 2), "1.5/5.5")]
)
def test_a_smoothed_probability_is_shown_as_in_the_trace_and_can_be_typed_so(k: Any, shown: str) -> None:
    found = check_working("d", ["a b b"], metric=ngram_perplexity, smoothing="add-k", k=k, p=[shown])
    assert found.first_wrong is None
    assert plain.formula(found.table.rows[0][2]) == shown  # type: ignore[arg-type]
    assert shown in str(found.score.step("probabilities"))


ODD: list[tuple[Any, AnyPerplexity]] = [
    (perplexity, perplexity(["0", "1", "0"])),
    (perplexity, perplexity(log_probabilities=[-math.inf, -900, 0], base=10)),
    (distribution_perplexity, distribution_perplexity(["1", "0"])),
    (ngram_perplexity, ngram_perplexity("", ["a"], n=1)),
    (ngram_perplexity, ngram_perplexity("x y", ["", "a"], n=3, markers="never")),
    (ngram_perplexity, corpus_ngram_perplexity(["", "x"], ["a", ""], n=1)),
]


@pytest.mark.parametrize(("metric", "trace"), ODD)
def test_no_mistake_stops_at_odd_numbers_or_texts(metric: Any, trace: AnyPerplexity) -> None:
    for one in misconceptions.of(metric):
        told = one.of(trace)
        assert "nan" not in str(told) + json.dumps(told.to_dict())


def test_infinity_less_infinity_is_no_answer_and_no_error() -> None:
    found = check_working(["1/2", "0"], metric=perplexity, surprise=["-inf", "inf"], score=2)
    assert found.first_wrong == "surprise_1"
    assert "nan" not in str(found)
