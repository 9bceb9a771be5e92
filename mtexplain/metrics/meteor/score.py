"""METEOR: how many words two texts share, and in how many pieces.

Banerjee and Lavie 2005, "METEOR: An Automatic Metric for MT Evaluation with Improved Correlation with Human
Judgments", ACL workshop, W05-0909, section 2.2.

    P = m/c, R = m/r                      m linked words, of the c of the candidate and the r of the reference
    F = P · R / (α · P + (1 - α) · R)     with α = 0.9 recall weighs nine times as much
    Pen = γ · (ch/m)^β                    ch chunks: runs of links that are side by side in both texts; γ = 0.5, β = 3
    METEOR = (1 - Pen) · F

By the rules of Meteor 1.5 (Denkowski and Lavie 2014, section 2), a match of the stage s counts w_s, a content word δ
and a function word 1 - δ: P = Σ_s w_s (δ c_s,content + (1 - δ) c_s,function) / (δ c_content + (1 - δ) c_function).
No penalty is taken off if every word of both texts is in a single chunk.

Each number is a method: its docstring says why it is computed, its body is the formula. How the words are linked is in
alignment.py.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from mtexplain.metrics.meteor.alignment import AT_ONCE, Alignment, find_alignment
from mtexplain.metrics.meteor.function_words import Words, count_words
from mtexplain.metrics.meteor.links import groups, union
from mtexplain.metrics.meteor.rules import STAGES, MeteorRules
from mtexplain.tracing.number import Label, Letter, Number, log, or_zero, setting, share, sum_over
from mtexplain.tracing.steps import Traced, quantity, step

Tokens = tuple[str, ...]
MANY = 10**6
"""So many alignments, or more."""


class AnyMeteor(Traced):
    """The formulas of METEOR, with a single reference."""

    candidate: Tokens
    rules: MeteorRules

    @property
    def reference_words(self) -> Tokens:
        """The reference."""
        raise NotImplementedError

    @property
    def each_s(self) -> Sequence[Label]:
        """The stages: exact, stem, synonym, as far as the rules have them."""
        return tuple(map(Label, self.rules.stages))

    @step("c", name="tokens", says="the number of words of the candidate")
    def candidate_length(self) -> float:
        """METEOR looks for a partner in the reference for each word of the candidate, one at most."""
        return len(self.candidate)

    @quantity("r", says="the number of words of the reference")
    def reference_length(self) -> float:
        """The number of words of the reference."""
        return len(self.reference_words)

    # The alignment: each word has one partner at most.

    @cached_property
    def alignment(self) -> Alignment:
        """The alignment that the rules choose."""
        return find_alignment(self.candidate, self.reference_words, self.rules)

    @step("m_{s}", name="{s}")
    def linked(self, s: str) -> float:
        """The words that a stage links."""
        partners = self.alignment.partners(s)

        def is_linked(w: int | Letter) -> float:
            return Number(None, "linked(w)") if isinstance(w, Letter) else int(w in partners)

        return sum_over("w", self.alignment.possible.get(s, ()), is_linked, lambda: len(partners))

    @step("m", name="alignment")
    def matches(self) -> float:
        """Each word has one partner at most."""
        return sum_over("s", self.each_s, self.linked)

    # Precision, recall, and their mean.

    @step("P", name="precision")
    def precision(self) -> float:
        """How much of the candidate is matched? Extra words show here."""
        return share(self.weighted_matches(0), self.weighted_length(0))

    @step("R", name="recall")
    def recall(self) -> float:
        """How much of the reference is matched? Missing words show here."""
        return share(self.weighted_matches(1), self.weighted_length(1))

    def weighted_matches(self, text: int) -> float:
        """What the matched words of the candidate (0) or of the reference (1) count: each 1, unless they weigh."""
        if self.rules.counts_alike:
            return self.matches
        if self.rules.delta is None:
            return sum_over("s", self.each_s, lambda s: self.weight(s) * self.linked(s))
        return sum_over("s", self.each_s, lambda s: self.weight(s) * self.counts_of(text, s))

    def weighted_length(self, text: int) -> float:
        """The sum of what all words of the candidate (0) or of the reference (1) count."""
        length = self.reference_length if text else self.candidate_length
        return length if self.rules.delta is None else self.counts_of(text)

    @quantity("w_{s}")
    def weight(self, s: str) -> float:
        """The weight of a match of a stage."""
        return setting(dict(zip(STAGES, self.rules.weights, strict=True))[s])

    @quantity("δ")
    def delta(self) -> float:
        """The weight of a content word; a function word has the rest, 1 - δ."""
        return setting(self.rules.delta) if self.rules.delta is not None else 1

    def counts_of(self, text: int, s: str = "") -> float:
        """The weights of the words of a text that a stage has matched, added up; without a stage, of all words."""
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
        """The words of the candidate and of the reference, counted."""
        links, rules = self.alignment.links, self.rules
        ours = count_words(self.candidate, [(one.candidate, one.stage) for one in links], rules.stages, rules.listed)
        theirs = count_words(
            self.reference_words, [(one.reference, one.stage) for one in links], rules.stages, rules.listed
        )
        return ours, theirs

    @quantity("α")
    def alpha(self) -> float:
        """The weight of recall; precision has the rest, 1 - α."""
        return setting(self.rules.alpha)

    @step("F_mean", name="mean")
    def mean(self) -> float:
        """A harmonic mean stays near the smaller number."""
        p, r = self.precision, self.recall
        return self.mean_of(p, r) if or_zero(p) > 0 and or_zero(r) > 0 else 0

    def mean_of(self, p: float, r: float) -> float:
        """The weighted harmonic mean."""
        return p * r / (self.alpha * p + (1 - self.alpha) * r)

    # The penalty: so far the order has not counted.

    @step(
        "ch", name="chunks", legend="b links continue the chunk of the link before them; each other link begins a chunk"
    )
    def chunks(self) -> float:
        """Links that are side by side in both texts, in the same order, form a chunk: few chunks mean good order."""
        links, chunks = len(self.alignment.links), len(self.alignment.chunks)
        return Number(links, "m") - Number(links - chunks, "b")

    @quantity("γ")
    def gamma(self) -> float:
        """The highest penalty there can be."""
        return setting(self.rules.gamma)

    @quantity("β")
    def beta(self) -> float:
        """The exponent of the penalty."""
        return setting(self.rules.beta)

    @step("Pen", name="penalty")
    def penalty(self) -> float:
        """So far the order of the words has not counted. The more chunks there are, the more is taken off."""
        return 0 if self.is_free or not (self.chunks > 0 and self.matches > 0) else self.penalty_of_chunks()

    def penalty_of_chunks(self) -> float:
        """The penalty, if something is linked."""
        return self.gamma * self.raised(share(self.chunks, self.matches))

    def raised(self, share: float) -> float:
        """A share of chunks to the power of β: few chunks cost little."""
        found: float = share**self.beta
        return found

    @property
    def is_free(self) -> bool:
        """True if the rules drop the penalty, because every word of both texts is in a single chunk."""
        if self.rules.whole != "free" or self.chunks != 1:
            return False
        return self.candidate_length == self.matches == self.reference_length

    @step("METEOR", is_decimal=True)
    def score(self) -> float:
        """The penalty takes away part of the mean."""
        return (1 - self.penalty) * self.mean

    def summands(self) -> Iterable[float]:
        """The numbers that add up to log METEOR."""
        return log(self.mean), log(1 - self.penalty)

    # Other alignments.

    @cached_property
    def number_of_alignments(self) -> int | None:
        """How many alignments link as many words, stage by stage or at once; None where they are laborious to count.

        It stops counting at a million.

        >>> from mtexplain.metrics.meteor.rules import PAPER
        >>> ReferenceScore(("the", "cat"), ("the", "cat", "the"), PAPER).number_of_alignments
        2
        """
        listed = list(self.alignment.possible.values())
        found = [group for options in ([union(listed)] if self.rules.align in AT_ONCE else listed)
                 for group in groups(options)]  # fmt: skip
        if not all(group.whole for group in found):
            return None
        number = 1
        for group in found:
            least, most = sorted((len(group.words), len(group.partners)))
            for free in range(most, most - least, -1):
                if (number := number * free) >= MANY:
                    return MANY
        return number


@dataclass(frozen=True)
class ReferenceScore(AnyMeteor):
    """A candidate and one reference.

    >>> from mtexplain.metrics.meteor.rules import PAPER
    >>> one = ReferenceScore(("the", "cat"), ("the", "old", "cat"), PAPER)
    >>> one.mean
    F_mean = (P * R) / (α * P + (1 - α) * R) = (2/2 * 2/3) / (0.9 * 2/2 + (1 - 0.9) * 2/3) = 20/29
    >>> one.penalty
    Pen = γ * (ch / m)^β = 0.5 * (2/2)^3 = 0.5
    """

    candidate: Tokens
    reference: Tokens
    rules: MeteorRules

    @property
    def reference_words(self) -> Tokens:
        return self.reference
