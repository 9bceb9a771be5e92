"""Exercises about two judges: pairwise accuracy, Kendall's tau-b, Cohen's kappa, and what goes wrong with each."""

from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, sqrt
from typing import Any

import pytest
from scipy import stats

from mtexplain import (
    InputError,
    check_working,
    cohen_kappa,
    exercises,
    kendall_tau_b,
    misconceptions,
    pairwise_accuracy,
    pearson,
    quiz,
)
from mtexplain.by_hand.numbers import plain
from mtexplain.explain.practice.checking import verdict
from mtexplain.explain.practice.exercises.exercise import Exercise
from tests.practice.test_exercises import judgements, typed

SEEDS = range(1, 21)
MEASURES: dict[str, Any] = {
    "Pairwise accuracy": pairwise_accuracy,
    "Kendall's tau-b": kendall_tau_b,
    "Cohen's kappa": cohen_kappa,
}
X, Y = [1, 2, 2, 3, 3], [1, 3, 2, 2, 2]  # C = 4, D = 2, one tie in x, two in y, one in both
LABELS = list("ggggbbbb"), list("gggbgbbb")[::-1]


def drawn(level: int) -> list[Exercise]:
    """Two exercises of each seed."""
    return [one for seed in SEEDS for one in exercises(seed, "agreement", level, 2)]


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def by_hand(one: Exercise) -> float | Fraction:
    """The right answer, from the table that is shown, by methods other than ours."""
    x, y = judgements(one)
    if one.metric == "Kendall's tau-b":
        return float(stats.kendalltau(x, y).statistic)
    if one.metric == "Pairwise accuracy":
        agreed = [sign(a - b) == sign(c - d) for (a, c), (b, d) in combinations(list(zip(x, y, strict=True)), 2)]
        return Fraction(sum(agreed), len(agreed))
    n = len(x)
    observed = Fraction(sum(a == b for a, b in zip(x, y, strict=True)), n)
    by_chance = Fraction(sum(a == b for a in x for b in y), n * n)
    return (observed - by_chance) / (1 - by_chance)


def by_mistake(one: Exercise) -> dict[str, float | Fraction]:
    """What each of its mistakes gives, worked out from the table."""
    x, y = judgements(one)
    n = len(x)
    if one.metric == "Cohen's kappa":
        p_o = Fraction(sum(a == b for a, b in zip(x, y, strict=True)), n)
        p_e = Fraction(sum(a == b for a in x for b in y), n * n)
        pooled = Fraction(sum(a == b for a in x + y for b in x + y), 4 * n * n)
        even = Fraction(1, 2)
        return {
            "kappa-even-chance": (p_o - even) / (1 - even), "kappa-pooled": (p_o - pooled) / (1 - pooled),
            "kappa-observed": p_o, "kappa-not-divided": p_o - p_e,
        }  # fmt: skip
    signs = [(sign(a - b), sign(c - d)) for (a, c), (b, d) in combinations(list(zip(x, y, strict=True)), 2)]
    c, d = sum(a * b == 1 for a, b in signs), sum(a * b == -1 for a, b in signs)
    both, whole = signs.count((0, 0)), comb(n, 2)
    if one.metric == "Pairwise accuracy":
        return {
            "accuracy-one-tie": Fraction(whole - d, whole), "accuracy-shared-ties-wrong": Fraction(c, whole),
            "accuracy-shared-ties-out": Fraction(c, whole - both), "accuracy-ties-out": Fraction(c, c + d),
        }  # fmt: skip
    product = sum(a != 0 for a, _ in signs) * sum(b != 0 for _, b in signs)
    return {
        "tau-a": Fraction(c - d, whole), "tau-gamma": Fraction(c - d, c + d),
        "tau-no-root": Fraction(c - d, product), "tau-no-discordant": c / sqrt(product),
    }  # fmt: skip


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_right_answer_and_every_wrong_one_are_what_the_table_gives(level: int) -> None:
    for one in drawn(level):
        assert plain(one.answer) == pytest.approx(float(by_hand(one)), abs=1e-12)
        wrong = {name: plain(value) for name, value in one.wrong_answers.items()}
        assert wrong == pytest.approx({name: float(value) for name, value in by_mistake(one).items()}, abs=1e-12)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_wrong_answer_names_its_mistake(level: int) -> None:
    """The exercise names it, and so does `check`, when the answer is checked against the measure itself."""
    for one in drawn(level):
        trace = MEASURES[one.metric](*judgements(one))
        assert one.verdict(typed(one.answer)).kind == verdict(typed(one.answer), trace).kind == "right"
        values = sorted(float(plain(value) or 0) for value in (one.answer, *one.wrong_answers.values()))
        assert min(b - a for a, b in pairwise(values)) > 0.0015
        for name, wrong in one.wrong_answers.items():
            phrase = misconceptions.get(name).phrase
            assert f"A common mistake leads to this: {phrase}" in one.verdict(typed(wrong)).text
            assert phrase in verdict(typed(wrong), trace).text


