"""Edits of single tokens, with the best edits (`best_edits`) and the worth of each token (`leave_one_out`)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isinf
from operator import itemgetter
from typing import NamedTuple, overload

from mtexplain.display.formula import difference, shown
from mtexplain.display.parts import Cell, Headline, Note, Part, Prose, Real, Table, Words, columns
from mtexplain.display.picture import Picture
from mtexplain.display.score import SentenceScore
from mtexplain.display.stacks import Names, Stack, Stacks, draw
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.edits.changes import Change
from mtexplain.explain.metric import Metric, scored
from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.invisible import visible
from mtexplain.metrics.bleu import bleu
from mtexplain.waiting import announced

_CAPTION = (
    "The change in the score without each word. With all words, the score is {score}. A bar above the line means that "
    "the score gets worse without the word, and a bar below means that it gets better."
)
_TALLEST = 2.0  # the height of the largest loss, in units
_TOLD = {"delete": "take out", "substitute": "replace", "insert": "add", "swap": "swap"}


class TokenEdit(NamedTuple):
    """An edit of a token, or of two neighbours, and the score after it."""

    change: Change
    after: SentenceScore

    @property
    def kind(self) -> str:
        """One of "delete", "substitute", "insert" and "swap"."""
        return self.change.kind

    @property
    def position(self) -> int:
        """The position in the candidate, counted from 0, of the inserted token or of the first edited token."""
        return self.change.position

    @property
    def token(self) -> str | None:
        """The new token; None if there is none."""
        return self.change.new[0] if self.kind in ("substitute", "insert") else None

    @property
    def score(self) -> float:
        """The score after the edit."""
        return self.after.score

    @property
    def text(self) -> Prose:
        """The edit as an instruction, with positions counted from 1."""
        position, old, new = self.change
        match self.kind:
            case "delete":
                return Prose(("take out ", Words(old), f", token {position + 1}"))
            case "insert":
                return Prose(("add ", Words(new), f" as token {position + 1}"))
            case "swap":
                return Prose(
                    ("swap ", Words(old[:1]), " and ", Words(old[1:]), f", tokens {position + 1} and {position + 2}")
                )
        return Prose(("replace ", Words(old), f", token {position + 1}, with ", Words(new)))


@dataclass(frozen=True, repr=False)
class Trials(Trace):
    """The effects that edits of a candidate would have on its score."""

    start: SentenceScore

    @property
    def headline(self) -> Headline:
        """The score before any edit."""
        return self.start.headline

    def steps(self) -> tuple[Step, ...]:
        """Empty, because the working of each edit is in its `after`, and in `explain_edit(start, after)`."""
        return ()

    @property
    def notes(self) -> tuple[Note, ...]:
        """Everything about the score before any edit that is unusual but well defined."""
        return self.start.notes


@dataclass(frozen=True, repr=False)
class Edits(Trials, Sequence[TokenEdit]):
    """Token edits of a candidate, as a sequence that shows itself as a table.

    The edits are alternatives; if `one_by_one` is true, they are made in turn.
    """

    edits: tuple[TokenEdit, ...]
    title: str
    one_by_one: bool = False
    none: str = "none"
    """The words that replace the table if there is no edit."""

    def __len__(self) -> int:
        return len(self.edits)

    @overload
    def __getitem__(self, index: int) -> TokenEdit: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[TokenEdit]: ...
    def __getitem__(self, index: int | slice) -> TokenEdit | Sequence[TokenEdit]:
        return self.edits[index]

    @property
    def overview(self) -> tuple[Part, ...]:
        """The table, or a sentence if there is no edit."""
        return (self.table,) if self.edits else (Prose((f"{self.title}: {self.none}.",)),)

    @property
    def table(self) -> Table:
        """A row for each edit, with its kind, its position (counted from 1), and the score after it."""
        header = columns(edit="edit", position="at token", old="old", new="new", score="score", change="change")
        rows, before = [], self.start
        for edit in self.edits:
            words: tuple[Cell, ...] = tuple(Words(tokens) if tokens else None for tokens in edit.change[1:])
            scores = Real(edit.score), Real(before.change_to(edit.score), difference(before.score, edit.score))
            rows.append((_TOLD[edit.kind], edit.position + 1, *words, *scores))
            before = edit.after if self.one_by_one else before
        return Table(self.title, header, tuple(rows))

    def __repr__(self) -> str:
        text = ", ".join(f"{edit.kind} {edit.position} {edit.token!r}: {float(edit.score)!r}" for edit in self.edits)
        return f"Edits([{text}])"


def best_edits(
    candidate: str, references: list[str], top: int = 5, *, metric: Metric | str = bleu, **settings: object
) -> Edits:
    """The `top` single edits that improve the score, best first; fewer if fewer edits improve it.

    An edit deletes a token, replaces it by a token of a reference, inserts a token of a reference anywhere, or swaps
    two different neighbours. Edits that leave the candidate unchanged are left out. Edits with equal scores are in a
    fixed order (deletions, replacements, insertions, swaps; then by position; then by the position of the word in the
    references).

    >>> best, *rest = best_edits("a b", ["a c"], max_n=1)
    >>> print(best.kind, best.position, best.token, best.after.score)
    substitute 1 c 1.0

    `metric` is the name of a metric, or a function of a candidate and its references that returns a `SentenceScore`;
    `settings` are its keywords. InputError if `top` is not a whole number above 0, or if the metric rejects its input.
    """
    if isinstance(top, bool) or not isinstance(top, int):
        raise InputTypeError("top", described(top), "a whole number of edits")
    if top < 1:
        raise InputError("top", described(top), "1 or more")
    return best_of(scored(metric, candidate, references, settings), top)


def best_of(start: SentenceScore, top: int = 5) -> Edits:
    """The best single edits of the candidate of a score; only edits that improve the score are included."""
    best, now = list[tuple[float, Change]](), start.quality(start.score)
    tried: list[Change] = []

    def promising() -> Iterator[tuple[str, ...]]:
        """Yield the candidates that may still be among the best."""
        for change in announced(every_edit(start), number_of_edits(start), "best_edits", "edits"):
            tokens = change.applied(start.candidate)
            if start.limit(tokens) > (now if len(best) < top else best[-1][0]):
                tried.append(change)
                yield tokens

    for score in start.scores_of(promising()):
        best += [(start.quality(score), change) for change in [tried.pop()] if start.quality(score) > now]
        best.sort(key=itemgetter(0), reverse=True)  # the sort is stable, so equal scores keep their order
        del best[top:]
    edits = (TokenEdit(change, start.with_candidate(change.applied(start.candidate))) for _, change in best)
    return Edits(start, tuple(edits), "The best single edits", none="no edit improves the score")


def number_of_edits(start: SentenceScore) -> int:
    """The approximate number of single edits, which is twice the number of tokens times the number of words."""
    return 2 * len(start.candidate) * len(vocabulary(start))


def every_edit(start: SentenceScore) -> Iterator[Change]:
    """Every single edit that changes the candidate, in a fixed order."""
    tokens, words = start.candidate, vocabulary(start)
    positions = range(len(tokens))
    for position in positions:
        yield Change(position, tokens[position : position + 1], ())
    for position in positions:
        for word in words:
            if word != tokens[position]:
                yield Change(position, tokens[position : position + 1], (word,))
    for position in range(len(tokens) + 1):
        for word in words:
            yield Change(position, (), (word,))
    for position in positions[:-1]:
        pair = tokens[position : position + 2]
        if pair[0] != pair[1]:
            yield Change(position, pair, pair[::-1])


def vocabulary(start: SentenceScore) -> tuple[str, ...]:
    """The different tokens of the references, in the order of their first occurrence."""
    return tuple(dict.fromkeys(token for reference in start.references for token in reference))


class Omission(NamedTuple):
    """A token that was left out, with the change in the score and the score without it."""

    token: str
    score_change: float
    after: SentenceScore


@dataclass(frozen=True, repr=False)
class LeaveOneOut(Trials):
    """The effect of leaving out each token, in the order of the candidate. Make it with `leave_one_out`."""

    @cached_property
    def changes(self) -> tuple[Omission, ...]:
        """The omission of each token, with the change in the score and the trace without the token."""
        tokens, omissions = self.start.candidate, []
        for index, token in announced(enumerate(tokens), len(tokens), "leave_one_out", "tokens"):
            after = self.start.with_candidate(tokens[:index] + tokens[index + 1 :])
            omissions.append(Omission(token, self.start.change_to(after.score), after))
        return tuple(omissions)

    @cached_property
    def picture(self) -> Picture:
        """A bar for each word, above the line if the score gets worse without the word, and below if it gets better."""
        losses = [-self.start.quality(omission.score_change) for omission in self.changes]
        most = max((abs(loss) for loss in losses if not isinf(loss)), default=0) or 1
        stacks = tuple(
            Stack(visible(omission.token), difference(self.start.score, omission.after.score),
                  max(0.0, loss if isinf(loss) else _TALLEST * loss / most), shown(omission.after.score),
                  max(0.0, min(_TALLEST, -_TALLEST * loss / most)))
            for omission, loss in zip(self.changes, losses, strict=True)
        )  # fmt: skip
        description = ", ".join(stack.below for stack in stacks)
        return draw(
            Stacks(
                stacks, Names("without", "change", "score then"), f"The score without each word in turn: {description}."
            )
        )

    @property
    def overview(self) -> tuple[Part, ...]:
        """The caption of the picture."""
        hopeless = self.start.is_worst_case and not any(omission.score_change for omission in self.changes)
        still = f" The score stays {self.start.worst.score} whichever word is left out." if hopeless else ""
        return (Prose((_CAPTION.format(score=shown(self.start.score)) + still,)),)

    @property
    def table(self) -> Table:
        """A row for each token (counted from 1), with the score without it and the change."""
        header = columns(position="at token", token="token", score="score without it", change="change")
        rows = tuple(
            (number, Words((token,)), Real(after.score), Real(change, difference(self.start.score, after.score)))
            for number, (token, change, after) in enumerate(self.changes, 1)
        )
        return Table("", header, rows, names=2)

    def __repr__(self) -> str:
        text = ", ".join(f"{token!r}: {change!r}" for token, change, _ in self.changes)
        return f"LeaveOneOut([{text}])"


def leave_one_out(
    candidate: str, references: list[str], *, metric: Metric | str = bleu, **settings: object
) -> LeaveOneOut:
    """The score without each token in turn, which shows the tokens that raise the score and the tokens that lower it.

    >>> [(omission.token, omission.score_change) for omission in leave_one_out("a x", ["a"], max_n=1).changes]
    [('a', -0.5), ('x', 0.5)]

    `metric` is the name of a metric, or a function of a candidate and its references that returns a `SentenceScore`;
    `settings` are its keywords. InputError if the metric rejects its input.
    """
    return LeaveOneOut(scored(metric, candidate, references, settings))
