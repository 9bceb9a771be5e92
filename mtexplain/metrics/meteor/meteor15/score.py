"""METEOR with weights, as the program Meteor 1.5 computes it, with the formulas that differ from METEOR of 2005.

Denkowski and Lavie 2014, "Meteor Universal", WMT, W14-3348, section 2. A match of the stage s has the weight w_s, a
content word δ and a function word 1 - δ.

    P = Σ_s w_s (δ c_s,content + (1 - δ) c_s,function) / (δ c_content + (1 - δ) c_function)
    R = Σ_s w_s (δ r_s,content + (1 - δ) r_s,function) / (δ r_content + (1 - δ) r_function)

There is no penalty if every word of both texts is in a single chunk.
"""

from dataclasses import dataclass
from functools import cached_property
from math import inf

from mtexplain.metrics.meteor.meteor15.function_words import Words, count_words
from mtexplain.metrics.meteor.meteor15.rules import MeteorRules
from mtexplain.metrics.meteor.rules import STAGES
from mtexplain.metrics.meteor.score import AnyMeteor, Tokens
from mtexplain.metrics.meteor.score import ReferenceScore as ReferenceScore2005
from mtexplain.metrics.meteor.trace import Meteor as Meteor2005
from mtexplain.tracing.number import Letter, Number, setting, share, sum_over
from mtexplain.tracing.steps import quantity

PAPER_2014 = "Denkowski and Lavie 2014, section 2"
"""The section that defines the weights."""


class AnyMeteor15(AnyMeteor):
    """The formulas with weights. If the rules have none, every word and every match counts 1, as in 2005."""

    rules: MeteorRules

    @property
    def paper(self) -> str:
        return super().paper if self.rules.delta is None else PAPER_2014

    @AnyMeteor.precision.shown_as().otherwise
    def precision(self) -> float:
        """Precision is the share of the candidate that is matched. Extra words lower it."""
        return share(self.matched(0), self.total(0))

    @AnyMeteor.recall.shown_as().otherwise
    def recall(self) -> float:
        """Recall is the share of the reference that is matched. Missing words lower it."""
        return share(self.matched(1), self.total(1))

    def matched(self, text: int) -> float:
        """The sum of the weights of the matched words in the candidate (text 0) or the reference (text 1)."""
        if self.rules.counts_alike:
            return super().matched(text)
        if self.rules.delta is None:
            return sum_over("s", self.each_s, lambda s: self.weight(s) * self.linked(s))
        return sum_over("s", self.each_s, lambda s: self.weight(s) * self.counts_of(text, s))

    def total(self, text: int) -> float:
        """The sum of the weights of all words in the candidate (text 0) or the reference (text 1)."""
        return super().total(text) if self.rules.delta is None else self.counts_of(text)

    @quantity("w_{s}", after=AnyMeteor.recall)
    def weight(self, s: str) -> float:
        """The weight of a match of a stage."""
        return setting(dict(zip(STAGES, self.rules.weights, strict=True))[s])

    @quantity("δ", after=weight)
    def delta(self) -> float:
        """The weight of a content word; a function word has the rest, 1 - δ."""
        return setting(self.rules.delta) if self.rules.delta is not None else 1

    def counts_of(self, text: int, s: str = "") -> float:
        """The summed weights of the words in a text that a stage has matched or, without a stage, of all its words."""
        counted = self.words[text].all
        if s and not isinstance(s, Letter):
            counted = self.words[text].linked[self.rules.stages.index(s)]
        below = f"{'r' if text else 'c'}_{s}{',' * bool(s)}"
        is_any = isinstance(s, Letter)
        content = Number(None if is_any else counted.content, f"{below}content")
        function = Number(None if is_any else counted.function, f"{below}function")
        return self.delta * content + (1 - self.delta) * function

    @cached_property
    def words(self) -> tuple[Words, Words]:
        """The counts of the words of the candidate and of the reference."""
        stages, function_words = self.rules.stages, self.rules.listed
        ours = [(link.candidate, link.stage) for link in self.alignment.links]
        theirs = [(link.reference, link.stage) for link in self.alignment.links]
        return (count_words(self.candidate, ours, stages, function_words),
                count_words(self.reference_words, theirs, stages, function_words))  # fmt: skip

    @AnyMeteor.penalty.shown_as().otherwise
    def penalty(self) -> float:
        """Precision and recall ignore word order, so a penalty makes up for it. It grows with the number of chunks."""
        return 0 if self.is_free or not (self.chunks > 0 and self.matches > 0) else self.penalty_of_chunks()

    @property
    def is_free(self) -> bool:
        """True if every word of both texts is in a single chunk and the rules then drop the penalty."""
        if self.rules.whole != "free" or self.chunks != 1:
            return False
        return self.candidate_length == self.matches == self.reference_length


@dataclass(frozen=True)
class ReferenceScore(AnyMeteor15, ReferenceScore2005):
    """The METEOR of a candidate with a single reference, under any rules.

    >>> from mtexplain.metrics.meteor.meteor15.rules import METEOR_15
    >>> trace = ReferenceScore(("the", "cat"), ("the", "old", "cat"), METEOR_15)
    >>> trace.total(1)
    δ * r_content + (1 - δ) * r_function = 0.75 * 2 + (1 - 0.75) * 1 = 1.75
    """

    rules: MeteorRules


@dataclass(frozen=True, repr=False)
class Meteor(AnyMeteor15, Meteor2005):
    """The METEOR of one candidate under any rules, with its working. Create it with `meteor`."""

    rules: MeteorRules
    with_one = ReferenceScore

    # The numbers of links, chunks and words determine a score only if every word counts 1.

    def quick_score(self, tokens: Tokens, reference: Tokens) -> float:
        if self.rules.counts_alike:
            return super().quick_score(tokens, reference)
        return float(self.with_one(tokens, reference, self.rules).score)

    def limit_with(self, tokens: Tokens, reference: Tokens) -> float:
        return super().limit_with(tokens, reference) if self.rules.counts_alike else inf