def test_a_table_shows_what_both_say_of_each_item() -> None:
    (one,) = exercises(1, "agreement", 3, 1)
    x, y = judgements(one)
    assert {*x, *y} == {"+", "-"}
    assert [column.title for column in one.text.columns] == ["item", *(str(n + 1) for n in range(len(x)))]
    assert str(one).splitlines()[1].split() == ["judge", "A", *x]
    assert "candidate" not in str(one) + one._repr_html_()
    shown = quiz("agreement", level=3, seed=1).screen["exercise"]["task"]
    assert "judge B</th>" in shown
    assert shown.count(">+<") == (x + y).count("+")


def test_numbers_of_the_working_can_be_asked_for() -> None:
    tau, kappa = kendall_tau_b(X, Y), cohen_kappa(*LABELS)
    counts = {name: getattr(tau, name) for name in ("concordant", "discordant", "tied_x", "tied_y", "tied_both")}
    assert counts == {"concordant": 4, "discordant": 2, "tied_x": 1, "tied_y": 2, "tied_both": 1}
    for name, count in counts.items():
        assert verdict(count, tau, name).kind == verdict(count, pairwise_accuracy(X, Y), name).kind == "right"
        assert verdict(count + 1, tau, name).kind == "wrong"
    assert verdict(str(kappa.p_o), kappa, "p_o").kind == verdict(str(kappa.p_e), kappa, "p_e").kind == "right"
    skewed = cohen_kappa(list("gggb"), list("gggg"))
    assert "every label were equally frequent" in verdict("1/2", skewed, "p_e").text


def test_an_accuracy_is_a_pair_as_it_was_counted() -> None:
    trace = pairwise_accuracy(X, Y)
    assert verdict("5/10", trace).text == "Right: 5/10."
    assert verdict("1/2", trace).kind == "equal"
    assert verdict(0.5, trace).kind == "right"


def test_a_hand_computation_of_a_measure_is_checked_number_by_number() -> None:
    found = check_working(X, Y, metric=kendall_tau_b, concordant=4, discordant=2, score="0.20")
    assert found.first_wrong == "score"
    assert [one.name for one in found.misconceptions][:1] == ["tau-a"]
    assert "kendall_tau_b · x · y · 5 items" in str(found)


def test_what_has_no_number_is_a_verdict_too() -> None:
    constant = kendall_tau_b([1, 1], [1, 2])
    assert verdict("0/0", constant).kind == "right"
    assert "The score is undefined. All items have the same x" in verdict("0.3", constant).text
    assert verdict(0, cohen_kappa([1], [1])).kind == "wrong"
    with pytest.raises(InputError, match="number: got a string, 'tau'; expected one of concordant"):
        verdict(0.3, constant, "tau")
    with pytest.raises(InputError, match="expected"):
        verdict(1, pearson([1, 2], [2, 3]))
