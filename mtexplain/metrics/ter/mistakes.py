"""TER computed wrongly. Each mistake is TER with a method replaced, and is described in mistakes.toml."""

from functools import cached_property

from mtexplain.by_hand.misconception import Smallest
from mtexplain.by_hand.mistakes import cut_off, read_changes
from mtexplain.by_hand.subject import Subject
from mtexplain.metrics.ter.edits import Edits, alignment, find_edits
from mtexplain.metrics.ter.score import AnyTer, CorpusTer, Ter, corpus_ter, ter
from mtexplain.tracing.number import min, sum_of

TER = Subject(
    "TER", ter, corpus_ter,
    answers={"shifts": AnyTer.shifts, "substitutions": AnyTer.substitutions, "insertions": AnyTer.insertions,
             "deletions": AnyTer.deletions, "edits": AnyTer.edits, "length": AnyTer.length, "score": AnyTer.score},
    scale=lambda trace: trace.rules.scale,
)  # fmt: skip
SUBJECTS = (TER,)


class NoShifts(Ter):
    """Without shifts, TER is the word error rate."""

    @cached_property
    def edits_to_each(self) -> tuple[Edits, ...]:
        return tuple(
            Edits((), self.candidate, tuple(alignment(self.candidate, reference))) for reference in self.references
        )


class FirstReference(Ter):
    """The edits of the first reference only."""

    @property
    def chosen(self) -> int:
        return 0


class ShiftedWordByWord(Ter):
    """Each shifted word costs an edit."""

    def shifts(self) -> float:
        return sum(shift.length for shift in self.fewest.shifts)


class OtherDirection(Ter):
    """The edits that turn the reference into the candidate."""

    @cached_property
    def edits_to_each(self) -> tuple[Edits, ...]:
        return tuple(find_edits(reference, self.candidate) for reference in self.references)


class ShiftsNotCounted(AnyTer):
    """Shifts cost nothing."""

    def edits(self) -> float:
        return self.substitutions + self.insertions + self.deletions


class SubstitutionAsTwo(AnyTer):
    """A substitution counts as a deletion and an insertion."""

    def edits(self) -> float:
        return 2 * self.substitutions + self.insertions + self.deletions + self.shifts


class CandidateLength(Ter):
    """Divided by the length of the candidate."""

    def length(self) -> float:
        return len(self.candidate)


class ClosestLength(Ter):
    """Divided by the length of the reference that counts."""

    def length(self) -> float:
        return self.length_of(self.chosen)


class CappedAtOne(AnyTer):
    """TER is capped at 1."""

    def score(self) -> float:
        return min(1, self.edits / self.length) if self.length > 0 else 1 if self.edits > 0 else 0


class Accuracy(AnyTer):
    """1 minus TER."""

    def score(self) -> float:
        return 1 - self.edits / self.length if self.length > 0 else 0 if self.edits > 0 else 1


class MeanOfSegments(CorpusTer):
    """The mean of the segments' TER."""

    def score(self) -> float:
        return sum_of([segment.score for segment in self.segments]) / len(self.segments)


MISTAKES = (
    *read_changes(__package__, SUBJECTS, {
        "ter-no-shifts": NoShifts, "ter-first-reference": FirstReference, "ter-shifted-word-by-word": ShiftedWordByWord,
        "ter-other-direction": OtherDirection, "ter-shifts-not-counted": ShiftsNotCounted,
        "ter-substitution-as-two": SubstitutionAsTwo, "ter-candidate-length": CandidateLength,
        "ter-closest-length": ClosestLength, "ter-capped": CappedAtOne, "ter-accuracy": Accuracy,
        "ter-mean-of-segments": MeanOfSegments,
    }),
    cut_off(TER, "ter-cut", Smallest("a", ("a b c",))),
)  # fmt: skip
"""Every misconception, in the order of the computation."""
