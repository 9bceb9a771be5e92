"""The formulas of an n-gram model: how a count becomes a probability."""

from fractions import Fraction
from typing import TYPE_CHECKING

from mtexplain.display.formula import Call, Chain, Formula, Over, SumOver, Symbol, fraction, summed
from mtexplain.display.parts import Equation
from mtexplain.metrics.perplexity import formulas
from mtexplain.metrics.perplexity.model import ends

if TYPE_CHECKING:
    from mtexplain.metrics.perplexity.model import Estimate, Model
    from mtexplain.metrics.perplexity.rules import NgramRules

TYPES = Symbol("|V|")
_COUNT = "Count"
_WHERE = "h is the history, the words before w; Count(h) says how often any word came after it"


def written(estimate: "Estimate") -> Formula:
    """A probability as it was counted: 2/3, never reduced; 1.5/8.5 with a k of 1/2. 0/0 counts as 0."""
    if estimate.value is None:
        return "0"
    parts = short(estimate.top), short(estimate.bottom)
    return Over(*parts) if all(isinstance(part, str) for part in parts) else fraction(estimate.value)


def short(value: Fraction | int) -> Formula:
    """A number as a decimal, where it is a short one: 0.5, and 1/3.

    >>> short(Fraction(1, 2)), short(Fraction(1, 3))
    ('0.5', Over(top='1', bottom='3'))
    """
    decimal = 1000 % value.denominator == 0 and value < 1000
    return f"{float(value):g}" if decimal else fraction(Fraction(value))


def predicted(rules: "NgramRules", c: int) -> Equation:
    """T from c: </s> is predicted too; without markers the first words are not."""
    before, after = ends(rules)
    more = before + after - (rules.n - 1)
    symbols: Formula = Chain("+" if more > 0 else "-", ("c", str(abs(more)))) if more else "c"
    numbers: Formula = Chain("+" if more > 0 else "-", (str(c), str(abs(more)))) if more else str(c)
    where = "</s>, the end of the sentence, is predicted too" if after else "no marker is predicted"
    if more < 0:
        where = f"the first {-more} of the words {'have' if more < -1 else 'has'} too short a history"
    return Equation(Chain("=", ("T", symbols)), numbers, str(max(0, c + more)), where)


def read(model: "Model") -> Equation:
    """N, how many n-grams were read."""
    counts = list(model.counts.values())
    symbols = Chain("=", ("N", SumOver("g", Call(_COUNT, "g"))))
    return Equation(symbols, summed(counts), str(sum(counts)), "g runs over the rows of the table")


def types(model: "Model") -> Equation:
    """|V|, how many different words could come."""
    words, markers = len(model.words), model.types - len(model.words)
    where = f"{model.rules.vocabulary}: every one could come after any history"
    return Equation(TYPES, Chain("+", (str(words), str(markers))) if markers else str(words), str(model.types), where)


def probability(estimate: "Estimate", t: int, smoothed: bool) -> Equation:
    """p_t from its counts."""
    counts: tuple[Formula, Formula] = Call(_COUNT, "h w"), Call(_COUNT, "h")
    numbers: tuple[Formula, Formula] = str(estimate.count), str(estimate.history_count)
    if smoothed:
        k = short(estimate.k)
        counts = Chain("+", (counts[0], "k")), Chain("+", (counts[1], Chain("*", ("k", TYPES))))
        product = Chain("*", (k, str(estimate.types)))
        numbers = Chain("+", (numbers[0], k)), Chain("+", (numbers[1], product))
    return Equation(Chain("=", (formulas.p(t), Over(*counts))), Over(*numbers), value(estimate), _WHERE)


def value(estimate: "Estimate") -> Formula:
    """A probability as it was counted; what 0/0 counts as."""
    return "0/0, which counts as 0" if estimate.value is None else written(estimate)
