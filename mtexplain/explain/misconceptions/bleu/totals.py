"""Wrong totals: what the clipped counts are added up to, and divided by."""

from collections.abc import Callable, Sequence
from functools import partial

from mtexplain.display.formula import Call, Chain, Formula, Over, SumOver, Symbol
from mtexplain.explain.misconceptions.bleu.sheet import Order
from mtexplain.explain.misconceptions.bleu.subject import BLEU, CLIPPED, COUNT, P, is_, said
from mtexplain.metrics.bleu.maths import match_length
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.numbers import Quotient, Real

_wrong = partial(Misconception, BLEU, place="total")
_ALL, _MATCHES = SumOver("g", COUNT), SumOver("g", CLIPPED)


def _doubled(count: Formula) -> Formula:
    """Each n-gram's count, and 1 for each repetition: 2 Count - 1."""
    return Chain("-", (Chain("*", ("2", count)), "1"), grouped=True)


def _distinct(order: Order, clipped: Sequence[Real]) -> Quotient:
    return Quotient(sum(1 for one in clipped if one), len(order.rows))


def _distinct_matches(order: Order, clipped: Sequence[Real]) -> Quotient:
    return Quotient(sum(1 for one in clipped if one), sum(row.count for row in order.rows))


def _divided_by(total: Callable[[Order], int]) -> Callable[[Order, Sequence[Real]], Quotient]:
    def divide(order: Order, clipped: Sequence[Real]) -> Quotient:
        return Quotient(sum(clipped), total(order))

    return divide


def _reference_length(order: Order) -> int:
    return int(match_length(order.segment.candidate_length, order.segment.reference_lengths))


def _reference_ngrams(order: Order) -> int:
    return max(0, _reference_length(order) - order.n + 1)


def _candidate_length(order: Order) -> int:
    return order.segment.candidate_length


def _one_term_too_many(order: Order, clipped: Sequence[Real]) -> Quotient:
    """Every row once with its count, and another 1 for each repetition."""
    matches = sum(one + max(0, one - 1) for one in clipped)
    return Quotient(matches, sum(2 * row.count - 1 for row in order.rows))


def _row_for_each_place(order: Order, clipped: Sequence[Real]) -> Quotient:
    matches = sum(row.count * one for row, one in zip(order.rows, clipped, strict=True))
    return Quotient(matches, sum(row.count**2 for row in order.rows))


def _best_reference(order: Order, clipped: Sequence[Real]) -> Quotient:
    each = [
        sum(min(row.count, row.reference_counts[place]) for row in order.rows)
        for place in range(len(order.segment.references))
    ]
    return Quotient(max(each), sum(row.count for row in order.rows))


TOTALS = (
    _wrong(
        name="set",
        title="A set in place of counts",
        wrong=is_(P, Over(said("different n-grams that match"), said("different n-grams"))),
        explanation="A set forgets how often an n-gram occurs. In 2/7 the seven is the number of words, not of "
        "different words.",
        source="course notes, hand computations: set(tokens) in code",
        example=Smallest("a a", ("a",), {"max_n": 1}),
        replacement=_distinct,
    ),
    _wrong(
        name="distinct-matches",
        title="Every match counted once",
        wrong=is_(P, Over(said("different n-grams that match"), _ALL)),
        explanation="Clipping lowers a count to what a reference has, not to one. A word that a reference has twice "
        "may earn credit twice.",
        source="course notes, hand computations: matches marked in a list of words",
        example=Smallest("a a", ("a a",), {"max_n": 1}),
        replacement=_distinct_matches,
    ),
    _wrong(
        name="reference-ngrams",
        title="Divided by the n-grams of the reference",
        wrong=is_(P, Over(_MATCHES, said("n-grams of the closest reference"))),
        explanation="That is recall. A precision is divided by what the candidate has; recall trouble is why BLEU has "
        "a brevity penalty instead.",
        source="course notes, hand computations; Papineni et al. 2002, section 2.2.1",
        example=Smallest("a", ("a a",), {"max_n": 1}),
        replacement=_divided_by(_reference_ngrams),
    ),
    _wrong(
        name="reference-length",
        title="Divided by the length of the reference",
        wrong=is_(P, Over(_MATCHES, said("words of the closest reference"))),
        explanation="A precision is divided by the n-grams of the candidate, not by the words of a reference.",
        source="course notes, hand computations",
        example=Smallest("a", ("a",), {"max_n": 2}),
        replacement=_divided_by(_reference_length),
    ),
    _wrong(
        name="candidate-length",
        title="Divided by the words, for every order",
        wrong=is_(P, Over(_MATCHES, "c")),
        explanation="A text of c words has c - n + 1 n-grams: seven words, but six pairs.",
        source="a common slip: the same total on every line",
        example=Smallest("a", ("a",), {"max_n": 2}),
        replacement=_divided_by(_candidate_length),
    ),
    _wrong(
        name="one-term-too-many",
        title="A term too many for each repetition",
        wrong=is_(P, Over(SumOver("g that match", _doubled(CLIPPED)), SumOver("g", _doubled(COUNT)))),
        explanation='A repeated word is one row with its count. Whoever adds 3 for "the", and goes on to add 1 for '
        "each of its other places, has terms too many: 19/20 for 17/18.",
        source="notes D print 19/20 = 0.95 on Example 1",
        example=Smallest("a a", ("a",), {"max_n": 1}),
        replacement=_one_term_too_many,
    ),
    _wrong(
        name="row-for-each-place",
        title="A row for each place",
        wrong=is_(P, Over(SumOver("i", Call(Symbol("Count", "clip"), "i")), SumOver("i", Call("Count", "i")))),
        explanation="The sums run over different n-grams. With a row for each place in the text, a word that comes "
        "three times is counted nine times.",
        source="a common slip: a loop over tokens in place of a loop over the table",
        example=Smallest("a a b", ("a",), {"max_n": 1}),
        replacement=_row_for_each_place,
    ),
    _wrong(
        name="best-reference",
        title="The best single reference",
        wrong=is_(P, Over(Call("max over references", SumOver("g", Call("min", "Count, Count_R"))), _ALL)),
        explanation="The maximum is taken for each n-gram, so that two n-grams may be justified by two references. "
        "One reference for all is stricter.",
        source='notes A: "the maximum reference count" is one of each n-gram',
        example=Smallest("a b", ("a", "b"), {"max_n": 1}),
        replacement=_best_reference,
    ),
)
