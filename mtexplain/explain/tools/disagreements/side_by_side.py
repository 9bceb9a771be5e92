"""Scores of any metric under its sets of rules, side by side, and the first step at which they differ."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

from mtexplain.data import Record
from mtexplain.display import plain
from mtexplain.display.formula import Formula, shown
from mtexplain.display.parts import Cell, Column, Headline, Note, Part, Real, Table, Words, columns
from mtexplain.display.score import Score, SentenceScore
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.metric import Metric, choices, resolve_metric, scored, sentence_metrics
from mtexplain.explain.tools.available import available
from mtexplain.inputs import InputError, check_list, described

_WHY_TOKENS = "The first choice is what counts as a token, and whether capitals matter."
_WHY_STEPS = "The same steps under each set of rules. If a line differs, the tools chose differently, there or earlier."
SOURCE = "the tools themselves"


class Compared(Trace):
    """Scores of the same text under several sets of rules, which are compared with the first set."""

    scores: tuple[Score, ...]

    @property
    def headline(self) -> Headline:
        """The number of different scores, and the first score with its closed form and its rules."""
        values = list({shown(score.score): score.score for score in self.scores}.values())
        several = f"{len(values)} different scores, from {shown(min(values))} to {shown(max(values))}"
        result = f"the same score, {shown(values[0])}, to the digits shown" if len(values) == 1 else several
        says = f"{len(self.scores)} sets of rules give {result}."
        says = f"The score is {shown(values[0])}." if len(self.scores) == 1 else says
        value = "one score" if len(values) == 1 else f"{len(values)} scores"
        return self.scores[0].headline._replace(value=value, says=says)

    @property
    def overview(self) -> tuple[Part, ...]:
        """A row for each set of rules."""
        return (self.table,)


def merge_notes(names: Sequence[str], notes: Sequence[Sequence[Note]]) -> tuple[Note, ...]:
    """Merge the notes of all sets of rules, each once. A note that belongs to only some sets names these sets."""
    owners: dict[Note, list[str]] = {}
    for name, own_notes in zip(names, notes, strict=True):
        for note in own_notes:
            owners.setdefault(note, []).append(name)
    return tuple(
        note
        if len(owner_names) == len(names)
        else note._replace(where=", ".join(filter(None, [*owner_names, note.where])))
        for note, owner_names in owners.items()
    )


def group(
    name: str, title: str, column: str, why: str, names: Sequence[str], values: Sequence[Words | Formula]
) -> Step:
    """Return a step that has a row for each different value, with the sets of rules that give it."""
    groups: dict[Words | Formula, list[str]] = {}
    for rules, value in zip(names, values, strict=True):
        groups.setdefault(value, []).append(rules)
    rows = tuple((", ".join(names_with_value), value) for value, names_with_value in groups.items())
    table = Table("", columns(rules="rules", value=column), rows, names=2)
    outcome = "all the same" if len(groups) == 1 else f"{len(groups)} different"
    return Step(name, title, f"{len(names)} sets of rules", outcome, why, SOURCE, (table,))


class Row(NamedTuple):
    """A set of rules, its score, and the title of the first step that differs from the first row (None if none)."""

    rules: str
    score: SentenceScore
    parts_at: str | None


@dataclass(frozen=True, repr=False)
class SideBySide(Compared):
    """A candidate under several sets of rules of a metric, which are compared with the first set."""

    names: tuple[str, ...]
    scores: tuple[SentenceScore, ...]
    left_out: tuple[Note, ...] = ()
    """Notes on the sets of rules that were left out, with the reasons."""

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """A row for each set of rules, in order."""
        first = self.scores[0]
        pairs = zip(self.names, self.scores, strict=True)
        return tuple(Row(name, score, parting(first, score)) for name, score in pairs)

    @property
    def table(self) -> Table:
        """A row for each set of rules, with its score and its first difference from the first row."""
        symbol = plain.formula(self.scores[0].symbol)
        header = columns(rules="rules", score=symbol, parts_at="first difference", exact="closed form")
        rows = tuple((row.rules, Real(row.score.score), row.parts_at, row.score.closed_form) for row in self.rows)
        return Table("", header, rows)

    def steps(self) -> tuple[Step, ...]:
        """The tokens under each set of rules, then the outcome of every step under each set."""
        tokens = [Words(score.candidate) for score in self.scores]
        outcomes = [{step.name: step for step in score.steps()} for score in self.scores]
        rows: list[tuple[Cell, ...]] = []
        for name in _in_turn(outcomes):
            same_steps = [steps.get(name) for steps in outcomes]
            title = next(step.title for step in same_steps if step)
            rows.append((title, *(step.outcome if step else None for step in same_steps)))
        table = Table("", (Column("step", "step"), *(Column(name, name) for name in self.names)), tuple(rows))
        summary = f"{len(self.scores)} sets of rules"
        return (
            group("tokens", "Tokens", "candidate", _WHY_TOKENS, self.names, tokens),
            Step("steps", "Step by step", summary, f"{len(rows)} steps", _WHY_STEPS, SOURCE, (table,)),
        )

    @property
    def notes(self) -> tuple[Note, ...]:
        """Notes on the sets of rules left out, then on the scores; a note on only some scores names their rules."""
        return self.left_out + merge_notes(self.names, [score.notes for score in self.scores])

    def to_dict(self) -> Record:
        """The rows as lists, dicts, strings and numbers, ready for JSON."""
        return {"rows": [{**row.score.to_dict(), "parts_from_the_first": row.parts_at} for row in self.rows],
                "left_out": [note._asdict() for note in self.left_out]}  # fmt: skip

    def __repr__(self) -> str:
        return f"SideBySide({', '.join(f'{row.rules}: {shown(row.score.score)}' for row in self.rows)})"


def side_by_side(
    metric: Metric | str,
    candidate: str,
    references: list[str],
    rules: Sequence[str] | None,
    settings: dict[str, object],
) -> SideBySide:
    """Score a candidate under the given sets of rules, or all; sets that need a missing package are left out."""
    function = resolve_metric(metric, sentence_metrics)
    known = rules_of_metric(function)
    names = known if rules is None else check_list(rules, "rules", f"a list of some of {', '.join(known)}")
    if not names:
        raise InputError("rules", "none", f"some of {', '.join(known) or 'this metric has'}")
    scores, left_out = available(
        (name, partial(scored, function, candidate, references, {**settings, "rules": name})) for name in names
    )
    return SideBySide(tuple(score.rules.name for score in scores), scores, left_out)


def rules_of_metric(metric: Metric) -> tuple[str, ...]:
    """Return the names of the sets of rules that a metric's keyword `rules` offers."""
    if known := choices(metric, "rules"):
        return tuple(known)
    raise InputError("metric", described(metric), "a metric with sets of rules to choose from")


def parting(before: SentenceScore, after: SentenceScore) -> str | None:
    """Return the title of the first step at which two scores of the same text differ; None if they are equal."""
    if (before.candidate, before.references) != (after.candidate, after.references):
        return "Tokens"
    steps = {step.name: step for step in before.steps()}
    for step in after.steps():
        if step.name not in steps or plain.formula(steps[step.name].outcome) != plain.formula(step.outcome):
            return step.title
    return None if before.score == after.score else "Score"


def _in_turn(listed: Sequence[Iterable[str]]) -> list[str]:
    """Merge lists of names, with each name after the name that precedes it in the first list that has it.

    >>> _in_turn([["a", "d"], ["a", "b", "d"]])
    ['a', 'b', 'd']
    """
    in_turn: list[str] = []
    for names in listed:
        index = 0
        for name in names:
            if name not in in_turn:
                in_turn.insert(index, name)
            index = in_turn.index(name) + 1
    return in_turn
