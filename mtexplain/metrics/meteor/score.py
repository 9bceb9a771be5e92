"""METEOR: how many words two texts share, and in how many pieces.

Banerjee and Lavie 2005, "METEOR: An Automatic Metric for MT Evaluation with Improved Correlation with Human
Judgments", ACL workshop, W05-0909, section 2.2.

    P = m/c, R = m/r                      m linked words, of the c of the candidate and the r of the reference
    F = P · R / (α · P + (1 - α) · R)     with α = 0.9 recall weighs nine times as much
    Pen = γ · (ch/m)^β                    ch chunks: runs of links that are side by side in both texts; γ = 0.5, β = 3
    METEOR = (1 - Pen) · F

Each number is a method: its docstring says why it is computed, its body is the formula. How the words are linked is in
alignment.py.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from mtexplain.metrics.meteor.alignment import Alignment, find_alignment
from mtexplain.metrics.meteor.links import groups, union
from mtexplain.metrics.meteor.rules import ALIGN, PAPER_2005, Rules2005
from mtexplain.tracing.number import Label, Letter, Number, log, or_zero, setting, share, sum_over
from mtexplain.tracing.steps import Traced, quantity, step

Tokens = tuple[str, ...]
MANY = 10**6
"""So many alignments, or more."""


class AnyMeteor(Traced):
    """The formulas of METEOR, with a single reference. A change of a formula is a subclass of this class.

    With several references, `meteor` takes the best score.
    """

    candidate: Tokens
    rules: Rules2005

    @property
    def reference_words(self) -> Tokens:
        """The reference."""
        raise NotImplementedError

    @property
    def paper(self) -> str:
        """The place of the formulas in the paper."""
        return PAPER_2005

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
        return share(self.matches, self.candidate_length)

    @step("R", name="recall")
    def recall(self) -> float:
        """How much of the reference is matched? Missing words show here."""
        return share(self.matches, self.reference_length)

    def matched(self, text: int) -> float:
        """The words that are matched: of the candidate (0) for precision, of the reference (1) for recall."""
        return self.matches

    def total(self, text: int) -> float:
        """All words: of the candidate (0) for precision, of the reference (1) for recall."""
        return self.reference_length if text else self.candidate_length

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
        return self.penalty_of_chunks() if self.chunks > 0 and self.matches > 0 else 0

    def penalty_of_chunks(self) -> float:
        """The penalty, if something is linked."""
        return self.gamma * self.raised(share(self.chunks, self.matches))

    def raised(self, share: float) -> float:
        """A share of chunks to the power of β: few chunks cost little."""
        power: float = share**self.beta
        return power

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
        """The number of alignments that link as many words, by stages or at once; None where counting is laborious.

        It stops counting at a million.

        >>> from mtexplain.metrics.meteor.rules import PAPER
        >>> ReferenceScore(("the", "cat"), ("the", "cat", "the"), PAPER).number_of_alignments
        2
        """
        stages = list(self.alignment.possible.values())
        together = [union(stages)] if ALIGN[self.rules.align].at_once else stages
        choices = [group for options in together for group in groups(options)]
        if not all(group.whole for group in choices):
            return None
        number = 1
        for group in choices:
            least, most = sorted((len(group.words), len(group.partners)))
            for free in range(most, most - least, -1):
                if (number := number * free) >= MANY:
                    return MANY
        return number


@dataclass(frozen=True)
class ReferenceScore(AnyMeteor):
    """A candidate and one reference.

    >>> from mtexplain.metrics.meteor.rules import PAPER
    >>> trace = ReferenceScore(("the", "cat"), ("the", "old", "cat"), PAPER)
    >>> trace.mean
    F_mean = (P * R) / (α * P + (1 - α) * R) = (2/2 * 2/3) / (0.9 * 2/2 + (1 - 0.9) * 2/3) = 20/29
    >>> trace.penalty
    Pen = γ * (ch / m)^β = 0.5 * (2/2)^3 = 0.5
    """

    candidate: Tokens
    reference: Tokens
    rules: Rules2005

    @property
    def reference_words(self) -> Tokens:
        return self.reference
