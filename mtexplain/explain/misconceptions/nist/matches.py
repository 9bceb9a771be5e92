"""Wrong matches, and wrong numbers to divide by."""

from functools import partial

from mtexplain.counts import count_ngrams
from mtexplain.display.formula import Call, SumOver
from mtexplain.explain.misconceptions.kinds import Misconception, Smallest
from mtexplain.explain.misconceptions.nist.method import Matches, Numbers, Trace, counted, segments
from mtexplain.explain.misconceptions.nist.subject import MATCHES, NIST_SUBJECT, TOTAL, is_, least
from mtexplain.metrics.nist.counting import Row
from mtexplain.metrics.nist.formulas import L_SYS

_matches = partial(Misconception, NIST_SUBJECT, place="matches")
_total = partial(Misconception, NIST_SUBJECT, place="total")
_COUNT = Call("Count", "g")


def _unclipped(row: Row) -> int:
    return row.count if row.allowed else 0


def _of_references(trace: Trace) -> Numbers:
    """The n-grams of all references."""
    texts = [reference for segment in segments(trace) for reference in segment.references]
    return tuple(sum(count_ngrams(text, n).total() for text in texts) for n in range(1, trace.rules.n + 1))


def _that_match(trace: Trace, matches: Matches) -> Numbers:
    """The n-grams that match."""
    numbers = [0] * trace.rules.n
    for each in matches:
        for ngram, number in each.items():
            numbers[len(ngram) - 1] += number
    return tuple(numbers)


MATCHING = (
    _matches(
        name="nist-no-clipping",
        title="No clipping",
        wrong=is_(MATCHES, _COUNT),
        explanation="A match counts as often as one reference has it at most, as in BLEU. Otherwise repeating a rare "
        "word would pay well.",
        source="Doddington 2002 is silent on it; mteval-v13a.pl clips",
        example=Smallest("a a", ("a b",), {"n": 1}),
        replacement=counted(_unclipped),
    ),
    _matches(
        name="nist-each-once",
        title="Each different n-gram once",
        wrong=is_(MATCHES, least("1", _COUNT)),
        explanation="An n-gram that candidate and reference both have twice matches twice.",
        source="a common slip: sets of n-grams",
        example=Smallest("a a", ("a a b",), {"n": 1}),
        replacement=counted(lambda row: min(1, row.matches)),
    ),
    _matches(
        name="nist-references-together",
        title="Clipped by all references together",
        wrong=is_(MATCHES, least(_COUNT, "how often all references have it")),
        explanation="The most that one reference has is the limit, and not the sum: two references that say the same "
        "do not justify saying it twice.",
        source="a common slip; mteval-v13a.pl takes the maximum",
        example=Smallest("a a", ("a", "a b"), {"n": 1}),
        replacement=counted(lambda row: min(row.count, sum(row.reference_counts))),
    ),
)

TOTALS = (
    _total(
        name="nist-reference-total",
        title="Divided by the n-grams of the references",
        wrong=is_(TOTAL, "how many n-grams the references have"),
        explanation="s_n is the gain per n-gram of the candidate: a precision, not a recall. What is missing costs by "
        "BP.",
        source="a common slip: ROUGE taken over; Doddington 2002, equation 3",
        example=Smallest("a", ("a b",), {"n": 1}),
        replacement=_of_references,
    ),
    _total(
        name="nist-matched-total",
        title="Divided by the n-grams that match",
        wrong=is_(TOTAL, SumOver("g", MATCHES)),
        explanation="What does not match counts below, too. Otherwise wrong words would be free.",
        source="a common slip; Doddington 2002, equation 3",
        example=Smallest("a", ("b",), {"n": 1}),
        replacement=_that_match,
    ),
    _total(
        name="nist-words-below",
        title="Divided by the words, whatever the order",
        wrong=is_(TOTAL, L_SYS),
        explanation="A text has one pair fewer than words, and two triples fewer: each order is divided by its own "
        "number of n-grams.",
        source="a common slip; Doddington 2002, equation 3",
        example=Smallest("a", ("a",), {"n": 2}),
        replacement=lambda trace: tuple([trace.brevity.candidate_length] * trace.rules.n),
    ),
    _total(
        name="nist-not-divided",
        title="Not divided at all",
        wrong=is_(TOTAL, "1"),
        explanation="The sum of the information is divided by the number of n-grams. Otherwise the longest text would "
        "win.",
        source="a common slip; Doddington 2002, equation 3",
        example=Smallest("a a", ("a",), {"n": 1}),
        replacement=lambda trace: (1,) * trace.rules.n,
    ),
)
