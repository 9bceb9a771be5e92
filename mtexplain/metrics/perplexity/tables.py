"""The tables of a perplexity. Tokens and segments count from 1 here, as in every view."""

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from mtexplain import exact
from mtexplain.display import plain
from mtexplain.display.formula import Chain, Formula, Power, Symbol, shown
from mtexplain.display.parts import Cell, Column, Table
from mtexplain.metrics.perplexity import formulas
from mtexplain.metrics.perplexity.maths import in_base

if TYPE_CHECKING:
    from mtexplain.metrics.perplexity.base import PerplexityScore, TextPerplexity

_FEW = 10**6  # up to here the running product stays a fraction


def ledger(trace: "TextPerplexity") -> Table:
    """A row for each token: its probability, its surprise, and the product so far. The last row adds up."""
    known = any(one.words for one in trace.predictions)
    columns = (
        Column("t", "t"),
        *([Column("token", "token")] if known else []),
        Column("probability", "probability"),
        surprise_column(trace.rules.base),
        Column("product", "product so far"),
    )
    rows: list[tuple[Cell, ...]] = []
    products = running(trace)
    for t, (one, product) in enumerate(zip(trace.predictions, products, strict=True), 1):
        words: tuple[Cell, ...] = (one.words,) if known else ()
        rows.append((t, *words, one.written, formulas.in_unit(one.surprise, trace.rules.base), product))
    total = formulas.in_unit(trace.surprise, trace.rules.base)
    last: tuple[Cell, ...] = ("sum", *([None] if known else []), None, total, None)
    return Table("", columns, rows, names=1 + known, total=last)


def surprise_column(base: str) -> Column:
    """The column of -log p."""
    name = plain.drawn(formulas.log(base, Symbol("p")))
    return Column("surprise", f"−{name}")


def running(trace: "TextPerplexity") -> list[Formula]:
    """The product of the probabilities up to each token: a fraction as long as it can be one."""
    found: list[Formula] = []
    known: Fraction | None = Fraction(1)
    nats: Decimal | None = Decimal(0)
    with exact.forty_digits():
        for one in trace.predictions:
            value, surprise = one.probability.value, one.surprise
            known = None if known is None or value is None or known.denominator > _FEW else known * value
            nats = None if nats is None or surprise is None else nats + surprise
            found.append(formulas.tiny(nats, known))
    return found


def bases(trace: "PerplexityScore", letter: str) -> Table:
    """The mean surprise in every unit, and PP from each: the base to its power."""
    columns = tuple(Column(key, key) for key in ("unit", letter, "PP"))
    rows: list[tuple[Cell, ...]] = []
    for base, unit in formulas.UNITS.items():
        mean = "∞" if trace.mean_surprise is None else shown(float(in_base(trace.mean_surprise, base)))
        rows.append((unit, mean, Chain("=", (Power(base, mean), shown(trace.score)))))
    return Table("The base sets the unit. PP is the same by all:", columns, rows)
