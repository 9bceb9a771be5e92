"""Wrong writing: the right number, written down in another way."""

from functools import partial

from mtexplain.display.formula import Chain
from mtexplain.explain.misconceptions.kinds import Misconception, Smallest
from mtexplain.explain.misconceptions.meteor.subject import METEOR, METEOR_SUBJECT, is_
from mtexplain.explain.misconceptions.numbers import cut, in_percent

_wrong = partial(Misconception, METEOR_SUBJECT, place="writing")

WRITINGS = (
    _wrong(
        name="meteor-in-percent",
        title="Numbers from 0 to 100",
        wrong=is_(METEOR, Chain("*", ("100", METEOR))),
        explanation="METEOR is a number from 0 to 1, and so is all that it is made of. Many papers print 100 times as "
        "much; say which it is.",
        source="course notes: 0 to 1, or 0 to 100?",
        example=Smallest("a", ("a",)),
        replacement=in_percent("precision", "recall", "mean", "penalty", "score"),
    ),
    _wrong(
        name="meteor-cut",
        title="Cut, not rounded",
        wrong="the digits that follow are left out",
        explanation="2/3 is 0.67 in two digits, not 0.66: a digit of 5 or more rounds up.",
        source="a common slip",
        example=Smallest("a", ("a a",)),
        replacement=cut,
    ),
)
