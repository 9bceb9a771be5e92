"""One output, every tool: the same text under several sets of rules, and the first step at which they part."""

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
    """One set of rules: the rules as they were asked for, the score, where it parts from the first row (or never)."""

    rules: BleuRules
    score: BleuScore
    parting: Parting | None


@dataclass(frozen=True, repr=False)
class Comparison(Compared):
    """BLEU of one text by several sets of rules. The others are compared with the first.

    Make one with `compare` or `compare_corpus`.

    >>> comparison = compare("the cat sat.", ["the cat sat down."], ["paper", "sacrebleu", "multi-bleu"])
    >>> [str(row.parting) for row in comparison.rows[1:]]
    ['tokens: c = 4, not c = 3', 'only what is printed']
    """

    scores: tuple[BleuScore, ...]
    asked: tuple[BleuRules, ...]
    typed: tuple[str, ...] | None = None
    """The candidate and the references of one sentence, as they were typed; None for a text."""

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """A row for each set of rules, in the order in which they were asked for."""
        first = self.scores[0]
        return tuple(
            Row(rules, score, parting(first, score)) for rules, score in zip(self.asked, self.scores, strict=True)
        )

    def steps(self) -> tuple[Step, ...]:
        """The sets of rules that agree, by stage; then the line of code that gives each number in its own tool."""
        return tuple(self._steps())

    def _steps(self) -> Iterator[Step]:
        names = [rules.name for rules in self.asked]
        for stage in (*([_CUT] if self.typed else []), *_STAGES):
            values = [stage.cell(score) for score in self.scores]
            yield group(stage.name, stage.title, stage.column, stage.why, names, values)
        if parted := tuple((row.rules.name, str(row.parting)) for row in self.rows if row.parting):
            header = columns(rules="rules", first=f"first difference from {names[0]}")
            table = Table("", header, parted, names=2)
            outcome = f"{len(parted)} do"
            yield Step("partings", "Where they part", f"from {names[0]}", outcome, _WHY_PART, SOURCE, (table,))
        yield calls.step([(row.rules.name, row.rules, row.score) for row in self.rows], self.typed)

    @property
    def table(self) -> Table:
        """A row for each set of rules: what it has at each stage, what it prints, where it parts from the first."""
        header = columns(
            rules="rules", printed="prints", score="BLEU", parts_at="parts at", tokens="tokens",
            precisions="precisions", reference_length="r", brevity="BP", smoothing="smoothed",
        )  # fmt: skip
        return Table("", header, tuple(map(_cells, self.rows)))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """The notes of all scores, but for what the table shows; a note of only some scores names their rules."""
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
    """One candidate under the rules of every tool, side by side; or under those given, sets or names.

    Of BLEU it is a `Comparison`, which tells stage by stage why its many tools differ. Given another `metric` that has
    sets of rules, it is a `SideBySide` of its steps; `settings` are those of the metric.

    >>> [row.score.printed for row in compare("a b c d", ["a b c d"], ["sacrebleu", "mteval-v13a"]).rows]
    ['100.00', '1.0000']

    InputError if the sentences cannot be scored, or a set of rules is unknown.
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
    """A text under the rules of every tool, side by side; references[i] are those of candidates[i].

    >>> comparison = compare_corpus(["a b.", "a"], [["a b."], ["a"]], ["multi-bleu", "mteval-v11b"])
    >>> [row.score.brevity.candidate_length for row in comparison.rows]
    [3, 4]

    InputError if the texts cannot be scored, or a set of rules is unknown.
    """
    asked = rules_of(rules)
    texts, groups = check_corpus(candidates, references, "compare")
    return Comparison(under_each(texts, groups, asked), asked)


def _cells(row: Row) -> tuple[Cell, ...]:
    """The row of a set of rules in the table of a comparison."""
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
    """A stage as a step: its name, its title, what its column is called, what each score has there, why it matters."""

    name: str
    title: str
    column: str
    cell: Callable[[BleuScore], Words | Formula]
    why: str


def _lengths(score: BleuScore) -> str:
    return f"c = {score.brevity.candidate_length}, r = {length(score)}: BP = {shown(score.brevity.value)}"


_STAGES = (
    _Stage("counts", "Counts", "matches of total, for each n", counted,
          "Different tokens, different counts. If a segment is shorter than n, some tools count what is not there."),
    _Stage("brevity", "Brevity", "lengths", _lengths,
          "With several references, the tools choose different ones for r, and so get a different BP."),
    _Stage("smoothing", "Smoothing", "multiplied in place of what was counted", smoothed,
          "If an order has no match, or no n-gram, each tool has its own way out."),
    _Stage("score", "Score", "BLEU", lambda score: shown(score.score),
          "From here on only the scale and the digits differ: 0.4301 and 43.01 are the same score."),
)  # fmt: skip
_WHY_PART = "What comes after the first difference may follow from it, so this is where to look."
_BARELY = 1e-6  # coco's BP of a candidate that is long enough: it is 1 to the eye
_CUT = _Stage("tokens", "Tokens", "candidate", lambda score: Words(score.pairs[0][0]),
             "The first choice, and the one that moves most scores: what counts as a token.")  # fmt: skip
