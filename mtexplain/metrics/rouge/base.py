"""What all ROUGE scores have in common: an overlap with each reference; recall, precision and F from these."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, Self

from mtexplain.counts import Ratio
from mtexplain.display.formula import Formula
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note, Part
from mtexplain.display.score import Term
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge import (
    account,
    formulas,
    moments,
    notes,
    overview,
    pictures,
    record,
    report,
    signature,
    steps,
)
from mtexplain.metrics.rouge.force import check_beta
from mtexplain.metrics.rouge.kind import Kind
from mtexplain.metrics.rouge.maths import Mean, Share
from mtexplain.metrics.rouge.references import Together


@dataclass(frozen=True, repr=False)
class Rouge(Kind):
    """A score by what a candidate shares with its references. What follows is the same for every kind."""

    @cached_property
    def together(self) -> Together:
        """What these come to, by the rules."""
        return Together(self.overlaps, self.rules)

    @property
    def recall(self) -> Ratio | Fraction | float | None:
        """The recall: a Ratio; jackknifed, the mean of several as a Fraction; of ROUGE-W a float, None for 0/0."""
        return _plain(self.together.recall)

    @property
    def precision(self) -> Ratio | Fraction | float | None:
        """The precision, in the same way."""
        return _plain(self.together.precision)

    def f(self, beta: float | Fraction) -> float:
        """F for another beta, 0 or more: `math.inf` for recall alone, 0 for precision alone.

        The references that count are those of the score; only the mean of recall and precision is another.
        """
        return float(self.together.f(check_beta(beta)))

    @cached_property
    def score(self) -> float:
        """F by the beta of the rules, 0 to 1: the float nearest to the closed form in `exact`."""
        one, *others = self.overlaps
        return float(self.together.f(self.rules.beta) if others else one.f(self.rules.beta))

    @property
    def reported(self) -> float:
        """The number that the tool returns, rounded where the tool rounds."""
        return report.reported(self)

    @property
    def printed(self) -> str:
        """That number as the tool prints it."""
        return report.printed(self)

    @property
    def account(self) -> Literal["log", "sum"]:  # type: ignore[override]  # here it depends on the rules
        """A mean is a sum, any other F a product."""
        return "sum" if self.rules.references_by == "jackknife" else "log"

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """Pairs (name, value) that add up to log F: log R, log P, and less the log of what they are divided by.

        Jackknifed, they add up to F itself: what each reference adds to the mean that is left out.
        """
        return tuple(account.of_mean(self) if self.account == "sum" else account.of_f(self))

    @property
    def closed_form(self) -> Formula:
        return formulas.closed_form(self)

    @property
    def signature(self) -> str:
        return signature.written(self)

    @property
    def zero_groups(self) -> frozenset[int | str]:
        """All of them where nothing matches: one match of any group is enough."""
        rows = self.credits
        return frozenset() if any(row.credited for row in rows) else frozenset(row.group for row in rows)

    @property
    def overview(self) -> tuple[Part, ...]:
        return (overview.sentences(self), pictures.factors(self))

    def steps(self) -> tuple[Step, ...]:
        """Tokens, what is counted, the references where there are several, recall, precision, score."""
        return tuple(steps.of(self))

    def moments(self) -> tuple[Moment, ...]:
        """The same, moment by moment: a table is filled row by row, a path walked back."""
        return tuple(moments.of(self))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined: an empty text, nothing to count, characters no one can see, a tool's slips."""
        return tuple(notes.of(self))

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON. Exact values are strings such as "2/3"."""
        return record.of(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The trace that `to_dict` wrote: an equal one. It reads tokens, texts and rules, and computes the rest."""
        return cls(**record.facts(data, cls.metric))


def _plain(share: Share) -> Ratio | Fraction | float | None:
    """A recall or a precision as it is given out."""
    if isinstance(share, Ratio):
        return share
    exactly = isinstance(share, Mean) and all(isinstance(one, Ratio) for one in share.shares)
    return share.value if exactly or share.value is None else float(share.value)
