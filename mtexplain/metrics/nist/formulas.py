"""NIST's formulas: in symbols, and with the numbers of a trace put in."""

from collections.abc import Sequence
from math import log
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
    few,
    fraction,
    number,
    shown,
    summed,
)
from mtexplain.display.parts import Equation, Rows
from mtexplain.metrics.nist.maths import HALF_AT
from mtexplain.metrics.nist.rules import NistRules

if TYPE_CHECKING:
    from mtexplain.metrics.nist.base import Brevity, NistScore
    from mtexplain.metrics.nist.counting import Order
    from mtexplain.metrics.nist.knowledge import Information

NIST, BP, BETA = Symbol("NIST"), Symbol("BP"), Symbol("β")
L_SYS, L_REF = Symbol("L", "sys"), Symbol("L", "ref")
_INFO, _COUNT = "Info", "Count"
_MOST = 8  # summands that are written one by one


def s(n: int | str) -> Symbol:
    """s_n, the gain per n-gram of one order."""
    return Symbol("s", str(n))


def term(n: int) -> Formula:
    """The summand of an order."""
    return Chain("*", (BP, s(n)))


def closed_form(trace: "NistScore") -> Formula:
    """NIST with numbers, as in 0.9543 * (54.4/18 + 22/17): bits over n-grams. BP is left out where it is 1."""
    whole = Chain("+", tuple(_mean(order) for order in trace.orders), grouped=True)
    if trace.brevity.ratio == 1:
        return whole._replace(grouped=False) if len(whole.terms) > 1 else whole.terms[0]
    return Chain("*", (shown(trace.brevity.value), whole if len(whole.terms) > 1 else whole.terms[0]))


def _mean(order: "Order") -> Formula:
    return Over(shown(float(order.gain)), str(order.total))


def information(one: "Information", rules: NistRules) -> Equation:
    """The information of one n-gram."""
    prefix, whole, log2 = Symbol("w", "1…n-1"), Symbol("w", "1…n"), Symbol("log", "2")
    symbols = Chain("=", (Call(_INFO, whole), Call(log2, Over(Call(_COUNT, prefix), Call(_COUNT, whole)))))
    numbers = Call(log2, Over(str(one.prefix_times), str(one.times)))
    alone = "a single word" if rules.zero_prefix == "as counted" else 'a single word, or a pair that begins with "0"'
    where = f"Count is over all references; of {alone}, Count(w_1…n-1) is the number of all words"
    return Equation(symbols, numbers, shown(float(one.bits)), where)


def length(candidate_length: int) -> Equation:
    """L_sys of a segment."""
    return Equation(L_SYS, "the number of tokens of the candidate", str(candidate_length))


def total_length(lengths: Sequence[int]) -> Equation:
    """L_sys of a corpus: the sum of its segments' lengths."""
    symbols = Chain("=", (L_SYS, SumOver("s", Symbol("L", "sys,s"))))
    return Equation(symbols, summed(lengths), str(sum(lengths)), "s runs over the segments")


def matched(order: "Order") -> Equation:
    """s_n of a segment from the matches and the information of its n-grams g."""
    top = SumOver("g", Chain("*", (Call("matches", "g"), Call(_INFO, "g"))))
    symbols = Chain("=", (s(order.n), Over(top, SumOver("g", Call(_COUNT, "g")))))
    products = [Chain("*", (str(row.matches), shown(float(row.bits)))) for row in order.rows if row.gain]
    bottom = summed(Rows(order.rows, attrgetter("count")))
    numbers = Chain("=", (Over(_listed(products), bottom), _mean(order)))
    return Equation(symbols, numbers, _value(order), "g runs over the rows of the table")


def pooled(parts: "Sequence[Order]", order: "Order") -> Equation:
    """s_n of a corpus from the gains and the n-grams of its segments s."""
    symbols = Over(SumOver("s", Symbol("gain", "s")), SumOver("s", Symbol("total", "s")))
    gains = _listed([shown(float(part.gain)) for part in parts])
    numbers = Chain("=", (Over(gains, summed([part.total for part in parts])), _mean(order)))
    where = "s runs over the segments"
    return Equation(Chain("=", (s(order.n), symbols)), numbers, _value(order), where)


def _value(order: "Order") -> str:
    return shown(float(order.mean)) if order.total else "0/0, which counts as 0"


def beta() -> Equation:
    """The constant of the penalty, chosen so that it is one half at two thirds of the length."""
    top, bottom = log(0.5), log(HALF_AT) ** 2
    square = Power(Chain("*", (Call("log", fraction(HALF_AT)),), grouped=True), "2")
    symbols = Chain("=", (BETA, Over(Call("log", Over("1", "2")), square)))
    where = f"so that BP is 1/2 where L_sys is {HALF_AT} of L_ref; log is the natural logarithm"
    return Equation(symbols, Over(shown(top), shown(bottom)), shown(top / bottom), where)


def brevity(penalty: "Brevity") -> Equation:
    """BP = exp(beta log^2 min(L_sys/L_ref, 1))."""

    def power(ratio: Formula) -> Formula:
        return Call("exp", Chain("*", (BETA, Power(Chain("*", (Call("log", ratio),), grouped=True), "2"))))

    capped = Call("min", Chain(",", (Over(L_SYS, L_REF), "1")))
    numbers: Formula = "0, as there is no candidate"
    if penalty.candidate_length:
        numbers = power(fraction(penalty.ratio))
    return Equation(Chain("=", (BP, power(capped))), numbers, shown(penalty.value))


def mean_length(penalty: "Brevity", counted: Sequence[int]) -> Equation:
    """L_ref as the mean of the lengths that count."""
    symbols = Chain("=", (L_REF, "mean of the lengths that count"))
    numbers = Over(summed(counted), str(len(counted)))
    return Equation(symbols, numbers, number(penalty.reference_length))


def score(trace: "NistScore") -> Equation:
    """NIST as the brevity penalty times a sum."""
    orders = trace.orders
    names = (s(1), "…", s(orders[-1].n)) if len(orders) > 2 else tuple(s(order.n) for order in orders)
    symbols = Chain("=", (NIST, Chain("*", (BP, Chain("+", names, grouped=len(names) > 1)))))
    values = Chain("+", tuple(shown(float(order.mean)) for order in orders), grouped=len(orders) > 1)
    return Equation(symbols, Chain("*", (shown(trace.brevity.value), values)), shown(trace.score))


def _listed(terms: Sequence[Formula]) -> Formula:
    if not terms:
        return "0"
    return Chain("+", few(terms, _MOST)) if len(terms) > 1 else terms[0]
