"""What each token is worth: the score without it, one after the other."""

from dataclasses import dataclass
from functools import cached_property
from math import isinf
from typing import Any, NamedTuple

from mtexplain.display.formula import signed
from mtexplain.display.parts import Headline, Note, Part, Real, Table, Weighed, Words, columns
from mtexplain.display.score import SentenceScore
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.metric import Metric, scored
from mtexplain.metrics.bleu import bleu
from mtexplain.waiting import announced

_CAPTION = "Under each token: the change of the score without it. Minus, on blue: it holds the score up. " \
           "Plus, on orange: it holds the score down."  # fmt: skip
_CAPTION_LOWER = "Under each token: the change of the score without it. Plus, on blue: it keeps the score low, which " \
                 "is good. Minus, on orange: without it the score is better."  # fmt: skip


class Omission(NamedTuple):
    """A token left out: the score after, and how much that changed."""

    token: str
    score_change: float
    after: SentenceScore


@dataclass(frozen=True, repr=False)
class LeaveOneOut(Trace):
    """What leaving out each token would do, in the order of the candidate. Make one with `leave_one_out`."""

    start: SentenceScore

    @cached_property
    def changes(self) -> tuple[Omission, ...]:
        """One for each token: the token, the change of the score without it, the trace without it."""
        tokens, found = self.start.candidate, []
        for place, token in announced(enumerate(tokens), len(tokens), "leave_one_out", "tokens"):
            after = self.start.with_candidate(tokens[:place] + tokens[place + 1 :])
            found.append(Omission(token, self.start.change_to(after.score), after))
        return tuple(found)

    @property
    def headline(self) -> Headline:
        """The score of the whole candidate."""
        return self.start.headline

    @property
    def overview(self) -> tuple[Part, ...]:
        """The sentence, each token with its change, shaded by how much it matters."""
        changes = [omission.score_change for omission in self.changes]
        most = max((abs(change) for change in changes if not isinf(change)), default=0) or 1
        numbers = tuple(map(signed, changes))
        hopeless = self.start.is_worst_case and not any(changes)
        still = f" The score stays {self.start.worst.score} whichever goes." if hopeless else ""
        weights = tuple(self.start.quality(-max(-1.0, min(1.0, change / most))) for change in changes)
        caption = _CAPTION_LOWER if self.start.lower_is_better else _CAPTION
        return (Weighed(Words(self.start.candidate), numbers, weights, caption + still),)

    def steps(self) -> tuple[Step, ...]:
        """None: the working of each omission is in its `after`."""
        return ()

    @property
    def table(self) -> Table:
        """A row for each token (counted from 1): the score without it, and the change."""
        header = columns(position="at token", token="token", score="score without it", change="change")
        rows = tuple(
            (place, Words((token,)), Real(after.score), Real(change, is_change=True))
            for place, (token, change, after) in enumerate(self.changes, 1)
        )
        return Table("", header, rows, names=2)

    @property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined about the score."""
        return self.start.notes

    def __repr__(self) -> str:
        told = ", ".join(f"{token!r}: {change!r}" for token, change, _ in self.changes)
        return f"LeaveOneOut([{told}])"


def leave_one_out(candidate: str, references: list[str], *, metric: Metric = bleu, **settings: Any) -> LeaveOneOut:
    """Which tokens hold the score up, and which hold it down: the score without each of them.

    >>> [(one.token, one.score_change) for one in leave_one_out("a x", ["a"], max_n=1).changes]
    [('a', -0.5), ('x', 0.5)]

    `metric` is any function of a candidate and its references that returns a `SentenceScore`; `settings` are its
    keywords. InputError for what the metric refuses.
    """
    return LeaveOneOut(scored(metric, candidate, references, settings))
