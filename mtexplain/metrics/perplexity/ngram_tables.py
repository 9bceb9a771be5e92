"""The tables of an n-gram model: what was counted, and what became of it."""

from typing import TYPE_CHECKING

from mtexplain.display.formula import Chain, Over
from mtexplain.display.parts import Cell, Column, Rows, Table, Words
from mtexplain.metrics.perplexity import ngram_formulas
from mtexplain.metrics.shared.orders import one_name
from mtexplain.metrics.shared.texts import keyed

if TYPE_CHECKING:
    from mtexplain.counts import NGram
    from mtexplain.metrics.perplexity.model import Estimate, Model
    from mtexplain.metrics.perplexity.sentence import NgramPerplexity


def training(model: "Model") -> Table:
    """Every n-gram that was read: its count, the count of its history, and the one over the other."""

    def row(ngram: "NGram") -> tuple[Cell, ...]:
        one = model.estimate(ngram)
        return (Words(ngram), one.count, one.history_count, ngram_formulas.written(one))

    columns = keyed(ngram=one_name(model.rules.n), count="count", history_count=history(model.rules.n), p="probability")
    total: tuple[Cell, ...] = ("sum", sum(model.counts.values()), None, None)
    return Table("", columns, Rows(list(model.counts), row), total=total)


def probabilities(trace: "NgramPerplexity") -> Table:
    """A row for each token that is predicted: its history, the counts, the probability."""
    smoothed = trace.rules.smoothing != "none"
    columns = (
        Column("t", "t"),
        Column("history", "after"),
        Column("token", "token"),
        Column("count", "count"),
        Column("history_count", history(trace.rules.n)),
        *([Column("working", "smoothed")] if smoothed else []),
        Column("probability", "probability"),
    )
    rows = tuple(_row(t, one, smoothed) for t, one in enumerate(trace.estimates, 1))
    return Table("", columns, rows, names=3)


def _row(t: int, one: "Estimate", smoothed: bool) -> tuple[Cell, ...]:
    k, types = ngram_formulas.short(one.k), str(one.types)
    bottom = Chain("+", (str(one.history_count), Chain("*", (k, types))))
    working: tuple[Cell, ...] = (Over(Chain("+", (str(one.count), k)), bottom),) if smoothed else ()
    before = Words(one.history) if one.history else None
    return (t, before, Words((one.word,)), one.count, one.history_count, *working, ngram_formulas.value(one))


def history(n: int) -> str:
    """What the count of the history is called: of single words it is the count of all words."""
    return "words in all" if n == 1 else "count of its history"
