"""METEOR computed wrongly. Each mistake is METEOR with a method replaced, and is described in mistakes.toml."""

from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from mtexplain.by_hand.misconception import Smallest
from mtexplain.by_hand.mistakes import cut_off, in_percent, read_changes
from mtexplain.by_hand.subject import Subject
from mtexplain.display.formula import Chain, Symbol
from mtexplain.metrics.meteor.alignment import Alignment, find_alignment
from mtexplain.metrics.meteor.api import meteor
from mtexplain.metrics.meteor.links import Link
from mtexplain.metrics.meteor.rules import Rules2005
from mtexplain.metrics.meteor.score import AnyMeteor, Tokens
from mtexplain.metrics.meteor.trace import Meteor
from mtexplain.tracing.number import number, root, setting, share, sum_of

METEOR_SUBJECT = Subject(
    "METEOR", meteor, meteor,
    made_of={"precision": ("matches",), "recall": ("matches",), "mean": ("precision", "recall"),
             "penalty": ("chunks",)},
    rights={"reference": "the reference that scores best",
            "alignment": "each word has at most one partner, by the rule in force",
            "chunks": Chain("=", ("ch", "runs of neighbours in both texts"))},
    answers={"matches": AnyMeteor.matches, "precision": AnyMeteor.precision, "recall": AnyMeteor.recall,
             "mean": AnyMeteor.mean, "chunks": AnyMeteor.chunks, "penalty": AnyMeteor.penalty,
             "score": AnyMeteor.score},
)  # fmt: skip
SUBJECTS = (METEOR_SUBJECT,)
"""The metric that is computed by hand, with the right functions."""


# Another reference, or another alignment.


class FirstReference(Meteor):
    """The first reference."""

    @property
    def best_index(self) -> int:
        return 0


class ReferencesJoined(Meteor):
    """All references joined into one text."""

    @property
    def reference_words(self) -> Tokens:
        return sum(self.references, ())


class ManyPartners(AnyMeteor):
    """Every word of the candidate that the reference has, linked with the first equal word."""

    @cached_property
    def alignment(self) -> Alignment:
        words = [(i, word) for i, word in enumerate(self.candidate) if word in self.reference_words]
        return Alignment(tuple(Link(i, self.reference_words.index(word), "exact") for i, word in words))


class FirstPartner(AnyMeteor):
    """Each word takes the first equal word that is free."""

    @cached_property
    def alignment(self) -> Alignment:
        links: dict[int, Link] = {}
        for i, word in enumerate(self.candidate):
            free = [j for j, other in enumerate(self.reference_words) if other == word and j not in links]
            if free:
                links[free[0]] = Link(i, free[0], "exact")
        return Alignment(tuple(links.values()))


class ByOtherRules(AnyMeteor):
    """An alignment by other rules."""

    def other_rules(self) -> Rules2005:
        """The rules with a different choice."""
        raise NotImplementedError

    @cached_property
    def alignment(self) -> Alignment:
        return find_alignment(self.candidate, self.reference_words, self.other_rules())


class LastPartner(ByOtherRules):
    """From the last word to the first, each word takes the last free partner."""

    def other_rules(self) -> Rules2005:
        return replace(self.rules, align="greedy")


class OtherPaper(ByOtherRules):
    """An alignment by the rule of the other paper."""

    def other_rules(self) -> Rules2005:
        return replace(self.rules, align="chunks" if self.rules.align == "crossings" else "crossings")


class NoStems(ByOtherRules):
    """Only equal words are linked."""

    def other_rules(self) -> Rules2005:
        return replace(self.rules, stem="none")


class NoSynonyms(ByOtherRules):
    """Only equal words and words with the same stem are linked."""

    def other_rules(self) -> Rules2005:
        return replace(self.rules, synonyms=())


class CapitalsEqual(AnyMeteor):
    """Words that are equal in lower case."""

    @cached_property
    def alignment(self) -> Alignment:
        ours, theirs = (tuple(map(str.lower, text)) for text in (self.candidate, self.reference_words))
        return find_alignment(ours, theirs, self.rules)


class DifferentWords(AnyMeteor):
    """Different words that are linked."""

    def matches(self) -> float:
        return len({self.candidate[link.candidate] for link in self.alignment.links})


# Other shares, and other means of them.


class Swapped(AnyMeteor):
    """Precision and recall swapped."""

    def precision(self) -> float:
        return share(self.matched(0), self.total(1))

    def recall(self) -> float:
        return share(self.matched(1), self.total(0))


