"""The wrong metric: CIDEr and CIDEr-D taken for each other."""

from functools import partial

from mtexplain.explain.misconceptions.cider.method import Trace, Variant
from mtexplain.explain.misconceptions.cider.subject import CIDER_D_SUBJECT, CIDER_SUBJECT
from mtexplain.recipe.misconception import Misconception, Smallest

_wrong = partial(Misconception, place="variant")
_SIGMA = 6.0


def _defended(trace: Trace) -> Variant:
    return Variant(True, _SIGMA)


def _undefended(trace: Trace) -> Variant:
    return Variant(False, None)


CHOICES = (
    _wrong(
        CIDER_SUBJECT,
        name="cider-d-as-cider",
        title="CIDEr-D in place of CIDEr",
        wrong="weights clipped, and the length penalty with a σ of 6",
        explanation="The COCO tools have a class of the name Cider. It computes CIDEr-D.",
        source="pycocoevalcap, cider_scorer.py; Vedantam et al. 2015, sections 4 and 7",
        example=Smallest(("a", "b"), (("a",), ("a b",)), {"max_n": 1}),
        replacement=_defended,
    ),
    _wrong(
        CIDER_D_SUBJECT,
        name="cider-as-cider-d",
        title="CIDEr in place of CIDEr-D",
        wrong="neither weights clipped, nor a length penalty",
        explanation="CIDEr-D has two defences that CIDEr lacks: a word repeated earns nothing more, and a caption of "
        "another length loses.",
        source="notes E, which have CIDEr alone; Vedantam et al. 2015, section 7",
        example=Smallest("a", ("a a",), {"max_n": 1}),
        replacement=_undefended,
    ),
)
