"""Wrong writing: the right number, written down in another way."""

from mtexplain.explain.misconceptions.rouge.subject import ROUGE_L, F
from mtexplain.recipe.misconception import Smallest
from mtexplain.recipe.mistakes import cut_off, in_percent

_NUMBERS = ("recall", "precision", "score")
_SAYS = "Recall, precision and F are numbers from 0 to 1. Many papers print 100 times as much; say which it is."

WRITINGS = (
    in_percent(ROUGE_L, "rouge-in-percent", "Numbers", F, _NUMBERS, _SAYS, Smallest("a", ("a",))),
    cut_off(ROUGE_L, "rouge-cut", Smallest("a", ("a a",))),
)
