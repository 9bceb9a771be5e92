"""BLEU's formulas: in symbols, and with the numbers of a trace put in."""

from collections.abc import Sequence
from fractions import Fraction
from math import log10
from operator import attrgetter
from typing import TYPE_CHECKING

from mtexplain.display.formula import (
    Call,
    Chain,
    Formula,
    Over,
    Power,
    SumOver,
    Symbol,
    fraction,
    number,
    ratio,
    shown,
    summed,
)
from mtexplain.display.parts import Equation, Rows

if TYPE_CHECKING:
    from mtexplain.counts import Ratio
    from mtexplain.metrics.bleu.base import BleuScore
    from mtexplain.metrics.bleu.maths import Brevity, Precision

BLEU, _BP = Symbol("BLEU"), Symbol("BP")
_CLIP = Symbol("Count", "clip")
_SEGMENTS = "s runs over the segments"


def p(n: int) -> Symbol:
    """p_n."""
    return Symbol("p", str(n))


def closed_form(score: "BleuScore") -> Formula:
    """BLEU with exact numbers, as in exp(1 - 7/6) * (4/6 * 3/5 * 2/4 * 1/3)^(1/4).

    BP is left out where it is 1. An order without n-grams stands as what the rules count it as: 0, in the paper's.
    """
    if score.brevity.exponent is None or (score.gives_up and all(factor.value for factor in score.factors)):
        return "0"
    product = _product([(factor.weight, factor.number) for factor in score.factors])
    if score.brevity.exponent != 0:
        product = _times(Call("exp", Chain("-", ("1", _lengths(score.brevity)))), product)
    return Call("min", Chain(",", ("1", product))) if score.uncut > 1 else product


def length(words: "Precision") -> Equation:
    """c of a segment: the sum of the counts of its words."""
    counts = Rows(words.counts, attrgetter("count"))
    numbers, where = summed(counts), "w runs over the different words of the candidate"
    return _equal("c", SumOver("w", Call("Count", "w")), numbers, str(words.total), where)


def total_length(lengths: Sequence[int]) -> Equation:
    """c of a corpus: the sum of its segments' lengths."""
    return _equal("c", SumOver("s", Symbol("c", "s")), summed(lengths), str(sum(lengths)), _SEGMENTS)


def clipped(order: "Precision") -> Equation:
    """p_n of a segment from the clipped counts and the counts of its n-grams g."""
    symbols = Over(SumOver("g", Call(_CLIP, "g")), SumOver("g", Call("Count", "g")))
    numbers = _over(Rows(order.counts, attrgetter("clipped")), Rows(order.counts, attrgetter("count")))
    where = "g runs over the rows of the table; Count_clip(g) is the clipped count, Count(g) the count"
    return _equal(p(order.n), symbols, numbers, ratio(order.matches, order.total), where)


def pooled(ratios: "Sequence[Ratio]", order: "Precision") -> Equation:
    """p_n of a corpus from the ratios of its segments s."""
    symbols = Over(SumOver("s", Symbol("matches", "s")), SumOver("s", Symbol("total", "s")))
    numbers = _over(Rows(ratios, attrgetter("matches")), Rows(ratios, attrgetter("total")))
    return _equal(p(order.n), symbols, numbers, ratio(order.matches, order.total), _SEGMENTS)


def brevity(penalty: "Brevity") -> Equation:
    """BP = e^min(0, 1 - r/c), one formula for short and long candidates."""

    def power(length: Formula) -> Formula:
        return Power("e", Call("min", Chain(",", ("0", Chain("-", ("1", length))))))

    if penalty.exponent is None:
        numbers: Formula = "0, as r = 0" if penalty.void else "0, as there is no candidate"
    else:
        numbers = power(_lengths(penalty))
        if not any(penalty.added):
            numbers = Chain("=", (numbers, Power("e", fraction(penalty.exponent))))
    return Equation(Chain("=", (_BP, power(Over("r", "c")))), numbers, shown(penalty.value))


def score(whole: "BleuScore") -> Equation:
    """BLEU as a product: the brevity penalty times the weighted geometric mean."""
    product = _product([(factor.weight, factor.symbol) for factor in whole.factors])
    symbols = Chain("=", (BLEU, _times(_BP, product)))
    return Equation(symbols, closed_form(whole), shown(whole.score))


def log_score(whole: "BleuScore") -> Equation:
    """The same as a sum of logarithms (section 2.3)."""
    weighted = Chain("*", (Symbol("w", "n"), Call("log", Symbol("p" if _all_raw(whole) else "p′", "n"))))
    symbols = Chain("=", (Call("log", BLEU), Chain("+", (Call("log", _BP), SumOver("n", weighted)))))
    values = tuple(shown(term.value) for term in whole.terms)
    numbers = Chain("+", tuple(f"({value})" if value.startswith("-") else value for value in values))
    where = "w_n is the weight of the order n; log is the natural logarithm"
    return Equation(symbols, numbers, shown(whole.log_score), where)


def _all_raw(whole: "BleuScore") -> bool:
    return all(factor.is_raw for factor in whole.factors)


def log_terms(whole: "BleuScore") -> list[Formula]:
    """The summands of log BLEU: log BP, each w_n log p_n, and what the rules add where they look no further."""
    orders = [log_term(factor.n, factor.weight, factor.symbol) for factor in whole.factors]
    named: list[Formula] = [term.name for term in whole.terms[1 + len(orders) :]]
    return [log_term(None), *orders, *named]


def log_term(n: int | None, weight: Fraction = Fraction(1), symbol: Symbol | None = None) -> Formula:
    """A summand of log BLEU: w_n log p_n, or log BP where there is no n."""
    log = Call("log", symbol or (p(n) if n else _BP))
    return log if weight == 1 else Chain("*", (fraction(weight), log))


def _lengths(penalty: "Brevity") -> Formula:
    """r/c, with what a tool adds to both."""
    r, c = number(Fraction(penalty.reference_length)), str(penalty.candidate_length)
    if not any(penalty.added):
        return Over(r, c)
    to_c, to_r = (Power("10", str(round(log10(added)))) for added in penalty.added)
    return Over(Chain("+", (r, to_r)), Chain("+", (c, to_c)))


def _equal(left: Formula, symbols: Formula, numbers: Formula, value: Formula, where: str) -> Equation:
    return Equation(Chain("=", (left, symbols)), numbers, value, where)


def _over(tops: Sequence[int], bottoms: Sequence[int]) -> Formula:
    return Over(summed(tops), summed(bottoms))


def _product(weighted: Sequence[tuple[Fraction, Formula]]) -> Formula:
    """A product of powers; factors of equal weight share one exponent."""
    weights = {weight for weight, _ in weighted}
    factors = tuple(factor for _, factor in weighted)
    if weights == {Fraction(1)}:
        return factors[0]
    if len(weights) == 1:
        return Power(Chain("*", factors, grouped=True), fraction(weights.pop()))
    return Chain("*", tuple(Power(_in_parentheses(factor), fraction(weight)) for weight, factor in weighted))


def _times(first: Formula, product: Formula) -> Formula:
    """One more factor in front of a product."""
    factors = product.terms if isinstance(product, Chain) and not product.grouped else (product,)
    return Chain("*", (first, *factors))


def _in_parentheses(factor: Formula) -> Formula:
    return Chain("*", (factor,), grouped=True) if isinstance(factor, Over) else factor
