"""Measures of agreement, computed wrongly: each mistake takes one quantity another way.

They stand in mistakes.toml.
"""

from typing import Any

from mtexplain.display.parts import Cell, Column, Table
from mtexplain.inputs import InputError
from mtexplain.judging.kappa import Kappa, cohen_kappa
from mtexplain.judging.measure import named
from mtexplain.judging.pairs import PairwiseAccuracy, TauB, kendall_tau_b, pairwise_accuracy
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.recipe.mistakes import read_mistakes
from mtexplain.recipe.quantity import formula
from mtexplain.recipe.subject import Subject

JUDGES = "judge A", "judge B"


class AgreementSubject(Subject):
    """A measure of what two judges say: one stands where a candidate would, the other where its references would."""

    def score(self, candidate: Any, references: Any, **settings: Any) -> Any:
        """The measure of two lists, or of two lines: "4 2 3" and ["4 3 3"], whole numbers or labels item by item."""
        if isinstance(candidate, str):
            settings = {**dict(zip(("x_name", "y_name"), self.sides, strict=True)), **settings}
            if len(references) != 1:
                raise InputError("references", so_many(len(references), "line"), "one line: what the other judge says")
            candidate, references = (list(map(_value, line.split())) for line in (candidate, *references))
        return self.metric(candidate, references, **settings)

    def table(self, candidate: Any, references: Any) -> Table:
        """What the two judges say of each item."""
        lines = [str(line).split() for line in (candidate, *references)]
        sides = zip(self.sides, lines, strict=True)
        rows: list[tuple[Cell, ...]] = [(judge, *map(named, line)) for judge, line in sides]
        titles = ("item", *map(str, range(1, len(lines[0]) + 1)))
        return Table("", tuple(Column(title, title) for title in titles), rows)


def _value(word: str) -> int | str:
    return int(word) if word.removeprefix("-").isdecimal() else word


_PAIRS = {one: one for one in ("concordant", "discordant", "tied_x", "tied_y", "tied_both", "score")}
ACCURACY = AgreementSubject(
    "Pairwise accuracy", pairwise_accuracy, None, PairwiseAccuracy, _PAIRS, counted=frozenset({"score"}), sides=JUDGES,
)  # fmt: skip
TAU = AgreementSubject("Kendall's tau-b", kendall_tau_b, None, TauB, _PAIRS, sides=JUDGES)
KAPPA = AgreementSubject(
    "Cohen's kappa", cohen_kappa, None, Kappa, {"p_o": "p_o", "p_e": "p_e", "score": "score"}, sides=JUDGES,
)  # fmt: skip
SUBJECTS = (ACCURACY, TAU, KAPPA)
_POOLED = formula("p_e", {
    True: "sum((by_first + by_second) * (near_first + near)) / (2 * n) ** 2",
    False: "sum((by_first + by_second) ** 2) / (2 * n) ** 2",
}, by=lambda trace: bool(trace.weights), step="chance")  # fmt: skip
MISTAKES = read_mistakes(
    __package__, SUBJECTS, {"kappa-even-chance": lambda trace: trace.even_chance, "kappa-pooled": _POOLED}
)
"""Wrong formulas for each of them, in the order of the computation."""
