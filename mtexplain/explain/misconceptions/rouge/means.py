"""Wrong means: F made of recall and precision in another way."""

from fractions import Fraction
from functools import partial
from math import sqrt

from mtexplain.display.formula import Chain, Over
from mtexplain.explain.misconceptions.rouge.method import score_by
from mtexplain.explain.misconceptions.rouge.subject import ROUGE_L, F, P, R, is_, said
from mtexplain.metrics.rouge import COCO
from mtexplain.metrics.rouge.maths import f_measure
from mtexplain.recipe.misconception import Misconception, Smallest

_wrong = partial(Misconception, subject=ROUGE_L, place="score")
_HALF = Smallest("a", ("a a",))
_TWO = {"beta": 2}


def _recall(recall: Fraction, precision: Fraction, beta: Fraction | None) -> Fraction:
    return recall


def _precision(recall: Fraction, precision: Fraction, beta: Fraction | None) -> Fraction:
    return precision


def _arithmetic(recall: Fraction, precision: Fraction, beta: Fraction | None) -> Fraction:
    return (recall + precision) / 2


def _geometric(recall: Fraction, precision: Fraction, beta: Fraction | None) -> Fraction:
    return Fraction(sqrt(recall * precision))


def _without_the_two(recall: Fraction, precision: Fraction, beta: Fraction | None) -> Fraction:
    return f_measure(recall, precision, beta) / (1 if beta is None else 1 + beta * beta)


def _ignored(recall: Fraction, precision: Fraction, beta: Fraction | None) -> Fraction:
    return f_measure(recall, precision, Fraction(1))


def _of_coco(recall: Fraction, precision: Fraction, beta: Fraction | None) -> Fraction:
    return f_measure(recall, precision, COCO.beta)


def _not_squared(recall: Fraction, precision: Fraction, beta: Fraction | None) -> Fraction:
    if beta is None or not recall or not precision:
        return f_measure(recall, precision, beta)
    return (1 + beta) * recall * precision / (recall + beta * precision)


def _turned(recall: Fraction, precision: Fraction, beta: Fraction | None) -> Fraction:
    return f_measure(precision, recall, beta)


def _rounded(recall: Fraction, precision: Fraction, beta: Fraction | None) -> Fraction:
    return f_measure(round(recall, 2), round(precision, 2), beta)


MEANS = (
    _wrong(
        name="recall-alone",
        title="Recall given as F",
        wrong=is_(F, R),
        explanation="The paper's tables give recall, as ROUGE began. Today's tools give F1, and so do these rules. "
        "beta=math.inf gives recall alone.",
        source="course notes: tools differ, F or recall",
        example=_HALF,
        replacement=score_by(_recall),
    ),
    _wrong(
        name="precision-alone",
        title="Precision given as F",
        wrong=is_(F, P),
        explanation="Precision alone rewards saying little: one right word has precision 1.",
        source="a common slip: ROUGE computed as BLEU is",
        example=_HALF,
        replacement=score_by(_precision),
    ),
    _wrong(
        name="f-arithmetic",
        title="The mean of recall and precision",
        wrong=is_(F, Over(Chain("+", (R, P)), "2")),
        explanation="F is the harmonic mean, which lies nearer to the smaller of the two: R = 1 and P = 0 give 0, "
        "not 1/2.",
        source="a common slip",
        example=_HALF,
        replacement=score_by(_arithmetic),
    ),
    _wrong(
        name="f-geometric",
        title="The root of recall times precision",
        wrong=is_(F, Chain("*", ("√", said("R * P")))),
        explanation="That is the geometric mean, as BLEU takes it. F is the harmonic one.",
        source="a common slip",
        example=_HALF,
        replacement=score_by(_geometric),
    ),
    _wrong(
        name="f-without-the-two",
        title="The 2 above the line forgotten",
        wrong=is_(F, Over(Chain("*", (R, P)), Chain("+", (R, P)))),
        explanation="Without the 2, or 1 + β², a perfect candidate would have 1/2.",
        source="a common slip",
        example=Smallest("a", ("a",)),
        replacement=score_by(_without_the_two),
    ),
    _wrong(
        name="beta-ignored",
        title="Beta ignored",
        wrong=is_(F, Over(Chain("*", ("2", R, P)), Chain("+", (R, P)))),
        explanation="These rules weigh recall by β: with β above 1 recall counts for more. The COCO tools have 1.2.",
        source="course notes: 0.5333 and 0.5031 for the same recall and precision",
        example=Smallest("a", ("a a",), _TWO),
        replacement=score_by(_ignored),
    ),
    _wrong(
        name="beta-of-coco",
        title="The beta of the COCO tools",
        wrong=is_(F, Over(Chain("*", (said("1 + 1.2²"), R, P)), Chain("+", (R, "1.2² P")))),
        explanation="The COCO tools weigh recall by 1.2. These rules have another beta, most often 1: then recall and "
        "precision count the same.",
        source="notes E and pycocoevalcap; course notes: 0.5333 and 0.5031 for the same recall and precision",
        example=_HALF,
        replacement=score_by(_of_coco),
    ),
    _wrong(
        name="beta-not-squared",
        title="Beta not squared",
        wrong=is_(F, Over(Chain("*", (Chain("+", ("1", "β"), grouped=True), R, P)), Chain("+", (R, "β P")))),
        explanation="It is β² in both places.",
        source="a common slip; Lin 2004, equation 4",
        example=Smallest("a", ("a a",), _TWO),
        replacement=score_by(_not_squared),
    ),
    _wrong(
        name="beta-turned",
        title="Beta on the wrong side",
        wrong=is_(F, Over(Chain("*", (Chain("+", ("1", "β²"), grouped=True), R, P)), Chain("+", ("β² R", P)))),
        explanation="β² stands with P below the line. Then, with a large β, P cancels out and R is left.",
        source="a common slip; Lin 2004, equation 4",
        example=Smallest("a", ("a a",), _TWO),
        replacement=score_by(_turned),
    ),
    _wrong(
        name="rouge-rounded-first",
        title="Recall and precision rounded first",
        wrong=is_(F, "F of R and P, both to two digits"),
        explanation="Go on with fractions, and round once, at the end.",
        source="a common slip",
        example=Smallest("a", ("a a a",)),
        replacement=score_by(_rounded),
    ),
)
