"""Wrong lengths of references, and wrong brevity penalties."""

from fractions import Fraction
from functools import partial
from math import log

from mtexplain.display.formula import Call, Chain, Minus, Over, Power
from mtexplain.explain.misconceptions.kinds import Misconception, Smallest
from mtexplain.explain.misconceptions.nist.method import BETA as BETA_VALUE
from mtexplain.explain.misconceptions.nist.method import Trace, falling, power, segments
from mtexplain.explain.misconceptions.nist.subject import (
    CAPPED,
    NIST_SUBJECT,
    RATIO,
    bell,
    is_,
    least,
    squared,
    times,
)
from mtexplain.metrics.nist.formulas import BETA, BP, L_REF, L_SYS

_length = partial(Misconception, NIST_SUBJECT, place="l_ref")
_penalty = partial(Misconception, NIST_SUBJECT, place="bp")
_PAPER = "Doddington 2002, equation 3"
_SHORT, _LONG = Smallest("a", ("a a",), {"n": 1}), Smallest("a a", ("a",), {"n": 1})


def _closest(trace: Trace) -> Fraction:
    """BLEU's r: of every segment the reference length nearest to the candidate's, of two the shorter."""
    found = (
        min(map(len, one.references), key=lambda length: (abs(length - len(one.candidate)), length))
        for one in segments(trace)
    )
    return Fraction(sum(found))


def _summed(trace: Trace) -> Fraction:
    return Fraction(sum(trace.brevity.reference_lengths))


LENGTHS = (
    _length(
        name="nist-closest-length",
        title="The closest length, as in BLEU",
        wrong=is_(L_REF, "the length of the reference closest to the candidate"),
        explanation="BLEU takes the closest reference length, NIST the mean of all.",
        source=f"a common slip: BLEU taken over; {_PAPER}",
        example=Smallest("a", ("a", "a a"), {"n": 1}),
        replacement=_closest,
    ),
    _length(
        name="nist-summed-lengths",
        title="The lengths of all references added up",
        wrong=is_(L_REF, "the sum of the lengths of all references"),
        explanation="L_ref is a mean: with four references no candidate is four times too short.",
        source=f"a common slip; {_PAPER}",
        example=Smallest("a", ("a", "a"), {"n": 1}),
        replacement=_summed,
    ),
)

PENALTIES = (
    _penalty(
        name="nist-no-penalty",
        title="No brevity penalty",
        wrong=is_(BP, "1"),
        explanation="A gain per n-gram rewards saying little: one rare word that matches would do. BP lowers the score "
        "of what is too short.",
        source=_PAPER,
        example=_SHORT,
        replacement=falling(lambda ratio: 1.0),
    ),
    _penalty(
        name="nist-bleu-penalty",
        title="The brevity penalty of BLEU",
        wrong=is_(BP, Power("e", least("0", Chain("-", ("1", Over(L_REF, L_SYS)))))),
        explanation="NIST has a penalty of its own: milder than BLEU's near the full length, harder far below. It is "
        "one half at two thirds of the length, where BLEU's is 0.6065.",
        source=f"a common slip: BLEU taken over; {_PAPER}",
        example=_SHORT,
        replacement=falling(lambda ratio: power(min(0.0, 1 - 1 / ratio))),
    ),
    _penalty(
        name="nist-no-cap",
        title="Long texts penalised too",
        wrong=bell(times(BETA, squared(RATIO))),
        explanation="A square does not see on which side of 1 the ratio is: that is why it is cut off at 1 first. "
        "What is too long has more n-grams to divide by.",
        source=f"a common slip: min(…, 1) left out; {_PAPER}",
        example=_LONG,
        replacement=falling(lambda ratio: power(BETA_VALUE * log(ratio) ** 2)),
    ),
    _penalty(
        name="nist-penalty-upside-down",
        title="The lengths upside down",
        wrong=bell(times(BETA, squared(least(Over(L_REF, L_SYS), "1")))),
        explanation="The length of the candidate stands on top. Upside down it is the long text that loses, and the "
        "short one goes free.",
        source=f"a common slip; {_PAPER}",
        example=_SHORT,
        replacement=falling(lambda ratio: power(BETA_VALUE * log(min(1 / ratio, 1.0)) ** 2)),
    ),
    _penalty(
        name="nist-log-not-squared",
        title="The logarithm not squared",
        wrong=bell(times(BETA, Call("log", CAPPED))),
        explanation="β is negative, and so is the logarithm of a ratio below 1. Without the square their product is "
        "above 0, and BP above 1: a reward for saying little.",
        source=f"a common slip; {_PAPER}",
        example=_SHORT,
        replacement=falling(lambda ratio: power(BETA_VALUE * log(min(ratio, 1.0)))),
    ),
    _penalty(
        name="nist-beta-positive",
        title="The minus of β forgotten",
        wrong=bell(times(Minus(BETA), squared(CAPPED))),
        explanation="β is log(1/2) over a square, and log(1/2) is below 0: a penalty is 1 at most.",
        source=f"a common slip; {_PAPER}",
        example=_SHORT,
        replacement=falling(lambda ratio: power(-BETA_VALUE * log(min(ratio, 1.0)) ** 2)),
    ),
)
