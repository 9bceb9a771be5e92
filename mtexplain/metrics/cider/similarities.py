"""The cosine with one reference: in symbols, and with the weights of the table put in."""

from collections.abc import Iterator
from fractions import Fraction

from mtexplain.display.formula import (
    Call,
    Chain,
    Formula,
    Minus,
    Over,
    Power,
    Root,
    SumOver,
    Symbol,
    fraction,
    number,
    shown,
)
from mtexplain.display.parts import Equation
from mtexplain.metrics.cider import formulas
from mtexplain.metrics.cider.cosine import Cosine
from mtexplain.metrics.cider.maths import Order, Penalty
from mtexplain.metrics.cider.rules import CiderRules

_G = Symbol("g", "k")


def similarity(rules: CiderRules, one: Order, place: int) -> Equation:
    """The similarity with one reference; where there is no other, it is CIDEr_n."""
    s = str(place + 1)
    name = formulas.order(rules, one.n) if len(one.cosines) == 1 else formulas.similar(rules, s)
    symbols = Chain("=", (name, _symbols(rules, Symbol("s", s))))
    return Equation(symbols, _numbers(rules, one, place), formulas.similarity(one, place))


def penalty(one: Penalty, place: int) -> Equation:
    """CIDEr-D's length penalty for one reference."""
    s = Symbol("s", str(place + 1))
    lengths = str(one.candidate_length), str(one.reference_length)
    numbers = Chain("=", (_gaussian(*lengths, number(one.sigma or Fraction(0))), Power("e", fraction(one.exponent))))
    symbols = Chain("=", (Symbol("penalty", s.below), _gaussian(Call("l", "c"), Call("l", s), "σ")))
    return Equation(symbols, numbers, shown(one.value))


def _gaussian(c: Formula, s: Formula, sigma: Formula) -> Formula:
    """e^(-(l(c) - l(s))²/(2 σ²))."""
    difference = Power(Chain("-", (c, s), grouped=True), "2")
    return Power("e", Minus(Over(difference, Chain("*", ("2", Power(sigma, "2"))))))


def _symbols(rules: CiderRules, s: Symbol) -> Formula:
    ours, theirs = Call(_G, "c"), Call(_G, s)
    shared = Call("min", Chain(",", (ours, theirs))) if rules.is_defended else ours
    norms = tuple(Root(SumOver("k", Power(weight, "2"))) for weight in (ours, theirs))
    cosine = Over(SumOver("k", Chain("*", (shared, theirs))), Chain("*", norms))
    return Chain("*", (Symbol("penalty", s.below), cosine)) if rules.is_defended else cosine


def _numbers(rules: CiderRules, one: Order, place: int) -> Formula:
    cosine = one.cosines[place]
    sides = {"candidate": cosine.candidate, "reference": cosine.reference}
    for side, vector in sides.items():
        if not vector.total:
            return f"0, as the {side} has no n-gram of this order"
        if not vector.norm:
            return f"0, as all weights of the {side} are 0"
    products: list[Formula] = [Chain("*", (shown(ours), shown(theirs))) for ours, theirs in _products(rules, cosine)]
    norms = tuple(shown(vector.length(rules)) for vector in sides.values())
    ratio = Over(formulas.total(products), Chain("*", norms))
    return Chain("*", (shown(one.penalties[place].value), ratio)) if rules.is_defended else ratio


def _products(rules: CiderRules, cosine: Cosine) -> Iterator[tuple[float, float]]:
    """The weights that are multiplied and added up: those of n-grams that both have, and that weigh anything."""
    for ngram in filter(cosine.reference.counts.get, cosine.candidate.counts):
        ours, theirs = (vector.weight(ngram, rules) for vector in (cosine.candidate, cosine.reference))
        if theirs:
            yield min(ours, theirs) if rules.is_defended else ours, theirs