class ReferenceForBoth(AnyMeteor):
    """Both divided by the reference's words."""

    def precision(self) -> float:
        return share(self.matched(0), self.total(1))


class CandidateForBoth(AnyMeteor):
    """Both divided by the candidate's words."""

    def recall(self) -> float:
        return share(self.matched(1), self.total(0))


class AlphaSwapped(AnyMeteor):
    """α on the wrong side."""

    def mean_of(self, p: float, r: float) -> float:
        return p * r / (self.alpha * r + (1 - self.alpha) * p)


class F1(AnyMeteor):
    """Precision and recall weigh the same."""

    def mean_of(self, p: float, r: float) -> float:
        return 2 * p * r / (p + r)


class ArithmeticMean(AnyMeteor):
    """An arithmetic mean."""

    def mean_of(self, p: float, r: float) -> float:
        return (p + r) / 2


class WeightedSum(AnyMeteor):
    """A weighted sum."""

    def mean_of(self, p: float, r: float) -> float:
        return self.alpha * r + (1 - self.alpha) * p


class GeometricMean(AnyMeteor):
    """A geometric mean."""

    def mean_of(self, p: float, r: float) -> float:
        return root(p * r)


class NoTen(AnyMeteor):
    """No 10 in the numerator."""

    def mean_of(self, p: float, r: float) -> float:
        return p * r / (r + 9 * p)


class FNine(AnyMeteor):
    """F with a β of 9."""

    def mean_of(self, p: float, r: float) -> float:
        return 82 * p * r / (r + 81 * p)


class UndefinedA(AnyMeteor):
    """The undefined "a" in the notes is read as α."""

    def mean_of(self, p: float, r: float) -> float:
        return p * r / (self.alpha * p + (self.alpha - self.alpha) * r)


# Other chunks.


class OtherRuns(AnyMeteor):
    """Runs of links of another kind."""

    def goes_on(self, link: Link, following: Link) -> bool:
        """True if the following link continues the run."""
        raise NotImplementedError

    def chunks(self) -> float:
        links = self.alignment.links
        return bool(links) + sum(not self.goes_on(*both) for both in pairwise(links))


class ChunksOfCandidate(OtherRuns):
    """Runs of neighbours in the candidate."""

    def goes_on(self, link: Link, following: Link) -> bool:
        return following.candidate == link.candidate + 1


class ChunksOfReference(OtherRuns):
    """Runs of neighbours in the reference."""

    def goes_on(self, link: Link, following: Link) -> bool:
        return following.reference == link.reference + 1


class ChunksWithGaps(OtherRuns):
    """Runs in the same order."""

    def goes_on(self, link: Link, following: Link) -> bool:
        return link.reference < following.reference


class CrossingsAsChunks(AnyMeteor):
    """Pairs of links that cross."""

    def chunks(self) -> float:
        return self.alignment.crossings


class WordsAsChunks(AnyMeteor):
    """Every link counted as a chunk."""

    def chunks(self) -> float:
        return self.matches


class Breaks(AnyMeteor):
    """Places where the order breaks."""

    def chunks(self) -> float:
        return max(0, len(self.alignment.chunks) - 1)


# Other penalties.


class NoPenalty(AnyMeteor):
    """No penalty."""

    def penalty(self) -> float:
        return 0


class OneChunkFree(AnyMeteor):
    """0 if ch is 1."""

    def penalty_of_chunks(self) -> float:
        return 0 if self.chunks == 1 else super().penalty_of_chunks()


class NoGamma(AnyMeteor):
    """γ forgotten."""

    def penalty_of_chunks(self) -> float:
        return self.raised(share(self.chunks, self.matches))


class NoPower(AnyMeteor):
    """The share of chunks not cubed."""

    def penalty_of_chunks(self) -> float:
        return self.gamma * share(self.chunks, self.matches)


class SquaredOnly(AnyMeteor):
    """Squared instead of cubed."""

    def penalty_of_chunks(self) -> float:
        return self.gamma * share(self.chunks, self.matches) ** 2


class GammaInside(AnyMeteor):
    """γ inside the power."""

    def penalty_of_chunks(self) -> float:
        return self.raised(self.gamma * share(self.chunks, self.matches))


class ChunksRaisedAlone(AnyMeteor):
    """Only the chunks cubed."""

    def penalty_of_chunks(self) -> float:
        return self.gamma * (self.raised(self.chunks) / self.matches)


