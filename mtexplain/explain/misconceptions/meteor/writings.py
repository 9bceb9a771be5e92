"""Wrong writing: the right number, written down in another way."""

from mtexplain.explain.misconceptions.meteor.subject import METEOR, METEOR_SUBJECT
from mtexplain.recipe.misconception import Smallest
from mtexplain.recipe.mistakes import cut_off, in_percent

_NUMBERS = ("precision", "recall", "mean", "penalty", "score")
_SAYS = "METEOR is from 0 to 1, and so is all that it is made of. Many papers print 100 times as much; say which it is."

WRITINGS = (
    in_percent(METEOR_SUBJECT, "meteor-in-percent", "Numbers", METEOR, _NUMBERS, _SAYS, Smallest("a", ("a",))),
    cut_off(METEOR_SUBJECT, "meteor-cut", Smallest("a", ("a a",))),
)
