"""The perplexity of probabilities that are given, a number for each token."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from mtexplain.display.formula import Power
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note, Part, Words
from mtexplain.display.trace import Step
from mtexplain.metrics.perplexity import formulas, moments, notes, overview, pictures, record, signature, steps
from mtexplain.metrics.perplexity.base import Prediction, TextPerplexity
from mtexplain.metrics.perplexity.maths import Probability
from mtexplain.metrics.perplexity.rules import GIVEN, PerplexityRules


@dataclass(frozen=True, repr=False)
class Perplexity(TextPerplexity):
    """The perplexity of a text from the probability of each of its tokens, with its working.

    Make one with `perplexity`. Its facts are the numbers as they were written, "1/4" or "0.25", and whether they are
    logarithms.

    >>> from mtexplain import perplexity
    >>> trace = perplexity(["1/2", "1/4", "1/8", "1/4"])
    >>> trace.score, trace.exact, trace.product
    (4.0, '(1/2 * 1/4 * 1/8 * 1/4)^(-1/4)', Fraction(1, 256))
    """

    given: tuple[str, ...]
    are_logs: bool = False
    tokens: tuple[str, ...] | None = None
    rules: PerplexityRules = GIVEN

    @cached_property
    def predictions(self) -> tuple[Prediction, ...]:
        """The rows of the ledger."""
        words = [None] * len(self.given) if self.tokens is None else [Words((token,)) for token in self.tokens]
        return tuple(map(self._prediction, words, self.given))

    def _prediction(self, words: Words | None, written: str) -> Prediction:
        base = None if self.rules.base == "e" else Fraction(self.rules.base)
        if not self.are_logs:
            return Prediction(words, Probability(Fraction(written)), formulas.as_given(written))
        if written == "-inf":
            return Prediction(words, Probability(Fraction(0)), "0")
        return Prediction(
            words, Probability(base, Fraction(written)), Power(self.rules.base, formulas.as_given(written))
        )

    @property
    def signature(self) -> str:
        """What the numbers are, and the base of the logarithms."""
        return signature.of_given(self)

    @property
    def overview(self) -> tuple[Part, ...]:
        return (*overview.of_given(self), pictures.factors(self))

    def steps(self) -> tuple[Step, ...]:
        """Tokens, ledger, cross-entropy, score."""
        return steps.of_given(self)

    @property
    def texts(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The tokens, where they are known."""
        return (("tokens", self.tokens),) if self.tokens else ()

    def moments(self) -> tuple[Moment, ...]:
        """Every token's surprise in turn, between the tokens and the score."""
        return tuple(moments.of_given(self))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd but defined: a probability of 0, numbers that look like a distribution."""
        return tuple(notes.of_given(self))

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON. What has no end is the string "inf"."""
        return record.of_given(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Perplexity":
        """The trace that `to_dict` wrote: an equal one."""
        return cls(**record.facts_of_given(data))
