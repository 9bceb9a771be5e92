"""BLEU as something that is computed by hand: its functions with their right formulas, and the names of its numbers."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from mtexplain.display.formula import Call, Chain, Formula, Over, Power, SumOver, Symbol
from mtexplain.display.score import Score
from mtexplain.explain.misconceptions.bleu.method import Method
from mtexplain.explain.misconceptions.bleu.sheet import Sheet
from mtexplain.explain.misconceptions.recipe import FunctionSubject
from mtexplain.metrics.bleu import bleu, corpus_bleu
from mtexplain.metrics.bleu.base import BleuScore
from mtexplain.recipe.numbers import Numbers, Real
from mtexplain.recipe.quantity import Recipe

BP, P, W, SCORE = Symbol("BP"), Symbol("p", "n"), Symbol("w", "n"), Symbol("BLEU")
COUNT, CLIPPED, IN_REFERENCE = Call("Count", "g"), Call(Symbol("Count", "clip"), "g"), Call(Symbol("Count", "R"), "g")
R_OVER_C = Over("r", "c")


def is_(left: Formula, right: Formula) -> Formula:
    """left = right."""
    return Chain("=", (left, right))


def times(*factors: Formula) -> Formula:
    """A product."""
    return Chain("*", factors)


def average(term: Formula) -> Formula:
    """The weighted mean of a term over the orders n."""
    return SumOver("n", times(W, term))


def said(words: str) -> Formula:
    """A term in words."""
    return Chain("*", (words,), grouped=True)


def e_to(exponent: Formula) -> Formula:
    """e to a power."""
    return Power("e", exponent)


def least(*terms: Formula) -> Formula:
    """The smallest of some terms."""
    return Call("min", Chain(",", terms))


def _numbers(sheet: Sheet, replaced: Mapping[str, Callable[..., Any]], given: Mapping[str, Real] = {}) -> Numbers:
    method = Method(**replaced)
    return (method.going_on_from(given) if given else method).numbers(sheet)


def _step(name: str) -> str:
    """The step of the trace that tells how a number comes about."""
    return name if name.startswith("p_") else {"c": "tokens", "score": "score"}.get(name, "brevity")


def _working(score: Score, name: str) -> Formula:
    step = score.step(_step(name))
    return step.summary if name == "r" else step.equation.numbers  # r is chosen, not computed


def _sheet(score: object) -> Sheet:
    return Sheet(cast(BleuScore, score))


def _symbol(name: str) -> Formula:
    if name.startswith("p_"):
        return Symbol("p", name[2:])
    return {"bp": BP, "score": SCORE}.get(name, name)


_FORMULAS: dict[str, Formula] = {
    "words": "the tokens of both sides, as the rules cut them",
    "clip": is_(CLIPPED, least(COUNT, Call("max", IN_REFERENCE))),
    "total": is_(P, Over(SumOver("g", CLIPPED), SumOver("g", COUNT))),
    "match_length": "r = the reference length closest to c, or as the rules choose",
    "penalty": is_(BP, e_to(least("0", Chain("-", ("1", R_OVER_C))))),
    "smoothing": "every p_n takes part as it is, or as the rules smooth it",
    "combine": is_(SCORE, times(BP, Call("exp", average(Call("log", P))))),
    "segments": "matches, totals and lengths are added up over all segments first",
    "writing": "rounded, from 0 to 1",
}
BLEU = FunctionSubject(
    "BLEU", bleu, corpus_bleu, Recipe, claims={one: one for one in ("p", "c", "r", "bp", "score")},
    places=tuple(_FORMULAS), rounding="rounded-first", formulas=_FORMULAS, symbol_of=_symbol, step_of=_step,
    working_of=_working, sheet_of=_sheet, numbers_of=_numbers,
)  # fmt: skip
