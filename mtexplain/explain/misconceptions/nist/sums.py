"""Wrong last steps: from the gains per n-gram to the score, and how it is written down."""

from functools import partial
from math import fsum, prod

from mtexplain.display.formula import Over, Power, SumOver, Symbol
from mtexplain.explain.misconceptions.kinds import Misconception, Smallest
from mtexplain.explain.misconceptions.nist.method import Gains, Numbers, Trace, combined, segments, values
from mtexplain.explain.misconceptions.nist.subject import NIST_SUBJECT, TOTAL, S, is_, times
from mtexplain.explain.misconceptions.numbers import Real, Value, rounded
from mtexplain.explain.misconceptions.writings import cut_off
from mtexplain.metrics.nist.formulas import BP, NIST

_wrong = partial(Misconception, NIST_SUBJECT, place="score")
_PAPER = "Doddington 2002, equation 3"
_PAIRS = Smallest("a", ("a b",), {"n": 2})


def _geometric(s: list[float]) -> float:
    return prod(s) ** (1 / len(s)) if min(s) > 0 else 0.0


def _pooled(gain: Gains, total: Numbers, bp: Real) -> float:
    number = sum(total)
    return float(bp) * fsum(gain) / float(number) if number else 0.0


def _mean_of_scores(trace: Trace, s: tuple[Value, ...], bp: Real) -> float:
    """The mean of the segments' own; of a sentence, its score."""
    if trace in segments(trace):
        return combined(fsum)(s, bp)
    scores = [segment.score for segment in segments(trace)]
    return fsum(scores) / len(scores)


def _rounded_first(s: tuple[Value, ...], bp: Real) -> float:
    """Two decimals, a half up, as by hand."""
    return rounded(bp) * fsum(map(rounded, values(s)))


SUMS = (
    _wrong(
        name="nist-geometric-mean",
        title="The geometric mean, as in BLEU",
        wrong=is_(NIST, times(BP, Power(times(Symbol("s", "1"), "…", Symbol("s", "N")), Over("1", "N")))),
        explanation="NIST adds the orders. A product would be 0 as soon as one order has nothing to gain, and fours "
        "mostly have not.",
        source=f"a common slip: BLEU taken over; {_PAPER}",
        example=_PAIRS,
        replacement=combined(_geometric),
    ),
    _wrong(
        name="nist-mean-of-orders",
        title="The mean of the orders",
        wrong=is_(NIST, times(BP, Over(SumOver("n", S), "N"))),
        explanation="The orders are added, and not divided by their number: that is why NIST has no fixed end.",
        source=f"a common slip; {_PAPER}",
        example=_PAIRS,
        replacement=combined(lambda s: fsum(s) / len(s)),
    ),
    _wrong(
        name="nist-orders-pooled",
        title="All orders in one fraction",
        wrong=is_(NIST, times(BP, Over(SumOver("n", Symbol("gain", "n")), SumOver("n", TOTAL)))),
        explanation="Each order is divided by its own number of n-grams first, and then they are added.",
        source=f"a common slip: fractions added above and below; {_PAPER}",
        example=Smallest("a b", ("a b",), {"n": 2}),
        replacement=_pooled,
    ),
    _wrong(
        name="nist-mean-of-scores",
        title="The mean of sentence scores",
        wrong=is_(NIST, Over(SumOver("i", Symbol("NIST", "i")), "segments")),
        explanation="NIST is a score of a text. Gains, n-grams and lengths are added up first, and there is one BP.",
        source=f"a common slip: a mean over the lines of a file; {_PAPER}",
        example=Smallest(("a", "a"), (("a",), ("a b",)), {"n": 1}),
        replacement=_mean_of_scores,
    ),
    _wrong(
        name="nist-rounded-first",
        title="Rounded too early",
        wrong=is_(NIST, times(Symbol("BP", "rounded"), SumOver("n", Symbol("s", "n,rounded")))),
        explanation="Keep the digits to the end: five numbers are added here, and what was cut off adds up too.",
        source="a common slip: a pocket calculator",
        example=Smallest("a", ("a b",), {"n": 1}),
        replacement=_rounded_first,
    ),
    cut_off(NIST_SUBJECT, "nist-cut", Smallest("a", ("a b b",), {"n": 1})),
)
