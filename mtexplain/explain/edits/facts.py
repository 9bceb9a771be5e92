"""The facts of an edit, with the changes in the score, in each of its terms, and in the credit of each n-gram."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import isinf

from mtexplain.counts import NGram
from mtexplain.display.score import Credit, Score, SentenceScore, Term
from mtexplain.explain.edits.changes import Change, change

Gains = dict[int | str, dict[NGram, int]]


@dataclass(frozen=True, repr=False)
class EditFacts:
    """Two scores and the differences between them. `remark` describes the edit if the scores don't show it."""

    before: Score
    after: Score
    remark: str = ""

    @property
    def change(self) -> float:
        """The score after the edit minus the score before."""
        return self.before.change_to(self.after.score)

    @property
    def log_change(self) -> float | None:
        """The log of the score after minus the log of the score before, which is the sum of the changes in the terms.

        If the terms of a metric add up to its score, it is the change in the score itself. None if either score is
        log 0; `responsible` then names the terms.
        """
        return None if self.responsible else sum(term.value for term in self.terms)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The terms as pairs (name, change), which are log BP and each w_n log p_n for BLEU.

        The changes add up to the change in the log score. The change is inf for a term that is no longer log 0, -inf
        for a term that has become log 0, and 0 for a term that stays log 0. A term that is missing from a score counts
        as 0 there.
        """
        pairs = ((name, old or 0.0, new or 0.0) for name, old, new in self.term_pairs)
        return tuple(Term(name, 0.0 if old == new else new - old) for name, old, new in pairs)

    @cached_property
    def term_pairs(self) -> tuple[tuple[str, float | None, float | None], ...]:
        """Each term with its name and its values before and after (None if the score does not have the term).

        p_3 and its smoothed p'_3 are the same term. It has the name with the prime if either score is smoothed.
        """
        before, after = (
            {name.replace("′", ""): (name, value) for name, value in score.terms} for score in (self.before, self.after)
        )
        pairs = []
        for key in before | after:
            (old_name, old), (new_name, new) = (side.get(key, ("", None)) for side in (before, after))
            pairs.append((max(old_name, new_name, key=len), old, new))
        return tuple(pairs)

    @cached_property
    def responsible(self) -> tuple[str, ...]:
        """The names of the terms that are log 0 before or after the edit, each of which makes its score 0."""
        before = [name for name, old, _ in self.term_pairs if isinf(old or 0)]
        return tuple(dict.fromkeys((*before, *(name for name, _, new in self.term_pairs if isinf(new or 0)))))

    @cached_property
    def rows(self) -> tuple[tuple[Credit, Credit], ...]:
        """A pair (before, after) for each n-gram whose count or credit changed."""
        before, after = _summed(self.before), _summed(self.after)
        groups = list(dict.fromkeys(group for group, _ in before | after))
        keys = sorted(before | after, key=lambda key: groups.index(key[0]))  # by group, then in the order of the text
        pairs = ((before.get(key, Credit(*key, 0, 0)), after.get(key, Credit(*key, 0, 0))) for key in keys)
        return tuple((old, new) for old, new in pairs if old != new)

    @property
    def won(self) -> Gains:
        """The n-grams that earn more credit than before, and how much more, by order."""
        return _gains((new, new.credited - old.credited) for old, new in self.rows)

    @property
    def lost(self) -> Gains:
        """The n-grams that earn less credit than before, and how much less, by order."""
        return _gains((old, old.credited - new.credited) for old, new in self.rows)

    @cached_property
    def done(self) -> Change | None:
        """The change of the candidate; None if a text of several segments was scored."""
        if isinstance(self.before, SentenceScore) and isinstance(self.after, SentenceScore):
            return change(self.before.candidate, self.after.candidate)
        return None


def _summed(score: Score) -> dict[tuple[int | str, NGram], Credit]:
    """The credits by group and n-gram, added up over segments."""
    times, credited = Counter[tuple[int | str, NGram]](), Counter[tuple[int | str, NGram]]()
    for row in score.credits:
        times[row.group, row.ngram] += row.times
        credited[row.group, row.ngram] += row.credited
    return {key: Credit(*key, times[key], credited[key]) for key in times}


def _gains(changes: Iterable[tuple[Credit, int]]) -> Gains:
    gains: Gains = {}
    for row, more in changes:
        if more > 0:
            gains.setdefault(row.group, {})[row.ngram] = more
    return gains
