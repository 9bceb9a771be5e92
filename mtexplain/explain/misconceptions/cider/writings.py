"""Wrong writing: the right number, written down in another way."""

from mtexplain.explain.misconceptions.cider.subject import CIDER, CIDER_SUBJECT
from mtexplain.recipe.misconception import Smallest
from mtexplain.recipe.mistakes import cut_off, in_percent

_SAYS = (
    "CIDEr goes from 0 to 10 here, with its factor of 10, and from 0 to 1 by the paper's rules, without it. Tables in "
    "papers often print 100 times what the tool prints."
)
_TWO_IMAGES = Smallest(("a", "a"), (("a",), ("b",)), {"max_n": 1})

WRITINGS = (
    in_percent(CIDER_SUBJECT, "cider-in-percent", "Numbers", CIDER, ("cider", "image", "score"), _SAYS, _TWO_IMAGES),
    cut_off(CIDER_SUBJECT, "cider-cut", Smallest(("a", "b"), (("a",), ("b c",)), {"max_n": 1})),
)
