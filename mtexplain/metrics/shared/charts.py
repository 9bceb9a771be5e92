"""Drawings that several metrics use, for the terms of a score, its sum of logarithms and the curves of penalties."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from mtexplain.display import plain
from mtexplain.display.charts import Fall, Waterfall
from mtexplain.display.formula import Call, Formula, shown
from mtexplain.display.parts import Equation, Part, Table
from mtexplain.display.score import Score, Term
from mtexplain.display.texts import keyed

_MOST = 8  # there is room for this many bars or falls; of ten, the last two are shown as "2 more"
_PARTS_OF_A_CURVE = 60
Length = TypeVar("Length", float, Fraction)
"""Floats if only a picture is wanted, fractions if a formula uses the lengths."""


def account(
    terms: Iterable[tuple[Formula, float]],
    whole: Formula,
    score: float | None = None,
    kind: str = "terms",
    most: int = _MOST,
) -> Waterfall:
    """The terms of a score in turn, and their sum, `whole`. If there are more than `most`, the last are merged.

    If the score is given, it is shown as the sum, without any rounding of the terms. `kind` is a noun for the terms.

    >>> account([Term("a", 1.0), Term("b", 2.0)], "c").alt
    'The sum of the terms: a is 1; b is 2; c is 3.'
    """
    listed = list(terms)
    if len(rest := listed[most:]) > 1:
        listed[most:] = [Term(f"{len(rest)} more", sum(value for _, value in rest))]
    falls, end = [], 0.0
    for name, value in listed:
        label = plain.drawn(name) if isinstance(name, str) else name
        falls.append(Fall(label, shown(value), end, end + value))
        end += value
    end = end if score is None else score
    falls.append(Fall(whole, shown(end), 0.0, end, "result"))
    text = "; ".join(f"{plain.formula(fall.label)} is {plain.formula(fall.number)}" for fall in falls)
    return Waterfall(tuple(falls), f"The sum of the {kind}: {text}.")


def logarithms(
    trace: Score,
    factors: Sequence[tuple[Formula, Formula]],
    terms: Sequence[Formula],
    added: Equation | None,
    most: int = _MOST,
) -> Iterator[Part]:
    """A table of the factors and the terms of the score's logarithm, the equation `added`, and a picture of the sum.

    There may be more terms than factors. If there are more than `most`, the picture merges the last.
    """
    values, logarithm = [term.value for term in trace.terms], Call("log", trace.symbol)
    columns, whole = keyed("factor", "value", "term", log="value of the term"), shown(sum(values))
    without: list[tuple[Formula, Formula]] = [("", "")] * (len(values) - len(factors))
    rows = [
        (*factor, term, shown(value)) for factor, term, value in zip([*factors, *without], terms, values, strict=True)
    ]
    total = (trace.symbol, shown(trace.score), logarithm, whole)
    yield Table("The same score as a sum of logarithms:", columns, rows, total=total)
    if added:
        yield added
    yield account(zip(terms, values, strict=True), logarithm, kind="logarithms", most=most)


def curve_places(length: Length, marked: Iterable[Length]) -> list[Length]:
    """The candidate lengths at which a length penalty is drawn, up to twice this length, with the marked lengths.

    >>> places = curve_places(3.0, [3.5])
    >>> places[0], places[-3:], len(places)
    (0.0, [3.0, 3.5, 6.0], 63)
    """
    places = [length * part / _PARTS_OF_A_CURVE for part in range(_PARTS_OF_A_CURVE + 1)]
    places += marked
    places.append(max(2 * length, type(length)(1), *places))
    return sorted(set(places), key=float)  # fractions compare slowly
