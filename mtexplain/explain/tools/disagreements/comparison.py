"""One output, every tool: the same text under several sets of rules, and the first step at which they part."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

from mtexplain.display.formula import shown
from mtexplain.display.parts import Headline, Note, Part, Prose, Table, columns
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.metric import Metric
from mtexplain.explain.tools.disagreements import rows
from mtexplain.explain.tools.disagreements.rows import Row
from mtexplain.explain.tools.disagreements.side_by_side import SideBySide, side_by_side
from mtexplain.explain.tools.disagreements.sides import SomeRules, rules_of, under_each
from mtexplain.explain.tools.disagreements.stages import TOLD_BY_STAGES, parting
from mtexplain.inputs import InputTypeError, check_corpus, check_text
from mtexplain.metrics.bleu.base import BleuScore
from mtexplain.rules import BleuRules


@dataclass(frozen=True, repr=False)
class Comparison(Trace):
    """The same text under several sets of rules. The first is what the others are compared with.

    Make one with `compare` or `compare_corpus`.

    >>> found = compare("the cat sat.", ["the cat sat down."], ["paper", "sacrebleu", "multi-bleu"])
    >>> [str(row.parting) for row in found.rows[1:]]
    ['tokens: c = 4, not c = 3', 'only what is printed']
    """

    scores: tuple[BleuScore, ...]
    asked: tuple[BleuRules, ...]
    typed: tuple[str, ...] | None = None
    """The candidate and the references of one sentence, as they were typed; None for a text."""

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """One for each set of rules, in the order in which they were asked for."""
        first = self.scores[0]
        return tuple(
            Row(rules, score, parting(first, score)) for rules, score in zip(self.asked, self.scores, strict=True)
        )

    @property
    def headline(self) -> Headline:
        """How many different scores there are; the first, its closed form, its rules."""
        number = len({shown(score.score) for score in self.scores})
        return self.scores[0].headline._replace(value="one score" if number == 1 else f"{number} scores")

    @property
    def overview(self) -> tuple[Part, ...]:
        """How many different scores there are, and a row for each set of rules."""
        return (Prose((rows.told(self.scores),)), self.table)

    def steps(self) -> tuple[Step, ...]:
        """Stage by stage, who goes with whom; then the line of code that gives each number in its own tool."""
        return tuple(rows.steps(self.rows, self.typed))

    @property
    def table(self) -> Table:
        """A row for each set of rules: what it has at each stage, what it prints, where it parts from the first."""
        header = columns(
            rules="rules",
            printed="prints",
            score="BLEU",
            parts_at="parts at",
            tokens="tokens",
            precisions="precisions",
            reference_length="r",
            brevity="BP",
            smoothing="smoothed",
        )
        return Table("", header, tuple(map(rows.cells, self.rows)))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """The notes of all scores, but for what the table shows; where one belongs to some alone, it says to which."""
        owners: dict[Note, list[str]] = {}
        for row in self.rows:
            for note in row.score.notes:
                if note.code not in TOLD_BY_STAGES:
                    owners.setdefault(note, []).append(row.rules.name)
        return tuple(
            note if len(names) == len(self.rows) else note._replace(where=_joined(", ".join(names), note.where))
            for note, names in owners.items()
        )

    def to_dict(self) -> dict[str, Any]:
        """The rows as lists, dicts, strings and numbers, ready for JSON."""
        return {"rows": [_plain(row) for row in self.rows]}

    def __repr__(self) -> str:
        return f"Comparison({', '.join(f'{row.rules.name}: {row.score.printed}' for row in self.rows)})"


@overload
def compare(candidate: str, references: list[str], rules: SomeRules | None = None) -> Comparison: ...
@overload
def compare(
    candidate: str, references: list[str], rules: Sequence[str] | None = None, *, metric: Metric, **settings: Any
) -> SideBySide: ...
def compare(
    candidate: str, references: list[str], rules: Any = None, *, metric: Metric | None = None, **settings: Any
) -> Comparison | SideBySide:
    """One candidate under the rules of every tool, side by side; or under those given, sets or names.

    Of BLEU it is a `Comparison`, which tells stage by stage why its many tools differ. Given another `metric` that has
    sets of rules, it is a `SideBySide` of its steps; `settings` are those of the metric.

    >>> [row.score.printed for row in compare("a b c d", ["a b c d"], ["sacrebleu", "mteval-v13a"]).rows]
    ['100.00', '1.0000']

    InputError where the sentences cannot be scored, or a set of rules is none.
    """
    if metric is not None:
        return side_by_side(metric, candidate, references, rules, settings)
    for name in settings:
        fix = f"Write compare(..., metric=mtexplain.bleu, {name}=...)."
        raise InputTypeError(name, "a setting", "rules alone, or a metric with its settings", fix)
    asked = rules_of(rules)
    scores = under_each(check_text(candidate, "candidate"), references, asked)
    return Comparison(scores, asked, (candidate, *references))


def compare_corpus(candidates: list[str], references: list[list[str]], rules: SomeRules | None = None) -> Comparison:
    """A text under the rules of every tool, side by side; references[i] are those of candidates[i]."""
    asked = rules_of(rules)
    texts, groups = check_corpus(candidates, references, "compare")
    return Comparison(under_each(texts, groups, asked), asked)


def _plain(row: Row) -> dict[str, Any]:
    parts = None if row.parting is None else {"stage": row.parting.stage.name, "told": str(row.parting)}
    return {**row.score.to_dict(), "parts_from_the_first": parts}


def _joined(names: str, where: str) -> str:
    return f"{names}, {where}" if where else names
