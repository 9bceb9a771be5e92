"""A score: a trace of one number, with what earned it and the account of its logarithm."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple, Self

from mtexplain.counts import NGram
from mtexplain.display.trace import Trace
from mtexplain.rules import Rules


class Term(NamedTuple):
    """One summand of log score: a pair (name, value). The value of log 0 is -inf."""

    name: str
    value: float


class Credit(NamedTuple):
    """An item that can earn credit: its group (for BLEU the order n), how often it occurs, how often it is credited."""

    group: int | str
    ngram: NGram
    times: int
    credited: int


class Score(Trace):
    """A trace of one number: the score from 0 to 1, the rules it was computed by, the account of its logarithm."""

    rules: Rules

    @property
    @abstractmethod
    def score(self) -> float:
        """The score."""

    @property
    @abstractmethod
    def terms(self) -> tuple[Term, ...]:
        """Pairs (name, value) that add up to the logarithm of the score."""

    @property
    @abstractmethod
    def credits(self) -> tuple[Credit, ...]:
        """What earned credit, and what did not: a row for each item of each group, in the order of the text."""

    @property
    @abstractmethod
    def exact(self) -> str:
        """The closed form, exact: what the score is before it is rounded to a float."""

    @property
    @abstractmethod
    def signature(self) -> str:
        """Everything another person needs to get the same number."""

    @property
    def range(self) -> tuple[Fraction, Fraction]:
        """The lowest and the highest score there can be."""
        return Fraction(0), Fraction(1)

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The trace as plain lists, dicts, strings and numbers, ready for JSON."""


class SentenceScore(Score):
    """The score of one candidate against its references: what can be edited word by word."""

    candidate: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]
    candidate_text: str | None
    reference_texts: tuple[str, ...] | None
    """What was typed, where it is known."""

    @abstractmethod
    def with_candidate(self, tokens: list[str] | tuple[str, ...]) -> Self:
        """The same references and rules with other candidate tokens. Tokens are taken as they are."""

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn. A metric may have a quicker way than a trace for each."""
        return (self.with_candidate(tokens).score for tokens in candidates)

    @property
    def zero_groups(self) -> frozenset[int | str]:
        """The groups that make the score 0, since none of their items earns credit."""
        credited = {row.group for row in self.credits if row.credited}
        return frozenset(row.group for row in self.credits if row.group not in credited)

    @property
    @abstractmethod
    def needed(self) -> frozenset[NGram]:
        """Runs of tokens of which a candidate must hold at least one; without any, the score is 0."""
