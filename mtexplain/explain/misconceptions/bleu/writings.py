"""Wrong writing: the right number, written down in another way."""

from functools import partial

from mtexplain.display.formula import Chain
from mtexplain.explain.misconceptions.bleu.subject import BLEU, SCORE, P, is_
from mtexplain.explain.misconceptions.kinds import Misconception, Smallest
from mtexplain.explain.misconceptions.numbers import Value, cut, plain

_wrong = partial(Misconception, BLEU, place="writing")


def _score_in_percent(name: str, value: Value, decimals: int) -> Value:
    number = plain(value)
    return value if number is None or name != "score" else 100 * number


def _precisions_in_percent(name: str, value: Value, decimals: int) -> Value:
    number = plain(value)
    return value if number is None or not name.startswith("p_") else 100 * number


WRITINGS = (
    _wrong(
        name="score-in-percent",
        title="A score from 0 to 100",
        wrong=is_(SCORE, Chain("*", ("100", SCORE))),
        explanation="BLEU is a number from 0 to 1. Many tools print 100 times as much; say which it is.",
        source="course notes: 0 to 1, or 0 to 100?",
        example=Smallest("a", ("a",), {"max_n": 1}),
        replacement=_score_in_percent,
    ),
    _wrong(
        name="precisions-in-percent",
        title="Precisions from 0 to 100",
        wrong=is_(P, Chain("*", ("100", P))),
        explanation="A precision is a part of 1. In the line that tools print it stands in percent.",
        source="course notes: what 69.4/43.4/29.2/20.0 says",
        example=Smallest("a", ("a",), {"max_n": 1}),
        replacement=_precisions_in_percent,
    ),
    _wrong(
        name="cut-not-rounded",
        title="Cut, not rounded",
        wrong="the digits that follow are left out",
        explanation="2/3 is 0.67 in two digits, not 0.66: a digit of 5 or more rounds up.",
        source="a common slip",
        example=Smallest("a", ("a a",), {"max_n": 1}),
        replacement=cut,
    ),
)
