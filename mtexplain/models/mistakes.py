"""Wrong computations of the models, each with a single quantity changed, and the answers to check for each model."""

from collections.abc import Mapping, Sequence
from typing import Any

from mtexplain.by_hand.misconception import Misconception
from mtexplain.by_hand.mistakes import read_changes
from mtexplain.by_hand.subject import Subject
from mtexplain.display.parts import Cell, Table, Words, columns
from mtexplain.inputs import InputError, described
from mtexplain.models.dot_product import Attention, attention
from mtexplain.models.given import matrix, shape
from mtexplain.models.objectives import FineTuning, fine_tuning
from mtexplain.tracing.number import exp, log, log2, sum_over


class AttentionSubject(Subject):
    """Attention, with queries in the place of a candidate, and keys and values in the place of its references."""

    def score(self, candidate: Any, references: Any, **settings: Any) -> Any:
        """The attention of three matrices in any form that `attention` accepts."""
        if not isinstance(references, list | tuple) or len(references) != 2:
            raise InputError("references", described(references), "a list of two matrices, [keys, values]")
        return attention(candidate, *references, **settings)

    def table(self, candidate: object, references: Sequence[object]) -> Table:
        """The matrices as an exercise shows them, with a row for each token's query, key and value."""
        rows = zip(*(matrix(text, "an exercise") for text in (candidate, *references)), strict=True)
        cells: list[tuple[Cell, ...]] = [
            (str(at), *(Words(tuple(map(str, row))) for row in each)) for at, each in enumerate(rows, 1)
        ]
        return Table("", columns(token="token", query="query", key="key", value="value"), cells)


ATTENTION = AttentionSubject(
    "Attention", attention, places={"divided": "divided", "v": "v"},
    answers={"scores": Attention.dot, "scaled": Attention.z, "weights": Attention.weight, "outputs": Attention.output},
)  # fmt: skip
GPT = Subject(
    "Objectives of GPT", fine_tuning, fine_tuning,  # type: ignore[arg-type]
    answers={"l1": FineTuning.l1, "perplexity": FineTuning.perplexity, "l2": FineTuning.l2, "l3": FineTuning.l3},
)  # fmt: skip
SUBJECTS = ATTENTION, GPT


class Transposed(Attention):
    """Query j times key i instead of query i times key j."""

    def dot(self, i: int, j: int) -> float:
        return super().dot(j, i) if len(self.queries) == len(self.keys) else super().dot(i, j)


class NoScaling(Attention):
    """Scores are not divided by √d."""

    def divided(self, i: int, j: int) -> float:
        return self.dot(i, j)


class DividedByD(Attention):
    """Scores are divided by d."""

    def divided(self, i: int, j: int) -> float:
        return self.dot(i, j) / self.d


class NoMask(Attention):
    """Later keys are not masked."""

    def z(self, i: int, j: int) -> float:
        return self.divided(i, j)


class MaskZero(Attention):
    """The scores of later keys are set to 0."""

    def z(self, i: int, j: int) -> float:
        return self.divided(i, j) * exp(self.mask(i, j)) if self.is_masked else self.divided(i, j)


class NoExponent(Attention):
    """Weights are shares of the scores themselves, without powers."""

    def power(self, i: int, j: int) -> float:
        return self.z(i, j)

    def weight(self, i: int, j: int) -> float:
        return self.power(i, j) / self.powers(i)


class PowerOfTwo(NoExponent):
    """Powers of 2 instead of powers of e."""

    def power(self, i: int, j: int) -> float:
        return 2 ** self.z(i, j)


class Columns(Attention):
    """Each power is divided by the sum of its column."""

    def weight(self, i: int, j: int) -> float:
        return self.power(i, j) / sum_over("k", self.each_i, lambda k: self.power(k, j))


class NotDivided(Attention):
    """Powers are not divided by their sum."""

    def weight(self, i: int, j: int) -> float:
        return self.power(i, j)


