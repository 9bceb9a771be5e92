"""METEOR's formulas: in symbols, and with the numbers of a trace put in."""

from fractions import Fraction
from typing import TYPE_CHECKING

from mtexplain.display.formula import (
    Call,
    Chain,
    Formula,
    Over,
    Power,
    SumOver,
    Symbol,
    few,
    number,
    ratio,
    shown,
    summed,
)
from mtexplain.display.parts import Equation
from mtexplain.metrics.meteor.share_formulas import P, R, decimal, number_of

if TYPE_CHECKING:
    from mtexplain.metrics.meteor.against import Against
    from mtexplain.metrics.meteor.links import Options
    from mtexplain.metrics.meteor.sentence import Meteor

METEOR = Symbol("METEOR")
MEAN, PENALTY = Symbol("F", "mean"), Symbol("Pen")
REST = Chain("-", ("1", PENALTY))
LOG = Call("log", METEOR)
_ALPHA, _BETA, _GAMMA = (Symbol(letter) for letter in "αβγ")
_PAPER = Fraction(9, 10)
_MOST = 6  # references that are written out


def length(trace: "Meteor") -> Equation:
    """c, the number of words of the candidate."""
    c = str(len(trace.candidate))
    return Equation(Chain("=", ("c", Call("length", "candidate"))), c, c, "the length of a text, in words")


def matches(one: "Against", stages: tuple[str, ...]) -> Equation:
    """m, the sum of what the stages have linked."""
    counts = [sum(link.stage == stage for link in one.alignment.links) for stage in stages]
    symbols: Formula = Chain("+", tuple(Symbol("m", stage) for stage in stages))
    return Equation(Chain("=", ("m", symbols)), summed(counts), str(one.matches))


def linked(one: "Against", stage: str, options: "Options") -> Equation:
    """How many words a stage has linked: the rows of its table that have a partner."""
    words = {link.candidate for link in one.alignment.links if link.stage == stage}
    symbols = Chain("=", (Symbol("m", stage), SumOver("w", Call("linked", "w"))))
    where = "linked(w) is 1 where the word w gets a partner, else 0; w runs over the rows of the table"
    counts = [int(word in words) for word in options]
    return Equation(symbols, summed(counts), str(sum(counts)), where if options else "")


def mean(one: "Against") -> Equation:
    """Fmean, in the general form, and in the paper's where it is the paper's."""
    symbols: list[Formula] = [MEAN, _mean(_ALPHA, Chain("-", ("1", _ALPHA), grouped=True), P, R)]
    if one.rules.alpha == _PAPER:
        symbols.append(Over(Chain("*", ("10", P, R)), Chain("+", (R, Chain("*", ("9", P))))))
    if not one.mean:
        reason = "nothing that matches counts" if one.matches else "no word matches"
        return Equation(Chain("=", tuple(symbols)), f"0, as {reason}", "0")
    counted = [number_of(one, symbol) for symbol in (P, R)]
    numbers = _mean(decimal(one.rules.alpha), decimal(1 - one.rules.alpha), counted[0], counted[1])
    return Equation(Chain("=", tuple(symbols)), numbers, number(one.mean))


def chunks(one: "Against") -> Equation:
    """ch: the links, less those that go on where the link before ends."""
    symbols = Chain("=", ("ch", Chain("-", ("m", "b"))))
    numbers = Chain("-", (str(one.matches), str(one.matches - one.chunks)))
    return Equation(symbols, numbers, str(one.chunks), "b links go on the chunk of the link before them")


def penalty(one: "Against") -> Equation:
    """Pen, from the share of chunks among the matches."""
    symbols = Chain("=", (PENALTY, Chain("*", (_GAMMA, Power(_grouped(Over("ch", "m")), _BETA)))))
    if one.is_free:
        return Equation(symbols, "0, as every word is in one chunk", "0")
    if not one.matches:
        return Equation(symbols, "0, as there is no chunk", "0")
    return Equation(symbols, _penalty(one), _both(one.penalty, float(one.penalty)))


def score(one: "Against", name: Symbol = METEOR) -> Equation:
    """The score: what the penalty leaves of Fmean."""
    symbols = Chain("=", (name, Chain("*", (Chain("-", ("1", PENALTY), grouped=True), MEAN))))
    rest = Chain("-", ("1", number(one.penalty)), grouped=True)
    return Equation(symbols, Chain("*", (rest, number(one.mean))), value(one))


def value(one: "Against") -> Formula:
    """The score as a fraction, where that is short, and as it is shown."""
    return _both((1 - one.penalty) * one.mean, one.score)


def closed_form(one: "Against") -> Formula:
    """(1 - 0.5 * (2/6)^3) * 20/23; the penalty is left out where there is none."""
    if not one.mean:
        return "0"
    if not one.penalty:
        return number(one.mean)
    return Chain("*", (Chain("-", ("1", _penalty(one)), grouped=True), number(one.mean)))


def best(trace: "Meteor") -> Equation:
    """METEOR, the best of the scores against each reference."""
    scores = tuple(shown(one.score) for one in trace.against)
    names = tuple(Symbol("METEOR", str(place)) for place in range(1, len(scores) + 1))
    symbols, numbers = (Call("max", Chain(",", few(terms, _MOST))) for terms in (names, scores))
    return Equation(Chain("=", (METEOR, symbols)), numbers, shown(trace.score), "one for each reference")


def log_score(trace: "Meteor") -> Equation:
    """The same as a sum of logarithms."""
    values = tuple(f"({shown(term.value)})" if term.value < 0 else shown(term.value) for term in trace.terms)
    symbols = Chain("=", (LOG, Chain("+", log_terms())))
    return Equation(symbols, Chain("+", values), shown(sum(term.value for term in trace.terms)))


def log_terms() -> tuple[Formula, Formula]:
    """The summands of log METEOR."""
    return Call("log", MEAN), Call("log", REST)


def _penalty(one: "Against") -> Formula:
    rules = one.rules
    power = _grouped(ratio(one.chunks, one.matches))
    raised = power if rules.beta == 1 else Power(power, decimal(rules.beta))
    return raised if rules.gamma == 1 else Chain("*", (decimal(rules.gamma), raised))


def _mean(alpha: Formula, rest: Formula, precision: Formula, recall: Formula) -> Formula:
    bottom = Chain("+", (Chain("*", (alpha, precision)), Chain("*", (rest, recall))))
    return Over(Chain("*", (precision, recall)), bottom)


def _grouped(piece: Formula) -> Formula:
    return Chain("*", (piece,), grouped=True)


def _both(exactly: Fraction, rounded: float) -> Formula:
    """1/54 = 0.01852: a number as a fraction, where that is short, and as it is shown."""
    fraction = number(exactly)
    return shown(rounded) if isinstance(fraction, str) else Chain("=", (fraction, shown(rounded)))
