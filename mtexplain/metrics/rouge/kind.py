"""What each kind of ROUGE says of itself: what it counts, how that is called, how it is told."""

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from mtexplain.display.formula import Formula, Symbol
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note
from mtexplain.display.score import SentenceScore, Worst
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge.maths import AnyOverlap
from mtexplain.metrics.rouge.rules import RougeRules


@dataclass(frozen=True, repr=False)
class Kind(SentenceScore):
    """A score by what a candidate shares with its references, as far as its kind matters."""

    rules: RougeRules

    metric: ClassVar[str]
    """The name of the function that makes it."""
    matched: ClassVar[str]
    """What the matches are called in formulas: LCS."""
    source: ClassVar[str]
    """Where it is defined."""

    grouped_by = "of"
    worst = Worst(why="Where nothing matches, recall and precision are 0, and so is every mean of the two.")

    @property
    @abstractmethod
    def symbol(self) -> Symbol:
        """ROUGE-2, ROUGE-L, ..."""

    @property
    @abstractmethod
    def below(self) -> str:
        """What stands below R, P and F: R_lcs."""

    @property
    @abstractmethod
    def units(self) -> str:
        """What is counted: words, pairs, skip-bigrams."""

    @property
    @abstractmethod
    def choices(self) -> tuple[str, ...]:
        """What the signature says besides what all ROUGE scores say."""

    @cached_property
    @abstractmethod
    def overlaps(self) -> tuple[AnyOverlap, ...]:
        """What the candidate shares with each reference."""

    @abstractmethod
    def working(self) -> Iterable[Step]:
        """The steps that count the matches."""

    @abstractmethod
    def watched(self) -> Iterable[Moment]:
        """The moments of these steps."""

    @abstractmethod
    def earned(self) -> list[tuple[str, ...]]:
        """What each token of the candidate, and of each reference, earned: the states of `Words`."""

    def length_of(self, tokens: tuple[str, ...]) -> int:
        """How many words a text has."""
        return len(tokens)

    @property
    def by_lines(self) -> bool:
        """Whether texts are taken line by line."""
        return False

    def own_notes(self) -> Iterable[Note]:
        """What is odd about this kind of score alone."""
        return ()

    @property
    def root(self) -> Fraction:
        """The exponent of f(k) = k^weight, whose inverse is taken; 1 where there is none."""
        return Fraction(1)

    def weighed(self, total: Formula, letter: str) -> Formula:
        """What a perfect match counts: the total, or f of it."""
        return total

    def out_of(self, total: Formula, words: int, letter: str) -> Formula:
        """The same with its number: the total as it was counted, or how it follows from the number of words."""
        return total

    @abstractmethod
    def where(self, letter: str) -> str:
        """What the letters of a recall (m) or a precision (n) stand for."""
