"""Models computed wrongly by hand: attention with one quantity taken another way, and what can be claimed of it."""

from typing import Any

from mtexplain.display.formula import Formula
from mtexplain.display.parts import Cell, Table, Words, columns
from mtexplain.inputs import InputError
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.models.dot_product import Attention, attention
from mtexplain.models.given import matrix, shape
from mtexplain.recipe.arithmetic import over, sum, times
from mtexplain.recipe.misconception import Subject
from mtexplain.recipe.mistakes import read_mistakes


class AttentionSubject(Subject):
    """Attention: the queries stand where a candidate would, the keys and the values where its references would."""

    def score(self, candidate: Any, references: Any, **settings: Any) -> Any:
        """The attention of three matrices, each as `attention` takes it."""
        if not isinstance(references, list | tuple) or len(references) != 2:
            got = so_many(len(references), "item") if isinstance(references, list | tuple) else "no list"
            raise InputError("references", got, "a list of two matrices: [keys, values]")
        return attention(candidate, *references, **settings)

    def working(self, score: Any, number: str) -> Formula:
        """The working of a number of a matrix, in a line."""
        name, row, column = number.split("_")
        numbers: Formula = score.worked(name, int(row) - 1, int(column) - 1).numbers
        return numbers

    def table(self, candidate: Any, references: Any) -> Table:
        """What is given, as an exercise shows it: each token's query, key and value."""
        rows = zip(*(matrix(text, "an exercise") for text in (candidate, *references)), strict=True)
        cells: list[tuple[Cell, ...]] = [
            (str(at), *(Words(tuple(map(str, row))) for row in each)) for at, each in enumerate(rows, 1)
        ]
        return Table("", columns(token="token", query="query", key="key", value="value"), cells)


ATTENTION = AttentionSubject("Attention", attention, None, Attention, {
    one: one for one in ("scores", "scaled", "weights", "outputs")
})  # fmt: skip
SUBJECTS = (ATTENTION,)


def _is_square(trace: Any) -> bool:
    return len(trace.queries) == len(trace.keys)


def _swapped(trace: Any) -> Any:
    rows, others = (trace.keys, trace.queries) if _is_square(trace) else (trace.queries, trace.keys)
    return tuple([tuple([sum(times(row, other)) for other in others]) for row in rows])


def _down_columns(trace: Any) -> Any:
    sums = tuple([sum(column) for column in zip(*trace.powers, strict=True)])
    return tuple([over(row, sums) for row in trace.powers])


def _largest_alone(trace: Any) -> Any:
    places = [row.index(max(row)) for row in trace.scaled]
    return tuple([tuple([int(key == place) for key in range(len(trace.keys))]) for place in places])


def _columns_mixed(trace: Any) -> Any:
    rows = zip(*trace.weights, strict=True) if _is_square(trace) else trace.weights
    return tuple([tuple([sum(times(row, column)) for column in trace.v[0]]) for row in rows])


def _keys_mixed(trace: Any) -> Any:
    mixed = trace.keys if shape(trace.keys) == shape(trace.values) else trace.values
    return (tuple(zip(*mixed, strict=True)),) * len(trace.queries)


MISTAKES = read_mistakes(__package__, SUBJECTS, {
    "attention-transposed": _swapped,
    "attention-columns": _down_columns,
    "attention-largest-alone": _largest_alone,
    "attention-keys-for-values": _keys_mixed,
    "attention-columns-mixed": _columns_mixed,
}, "dot_product.toml")  # fmt: skip
"""Wrong formulas for attention, in the order of the computation."""
