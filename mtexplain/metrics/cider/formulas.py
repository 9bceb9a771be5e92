"""CIDEr's formulas: in symbols, and with the numbers of a trace put in."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from mtexplain.display.formula import Call, Chain, Formula, Over, Root, SumOver, Symbol, few, fraction, number, shown
from mtexplain.display.parts import Equation
from mtexplain.metrics.cider import frequencies
from mtexplain.metrics.cider.rules import CiderRules

if TYPE_CHECKING:
    from mtexplain.metrics.cider.base import CiderScore
    from mtexplain.metrics.cider.maths import Order

MOST = 12
"""How many terms of a sum are written out."""

_SHORT = 10_000  # the numbers of a fraction, as long as it can be read


def order(rules: CiderRules, n: int | str) -> Symbol:
    """CIDEr_n."""
    return Symbol(rules.variant, str(n))


def term(rules: CiderRules, n: int) -> Formula:
    """10 w_n CIDEr_n, a summand of the score; without the ten, w_n CIDEr_n."""
    return _times(_share(rules), order(rules, n))


def summand(rules: CiderRules, value: Decimal) -> float:
    """The value of that summand."""
    return float(rules.factor * Fraction(value) / rules.max_n)


def _share(rules: CiderRules) -> Formula:
    """What each order is multiplied by: 10/4, or 1/4."""
    return str(rules.factor) if rules.max_n == 1 else Over(str(rules.factor), str(rules.max_n))


def _times(factor: Formula, what: Formula) -> Formula:
    """A product; a factor of 1 is left out."""
    return what if factor == "1" else Chain("*", (factor, what))


def value(one: "Order") -> Formula:
    """CIDEr_n as exactly as it can be read: 2/3, √(2/3), else rounded."""
    if one.fraction is not None:
        return number(one.fraction)
    root = None if len(one.cosines) > 1 or one.penalties[0].exponent else _root(one.cosines[0].square)
    return root or shown(float(one.value))


def similarity(one: "Order", place: int) -> Formula:
    """What came out for one reference: as a fraction, as a root and rounded, or only rounded."""
    exact, rounded = one.exact(place), shown(float(one.similarities[place]))
    if exact is not None:
        return number(exact)
    root = None if one.penalties[place].exponent else _root(one.cosines[place].square)
    return Chain("=", (root, rounded)) if root else rounded


def _root(square: Fraction | None) -> Formula | None:
    readable = square is not None and max(square.numerator, square.denominator) < _SHORT
    return Root(fraction(square)) if square is not None and readable else None


def closed_form(rules: CiderRules, values: Sequence[Formula]) -> Formula:
    """The score of one image, as in 10/4 * (2/3 + 1/3 + 0 + 0)."""
    return _times(_share(rules), total(values, grouped=True))


def mean_of(scores: Sequence[float]) -> Formula:
    """The score of a corpus from those of its images, as in (10 + 2.5) / 2."""
    return Over(total([shown(score) for score in scores]), str(len(scores)))


def total(terms: Sequence[Formula], grouped: bool = False) -> Formula:
    """A sum that can be checked by hand, cut where it grows long."""
    return Chain("+", few(terms, MOST), grouped) if len(terms) > 1 else terms[0] if terms else "0"


def idf(documents: int, frequency: int) -> Equation:
    """idf of an n-gram that so many images have."""
    rarity = Call("log", Over("|I|", Call("max", Chain(",", ("1", Symbol("df", "k"))))))
    numbers = Call("log", Over(str(documents), str(max(1, frequency))))
    where = (
        "|I| is the number of images, df_k how many of them have the n-gram k in a reference; the numbers are those "
        "of the rarest; log is the natural logarithm"
    )
    value = shown(float(frequencies.idf(documents, frequency)))
    return Equation(Chain("=", (Symbol("idf", "k"), rarity)), numbers, value, where)


def mean(rules: CiderRules, one: "Order") -> Equation:
    """CIDEr_n as the mean over several references."""
    symbols = Over(SumOver("j", similar(rules, "j")), "m")
    numbers = Over(total([shown(float(value)) for value in one.similarities]), str(len(one.cosines)))
    where = "j runs over the m references"
    return Equation(Chain("=", (order(rules, one.n), symbols)), numbers, value(one), where)


def similar(rules: CiderRules, reference: str) -> Call:
    """The name of what is compared: a cosine, which that of CIDEr-D is not quite."""
    return Call("sim" if rules.is_defended else "cos", Chain(",", ("c", Symbol("s", reference))))


def score(whole: "CiderScore", values: Sequence[Formula]) -> Equation:
    """CIDEr as the weighted sum of CIDEr_n, most often times ten, the weights being all the same."""
    n = whole.rules.max_n
    weighted = SumOver("n", Chain("*", (Symbol("w", "n"), order(whole.rules, "n"))))
    symbols = Chain("=", (whole.symbol, _times(str(whole.rules.factor), weighted)))
    where = f"w_n = {'1' if n == 1 else f'1/{n}'} for every order"
    return Equation(symbols, closed_form(whole.rules, values), shown(whole.score), where)


def corpus(whole: "CiderScore", scores: Sequence[float]) -> Equation:
    """CIDEr of a corpus as the mean over its images."""
    symbols = Over(SumOver("i", Symbol(whole.rules.variant, "i")), "images")
    return Equation(Chain("=", (whole.symbol, symbols)), mean_of(scores), shown(whole.score), "i runs over the images")
