"""Models computed wrongly by hand, each with one quantity taken another way; and what can be claimed of each."""

from collections.abc import Mapping
from typing import Any

from mtexplain.display.parts import Cell, Table, Words, columns
from mtexplain.inputs import InputError, described
from mtexplain.models.dot_product import Attention, attention
from mtexplain.models.given import matrix, shape
from mtexplain.models.objectives import FineTuning, fine_tuning
from mtexplain.recipe.arithmetic import over, sum, times
from mtexplain.recipe.misconception import Misconception
from mtexplain.recipe.mistakes import read_mistakes
from mtexplain.recipe.subject import Subject


class AttentionSubject(Subject):
    """Attention: the queries stand where a candidate would, the keys and the values where its references would."""

    def score(self, candidate: Any, references: Any, **settings: Any) -> Any:
        """The attention of three matrices, each as `attention` takes it."""
        if not isinstance(references, list | tuple) or len(references) != 2:
            raise InputError("references", described(references), "a list of two matrices: [keys, values]")
        return attention(candidate, *references, **settings)

    def working(self, score: Any, number: str) -> Any:
        """The working of a number of a matrix, in a line."""
        name, row, column = number.split("_")
        return score.worked(name, int(row) - 1, int(column) - 1).numbers

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
GPT = Subject(
    "Objectives of GPT", fine_tuning, fine_tuning, FineTuning,  # type: ignore[arg-type]
    {one: one for one in ("l1", "perplexity", "l2", "l3")},
)  # fmt: skip
SUBJECTS = ATTENTION, GPT


def _products(rows: Any, others: Any) -> Any:
    """Each row times each other, as a matrix."""
    return tuple([tuple([sum(times(row, other)) for other in others]) for row in rows])


def _is_square(trace: Any) -> bool:
    return len(trace.queries) == len(trace.keys)


_MISTAKES = read_mistakes(__package__, SUBJECTS, {
    "attention-transposed": lambda trace: (
        _products(trace.keys, trace.queries) if _is_square(trace) else _products(trace.queries, trace.keys)
    ),
    "attention-columns": lambda trace: tuple([
        over(row, tuple(map(sum, zip(*trace.powers, strict=True)))) for row in trace.powers
    ]),
    "attention-largest-alone": lambda trace: tuple([
        tuple([int(key == row.index(max(row))) for key in range(len(row))]) for row in trace.scaled
    ]),
    "attention-keys-for-values": lambda trace: (
        (tuple(zip(*(trace.keys if shape(trace.keys) == shape(trace.values) else trace.values), strict=True)),)
        * len(trace.queries)
    ),
    "attention-columns-mixed": lambda trace: _products(
        zip(*trace.weights, strict=True) if _is_square(trace) else trace.weights, trace.v[0]
    ),
})  # fmt: skip
FAMILIES: Mapping[str, tuple[Misconception, ...]] = {
    family: tuple([one for one in _MISTAKES if one.subject is subject])
    for family, subject in (("Attention", ATTENTION), ("GPT", GPT))
}
"""The wrong formulas of each model, in the order of the computation."""
