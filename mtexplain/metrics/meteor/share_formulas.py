"""The formulas of precision and recall: in symbols, and with the numbers of a trace put in."""

from fractions import Fraction
from typing import TYPE_CHECKING

from mtexplain.display.formula import Chain, Formula, Over, SumOver, Symbol, number, ratio
from mtexplain.display.parts import Equation
from mtexplain.metrics.meteor.shares import counts_alike

if TYPE_CHECKING:
    from mtexplain.metrics.meteor.against import Against
    from mtexplain.metrics.meteor.shares import Number, Share

P, R = Symbol("P"), Symbol("R")
_DELTA = Symbol("δ")
_LENGTHS = {P: "c", R: "r"}


def decimal(value: Fraction) -> Formula:
    """An exact value as people write a parameter: 0.85, 4.35; as a fraction where it has no short decimal form.

    >>> decimal(Fraction(17, 20)), decimal(Fraction(2, 3))
    ('0.85', Over(top='2', bottom='3'))
    """
    return f"{float(value):g}" if 10**5 % value.denominator == 0 and value < 1000 else number(value)


def share(one: "Against", symbol: Symbol) -> Equation:
    """P or R: what of a text is matched."""
    found, length = (one.precision, len(one.candidate)) if symbol == P else (one.recall, len(one.reference))
    if counts_alike(one.rules):
        counted = ratio(one.matches, length)
        return Equation(Chain("=", (symbol, Over("m", _LENGTHS[symbol]))), counted, counted, _where(one, symbol))
    weighted = SumOver("s", Chain("*", (Symbol("w", "s"), _weighed("m", "s", found.delta))))
    bottom = _weighed(_LENGTHS[symbol], "", found.delta)
    stages = [Chain("*", (decimal(row.weight), _numbers(row.number, found.delta))) for row in found.stages]
    numbers = Over(Chain("+", tuple(stages)) if stages else "0", _numbers(found.words, found.delta))
    return Equation(Chain("=", (symbol, Over(weighted, bottom))), numbers, counted_share(found), _where(one, symbol))


def counted_share(one: "Share") -> Formula:
    """The matched words out of all, as they are counted: never reduced."""
    return Over(decimal(one.matched), decimal(one.total))


def number_of(one: "Against", symbol: Symbol) -> Formula:
    """P or R as counted."""
    if counts_alike(one.rules):
        return ratio(one.matches, len(one.candidate if symbol == P else one.reference))
    return counted_share(one.precision if symbol == P else one.recall)


def _weighed(name: str, below: str, delta: Fraction | None) -> Formula:
    """The content words times delta, and the function words times the rest."""
    if delta is None:
        return Symbol(name, below)
    content, function = (Symbol(name, f"{below},{kind}".strip(",")) for kind in ("content", "function"))
    rest = Chain("-", ("1", _DELTA), grouped=True)
    return Chain("+", (Chain("*", (_DELTA, content)), Chain("*", (rest, function))), grouped=True)


def _numbers(words: "Number", delta: Fraction | None) -> Formula:
    if delta is None:
        return str(words.content)
    content = Chain("*", (decimal(delta), str(words.content)))
    return Chain("+", (content, Chain("*", (decimal(1 - delta), str(words.function)))), grouped=True)


def _where(one: "Against", symbol: Symbol) -> str:
    text = "the candidate" if symbol == P else "the reference"
    if counts_alike(one.rules):
        return f"m words of {text} are matched, of {_LENGTHS[symbol]} in all"
    return f"m_s are the words of {text} that the stage s has matched, and w_s is what each of them counts"
