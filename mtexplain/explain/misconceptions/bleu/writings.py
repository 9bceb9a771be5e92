"""Wrong writing: the right number, written down in another way."""

from mtexplain.explain.misconceptions.bleu.subject import BLEU, SCORE, P
from mtexplain.recipe.misconception import Smallest
from mtexplain.recipe.mistakes import cut_off, in_percent

_SCORE = "BLEU is a number from 0 to 1. Many tools print 100 times as much; say which it is."
_PRECISIONS = "A precision is a part of 1. In the line that tools print, 69.4/43.4/29.2/20.0, it stands in percent."
_ONE_WORD = Smallest("a", ("a",), {"max_n": 1})

WRITINGS = (
    in_percent(BLEU, "score-in-percent", "A score", SCORE, ("score",), _SCORE, _ONE_WORD),
    in_percent(BLEU, "precisions-in-percent", "Precisions", P, ("p",), _PRECISIONS, _ONE_WORD),
    cut_off(BLEU, "cut-not-rounded", Smallest("a", ("a a",), {"max_n": 1})),
)
