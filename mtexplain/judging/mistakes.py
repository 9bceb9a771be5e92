"""Measures of agreement, computed wrongly: each mistake takes one quantity another way."""

from fractions import Fraction
from functools import partial
from typing import Any

from mtexplain.inputs import InputError
from mtexplain.judging.kappa import Kappa, cohen_kappa
from mtexplain.judging.pairs import PairwiseAccuracy, TauB, kendall_tau_b, pairwise_accuracy
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.recipe.misconception import Subject
from mtexplain.recipe.mistakes import mistake

JUDGES = "judge A", "judge B"


class AgreementSubject(Subject):
    """A measure of what two judges say: one stands where a candidate would, the other where its references would."""

    def score(self, candidate: Any, references: Any, **settings: Any) -> Any:
        """The measure of two lists, or of two lines: "4 2 3" and ["4 3 3"], whole numbers or labels item by item."""
        if isinstance(candidate, str):
            settings = {**dict(zip(("x_name", "y_name"), self.sides, strict=True)), **settings}
            if len(references) != 1:
                raise InputError("references", so_many(len(references), "line"), "one line: what the other judge says")
            candidate, references = (list(map(_value, line.split())) for line in (candidate, *references))
        return self.metric(candidate, references, **settings)


def _value(word: str) -> int | str:
    return int(word) if word.removeprefix("-").isdecimal() else word


_PAIRS = {one: one for one in ("concordant", "discordant", "tied_x", "tied_y", "tied_both", "score")}
ACCURACY = AgreementSubject(
    "Pairwise accuracy", pairwise_accuracy, None, PairwiseAccuracy, _PAIRS, counted=frozenset({"score"}), sides=JUDGES,
)  # fmt: skip
TAU = AgreementSubject("Kendall's tau-b", kendall_tau_b, None, TauB, _PAIRS, sides=JUDGES)
KAPPA = AgreementSubject(
    "Cohen's kappa", cohen_kappa, None, Kappa, {"p_o": "p_o", "p_e": "p_e", "score": "score"}, sides=JUDGES,
)  # fmt: skip
SUBJECTS = (ACCURACY, TAU, KAPPA)
_accuracy, _tau, _kappa = (partial(mistake, subject) for subject in SUBJECTS)
_SLIP, _NONE_TIED, _TURNED = "a common slip", ("1 2 3", ("1 2 3",)), ("1 2", ("2 1",))
_ONE_TIED, _TWO_LABELS = ("1 1 2", ("1 2 3",)), ("no no yes", ("no yes yes",))
MISTAKES = (
    _accuracy("accuracy-one-tie", "score", "A tie that only one judge sees counted as agreement",
              "(concordant + tied_both + tied_x + tied_y) / all_pairs",
              "Where one judge sees a tie and the other sees a winner, they disagree.", _SLIP, _ONE_TIED),
    _accuracy("accuracy-shared-ties-wrong", "score", "Shared ties counted as disagreement", "concordant / all_pairs",
              "Two judges who both see a tie agree, as much as two who both see the same winner.", _SLIP,
              ("1 1 2", ("1 1 2",))),
    _accuracy("accuracy-shared-ties-out", "score", "Shared ties left out", "concordant / (all_pairs - tied_both)",
              "A pair that both judges tie is a pair on which they agree: it counts above the line and below.",
              f"{_SLIP}: tau-b leaves them out", ("1 1 2", ("2 2 1",))),
    _accuracy("accuracy-ties-out", "score", "All ties left out", "concordant / (concordant + discordant)",
              "A tie is a verdict, too: every pair counts below the line.", _SLIP, _ONE_TIED),
    _tau("tau-a", "score", "Ties ignored below the line: τ_a", "(concordant - discordant) / (n * (n - 1) / 2)",
         "All pairs stand below the line only where nothing is tied: each factor leaves out what one judge ties.",
         "Kendall 1938, whose τ has no ties", ("1 2 2", ("1 2 3",))),
    _tau("tau-gamma", "score", "All ties left out: γ", "(concordant - discordant) / ordered",
         "A tie in one list alone belongs below the line, in one of the two factors.",
         "Goodman and Kruskal 1954, whose γ it is", ("1 2 2", ("1 2 3",))),
    _tau("tau-no-root", "score", "The root forgotten",
         "(concordant - discordant) / ((ordered + tied_x) * (ordered + tied_y))",
         "Below the line stands the geometric mean of two counts, the root of their product.", _SLIP, _NONE_TIED),
    _tau("tau-no-discordant", "score", "Pairs in the opposite order not subtracted",
         "concordant / root((ordered + tied_x) * (ordered + tied_y))",
         "A pair in the opposite order undoes one in the same order: take D from C.", _SLIP, _TURNED),
    _kappa("kappa-even-chance", "p_e", "Chance as if every label were as frequent",
           lambda trace: Fraction(1, len(trace.labels) or 1),
           "If both favour a label, they meet on it by chance more often: use the sums of the rows and columns.",
           "Bennett, Alpert and Goldstein 1954, whose S it is", _TWO_LABELS, "1 / number of labels"),
    _kappa("kappa-pooled", "p_e", "One mean frequency for both judges",
           "sum((by_first + by_second) ** 2) / (2 * n) ** 2",
           "Each judge has habits of their own: multiply one judge's count of a label by the other's.",
           "Scott 1955, whose π it is", _TWO_LABELS),
    _kappa("kappa-observed", "score", "Chance left in", "p_o",
           "Some of the agreement is luck: κ takes luck out of what was observed, and out of what was possible.", _SLIP,
           ("no yes", ("yes no",))),
    _kappa("kappa-not-divided", "score", "Not divided by what chance leaves open", "p_o - p_e",
           "κ is a share of what chance leaves open, so that full agreement is 1: divide by 1 - p_e.", _SLIP,
           ("no yes", ("no yes",))),
)  # fmt: skip
"""Wrong formulas for each of them, in the order of the computation."""