class TurnedOver(AnyMeteor):
    """The share of chunks upside down."""

    def penalty_of_chunks(self) -> float:
        return self.gamma * self.raised(share(self.matches, self.chunks))


class ChunksOfAllWords(AnyMeteor):
    """Chunks divided by the candidate's words."""

    def penalty_of_chunks(self) -> float:
        return self.gamma * self.raised(share(self.chunks, self.candidate_length))


class LaterPenalty(AnyMeteor):
    """The penalty of Meteor 1.5."""

    def penalty_of_chunks(self) -> float:
        penalty: float = setting("0.6") * share(self.chunks, self.matches) ** setting("0.2")
        return penalty


# Other scores.


class PenaltySubtracted(AnyMeteor):
    """The penalty subtracted from the mean."""

    def score(self) -> float:
        return self.mean - self.penalty


class TimesPenalty(AnyMeteor):
    """The mean times the penalty."""

    def score(self) -> float:
        return self.penalty * self.mean


class PenaltyNotApplied(AnyMeteor):
    """The penalty computed but not applied."""

    def score(self) -> float:
        return self.mean


class GammaTwice(AnyMeteor):
    """γ counted twice."""

    def score(self) -> float:
        return (1 - self.gamma * self.penalty) * self.mean


class MeanOfReferences(Meteor):
    """The mean of the scores with each reference. The score with the best reference stays as it was computed."""

    def score(self) -> float:
        scores = [number(score.score).named(f"METEOR_{i}") for i, score in enumerate(self.against, 1)]
        del scores[self.best_index]
        return sum_of([(1 - self.penalty) * self.mean, *scores]) / len(self.against)


_CHANGES: dict[str, type[AnyMeteor]] = {
    "meteor-first-reference": FirstReference, "meteor-references-joined": ReferencesJoined,
    "meteor-many-partners": ManyPartners, "meteor-first-partner": FirstPartner, "meteor-last-partner": LastPartner,
    "meteor-other-rule": OtherPaper, "meteor-no-stems": NoStems, "meteor-no-synonyms": NoSynonyms,
    "meteor-capitals-equal": CapitalsEqual, "meteor-different-words": DifferentWords, "meteor-swapped": Swapped,
    "meteor-reference-for-both": ReferenceForBoth, "meteor-candidate-for-both": CandidateForBoth,
    "meteor-alpha-swapped": AlphaSwapped, "meteor-f1": F1, "meteor-arithmetic-mean": ArithmeticMean,
    "meteor-weighted-sum": WeightedSum, "meteor-geometric-mean": GeometricMean, "meteor-no-ten": NoTen,
    "meteor-f-nine": FNine, "meteor-undefined-a": UndefinedA, "meteor-chunks-of-candidate": ChunksOfCandidate,
    "meteor-chunks-of-reference": ChunksOfReference, "meteor-chunks-with-gaps": ChunksWithGaps,
    "meteor-crossings-as-chunks": CrossingsAsChunks, "meteor-words-as-chunks": WordsAsChunks,
    "meteor-breaks": Breaks, "meteor-no-penalty": NoPenalty, "meteor-one-chunk-free": OneChunkFree,
    "meteor-no-gamma": NoGamma, "meteor-no-power": NoPower, "meteor-squared": SquaredOnly,
    "meteor-gamma-inside": GammaInside, "meteor-chunks-raised-alone": ChunksRaisedAlone,
    "meteor-turned-over": TurnedOver, "meteor-chunks-of-all-words": ChunksOfAllWords,
    "meteor-later-penalty": LaterPenalty, "meteor-penalty-subtracted": PenaltySubtracted,
    "meteor-times-penalty": TimesPenalty, "meteor-penalty-not-applied": PenaltyNotApplied,
    "meteor-gamma-twice": GammaTwice, "meteor-mean-of-references": MeanOfReferences,
}  # fmt: skip
MISTAKES = (
    *read_changes(__package__, SUBJECTS, _CHANGES),
    in_percent(METEOR_SUBJECT, "meteor-in-percent", "Numbers", Symbol("METEOR"),
               ("precision", "recall", "mean", "penalty", "score"),
               "METEOR and its parts range from 0 to 1. Many papers print it times 100, so say which you mean.",
               Smallest("a", ("a",))),
    cut_off(METEOR_SUBJECT, "meteor-cut", Smallest("a", ("a a",))),
)  # fmt: skip
"""Every misconception, in the order of the computation."""
