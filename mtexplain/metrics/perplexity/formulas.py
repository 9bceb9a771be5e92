"""The formulas of a perplexity: in symbols, and with the numbers of a trace put in."""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING

from mtexplain import exact
from mtexplain.display import plain
from mtexplain.display.formula import Call, Chain, Formula, Over, Power, SumOver, Symbol, few, fraction, number, shown
from mtexplain.display.parts import Equation
from mtexplain.metrics.perplexity.maths import in_base

if TYPE_CHECKING:
    from mtexplain.metrics.perplexity.base import PerplexityScore, TextPerplexity

PP = Symbol("PP")
UNITS = {"e": "nats", "2": "bits", "10": "decimal digits"}
_MOST = 12  # factors or summands that are written one by one
_SHORT = 10  # characters of a decimal that is written as it was given
_SIMPLE = 10_000  # from here on a fraction is harder to read than its value


def closed_form(trace: "TextPerplexity") -> Formula:
    """The product to the power -1/T, as in (1/2 * 1/4)^(-1/2); or e^J, where logarithms of one base were given."""
    rows = trace.predictions
    powers = [one.written for one in rows if isinstance(one.written, Power)]
    if powers and len(powers) == len(rows):
        logs = [_without_minus(one.exponent) for one in powers]
        return Power(powers[0].base, Over(listed("+", logs), str(len(rows))))
    return Power(_product([one.written for one in rows]), _minus_one_over(len(rows))) if rows else "∞"


def text_probability(trace: "TextPerplexity") -> Equation:
    """P, the probability of the whole text, as the product of all p_t."""
    symbols = Chain("=", ("P", Chain("*", (p(1), "…", p("T")))))
    factors = _product([one.written for one in trace.predictions])
    value = tiny(trace.surprise, trace.product)
    return Equation(symbols, factors._replace(grouped=False) if factors.terms else "1", value)


def mean_surprise(trace: "TextPerplexity") -> Equation:
    """J as the mean of all -log p_t."""
    base, surprises = trace.rules.base, [in_unit(one.surprise, trace.rules.base) for one in trace.predictions]
    symbols = Chain("=", ("J", Chain("*", (Over("-1", "T"), SumOver("t", log(base, p("t")))))))
    numbers = Over(listed("+", surprises), str(len(surprises))) if surprises else "no token is predicted"
    return Equation(symbols, numbers, shown(trace.entropy), f"{meaning(base)}, so J is in {UNITS[base]}")


def product_form(trace: "TextPerplexity") -> Equation:
    """PP as the T-th root of the product of all 1/p_t, with its value as a fraction where it is one."""
    rows, each = trace.predictions, Chain("*", (Over("1", p(1)), "…", Over("1", p("T"))), grouped=True)
    symbols = Chain("=", (PP, Power(each, Over("1", "T"))))
    numbers: Formula = _root(_product([inverse(one.written) for one in rows]), len(rows)) if rows else "∞"
    if trace.product and len(rows) > 1:
        numbers = Chain("=", (numbers, _root(_large(1 / trace.product), len(rows))))
    return Equation(symbols, numbers, shown(trace.score) if trace.root is None else fraction(trace.root))


def exponential_form(trace: "PerplexityScore", letter: str = "J") -> Equation:
    """PP as the base to the power of the mean surprise."""
    base = trace.rules.base
    value = shown(trace.entropy) if trace.mean_surprise is not None else "∞"
    return Equation(Chain("=", (PP, Power(base, letter))), Power(base, value), shown(trace.score))


def p(t: int | str) -> Symbol:
    """p_t."""
    return Symbol("p", str(t))


def log(base: str, argument: Formula) -> Call:
    """The logarithm of something to a base; the natural one has none written."""
    return Call("log" if base == "e" else Symbol("log", base), argument)


def meaning(base: str) -> str:
    """What the logarithm in a formula is."""
    named = plain.drawn(log(base, "").function)
    return f"{named} is the {'natural logarithm' if base == 'e' else f'logarithm to the base {base}'}"


def as_given(written: str) -> Formula:
    """A number as it was written; a long decimal rounded."""
    if "/" in written:
        return fraction(Fraction(written))
    return written if len(written) <= _SHORT else shown(float(Fraction(written)))


def in_unit(surprise: Decimal | None, base: str) -> str:
    """A surprise as it is written: in nats, bits, ..."""
    return shown(inf if surprise is None else float(in_base(surprise, base)))


def inverse(written: Formula) -> Formula:
    """1/p as it can be read: 4 for 1/4, 14/8 for 8/14, e^0.7 for e^(-0.7)."""
    match written:
        case Over("1", bottom):
            return bottom
        case Over(top, bottom):
            return Over(bottom, top)
        case Power(base, exponent):
            return Power(base, _without_minus(exponent))
    return "1" if written == "1" else Over("1", written)


def tiny(nats: Decimal | None, known: Fraction | None = None) -> Formula:
    """A probability as short as it can be read, however small: 1/256, 0.04096, 3.1 * 10^(-412).

    `nats` is its surprise, `known` its value where it is a fraction.
    """
    if known is not None and known.denominator < _SIMPLE:
        return number(known)
    if nats is None:
        return "0"
    with exact.forty_digits():
        value = (-nats).exp()
    if float(value):
        return shown(float(value))
    mantissa, _, exponent = f"{value:.3e}".partition("e")
    return Chain("*", (shown(float(mantissa)), Power("10", exponent)))


def _large(value: Fraction) -> Formula:
    """A number above 1 as the base of a power."""
    if max(value.numerator, value.denominator) < _SIMPLE:
        return grouped(fraction(value))
    mantissa, _, exponent = f"{exact.decimal(value):.3e}".partition("e+")
    return Chain("*", (mantissa.rstrip("0").rstrip("."), Power("10", exponent)), grouped=True)


def _product(factors: Sequence[Formula]) -> Chain:
    """A product in parentheses. Where there are many factors, equal ones become a power."""
    if len(factors) > _MOST:
        counted = Counter(factors).items()
        factors = [one if count == 1 else Power(grouped(one), str(count)) for one, count in counted]
    return Chain("*", few(factors, _MOST), grouped=True)


def listed(operator: str, terms: Sequence[Formula]) -> Formula:
    """Terms joined by an operator, cut where there are many."""
    return Chain(operator, few(terms, _MOST)) if len(terms) > 1 else terms[0]


def grouped(term: Formula) -> Formula:
    return Chain("*", (term,), grouped=True) if isinstance(term, Over) else term


def _root(value: Formula, degree: int) -> Formula:
    return Power(value, Over("1", str(degree))) if degree > 1 else value


def _minus_one_over(tokens: int) -> Formula:
    return Over("-1", str(tokens)) if tokens > 1 else "-1"


def _without_minus(exponent: Formula) -> Formula:
    return exponent.removeprefix("-") if isinstance(exponent, str) else exponent
