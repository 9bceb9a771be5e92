"""METEOR, which measures how many words two texts share, and in how many pieces.

Banerjee and Lavie 2005, "METEOR: An Automatic Metric for MT Evaluation with Improved Correlation with Human
Judgments", ACL workshop, W05-0909, section 2.2.

    P = m/c, R = m/r                      m linked words; c words in the candidate, r in the reference
    F = P · R / (α · P + (1 - α) · R)     with α = 0.9 recall weighs nine times as much
    Pen = γ · (ch/m)^β                    ch chunks, which are runs of links adjacent in both texts; γ = 0.5, β = 3
    METEOR = (1 - Pen) · F

Each number is a method whose docstring says why it is computed and whose body is the formula. In the formulas,
`setting` shows a parameter as it was set (0.9, not 9/10) and `share` shows a quotient as it was counted (4/6, not 2/3).
The words are linked in alignment.py.
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
"""The number of alignments at which counting stops."""


class AnyMeteor(Traced):
    """The formulas of METEOR with a single reference. To change a formula, write a subclass of this class.

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
        """The section of the paper that has the formulas."""
        return PAPER_2005

    @property
    def each_s(self) -> Sequence[Label]:
        """The stages that the rules have, in the order exact, stem, synonym."""
        return tuple(map(Label, self.rules.stages))

    @step("c", name="tokens", says="the number of words of the candidate")
    def candidate_length(self) -> float:
        """METEOR looks for at most one partner in the reference for each word of the candidate."""
        return len(self.candidate)

    @quantity("r", says="the number of words of the reference")
    def reference_length(self) -> float:
        """The number of words of the reference."""
        return len(self.reference_words)

    # The alignment, in which each word has at most one partner.

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
        """Each word has at most one partner."""
        return sum_over("s", self.each_s, self.linked)

    # Precision, recall, and their mean.

    @step("P", name="precision")
    def precision(self) -> float:
        """Precision is the share of the candidate that is matched. Extra words lower it."""
        return share(self.matches, self.candidate_length)

    @step("R", name="recall")
    def recall(self) -> float:
        """Recall is the share of the reference that is matched. Missing words lower it."""
        return share(self.matches, self.reference_length)

    def matched(self, text: int) -> float:
        """The number of matched words in the candidate (text 0) or the reference (text 1).

        Every link matches a word in each text, so both numbers are m. Meteor 1.5 gives the words of each text weights.
        """
        return self.matches

    def total(self, text: int) -> float:
        """The number of words in the candidate (text 0, c words) or the reference (text 1, r words)."""
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
        """The weighted harmonic mean of precision and recall."""
        return p * r / (self.alpha * p + (1 - self.alpha) * r)

    # The penalty for order, which precision and recall ignore.

    @step(
        "ch", name="chunks", legend="b links continue the chunk of the link before them; all other links begin a chunk"
    )
    def chunks(self) -> float:
        """Links that are adjacent and in the same order in both texts form a chunk, so few chunks mean good order."""
        links, chunks = len(self.alignment.links), len(self.alignment.chunks)
        return Number(links, "m") - Number(links - chunks, "b")

    @quantity("γ")
    def gamma(self) -> float:
        """The highest possible penalty."""
        return setting(self.rules.gamma)

    @quantity("β")
    def beta(self) -> float:
        """The exponent of the penalty."""
        return setting(self.rules.beta)

    @step("Pen", name="penalty")
    def penalty(self) -> float:
        """Precision and recall ignore word order, so a penalty makes up for it. It grows with the number of chunks."""
        return self.penalty_of_chunks() if self.chunks > 0 and self.matches > 0 else 0

    def penalty_of_chunks(self) -> float:
        """The penalty, if something is linked."""
        return self.gamma * self.raised(share(self.chunks, self.matches))

    def raised(self, share: float) -> float:
        """A share of chunks to the power of β. If β is above 1, few chunks cost little."""
        power: float = share**self.beta
        return power

    @step("METEOR", is_decimal=True)
    def score(self) -> float:
        """The penalty removes a share of the mean."""
        return (1 - self.penalty) * self.mean

    def summands(self) -> Iterable[float]:
        """The numbers that add up to log METEOR."""
        return log(self.mean), log(1 - self.penalty)

    # Other alignments.

    @cached_property
    def number_of_alignments(self) -> int | None:
        """The number of alignments with as many links as this one; None if counting them takes too long.

        Words are linked stage by stage or all at once, as the rules say. Counting stops at a million.

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
    """The METEOR of a candidate with a single reference.

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
