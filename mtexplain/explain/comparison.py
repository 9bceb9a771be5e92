"""One output, every tool: the same text under several sets of rules, and the first step at which they part."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from mtexplain.display.formula import Formula, shown
from mtexplain.display.parts import Cell, Column, Headline, Note, Part, Prose, Real, Table, Words
from mtexplain.display.trace import Step, Trace
from mtexplain.explain import calls
from mtexplain.explain.sides import SomeRules, rules_of, under_each
from mtexplain.explain.stages import TOLD_BY_STAGES, Parting, counted, length, parting, smoothed
from mtexplain.inputs import check_corpus, check_text
from mtexplain.metrics.bleu.base import BleuScore
from mtexplain.rules import Rules


class Row(NamedTuple):
    """One set of rules: the rules as they were asked for, the score, where it parts from the first row (or never)."""

    rules: Rules
    score: BleuScore
    parting: Parting | None


@dataclass(frozen=True, repr=False)
class Comparison(Trace):
    """The same text under several sets of rules. The first is what the others are compared with.

    Make one with `compare` or `compare_corpus`.

    >>> found = compare("the cat sat.", ["the cat sat down."], ["paper", "sacrebleu", "multi-bleu"])
    >>> [str(row.parting) for row in found.rows[1:]]
    ['tokens: c = 4, not c = 3', 'only what is printed']
    """

    scores: tuple[BleuScore, ...]
    asked: tuple[Rules, ...]
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
        return (Prose((_told(self.scores),)), self.table)

    def steps(self) -> tuple[Step, ...]:
        """Stage by stage, who goes with whom; then the line of code that gives each number in its own tool."""
        return tuple(_steps(self))

    @property
    def table(self) -> Table:
        """A row for each set of rules: what it has at each stage, what it prints, where it parts from the first."""
        columns = _columns(
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
        return Table("", columns, tuple(map(_cells, self.rows)))

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


def compare(candidate: str, references: list[str], rules: SomeRules | None = None) -> Comparison:
    """One candidate under the rules of every tool, side by side; or under those given, sets or names.

    >>> [row.score.printed for row in compare("a b c d", ["a b c d"], ["sacrebleu", "mteval-v13a"]).rows]
    ['100.00', '1.0000']

    InputError where the sentences cannot be scored, or a set of rules is none.
    """
    asked = rules_of(rules)
    scores = under_each(check_text(candidate, "candidate"), references, asked)
    return Comparison(scores, asked, (candidate, *references))


def compare_corpus(candidates: list[str], references: list[list[str]], rules: SomeRules | None = None) -> Comparison:
    """A text under the rules of every tool, side by side; references[i] are those of candidates[i]."""
    asked = rules_of(rules)
    texts, groups = check_corpus(candidates, references)
    return Comparison(under_each(texts, groups, asked), asked)


def _plain(row: Row) -> dict[str, Any]:
    parts = None if row.parting is None else {"stage": row.parting.stage.name, "told": str(row.parting)}
    return {**row.score.to_dict(), "parts_from_the_first": parts}


def _told(scores: Sequence[BleuScore]) -> str:
    values = {shown(score.score): score.score for score in scores}
    if len(values) == 1:
        return f"{len(scores)} sets of rules, one score: {shown(scores[0].score)}."
    low, high = min(values.values()), max(values.values())
    return f"{len(scores)} sets of rules, {len(values)} different scores, from {shown(low)} to {shown(high)}."


def _cells(row: Row) -> tuple[Cell, ...]:
    score = row.score
    return (
        row.rules.name,
        _LONG.sub(r"\1…\2", score.printed),
        Real(score.score),
        row.parting.stage.title if row.parting else None,
        score.brevity.candidate_length,
        counted(score),
        length(score),
        "≈ 1" if 0 < 1 - score.brevity.value < _BARELY else Real(score.brevity.value),
        smoothed(score),
    )


class _Told(NamedTuple):
    """A stage as a step: its name, its title, what its column is called, what each score has there, why it matters."""

    name: str
    title: str
    column: str
    cell: Callable[[BleuScore], Words | Formula]
    why: str


_TOLD = (
    _Told("counts", "Counts", "matches of total, for each n", counted,
          "Other tokens, other counts. And where a segment is shorter than n, some tools count what is not there."),
    _Told("brevity", "Brevity", "lengths", lambda score: _lengths(score),
          "With several references the tools take another one as r, and so another BP."),
    _Told("smoothing", "Smoothing", "multiplied in place of what was counted", smoothed,
          "Where an order has no match, or no n-gram, each tool has its own way out."),
    _Told("score", "Score", "BLEU", lambda score: shown(score.score),
          "From here on only the scale and the digits differ: 0.4301 and 43.01 are the same score."),
)  # fmt: skip
_LONG = re.compile(r"(\d\.\d{4})\d{2,}(e-\d+)?")
"""A float that is printed whole: five digits of it are shown in the table, and its exponent."""
_WHY_PART = "What comes after the first difference may follow from it. So this is where to look."
_SOURCE = "the tools themselves"
_BARELY = 1e-6  # coco's BP of a candidate that is long enough: it is 1 to the eye
_CUT = _Told("tokens", "Tokens", "candidate", lambda score: Words(score.pairs[0][0]),
             "The first choice, and the one that moves most scores: what is a token.")  # fmt: skip


def _steps(whole: Comparison) -> Iterator[Step]:
    for stage in (*([_CUT] if whole.typed else []), *_TOLD):
        groups: dict[Words | Formula, list[str]] = {}
        for row in whole.rows:
            groups.setdefault(stage.cell(row.score), []).append(row.rules.name)
        columns = _columns(rules="rules", value=stage.column)
        table = Table("", columns, tuple((", ".join(names), value) for value, names in groups.items()), names=2)
        outcome = "all the same" if len(groups) == 1 else f"{len(groups)} different"
        summary = f"{len(whole.rows)} sets of rules"
        yield Step(stage.name, stage.title, summary, outcome, stage.why, _SOURCE, (table,))
    told = tuple((row.rules.name, str(row.parting)) for row in whole.rows if row.parting)
    if told:
        first = whole.rows[0].rules.name
        table = Table("", _columns(rules="rules", first=f"first difference from {first}"), told, names=2)
        yield Step("partings", "Where they part", f"from {first}", f"{len(told)} do", _WHY_PART, _SOURCE, (table,))
    yield calls.step([(row.rules.name, row.rules, row.score) for row in whole.rows], whole.typed)


def _lengths(score: BleuScore) -> str:
    return f"c = {score.brevity.candidate_length}, r = {length(score)}: BP = {shown(score.brevity.value)}"


def _columns(**titled: str) -> tuple[Column, ...]:
    return tuple(Column(key, title) for key, title in titled.items())


def _joined(names: str, where: str) -> str:
    return f"{names}, {where}" if where else names
