"""BLEU of the same output under the rules of every tool, and the first stage at which each score differs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, overload

from mtexplain.data import Record
from mtexplain.display.formula import Formula, shown
from mtexplain.display.parts import Cell, Note, Real, Table, Words, columns
from mtexplain.display.trace import Step
from mtexplain.explain.metric import Metric
from mtexplain.explain.tools.disagreements import calls
from mtexplain.explain.tools.disagreements.side_by_side import (
    SOURCE,
    Compared,
    SideBySide,
    group,
    merge_notes,
    side_by_side,
)
from mtexplain.explain.tools.disagreements.stages import (
    TOLD_BY_STAGES,
    Parting,
    SomeRules,
    counted,
    length,
    parting,
    rules_of,
    shortened,
    smoothed,
    under_each,
)
from mtexplain.inputs import InputTypeError, check_corpus, check_text
from mtexplain.metrics.bleu.by_rules import BleuScore
from mtexplain.rules import BleuRules


class Row(NamedTuple):
    """A set of rules as requested, its score, and the first stage at which it differs from the first row, if any."""

    rules: BleuRules
    score: BleuScore
    parting: Parting | None


@dataclass(frozen=True, repr=False)
class Comparison(Compared):
    """BLEU of the same text under several sets of rules, which are compared with the first set.

    Created by `compare` or `compare_corpus`.

    >>> comparison = compare("the cat sat.", ["the cat sat down."], ["paper", "sacrebleu", "multi-bleu"])
    >>> [str(row.parting) for row in comparison.rows[1:]]
    ['tokens: c = 4, not c = 3', 'only the printed number']
    """

    scores: tuple[BleuScore, ...]
    asked: tuple[BleuRules, ...]
    typed: tuple[str, ...] | None = None
    """The candidate and the references as typed, if a single sentence was given; None for a text."""

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """A row for each set of rules, in the order in which they were requested."""
        first = self.scores[0]
        return tuple(
            Row(rules, score, parting(first, score)) for rules, score in zip(self.asked, self.scores, strict=True)
        )

    def steps(self) -> tuple[Step, ...]:
        """The sets of rules that agree, stage by stage; then the line of code that gives each number."""
        return tuple(self._steps())

    def _steps(self) -> Iterator[Step]:
        names = [rules.name for rules in self.asked]
        for stage in (*([_CUT] if self.typed else []), *_STAGES):
            values = [stage.cell(score) for score in self.scores]
            yield group(stage.name, stage.title, stage.column, stage.why, names, values)
        if parted := tuple((row.rules.name, str(row.parting)) for row in self.rows if row.parting):
            header = columns(rules="rules", first=f"first difference from {names[0]}")
            table = Table("", header, parted, names=2)
            outcome = f"{len(parted)} differ{'s' * (len(parted) == 1)}"
            yield Step("partings", "Where they diverge", f"from {names[0]}", outcome, _WHY_PART, SOURCE, (table,))
        yield calls.step([(row.rules.name, row.rules, row.score) for row in self.rows], self.typed)

    @property
    def table(self) -> Table:
        """A row for each set of rules, with its values at each stage and its first difference from the first row."""
        header = columns(
            rules="rules", printed="prints", score="BLEU", parts_at="first difference", tokens="tokens",
            precisions="precisions", reference_length="r", brevity="BP", smoothing="smoothed",
        )  # fmt: skip
        return Table("", header, tuple(map(_cells, self.rows)))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """The notes of all scores, except what the table shows; a note on only some scores names their rules."""
        untold = [[note for note in row.score.notes if note.code not in TOLD_BY_STAGES] for row in self.rows]
        return merge_notes([rules.name for rules in self.asked], untold)

    def to_dict(self) -> Record:
        """The rows as lists, dicts, strings and numbers, ready for JSON."""
        stages = [row.parting and {"stage": row.parting.stage.name, "told": str(row.parting)} for row in self.rows]
        pairs = zip(self.scores, stages, strict=True)
        return {"rows": [{**score.to_dict(), "parts_from_the_first": stage} for score, stage in pairs]}

    def __repr__(self) -> str:
        return f"Comparison({', '.join(f'{row.rules.name}: {row.score.printed}' for row in self.rows)})"


@overload
def compare(candidate: str, references: list[str], rules: SomeRules | None = None) -> Comparison: ...
@overload
def compare(
    candidate: str,
    references: list[str],
    rules: Sequence[str] | None = None,
    *,
    metric: Metric | str,
    **settings: object,
) -> SideBySide: ...
def compare(
    candidate: str, references: list[str], rules: Any = None, *, metric: Metric | str | None = None, **settings: object
) -> Comparison | SideBySide:
    """Compare the scores of a candidate under the rules of every tool, or under the given rules (sets or names).

    For BLEU, the result is a `Comparison`, which shows stage by stage why the tools differ. For a `metric` that offers
    sets of rules, it is a `SideBySide`, which compares the steps; `settings` are settings of this metric.

    >>> [row.score.printed for row in compare("a b c d", ["a b c d"], ["sacrebleu", "mteval-v13a"]).rows]
    ['100.00', '1.0000']

    InputError if the sentences cannot be scored, or if a set of rules is unknown.
    """
    if metric is not None:
        return side_by_side(metric, candidate, references, rules, settings)
    for name in settings:
        fix = f"Write compare(..., metric=mtexplain.bleu, {name}=...)."
        raise InputTypeError(name, "a setting", "only rules, or a metric with its settings", fix)
    asked = rules_of(rules)
    scores = under_each(check_text(candidate, "candidate"), references, asked)
    return Comparison(scores, asked, (candidate, *references))


def compare_corpus(candidates: list[str], references: list[list[str]], rules: SomeRules | None = None) -> Comparison:
    """Compare BLEU of a text under the rules of every tool. `references[i]` holds the references of `candidates[i]`.

    >>> comparison = compare_corpus(["a b.", "a"], [["a b."], ["a"]], ["multi-bleu", "mteval-v11b"])
    >>> [row.score.brevity.candidate_length for row in comparison.rows]
    [3, 4]

    InputError if the texts cannot be scored, or if a set of rules is unknown.
    """
    asked = rules_of(rules)
    texts, groups = check_corpus(candidates, references, "compare")
    return Comparison(under_each(texts, groups, asked), asked)


def _cells(row: Row) -> tuple[Cell, ...]:
    """Return the cells for a set of rules in the table of a comparison."""
    score = row.score
    return (
        row.rules.name,
        shortened(score.printed),
        Real(score.score),
        row.parting.stage.title if row.parting else None,
        score.brevity.candidate_length,
        counted(score),
        length(score),
        "≈ 1" if 0 < 1 - score.brevity.value < _BARELY else Real(score.brevity.value),
        smoothed(score),
    )


class _Stage(NamedTuple):
    """A stage as a step. `cell` gives the value of a score at this stage, and `column` is the heading of the values."""

    name: str
    title: str
    column: str
    cell: Callable[[BleuScore], Words | Formula]
    why: str


def _lengths(score: BleuScore) -> str:
    return f"c = {score.brevity.candidate_length}, r = {length(score)}: BP = {shown(score.brevity.value)}"


_STAGES = (
    _Stage("counts", "Counts", "matches/total for each n", counted,
          "Different tokens give different counts. If a segment is shorter than n, some tools still count an n-gram."),
    _Stage("brevity", "Brevity", "lengths", _lengths,
          "With several references, the tools may choose different lengths r, and so get different values of BP."),
    _Stage("smoothing", "Smoothing", "used in place of the counted precision", smoothed,
          "If an order has no match, or no n-gram at all, the tools handle it differently."),
    _Stage("score", "Score", "BLEU", lambda score: shown(score.score),
          "After this, only the scale and the digits can differ. For example, 0.4301 and 43.01 are the same score."),
)  # fmt: skip
_WHY_PART = "Later differences may follow from the first, so the first is where to look."
_BARELY = 1e-6  # coco's BP of a candidate that is long enough, which looks like 1 when rounded
_CUT = _Stage("tokens", "Tokens", "candidate", lambda score: Words(score.pairs[0][0]),
             "The first choice is what counts as a token. Everything after it depends on this.")  # fmt: skip
