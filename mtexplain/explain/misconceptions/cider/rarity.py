"""Wrong weights: how much a rare n-gram is worth, and how much a frequent one."""

from collections.abc import Mapping
from functools import partial
from math import log

from mtexplain.counts import NGram
from mtexplain.display.formula import Chain, Over, SumOver, Symbol
from mtexplain.explain.misconceptions.cider import subject
from mtexplain.explain.misconceptions.cider.method import Image, by, weighed
from mtexplain.explain.misconceptions.cider.subject import CIDER_D_SUBJECT, CIDER_SUBJECT, DF, IDF, G, H, is_, times
from mtexplain.recipe.misconception import Misconception, Smallest

_wrong = partial(Misconception, CIDER_SUBJECT, place="idf")
_weights = partial(Misconception, CIDER_D_SUBJECT, place="weights")
_MORE = Chain("+", ("1", DF), grouped=True)


def _counts(counts: list[Image], idf: Mapping[NGram, float]) -> list[Image]:
    return weighed(counts, idf, by_share=False)


def _shares(counts: list[Image], idf: Mapping[NGram, float]) -> list[Image]:
    return weighed(counts, idf, by_share=True)


RARITY = (
    _wrong(
        name="cider-no-idf",
        title="No idf",
        wrong=is_(IDF, "1"),
        explanation='Without idf, "the" is worth as much as "poodle", and a caption that is full of such words scores '
        "well for every image.",
        source="a common slip: plain counts; Vedantam et al. 2015, section 4",
        example=Smallest("a", ("a",), {"max_n": 1}),
        replacement=by(lambda images, df: 1.0),
    ),
    _wrong(
        name="cider-no-log",
        title="No logarithm in idf",
        wrong=is_(IDF, Over("|I|", DF)),
        explanation="With the logarithm, a word of every image weighs 0, and the rarest of a large collection do not "
        "drown all others.",
        source="a common slip; Vedantam et al. 2015, section 4, equation 1",
        example=Smallest("a", ("a",), {"max_n": 1}),
        replacement=by(lambda images, df: images / max(1, df)),
    ),
    _wrong(
        name="cider-common-weighs-more",
        title="Document frequency, not its inverse",
        wrong=is_(IDF, Over(DF, "|I|")),
        explanation="The fewer images have an n-gram, the more it weighs: |I| is on top.",
        source="a common slip: the ratio upside down",
        example=Smallest("a", ("a",), {"max_n": 1}),
        replacement=by(lambda images, df: max(1, df) / images),
    ),
    _wrong(
        name="cider-one-more-below",
        title="One added to df",
        wrong=is_(IDF, subject.log("|I|", _MORE)),
        explanation="df is taken for 1 where it is 0, and is left alone otherwise. With 1 added, a word of every image "
        "would have a weight below 0.",
        source="textbooks on search engines, which divide by 1 + df",
        example=Smallest("a", ("a",), {"max_n": 1}),
        replacement=by(lambda images, df: log(images / (1 + df))),
    ),
    _wrong(
        name="cider-scikit-learn",
        title="The idf of scikit-learn",
        wrong=is_(IDF, Chain("+", (subject.log(Chain("+", ("1", "|I|"), grouped=True), _MORE), "1"))),
        explanation="TfidfVectorizer adds 1 to both numbers and to the logarithm, so that a word of every image still "
        "weighs 1. In CIDEr it weighs 0.",
        source="scikit-learn, TfidfVectorizer with its defaults",
        example=Smallest("a", ("a",), {"max_n": 1}),
        replacement=by(lambda images, df: log((1 + images) / (1 + df)) + 1),
    ),
    _wrong(
        name="cider-unseen-left-out",
        title="Unseen n-grams left out",
        wrong=Chain(",", (is_(IDF, "0"), "where no reference of any image has k")),
        explanation="An n-gram of the candidate that no reference has makes its vector longer, and the cosine "
        "smaller: df = 0 is taken for 1. Otherwise wrong words would be free.",
        source="the authors' code takes max(1, df)",
        example=Smallest(("a", "b c"), (("a",), ("b",)), {"max_n": 1}),
        replacement=by(lambda images, df: log(images / df) if df else 0.0),
    ),
    _weights(
        name="cider-d-counts",
        title="Counts where shares belong",
        wrong=is_(G, times(H, IDF)),
        explanation="The formula has the share of an n-gram in its text. CIDEr is the same with counts, but CIDEr-D "
        "is not: it takes the smaller of two weights. All code takes counts; the rules say which are meant.",
        source="pycocoevalcap, cider_scorer.py, against Vedantam et al. 2015, equation 1",
        example=Smallest(("a", "b"), (("a",), ("a b",)), {"max_n": 1}),
        replacement=_counts,
    ),
    _weights(
        name="cider-d-shares",
        title="Shares where counts belong",
        wrong=is_(G, times(Over(H, SumOver("l", Symbol("h", "l"))), IDF)),
        explanation="The formula has shares, but all code takes counts, and CIDEr-D differs with them: it takes the "
        "smaller of two weights. The rules say which are meant.",
        source="Vedantam et al. 2015, equation 1, against pycocoevalcap, cider_scorer.py",
        example=Smallest(("a", "b"), (("a",), ("a b",)), {"max_n": 1, "rules": "coco"}),
        replacement=_shares,
    ),
)
