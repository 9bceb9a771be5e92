"""Wrong writing: the right number, written down in another way."""

from functools import partial

from mtexplain.display.formula import Chain
from mtexplain.explain.misconceptions.kinds import Misconception, Smallest
from mtexplain.explain.misconceptions.numbers import cut, in_percent
from mtexplain.explain.misconceptions.rouge.subject import ROUGE_L, F, is_

_wrong = partial(Misconception, subject=ROUGE_L, place="writing")

WRITINGS = (
    _wrong(
        name="rouge-in-percent",
        title="Numbers from 0 to 100",
        wrong=is_(F, Chain("*", ("100", F))),
        explanation="Recall, precision and F are numbers from 0 to 1. Many papers print 100 times as much; say which "
        "it is.",
        source="course notes: 0 to 1, or 0 to 100?",
        example=Smallest("a", ("a",)),
        replacement=in_percent("recall", "precision", "score"),
    ),
    _wrong(
        name="rouge-cut",
        title="Cut, not rounded",
        wrong="the digits that follow are left out",
        explanation="2/3 is 0.67 in two digits, not 0.66: a digit of 5 or more rounds up.",
        source="a common slip",
        example=Smallest("a", ("a a",)),
        replacement=cut,
    ),
)
