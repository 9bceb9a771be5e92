"""A metric that is a recipe, as something that is computed by hand: its numbers by the names of claims."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

from mtexplain.display.formula import Chain, Formula
from mtexplain.display.score import Score
from mtexplain.explain.misconceptions.kinds import Misconception, Smallest, Subject
from mtexplain.explain.misconceptions.numbers import AS_ZERO, Numbers, Quotient, Real, Value, Writing, as_it_is
from mtexplain.recipe.formulas import in_symbols, symbol
from mtexplain.recipe.quantity import Quantity, Recipe

WRITING = "writing"
"""The place of how numbers are written down."""


def subject(
    name: str,
    metrics: tuple[Callable[..., Score], Callable[..., Score]],
    kind: type[Recipe],
    claims: Mapping[str, str],
    steps: Mapping[str, str],
    *,
    places: tuple[str, ...],
    rounding: str,
) -> Subject:
    """A metric that is computed by such a recipe, and goes wrong at these places.

    `claims` say which quantity the name of a claim stands for, `steps` which step tells it; of several numbers, s_1,
    s_2 and so on, both are given for "s".
    """

    def of(number: str) -> str:
        return number if number in claims else number.rpartition("_")[0]

    def symbols(number: str) -> Formula:
        return symbol(kind, claims[of(number)], number.removeprefix(of(number)).lstrip("_"))

    def step(number: str) -> str:
        return steps[of(number)].format(n=number.rpartition("_")[2])

    def working(score: Score, number: str) -> Formula:
        return score.step(step(number)).equation.numbers

    formulas: dict[str, Formula] = {place: right(kind, claims.get(place, place)) for place in places}
    formulas[WRITING] = "rounded"
    made = partial(numbers, claims)
    return Subject(name, *metrics, tuple(claims), formulas, symbols, step, working, lambda score: score, made, rounding)


def right(kind: type[Recipe], name: str) -> Formula:
    """A quantity's formula, or what it is in words."""
    one = kind.quantities[name]
    return Chain("=", (symbol(kind, name), in_symbols(kind, one.formula) if one.formula else one.words))


def numbers(
    claims: Mapping[str, str], trace: Any, replaced: Mapping[str, Any], given: Mapping[str, Real] = {}
) -> Numbers:
    """Every number, with other quantities at some places; later ones go on from those that are given."""
    changed = {claims.get(place, place): one for place, one in replaced.items() if place != WRITING}
    found = trace.with_quantities(changed)
    forms: dict[str, tuple[Value, ...]] = {}
    for claim, name in claims.items():
        value = getattr(found, name)
        if trace.quantities[name].index:
            several = value if isinstance(value, tuple) else (value,) * trace.rules.max_n
            named = {f"{claim}_{n}": one for n, one in enumerate(several, 1)}
            vars(found)[name] = tuple(_exact(given[key]) if key in given else one for key, one in named.items())
        else:
            named = {claim: value}
            vars(found)[name] = _exact(given[claim]) if claim in given else value
        forms |= {key: _forms(one) for key, one in named.items()}
    writing: Writing = replaced.get(WRITING, as_it_is)
    return Numbers(forms, writing)


def _exact(value: Real) -> Real:
    return Fraction(value) if isinstance(value, float) else value


def _forms(value: Any) -> tuple[Value, ...]:
    """As it may be written: 0/0 as 0, too."""
    if value is None:
        return Quotient(0, 0), AS_ZERO
    return (float(value) if isinstance(value, Decimal) else value,)


def mistake(
    subject: Subject,
    kind: type[Recipe],
    name: str,
    place: str,
    title: str,
    definition: str | Callable[[Any], Any],
    explanation: str,
    source: str,
    example: tuple[Any, Any, int],
    words: str = "",
    *,
    at: str = "",
    pooled: bool = True,
) -> Misconception:
    """A mistake: a quantity of the recipe, computed in another way.

    `definition` is a formula, or a function of the trace that the words describe; `example` the candidate, the references, and
    max_n. `at` is the quantity where it has another name than the place. One that is not `pooled` is taken of a text as
    a whole, though the right one is a sum over its segments.
    """
    one = kind.quantities[at or place]
    wrong = Quantity[Any](
        one.symbol, definition, words, index=one.index, pooled=one.pooled and pooled, convert=one.convert
    )
    shown = in_symbols(kind, wrong.formula) if wrong.formula and not words else words
    candidate, references, max_n = example
    smallest = Smallest(candidate, references, {"max_n": max_n})
    left = Chain("=", (symbol(kind, at or place), shown))
    return Misconception(subject, name, place, title, left, explanation, source, smallest, wrong)  # type: ignore[arg-type]
