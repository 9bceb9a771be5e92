"""Wrong penalties: BP from c and r."""

from functools import partial
from math import exp

from mtexplain.display.formula import Call, Chain, Over
from mtexplain.explain.misconceptions.bleu.subject import BLEU, BP, R_OVER_C, e_to, is_, least
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.numbers import Real

_wrong = partial(Misconception, BLEU, place="penalty")
_C_OVER_R = Over("c", "r")
_MOST = 700.0  # e to a larger power is no float


def _power(exponent: float) -> float:
    return exp(min(exponent, _MOST))


def _over(top: Real, bottom: Real) -> float:
    """A ratio; nothing over nothing is 1, anything else over nothing very much."""
    return float(top / bottom) if bottom else 1.0 if not top else 2 * _MOST


def _none(c: Real, r: Real) -> float:
    return 1.0


def _upside_down(c: Real, r: Real) -> float:
    return 1.0 if c > r else _power(1 - _over(c, r))


def _for_both(c: Real, r: Real) -> float:
    return _power(1 - max(_over(c, r), _over(r, c)))


def _branches_swapped(c: Real, r: Real) -> float:
    return _power(1 - _over(r, c)) if c > r else 1.0


def _no_cap(c: Real, r: Real) -> float:
    return _power(1 - _over(r, c))


def _ratio(c: Real, r: Real) -> float:
    return min(1.0, _over(c, r))


def _exponent(c: Real, r: Real) -> float:
    return 1.0 if c >= r else 1 - _over(r, c)


PENALTIES = (
    _wrong(
        name="no-penalty",
        title="No brevity penalty",
        wrong=is_(BP, "1"),
        explanation='Precisions alone reward saying little: "of the" has p_1 = p_2 = 1. BP lowers the score of '
        "what is too short.",
        source="Papineni et al. 2002, section 2.2, Example 3; notes D leave it out",
        example=Smallest("a", ("a a",), {"max_n": 1}),
        replacement=_none,
    ),
    _wrong(
        name="upside-down",
        title="The ratio upside down",
        wrong=is_(BP, Chain(",", (e_to(Chain("-", ("1", _C_OVER_R))), "where c ≤ r, else 1"))),
        explanation="With c/r in place of r/c the exponent is above 0, and a short candidate is rewarded: 1.77 for "
        "3 words of 7, where 0.26 is right.",
        source="notes E print e^(1 - c/r)",
        example=Smallest("a", ("a a",), {"max_n": 1}),
        replacement=_upside_down,
    ),
    _wrong(
        name="long-punished",
        title="Long output punished",
        wrong=is_(BP, e_to(Chain("-", ("1", Call("max", Chain(",", (R_OVER_C, _C_OVER_R))))))),
        explanation="The brevity penalty only punishes what is too short. Too long a candidate has its penalty "
        "already: the words that match nothing lower every precision.",
        source='notes B: BP "ensures the length is close to the reference"',
        example=Smallest("a a", ("a",), {"max_n": 1}),
        replacement=_for_both,
    ),
    _wrong(
        name="branches-swapped",
        title="The two cases swapped",
        wrong=is_(BP, Chain(",", (e_to(Chain("-", ("1", R_OVER_C))), "where c > r, else 1"))),
        explanation="1 is for the long candidate, e^(1 - r/c) for the short one. Swapped, a short candidate is not "
        "punished, and a long one is rewarded.",
        source="a common slip: the condition of the formula read the other way",
        example=Smallest("a", ("a a",), {"max_n": 1}),
        replacement=_branches_swapped,
    ),
    _wrong(
        name="no-cap",
        title="A penalty above 1",
        wrong=is_(BP, e_to(Chain("-", ("1", R_OVER_C)))),
        explanation="e^(1 - r/c) is above 1 where c > r. BP stops at 1: being long is no merit.",
        source="Papineni et al. 2002, section 2.3: the case c > r is forgotten",
        example=Smallest("a a", ("a",), {"max_n": 1}),
        replacement=_no_cap,
    ),
    _wrong(
        name="ratio",
        title="The ratio itself as the penalty",
        wrong=is_(BP, least("1", _C_OVER_R)),
        explanation="A candidate half as long gets e^(1 - 2) = 0.37, not 0.5.",
        source="a common slip: the ratio that tools print, taken for BP",
        example=Smallest("a", ("a a",), {"max_n": 1}),
        replacement=_ratio,
    ),
    _wrong(
        name="exponent",
        title="The exponent itself as the penalty",
        wrong=is_(BP, Chain(",", (Chain("-", ("1", R_OVER_C)), "where c < r"))),
        explanation="1 - r/c is the exponent; e is still to be raised to it. A factor below 0 can't be right.",
        source="a common slip: e forgotten",
        example=Smallest("a", ("a a",), {"max_n": 1}),
        replacement=_exponent,
    ),
)
