"""Pictures that several metrics draw: a row of bars that leads to the score, and the account of it."""

from collections.abc import Iterable, Sequence

from mtexplain.display import plain
from mtexplain.display.charts import Bar, Bars, Fall, Waterfall
from mtexplain.display.formula import Formula, shown
from mtexplain.display.score import Term

_MOST = 8  # bars or falls there is room for; of ten, the last are told as "2 more"


def row(parts: Sequence[Bar], rest: Iterable[Bar]) -> Bars:
    """The parts of a score, cut where there are many, and what they lead to; in words too.

    >>> row([Bar("a", "", "1", 1.0)], [Bar("b", "", "2", None, ">")]).alt
    'a 1, b 2'
    """
    bars = (*cut(parts), *rest)
    return Bars(bars, ", ".join(f"{plain.formula(bar.label) or bar.name} {plain.formula(bar.number)}" for bar in bars))


def cut(parts: Sequence[Bar]) -> tuple[Bar, ...]:
    """The first of very many bars, and how many more there are."""
    more = len(parts) - _MOST
    return (*parts[:_MOST], Bar("", f"{more} more", "…", None)) if more > 1 else tuple(parts)


def account(
    terms: Iterable[tuple[Formula, float]], whole: Formula, score: float | None = None, kind: str = "terms"
) -> Waterfall:
    """The terms of a score one after the other, and their sum, `whole`. Of very many, the last are one.

    The sum is the score, where that is given: then no rounding of the terms is in it. `kind` says what the terms are.

    >>> account([Term("a", 1.0), Term("b", 2.0)], "c").alt
    'The sum of the terms: a is 1; b is 2; c is 3.'
    """
    listed = list(terms)
    if len(rest := listed[_MOST:]) > 1:
        listed[_MOST:] = [Term(f"{len(rest)} more", sum(value for _, value in rest))]
    falls, end = [], 0.0
    for name, value in listed:
        label = plain.drawn(name) if isinstance(name, str) else name
        falls.append(Fall(label, shown(value), end, end + value))
        end += value
    end = end if score is None else score
    falls.append(Fall(whole, shown(end), 0.0, end, "result"))
    said = "; ".join(f"{plain.formula(fall.label)} is {plain.formula(fall.number)}" for fall in falls)
    return Waterfall(tuple(falls), f"The sum of the {kind}: {said}.")
