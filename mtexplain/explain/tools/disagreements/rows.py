"""How a comparison is told: a row for each set of rules, then stage by stage who goes with whom."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from mtexplain.display.formula import Formula, shown
from mtexplain.display.parts import Cell, Real, Table, Words, columns
from mtexplain.display.trace import Step
from mtexplain.explain.tools.disagreements import calls
from mtexplain.explain.tools.disagreements.stages import Parting, counted, length, smoothed
from mtexplain.metrics.bleu.base import BleuScore
from mtexplain.rules import BleuRules


class Row(NamedTuple):
    """One set of rules: the rules as they were asked for, the score, where it parts from the first row (or never)."""

    rules: BleuRules
    score: BleuScore
    parting: Parting | None


def told(scores: Sequence[BleuScore]) -> str:
    """How many different scores there are, in a sentence."""
    values = {shown(score.score): score.score for score in scores}
    if len(values) == 1:
        return f"{len(scores)} sets of rules, one score: {shown(scores[0].score)}."
    low, high = min(values.values()), max(values.values())
    return f"{len(scores)} sets of rules, {len(values)} different scores, from {shown(low)} to {shown(high)}."


def cells(row: Row) -> tuple[Cell, ...]:
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


def shortened(printed: str) -> str:
    """A float that is printed whole, with five digits.

    >>> shortened("0.4301319"), shortened("1.5595861e-231"), shortened("43.01")
    ('0.4301…', '1.5595…e-231', '43.01')
    """
    return _LONG.sub(r"\1…\2", printed)


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


def steps(rows: Sequence[Row], typed: Sequence[str] | None) -> Iterator[Step]:
    """Stage by stage who goes with whom, where each parts, and the lines of code for the sentences as `typed`."""
    for stage in (*([_CUT] if typed else []), *_TOLD):
        groups: dict[Words | Formula, list[str]] = {}
        for row in rows:
            groups.setdefault(stage.cell(row.score), []).append(row.rules.name)
        table = Table(
            "",
            columns(rules="rules", value=stage.column),
            tuple((", ".join(names), value) for value, names in groups.items()),
            names=2,
        )
        outcome = "all the same" if len(groups) == 1 else f"{len(groups)} different"
        summary = f"{len(rows)} sets of rules"
        yield Step(stage.name, stage.title, summary, outcome, stage.why, _SOURCE, (table,))
    parted = tuple((row.rules.name, str(row.parting)) for row in rows if row.parting)
    if parted:
        first = rows[0].rules.name
        table = Table("", columns(rules="rules", first=f"first difference from {first}"), parted, names=2)
        yield Step("partings", "Where they part", f"from {first}", f"{len(parted)} do", _WHY_PART, _SOURCE, (table,))
    yield calls.step([(row.rules.name, row.rules, row.score) for row in rows], typed)


def _lengths(score: BleuScore) -> str:
    return f"c = {score.brevity.candidate_length}, r = {length(score)}: BP = {shown(score.brevity.value)}"
