"""Whose number is this: the settings under which a text prints a given number."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from mtexplain.display.parts import Column, Headline, Note, Part, Prose, Real, Table
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.tools.disagreements.reported import read
from mtexplain.explain.tools.disagreements.search import Change, Counted, settings
from mtexplain.explain.tools.disagreements.sides import Candidate, References, under_each
from mtexplain.metrics.bleu.base import BleuScore
from mtexplain.rules import BleuRules

_MOST_CHANGES = 2
_NEAREST = 5


class Match(NamedTuple):
    """Settings, as a named set of rules with changes, and the number by them: not rounded, 1 for a perfect match."""

    rules: BleuRules
    changes: tuple[Change, ...]
    score: float

    @property
    def told(self) -> str:
        """The changes, in words."""
        return ", ".join(change.told for change in self.changes) or "as it is"


@dataclass(frozen=True, repr=False)
class WhichRules(Trace):
    """The settings that print a number, fewest changes from a named set first. Make one with `which_rules`.

    `matches` all have the same number of changes. It is empty where nothing prints the number; then `nearest` are
    those that come closest, with no change or one.
    """

    reported: str
    matches: tuple[Match, ...]
    nearest: tuple[Match, ...]
    tried: int
    best: BleuScore
    """The score by the first of the matches, or of the nearest."""

    @property
    def rules(self) -> BleuRules | None:
        """The first settings that print the number; None where none do."""
        return self.matches[0].rules if self.matches else None

    @property
    def headline(self) -> Headline:
        """The score by the first settings."""
        return self.best.headline

    @property
    def overview(self) -> tuple[Part, ...]:
        """What was found, in a sentence, and a row for each."""
        return (Prose((self._told(),)), self.table)

    def steps(self) -> tuple[Step, ...]:
        """The working of the first settings."""
        return self.best.steps()

    @property
    def table(self) -> Table:
        """A row for each way to change a set of rules, with the sets for which it gives the number."""
        groups: dict[tuple[str, float], list[str]] = {}
        for match in self.matches or self.nearest:
            groups.setdefault((match.told, match.score), []).append(match.rules.name)
        columns = (Column("rules", "rules"), Column("changes", "changed"), Column("score", "BLEU"))
        rows = tuple((", ".join(names), told, Real(score)) for (told, score), names in groups.items())
        return Table("" if self.matches else "The nearest:", columns, rows, names=2)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """How sure this is, and what is odd about the score."""
        several = len({match.score for match in self.matches}) > 1
        sure = Note(
            "not-unique",
            f"Different scores round to {self.reported}. More digits, or the four precisions, would tell them apart.",
        )
        return (*([sure] if several else []), *self.best.notes)

    def to_dict(self) -> dict[str, Any]:
        """What was found as lists, dicts, strings and numbers, ready for JSON."""
        found = [
            {"rules": match.rules.name, "changes": [change.told for change in match.changes], "score": match.score}
            for match in self.matches or self.nearest
        ]
        return {"reported": self.reported, "tried": self.tried, "matches" if self.matches else "nearest": found}

    def _told(self) -> str:
        names = ", ".join(dict.fromkeys(match.rules.name for match in self.matches))
        if not self.matches:
            return (
                f"None of the {self.tried:,} settings that were tried prints {self.reported}: no set of rules, with up "
                f"to two changes. Other numbers for a smoothing, other weights, a max_n above 4 and the tokenisers of "
                f"other tools were not tried. Or it is another text."
            )
        if not self.matches[0].changes:
            return f"{self.reported} is the number of these rules, as they are: {names}."
        several = "one change" if len(self.matches[0].changes) == 1 else "two changes"
        return f"No set of rules prints {self.reported} as it is. With {several} these do:"

    def __repr__(self) -> str:
        found = "; ".join(f"{match.rules.name}: {match.told}" for match in self.matches[:5]) or "none"
        return f"WhichRules({self.reported}: {found})"


def which_rules(candidates: Candidate, references: References, reported: str) -> WhichRules:
    """Under which settings a text has the number that was reported: "24.0", or "0.2403".

    All its digits count, and no more: the score is rounded to as many, on the scale 0 to 1 and on that to 100; so "1"
    may be either. The last few of 17 digits depend on the order in which a tool adds its floats, so they may differ.
    Named sets of rules are tried as they are, then with one change, then with two; the search ends where any are found.
    With two changes the text is cut and counted in thirty ways: of a thousand segments some ten seconds.

    >>> found = which_rules("a b c d.", ["a b c d ."], "100.0")
    >>> [match.rules.name for match in found.matches][:3]
    ['sacrebleu', 'sacrebleu-sentence', 'mteval-v13a']

    InputError where `reported` is no such number, or the text cannot be scored.
    """
    printed = read(reported)
    counted = Counted(candidates, references)
    found: list[Match] = []
    tried: list[Match] = []
    for number in range(_MOST_CHANGES + 1):
        level = [Match(rules, changed, counted.score(rules)) for rules, changed in settings(number)]
        tried += level
        found = [match for match in level if printed.fits(match.score)]
        if found:
            break
    few = [match for match in tried if len(match.changes) < _MOST_CHANGES]
    nearest = sorted(few, key=lambda match: (printed.away(match.score), len(match.changes)))[:_NEAREST]
    first = (found or nearest)[0]
    (best,) = under_each(candidates, references, [first.rules])
    return WhichRules(printed.text, tuple(found), () if found else tuple(nearest), len(tried), best)
