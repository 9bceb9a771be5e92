"""Wrong recall and precision: of one reference, or of several."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from mtexplain.display.formula import Chain, Over, SumOver
from mtexplain.explain.misconceptions.rouge import method
from mtexplain.explain.misconceptions.rouge.counting import Matches
from mtexplain.explain.misconceptions.rouge.method import Share, Shared
from mtexplain.explain.misconceptions.rouge.subject import MATCHES, ROUGE_L, ROUGE_N, ROUGE_S, ROUGE_SU, P, R, is_, said
from mtexplain.metrics.rouge import RougeS, RougeSU
from mtexplain.metrics.rouge.base import Rouge
from mtexplain.metrics.rouge.maths import shared
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.numbers import Quotient, Real

_wrong = partial(Misconception, place="shares")
_wrong_reference = partial(Misconception, subject=ROUGE_N, place="references")


def _swapped(trace: Rouge, together: Sequence[Shared]) -> tuple[Share, ...]:
    return tuple(Share(one.precision, one.recall) for one in method.shares(trace, together))


def _longer(together: Sequence[Shared]) -> tuple[Share, ...]:
    """Both out of the longer text."""
    return tuple(Share(*[Quotient(one.matches, max(one.m, one.n))] * 2) for one in together)


def _in_any_order(texts: Rouge, trace: Rouge, together: Sequence[Shared]) -> tuple[Share, ...]:
    """Skip-bigrams out of n (n - 1), each pair once this way and once that."""
    if not isinstance(texts, RougeS) or isinstance(texts, RougeSU):
        return method.shares(trace, together)
    return tuple(Share(Quotient(one.matches, 2 * one.m), Quotient(one.matches, 2 * one.n)) for one in together)


def _mean_of_two(trace: Rouge, texts: Rouge, together: Sequence[Shared]) -> tuple[Share, ...]:
    """For ROUGE-SU the mean of what skip-bigrams give, and of what words give."""
    if not isinstance(texts, RougeSU) or len(together) != len(texts.references):
        return method.shares(trace, together)
    mine = texts.words_of(texts.candidate)
    found = []
    for one, reference in zip(together, texts.references, strict=True):
        theirs = texts.words_of(reference)
        words = Shared(shared(mine, theirs), len(theirs), len(mine))
        pairs = Shared(*(whole - part for whole, part in zip(one, words, strict=True)))
        found.append(Share(*(_half(words.matches, a) + _half(pairs.matches, b)
                             for a, b in zip(words[1:], pairs[1:], strict=True))))  # fmt: skip
    return tuple(found)


def _half(matches: Real, total: Real) -> Fraction:
    return (Quotient(matches, total).value or Fraction(0)) / 2


def _pooled(matches: Matches | Real, totals: Sequence[tuple[Real, Real]]) -> tuple[Shared, ...]:
    each = [Shared(one, m, n) for one, (m, n) in zip(method.several(matches), totals, strict=True)]
    return (method.added(each),)


def _first(inverse: Sequence[Share]) -> tuple[Share, ...]:
    return (inverse[0],)


def _mean(inverse: Sequence[Share]) -> tuple[Share, ...]:
    return tuple(inverse)


def _apart(inverse: Sequence[Share]) -> tuple[Share, ...]:
    return (method.apart(inverse),)


POOLS = (
    Misconception(
        subject=ROUGE_N,
        place="together",
        name="references-pooled",
        title="References added up",
        wrong=is_(R, Over(SumOver("references", MATCHES), SumOver("references", "m"))),
        explanation="These rules take the best reference. Equation 1 of the paper adds up all matches and all "
        "totals, and its section 2.1 takes the best: 2/7 and 1/3 on one example. Say which.",
        source="Lin 2004, equation 1 against section 2.1; notes E",
        example=Smallest("a", ("a", "b"), {"n": 1}),
        replacement=_pooled,
    ),
)

SHARES = (
    _wrong(
        subject=ROUGE_N,
        name="recall-precision-swapped",
        title="Recall and precision swapped",
        wrong=Chain(",", (is_(R, Over(MATCHES, "n")), is_(P, Over(MATCHES, "m")))),
        explanation="Recall is out of the reference: how much of it was found. Precision is out of the candidate: "
        "how much of it is right. F1 is the same either way, so it doesn't show there.",
        source="notes E call R precision, and P recall",
        example=Smallest("a", ("a a",), {"n": 1}),
        replacement=_swapped,
    ),
    _wrong(
        subject=ROUGE_L,
        name="out-of-the-longer",
        title="Both out of the longer text",
        wrong=is_(R, is_(P, Over(MATCHES, said("the larger of m and n")))),
        explanation="Recall is out of the reference, precision out of the candidate, whichever is longer.",
        source="a common slip: similarity as LCS over the longer length",
        example=Smallest("a", ("a a",)),
        replacement=_longer,
    ),
    _wrong(
        subject=ROUGE_S,
        name="skip-bigrams-out-of-any-order",
        title="Out of n (n - 1) pairs",
        wrong=is_(R, Over(MATCHES, said("m (m - 1)"))),
        explanation="Of two words only one comes first, so that four words have C(4, 2) = 4 * 3/2 = 6 pairs to match, "
        "not 12.",
        source="a common slip: C(n, 2) without its division by 2",
        example=Smallest("a b", ("a b",)),
        replacement=_in_any_order,
    ),
    _wrong(
        subject=ROUGE_SU,
        name="su-mean-of-two",
        title="The mean of words and skip-bigrams",
        wrong=is_(R, Over(Chain("+", ("R of the words", "R of the skip-bigrams")), "2")),
        explanation="Words and skip-bigrams are counted together, as units of one kind: 3 + 3 of 4 + 6 are 6/10.",
        source="course notes: how does the unigram enter?",
        example=Smallest("a", ("a",)),
        replacement=_mean_of_two,
    ),
)

REFERENCES = (
    _wrong_reference(
        name="rouge-first-reference",
        title="The first reference, not the best",
        wrong=is_(R, "R with the first reference"),
        explanation="With several references the best one counts, wherever it stands.",
        source="a common slip: a file with one reference on each line",
        example=Smallest("a", ("b", "a"), {"n": 1}),
        replacement=_first,
    ),
    _wrong_reference(
        name="mean-of-references",
        title="The mean over the references",
        wrong=is_(R, "the mean of R with each reference"),
        explanation="It is enough to be like one of the references: the best one counts, not the mean.",
        source="Lin 2004, section 2.1",
        example=Smallest("a", ("a", "b"), {"n": 1}),
        replacement=_mean,
    ),
    _wrong_reference(
        name="best-of-each",
        title="The best recall with the best precision",
        wrong=Chain(",", (is_(R, "the best R of any reference"), is_(P, "the best P of any reference"))),
        explanation="Recall and precision belong together: those of one reference. Taken apart, a short reference "
        "gives the one and a long reference the other, and a candidate that equals neither may have 1.",
        source="notes E, section on ROUGE-L; the COCO tools do so",
        example=Smallest("a b", ("a", "a b c"), {"n": 1}),
        replacement=_apart,
    ),
)
