"""A computation by hand as a recipe: right, with a step replaced, going on from a number that was given."""

from fractions import Fraction
from typing import Any

import pytest

from mtexplain.display.formula import Symbol
from mtexplain.explain.misconceptions.recipe import Recipe, Sheet, subject
from mtexplain.metrics.bleu import bleu
from mtexplain.recipe.numbers import Quotient


def precisions(trace: Any) -> tuple[Quotient, ...]:
    return tuple(Quotient(order.matches, order.total) for order in trace.precisions)


def mean(p: tuple[Any, ...]) -> Fraction:
    return sum((one.value for one in p), Fraction(0)) / len(p)


RECIPE = Recipe({"p": precisions, "score": mean}, ("p", "score"))
TRACE = bleu("a b c", ["a b d"], max_n=2)
SUBJECT = subject(
    "Mean precision",
    bleu,
    RECIPE,
    {"score": "the mean"},
    {"p": Symbol("p"), "score": Symbol("M")},
    {"p": "p_{n}", "score": "score"},
)


def test_several_numbers_of_one_step_have_a_number_each() -> None:
    assert {name: str(form[0]) for name, form in RECIPE.numbers(Sheet(TRACE), {}).forms.items()} == {
        "p_1": "2/3",
        "p_2": "1/2",
        "score": "7/12",
    }


def test_what_follows_a_wrong_step_is_computed_with_its_number() -> None:
    wrong = RECIPE.numbers(Sheet(TRACE), {"p": lambda trace: (Quotient(1, 1),)})
    assert (wrong["p_1"], wrong["score"]) == (Quotient(1, 1), 1)
    assert RECIPE.numbers(Sheet(TRACE), {"score": lambda trace, p: len(trace.candidate)})["score"] == 3


def test_what_follows_a_given_number_goes_on_from_it() -> None:
    given = RECIPE.numbers(Sheet(TRACE), {}, {"p_2": Fraction(1, 3)})
    assert given["p_2"] == Quotient(1, 2)
    assert given["score"] == Fraction(1, 2)


def test_how_numbers_are_written_down_is_a_place_of_its_own() -> None:
    written = RECIPE.numbers(Sheet(TRACE), {"writing": lambda name, value, decimals: 0})
    assert (written["p_1"], written["score"]) == (0, 0)


def test_a_subject_names_its_numbers_and_the_steps_that_tell_them() -> None:
    assert (SUBJECT.symbols("p_2"), SUBJECT.symbols("score")) == (Symbol("p", "2"), Symbol("M"))
    assert (SUBJECT.step("p_2"), SUBJECT.step("score")) == ("p_2", "score")
    assert SUBJECT.working(TRACE, "p_1") == TRACE.step("p_1").equation.numbers
    assert SUBJECT.numbers(SUBJECT.sheet(TRACE), {})["p_1"] == Quotient(2, 3)


def test_a_step_that_asks_for_what_there_is_not_is_an_error() -> None:
    with pytest.raises(KeyError, match="nothing"):
        Recipe({"score": lambda nothing: 1}, ("score",)).numbers(Sheet(TRACE), {})
