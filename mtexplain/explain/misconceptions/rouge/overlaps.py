"""Wrong overlaps: units that match more often than both texts have them; and wrong totals."""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from mtexplain.display.formula import Chain, Over, SumOver
from mtexplain.explain.misconceptions.rouge import counting
from mtexplain.explain.misconceptions.rouge.counting import Matches, Units
from mtexplain.explain.misconceptions.rouge.subject import (
    COUNT,
    IN_REFERENCE,
    MATCHES,
    ROUGE_N,
    ROUGE_W,
    R,
    is_,
    said,
)
from mtexplain.metrics.rouge import RougeN, RougeS, RougeW
from mtexplain.metrics.rouge.base import Rouge
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.numbers import Real

_wrong = partial(Misconception, place="overlap")
_wrong_total = partial(Misconception, place="totals")


def _unclipped(units: Units) -> Matches:
    """As often as the candidate has it, where the reference has it at all."""
    return tuple(sum(unit in set(other) for unit in units[0]) for other in units[1:])


def _found(units: Units) -> Matches:
    """As often as the reference has it, where the candidate has it at all."""
    mine = set(units[0][:]) if units else set()
    return tuple(sum(unit in mine for unit in other) for other in units[1:])


def _each_once(units: Units) -> Matches:
    return tuple(len(Counter(units[0]) & Counter(other)) for other in units[1:])


def _words(texts: Rouge, units: Units) -> Sequence[tuple[Real, Real]]:
    """The words of each text, whatever is counted."""
    if isinstance(texts, RougeN | RougeS):
        return [(len(reference), len(texts.candidate)) for reference in texts.references]
    return counting.totals(texts, units)


def _unweighted(texts: Rouge, units: Units) -> Sequence[tuple[Real, Real]]:
    """The words of each text, where f of them belongs."""
    if isinstance(texts, RougeW):
        return [(texts.length_of(reference), texts.length_of(texts.candidate)) for reference in texts.references]
    return counting.totals(texts, units)


OVERLAPS = (
    _wrong(
        subject=ROUGE_N,
        name="rouge-no-clipping",
        title="Every repetition counted",
        wrong=is_(MATCHES, SumOver("g in the reference", COUNT)),
        explanation="A unit matches as often as both texts have it. Otherwise saying a good word twice would count "
        "twice.",
        source="Lin 2004, section 2: Count_match is the most that both have",
        example=Smallest("a a", ("a",), {"n": 1}),
        replacement=_unclipped,
    ),
    _wrong(
        subject=ROUGE_N,
        name="rouge-found-in-candidate",
        title="Every place of the reference that is found",
        wrong=is_(MATCHES, SumOver("g in the candidate", IN_REFERENCE)),
        explanation="A unit that the reference has twice and the candidate once matches once. Ticking off the words "
        "of the reference one by one forgets that each word of the candidate can be used only once.",
        source="a common slip: words of the reference ticked off one by one",
        example=Smallest("a", ("a a",), {"n": 1}),
        replacement=_found,
    ),
    _wrong(
        subject=ROUGE_N,
        name="rouge-matches-once",
        title="A unit that matches twice counted once",
        wrong=is_(MATCHES, said("different units in both texts")),
        explanation="Where both texts have a unit twice, it matches twice.",
        source="a common slip: matches marked in a list of words",
        example=Smallest("a a", ("a a",), {"n": 1}),
        replacement=_each_once,
    ),
)

TOTALS = (
    _wrong_total(
        subject=ROUGE_N,
        name="rouge-divided-by-words",
        title="Words in place of units below the line",
        wrong=is_(R, Over(MATCHES, said("words of the reference"))),
        explanation="What is counted above the line is counted below it too. Four words have three pairs, and six "
        "skip-bigrams.",
        source="a common slip: the same total for every score",
        example=Smallest("a", ("a",), {"n": 2}),
        replacement=_words,
    ),
    _wrong_total(
        subject=ROUGE_W,
        name="wlcs-total-not-weighted",
        title="Below the line a length, and not f of it",
        wrong=is_(R, Chain("*", ("f⁻¹", said("WLCS / m")))),
        explanation="A perfect match of m words is one run, worth f(m). That is what WLCS is held against: f(m), not"
        " m.",
        source="Lin 2004, section 4",
        example=Smallest("a", ("a a",)),
        replacement=_unweighted,
    ),
)
