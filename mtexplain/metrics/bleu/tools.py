"""The numbers that tools return and the lines that they print.

sacreBLEU 2.6.0, `BLEU.compute_bleu`, uses floats for each precision in percent, its logarithm, the mean of the
logarithms, e to that power, and the product with BP. Each result is rounded, so a perfect match comes to
100.00000000000004. `floats` does the same operations in the same order, so it returns the same number to the last bit.
Since Python 3.12, `sum` is more precise, so the last digit may differ, in sacreBLEU as well as here.
"""

from collections.abc import Sequence
from math import exp, log
from typing import NamedTuple

from mtexplain.counts import Ratio
from mtexplain.rules import SACREBLEU, SACREBLEU_SENTENCE, BleuRules

_SMOOTHINGS = ("none", "floor", "add-k", "exp")
_FIXED = ("totals", "reference_length", "weights", "zero_when", "scale")
_LOG_OF_0 = -9999999999


class Floats(NamedTuple):
    """The numbers of sacreBLEU, with precisions smoothed and in percent, and a score of 0 to 100 or slightly more."""

    penalty: float
    precisions: list[float]
    score: float


def computes(rules: BleuRules) -> bool:
    """True if sacreBLEU itself can follow these rules.

    >>> from dataclasses import replace
    >>> computes(replace(SACREBLEU, smoothing="floor")), computes(replace(SACREBLEU, smoothing="method5"))
    (True, False)
    """
    return (
        rules.name in (SACREBLEU.name, SACREBLEU_SENTENCE.name)
        and rules.smoothing in _SMOOTHINGS
        and rules.missing in (SACREBLEU.missing, SACREBLEU_SENTENCE.missing)
        and rules.choices_unlike(SACREBLEU).keys().isdisjoint(_FIXED)
    )


def floats(ratios: Sequence[Ratio], c: int, r: int, rules: BleuRules) -> Floats:
    """Compute the score from the ratios of all orders and the two lengths, by rules that sacreBLEU can follow.

    >>> floats([Ratio(4, 4), Ratio(3, 3), Ratio(2, 2), Ratio(1, 1)], 4, 4, SACREBLEU).score
    100.00000000000004
    """
    penalty = 1.0
    if c < r:
        penalty = exp(1 - r / c) if c else 0.0
    precisions = [0.0] * len(ratios)
    if not any(ratio.matches for ratio in ratios):
        return Floats(penalty, precisions, 0.0)
    value, halves, orders = float(rules.value), 1.0, len(ratios)
    for index, ratio in enumerate(ratios):
        more = value if rules.smoothing == "add-k" and index else 0.0
        matches, total = ratio.matches + more, ratio.total + more
        if not total:
            break
        if rules.missing == "left out":
            orders = index + 1
        if matches:
            precisions[index] = 100.0 * matches / total
        elif rules.smoothing == "exp":
            halves *= 2
            precisions[index] = 100.0 / (halves * total)
        elif rules.smoothing == "floor":
            precisions[index] = 100.0 * value / total
    logs = [log(precision) if precision else _LOG_OF_0 for precision in precisions[:orders]]
    return Floats(penalty, precisions, penalty * exp(sum(logs) / orders))


SACREBLEU_LINE = "BLEU = {} {} (BP = {:.3f} ratio = {:.3f} hyp_len = {} ref_len = {})"
MULTI_BLEU_LINE = "BLEU = {}, {} (BP={:.3f}, ratio={:.3f}, hyp_len={}, ref_len={})"
MULTI_BLEU_0 = "BLEU = 0, 0/0/0/0 (BP=0, ratio=0, hyp_len=0, ref_len=0)"
"""The lines of tools that print the precisions, BP, c/r, c and r after the score."""
