"""Wrong length penalties of CIDEr-D."""

from functools import partial
from math import exp

from mtexplain.display.formula import Call, Chain, Over, Power
from mtexplain.explain.misconceptions.cider.method import falling
from mtexplain.explain.misconceptions.cider.subject import (
    CIDER_D_SUBJECT,
    LENGTHS,
    PENALTY,
    bell,
    difference,
    is_,
    times,
)
from mtexplain.recipe.misconception import Misconception, Smallest

_wrong = partial(Misconception, CIDER_D_SUBJECT, place="gaussian")
_SOURCE = "a common slip; Vedantam et al. 2015, section 7, equation 4"
_SQUARE, _WIDTH = Power(difference(), "2"), times("2", Power("σ", "2"))


def _brevity(ours: int, theirs: int, sigma: float) -> float:
    """BLEU's penalty: 1 for what is longer, 0 for no words."""
    return 1.0 if ours >= theirs else exp(1 - theirs / ours) if ours else 0.0


LENGTHS_OF_TEXTS = (
    _wrong(
        name="cider-d-no-penalty",
        title="No length penalty",
        wrong=is_(PENALTY, "1"),
        explanation="A cosine doesn't see how long a text is. CIDEr-D makes a caption of another length lose, too "
        "short or too long.",
        source=_SOURCE,
        example=Smallest("a", ("a a",), {"max_n": 1}),
        replacement=falling(lambda ours, theirs, sigma: 1.0),
    ),
    _wrong(
        name="cider-d-no-two",
        title="The 2 forgotten beside σ²",
        wrong=bell(_SQUARE, Power("σ", "2")),
        explanation="A bell curve has 2σ² below: 72, where σ is 6.",
        source=_SOURCE,
        example=Smallest("a", ("a a",), {"max_n": 1}),
        replacement=falling(lambda ours, theirs, sigma: exp(-((ours - theirs) ** 2) / sigma**2)),
    ),
    _wrong(
        name="cider-d-sigma-not-squared",
        title="Sigma not squared",
        wrong=bell(_SQUARE, times("2", "σ")),
        explanation="A bell curve has 2σ² below: 72, where σ is 6, not 12.",
        source=_SOURCE,
        example=Smallest("a", ("a a",), {"max_n": 1}),
        replacement=falling(lambda ours, theirs, sigma: exp(-((ours - theirs) ** 2) / (2 * sigma))),
    ),
    _wrong(
        name="cider-d-difference-not-squared",
        title="The difference not squared",
        wrong=bell(Call("abs", difference()), _WIDTH),
        explanation="The difference is squared: twice as far away costs more than twice as much.",
        source=_SOURCE,
        example=Smallest("a", ("a a a",), {"max_n": 1}),
        replacement=falling(lambda ours, theirs, sigma: exp(-abs(ours - theirs) / (2 * sigma**2))),
    ),
    _wrong(
        name="cider-d-brevity",
        title="BLEU's brevity penalty",
        wrong=is_(PENALTY, Power("e", Call("min", Chain(",", ("0", Chain("-", ("1", Over(LENGTHS[1], LENGTHS[0])))))))),
        explanation="BLEU has the ratio of the lengths, and forgives what is too long: there, precision pays for it. "
        "CIDEr-D has the difference, and too long costs as much as too short.",
        source="a common slip: BLEU taken over",
        example=Smallest("a", ("a a",), {"max_n": 1}),
        replacement=falling(_brevity),
    ),
    _wrong(
        name="cider-d-only-short",
        title="Only short captions penalised",
        wrong=Chain(",", (is_(PENALTY, "1"), "for a candidate longer than the reference")),
        explanation="The difference is squared, so its sign doesn't matter: too long costs as much as too short.",
        source="a common slip: BLEU taken over",
        example=Smallest("a a", ("a",), {"max_n": 1}),
        replacement=falling(
            lambda ours, theirs, sigma: exp(-(min(0, ours - theirs) ** 2) / (2 * sigma**2)),
        ),
    ),
)
