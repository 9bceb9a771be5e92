"""ROUGE-L, and what it has in common with ROUGE-W and ROUGE-Lsum: matches are words of one subsequence."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from mtexplain.counts import NGram
from mtexplain.display.formula import Symbol
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note, Table
from mtexplain.display.score import Credit
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge import lcs, longest, notes, tables
from mtexplain.metrics.rouge.base import Rouge
from mtexplain.metrics.rouge.lcs import Lcs
from mtexplain.metrics.rouge.lines import BREAK
from mtexplain.metrics.rouge.maths import Overlap

Matched = tuple[tuple[int, ...], tuple[int, ...]]
"""The places of the words that match: in the candidate, and in a reference."""


@dataclass(frozen=True, repr=False)
class RougeSequence(Rouge):
    """A score whose matches are words in their order."""

    units = "words"
    earns = "word"

    def length_of(self, tokens: tuple[str, ...]) -> int:
        return sum(map(self.is_word, tokens))

    def is_word(self, token: str) -> bool:
        """Whether a token is a word: all are, but for what parts two lines."""
        return token != BREAK or not self.by_lines

    @abstractmethod
    def matched_with(self, place: int) -> Matched:
        """The places of the words that match in one reference, from 0."""

    def earned(self) -> list[tuple[str, ...]]:
        found = [self.matched_with(place) for place in range(len(self.references))]
        mine = {token for place in set(self.together.chosen) for token in found[place][0]}
        candidate = tuple("credited" if place in mine else "" for place in range(len(self.candidate)))
        theirs = []
        for reference, (_, places) in zip(self.references, found, strict=True):
            there = set(places)
            theirs.append(tuple("matched" if place in there else "" for place in range(len(reference))))
        return [candidate, *theirs]

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every word of the candidate, with its count, and how often it matches in a reference that counts."""
        counts = Counter(filter(self.is_word, self.candidate))
        matched = [
            Counter(self.candidate[token] for token in set(self.matched_with(place)[0]))
            for place in sorted(set(self.together.chosen))
        ]
        return tuple(
            Credit(self.units, (word,), count, max(one[word] for one in matched)) for word, count in counts.items()
        )

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The words of the references: the score is 0 without one of them."""
        return frozenset((word,) for reference in self.references for word in reference if self.is_word(word))

    @property
    def table(self) -> Table:
        """Every word that matches: where it stands in the reference, and in the candidate."""
        return tables.matches(self)


@dataclass(frozen=True, repr=False)
class RougeL(RougeSequence):
    """ROUGE-L of one candidate: the longest common subsequence (section 3.1). Make one with `rouge_l`.

    >>> from mtexplain.metrics.rouge import rouge_l
    >>> rouge_l("the gunman kill police", ["police killed the gunman"]).recall
    Ratio(matches=2, total=4)
    """

    metric = "rouge_l"
    matched = "LCS"
    below = "lcs"
    symbol = Symbol("ROUGE-L")
    choices = ()
    source = "Lin 2004, section 3.1"

    @cached_property
    def overlaps(self) -> tuple[Overlap, ...]:
        n = len(self.candidate)
        return tuple(Overlap(lcs.length(reference, self.candidate), len(reference), n) for reference in self.references)

    @cached_property
    def found(self) -> tuple[Lcs, ...]:
        """The table of each reference."""
        return tuple(Lcs(reference, self.candidate) for reference in self.references)

    def matched_with(self, place: int) -> Matched:
        pairs = self.found[place].matches
        return tuple(j - 1 for _, j in pairs), tuple(i - 1 for i, _ in pairs)

    def working(self) -> Iterable[Step]:
        """The table of each reference, and the path through it."""
        return longest.steps(self)

    def watched(self) -> Iterable[Moment]:
        """Each table filled row by row, then the path walked back."""
        return longest.moments(self)

    def own_notes(self) -> Iterable[Note]:
        return notes.on_joined_lines(self)

    def where(self, letter: str) -> str:
        text = "reference" if letter == "m" else "candidate"
        return f"LCS is the length of the longest common subsequence, {letter} the number of words of the {text}"