class MaskLate(Attention):
    """Weights are computed for all keys, then set to 0 for later keys."""

    def z(self, i: int, j: int) -> float:
        return self.divided(i, j)

    def weight(self, i: int, j: int) -> float:
        share = self.power(i, j) / self.powers(i)
        return share * exp(self.mask(i, j)) if self.is_masked else share


class LargestAlone(Attention):
    """All weight goes to the first of the largest scores."""

    def weight(self, i: int, j: int) -> float:
        row = self.scaled[i - 1]
        return int(j - 1 == row.index(max(row)))


class KeysForValues(Attention):
    """The keys are mixed instead of the values."""

    def v(self, j: int, c: int) -> float:
        return self.k(j, c) if shape(self.keys) == shape(self.values) else super().v(j, c)


class ColumnsMixed(Attention):
    """The weights are read down a column."""

    def output(self, i: int, c: int) -> float:
        is_square = len(self.queries) == len(self.keys)
        return sum_over(
            "j", self.each_j, lambda j: (self.weight(j, i) if is_square else self.weight(i, j)) * self.v(j, c)
        )


class WithoutLogarithms(FineTuning):
    """Probabilities are added instead of their logarithms."""

    def l1(self) -> float:
        return sum_over("i", self.each_i, self.p)

    def l2(self) -> float:
        return sum_over("x", self.each_x, self.q)


class BaseTwo(FineTuning):
    """Logarithms have base 2."""

    def l1(self) -> float:
        return sum_over("i", self.each_i, lambda i: log2(self.p(i)))

    def l2(self) -> float:
        return sum_over("x", self.each_x, lambda x: log2(self.q(x)))


class Loss(FineTuning):
    """The sign is reversed."""

    def l1(self) -> float:
        return -sum_over("i", self.each_i, lambda i: log(self.p(i)))

    def l2(self) -> float:
        return -sum_over("x", self.each_x, lambda x: log(self.q(x)))


class MeanOfTokens(FineTuning):
    """L1 is averaged over the tokens."""

    def l1(self) -> float:
        return sum_over("i", self.each_i, lambda i: log(self.p(i))) / self.t


class NoMinus(FineTuning):
    """The minus sign of the exponent is forgotten."""

    def perplexity(self) -> float:
        return exp(self.l1 / self.t)


class OnlyTheTask(FineTuning):
    """Only the second objective counts."""

    def l3(self) -> float:
        return self.l2


class NotWeighted(FineTuning):
    """Both objectives count equally."""

    def l3(self) -> float:
        return self.l2 + self.l1


class WeightedTask(FineTuning):
    """The weight is on the wrong objective."""

    def l3(self) -> float:
        return self.l1 + self.lam * self.l2


_MISTAKES = (
    *read_changes(__package__, (ATTENTION,), {
        "attention-transposed": Transposed, "attention-no-scaling": NoScaling, "attention-divided-by-d": DividedByD,
        "attention-no-mask": NoMask, "attention-mask-zero": MaskZero, "attention-no-exponent": NoExponent,
        "attention-power-of-two": PowerOfTwo, "attention-columns": Columns, "attention-not-divided": NotDivided,
        "attention-mask-late": MaskLate, "attention-largest-alone": LargestAlone,
        "attention-keys-for-values": KeysForValues, "attention-columns-mixed": ColumnsMixed,
    }),
    *read_changes(__package__, (GPT,), {
        "objectives-product": WithoutLogarithms, "objectives-log2": BaseTwo, "objectives-loss": Loss,
        "objectives-mean": MeanOfTokens, "objectives-perplexity-sign": NoMinus, "objectives-only-task": OnlyTheTask,
        "objectives-not-weighted": NotWeighted, "objectives-weighted-task": WeightedTask,
    }, "objectives.toml"),
)  # fmt: skip
FAMILIES: Mapping[str, tuple[Misconception, ...]] = {
    family: tuple([mistake for mistake in _MISTAKES if mistake.subject is subject])
    for family, subject in (("Attention", ATTENTION), ("GPT", GPT))
}
"""The wrong formulas of each model, in the order of the computation."""
