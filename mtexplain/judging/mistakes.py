"""Wrong computations of measures of agreement, each a subclass of the measure that changes its formula.

Their descriptions and smallest examples are in mistakes.toml.
"""

from collections.abc import Sequence
from typing import Any

from mtexplain.by_hand.mistakes import read_changes
from mtexplain.by_hand.subject import Subject
from mtexplain.display.parts import Cell, Column, Table
from mtexplain.inputs import InputError
from mtexplain.judging.kappa import Kappa, cohen_kappa
from mtexplain.judging.measure import named
from mtexplain.judging.pairs import OfPairs, PairwiseAccuracy, TauB, kendall_tau_b, pairwise_accuracy
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.tracing.number import number, root, share

JUDGES = "judge A", "judge B"


class AgreementSubject(Subject):
    """A measure of two judges, with the first in place of a candidate and the second in place of its references."""

    def score(self, candidate: Any, references: Any, **settings: Any) -> Any:
        """The measure of two lists, or of two lines of whole numbers or labels, such as "4 2 3" and ["4 3 3"]."""
        if isinstance(candidate, str):
            settings = {**dict(zip(("x_name", "y_name"), self.sides, strict=True)), **settings}
            if len(references) != 1:
                raise InputError("references", so_many(len(references), "line"), "a line with the other judge's labels")
            candidate, references = (list(map(_value, line.split())) for line in (candidate, *references))
        return self.metric(candidate, references, **settings)

    def table(self, candidate: object, references: Sequence[object]) -> Table:
        """The judgements of both judges, item by item."""
        lines = [str(line).split() for line in (candidate, *references)]
        sides = zip(self.sides, lines, strict=True)
        rows: list[tuple[Cell, ...]] = [(judge, *map(named, line)) for judge, line in sides]
        titles = ("item", *map(str, range(1, len(lines[0]) + 1)))
        return Table("", tuple(Column(title, title) for title in titles), rows)


def _value(word: str) -> int | str:
    return int(word) if word.removeprefix("-").isdecimal() else word


_COUNTS = {
    "concordant": OfPairs.concordant, "discordant": OfPairs.discordant, "tied_x": OfPairs.tied_x,
    "tied_y": OfPairs.tied_y, "tied_both": OfPairs.tied_both,
}  # fmt: skip
ACCURACY = AgreementSubject(
    "Pairwise accuracy", pairwise_accuracy, sides=JUDGES, answers=_COUNTS | {"score": PairwiseAccuracy.accuracy}
)
TAU = AgreementSubject("Kendall's tau-b", kendall_tau_b, sides=JUDGES, answers=_COUNTS | {"score": TauB.tau})
KAPPA = AgreementSubject(
    "Cohen's kappa", cohen_kappa, sides=JUDGES, answers={"p_o": Kappa.p_o, "p_e": Kappa.p_e, "score": Kappa.kappa}
)
SUBJECTS = (ACCURACY, TAU, KAPPA)


class OneTie(PairwiseAccuracy):
    """A tie that only one judge sees counts as agreement."""

    def accuracy(self) -> float:
        return share(self.concordant + self.tied_both + self.tied_x + self.tied_y, self.all_pairs)


class SharedTiesWrong(PairwiseAccuracy):
    """A tie that both judges see counts as disagreement."""

    def accuracy(self) -> float:
        return share(self.concordant, self.all_pairs)


class SharedTiesOut(PairwiseAccuracy):
    """A tie that both judges see does not count."""

    def accuracy(self) -> float:
        return share(self.concordant, self.all_pairs - self.tied_both)


class TiesOut(PairwiseAccuracy):
    """Ties do not count."""

    def accuracy(self) -> float:
        return share(self.concordant, self.concordant + self.discordant)


class TauA(TauB):
    """Ties are ignored in the denominator."""

    def tau(self) -> float:
        return (self.concordant - self.discordant) / (self.n * (self.n - 1) / 2)


class Gamma(TauB):
    """Ties do not count."""

    def tau(self) -> float:
        return (self.concordant - self.discordant) / self.ordered


class NoRoot(TauB):
    """The root is forgotten."""

    def tau(self) -> float:
        return (self.concordant - self.discordant) / ((self.ordered + self.tied_x) * (self.ordered + self.tied_y))


class NoDiscordant(TauB):
    """Pairs in the opposite order are not subtracted."""

    def tau(self) -> float:
        return self.concordant / root((self.ordered + self.tied_x) * (self.ordered + self.tied_y))


class EvenChance(Kappa):
    """Chance agreement is computed as if each judge gave every label equally often."""

    def p_e(self) -> float:
        return number(self.even_chance)


class Pooled(Kappa):
    """Both judges get the same mean label frequencies."""

    def by_first(self, k: int) -> float:
        return (super().by_first(k) + super().by_second(k)) / 2

    def by_second(self, k: int) -> float:
        return self.by_first(k)


class ChanceLeftIn(Kappa):
    """Agreement by chance is left in."""

    def kappa(self) -> float:
        return self.p_o


class NotDivided(Kappa):
    """The difference is not divided by the possible agreement beyond chance."""

    def kappa(self) -> float:
        return self.p_o - self.p_e


MISTAKES = read_changes(__package__, SUBJECTS, {
    "accuracy-one-tie": OneTie, "accuracy-shared-ties-wrong": SharedTiesWrong,
    "accuracy-shared-ties-out": SharedTiesOut, "accuracy-ties-out": TiesOut, "tau-a": TauA,
    "tau-gamma": Gamma, "tau-no-root": NoRoot, "tau-no-discordant": NoDiscordant,
    "kappa-even-chance": EvenChance, "kappa-pooled": Pooled, "kappa-observed": ChanceLeftIn,
    "kappa-not-divided": NotDivided,
})  # fmt: skip
"""The wrong formulas for each measure, in the order of the computation."""
