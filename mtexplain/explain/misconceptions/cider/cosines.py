"""Wrong cosines: what is multiplied, and what it is divided by."""

from collections.abc import Callable, Mapping
from functools import partial
from math import fsum, sqrt

from mtexplain.counts import NGram
from mtexplain.display.formula import Call, Chain, Power, SumOver, Symbol
from mtexplain.explain.misconceptions.cider import subject
from mtexplain.explain.misconceptions.cider.method import Clipped, Image, Norms, Variant, divided, norm, smaller
from mtexplain.explain.misconceptions.cider.subject import CIDER_D_SUBJECT, CIDER_SUBJECT, OURS, THEIRS, G, is_, least
from mtexplain.recipe.misconception import Misconception, Smallest

_clipped = partial(Misconception, CIDER_D_SUBJECT, place="clipped_weights")
_norms = partial(Misconception, CIDER_SUBJECT, place="norms")
_norms_d = partial(Misconception, CIDER_D_SUBJECT, place="norms")
_cosine = partial(Misconception, CIDER_SUBJECT, place="cosine")
_LENGTH, _PAPER = "length of c", "Vedantam et al. 2015, section 4, equation 2"
Vector = Mapping[NGram, float]


def _unclipped(weights: list[Image]) -> Clipped:
    return [[image.candidate for _ in image.references] for image in weights]


def _by_the_largest(variant: Variant, weights: list[Image]) -> Clipped:
    """Every weight no more than in the reference where it is largest."""
    if not variant.clips:
        return _unclipped(weights)
    made: Clipped = []
    for image in weights:
        largest = [{ngram: max(text[n].get(ngram, 0) for text in image.references) for ngram in order}
                   for n, order in enumerate(image.candidate)]  # fmt: skip
        made.append([smaller(image.candidate, largest)] * len(image.references))
    return made


def _measured(measure: Callable[[Vector, Vector], tuple[float, float]]) -> Callable[[list[Image]], Norms]:
    """The lengths of every pair of vectors, measured in another way."""

    def norms(weights: list[Image]) -> Norms:
        return [[[measure(*pair) for pair in zip(image.candidate, text, strict=True)] for text in image.references]
                for image in weights]  # fmt: skip

    return norms


def _shared(ours: Vector, theirs: Vector) -> tuple[float, float]:
    """The lengths by the n-grams alone that both have."""
    both = ours.keys() & theirs.keys()
    return tuple(sqrt(fsum(one[ngram] ** 2 for ngram in both)) for one in (ours, theirs))  # type: ignore[return-value]


def _of_clipped(weights: list[Image], clipped_weights: Clipped) -> Norms:
    """The candidate's length after clipping."""
    return [
        [
            [(norm(cut), norm(theirs)) for cut, theirs in zip(clipped, text, strict=True)]
            for clipped, text in zip(found, image.references, strict=True)
        ]
        for found, image in zip(clipped_weights, weights, strict=True)
    ]


COSINES = (
    _clipped(
        name="cider-d-no-clipping",
        title="Weights not clipped",
        wrong=OURS,
        explanation="In the sum of products, a weight of the candidate counts no more than that of the reference. "
        "Otherwise a word that is right earns more, the more often it is said.",
        source="Vedantam et al. 2015, section 7, equation 4",
        example=Smallest(("a", "b"), (("a",), ("a b",)), {"max_n": 1}),
        replacement=_unclipped,
    ),
    _clipped(
        name="cider-d-clipped-by-largest",
        title="Clipped by the largest of all references",
        wrong=least(OURS, Call("max", Call(G, Symbol("s", "j")))),
        explanation="That is BLEU's clipping. CIDEr-D compares with one reference at a time: only its own weight is "
        "the limit.",
        source="a common slip: BLEU taken over; Vedantam et al. 2015, section 7, equation 4",
        example=Smallest(("a", "a"), (("a", "a b"), ("b",)), {"max_n": 1}),
        replacement=_by_the_largest,
    ),
    _norms(
        name="cider-no-root",
        title="The root forgotten in the lengths",
        wrong=is_(_LENGTH, SumOver("k", Power(OURS, "2"))),
        explanation="The length of a vector is the root of the sum of squares. Without it, a text against itself would "
        "not have a cosine of 1.",
        source=f"a common slip; {_PAPER}",
        example=Smallest(("a", "a"), (("a",), ("b",)), {"max_n": 1}),
        replacement=_measured(lambda ours, theirs: (norm(ours) ** 2, norm(theirs) ** 2)),
    ),
    _norms(
        name="cider-sum-of-weights",
        title="The sum of weights as length",
        wrong=is_(_LENGTH, SumOver("k", OURS)),
        explanation="Three steps to the east and four to the north lead 5 steps away, not 7: the squares are added.",
        source=f"a common slip; {_PAPER}",
        example=Smallest(("a", "b"), (("a",), ("b c",)), {"max_n": 1}),
        replacement=_measured(lambda ours, theirs: (fsum(ours.values()), fsum(theirs.values()))),
    ),
    _norms(
        name="cider-shared-lengths",
        title="Lengths by the common n-grams alone",
        wrong=Chain(",", (is_(_LENGTH, subject.norm(OURS)), "over the n-grams k that both texts have")),
        explanation="A length takes in all n-grams of the text. That is how wrong words and missing words cost "
        "something.",
        source=f"a common slip; {_PAPER}",
        example=Smallest(("a", "b"), (("a",), ("b c",)), {"max_n": 1}),
        replacement=_measured(_shared),
    ),
    _norms_d(
        name="cider-d-clipped-length",
        title="The length after clipping",
        wrong=is_(_LENGTH, subject.norm(least(OURS, THEIRS))),
        explanation="Only the sum of products is clipped. The candidate's length is that of its whole vector, so that "
        "repeating a word costs something.",
        source="pycocoevalcap, cider_scorer.py; Vedantam et al. 2015, section 7, equation 4",
        example=Smallest(("a", "b"), (("a",), ("a b",)), {"max_n": 1}),
        replacement=_of_clipped,
    ),
    _cosine(
        name="cider-dot-product",
        title="Not divided by the lengths",
        wrong=is_("cos", SumOver("k", subject.times(OURS, THEIRS))),
        explanation="A sum of products alone grows with the length of the text and with its rare words. Divided by "
        "both lengths it is a cosine, from 0 to 1.",
        source=f"a common slip; {_PAPER}",
        example=Smallest(("a", "a"), (("a",), ("b",)), {"max_n": 1}),
        replacement=divided(lambda dot, ours, theirs: dot),
    ),
    _cosine(
        name="cider-one-length",
        title="Divided by one length alone",
        wrong=subject.cosine(OURS, subject.norm(OURS)),
        explanation="Both lengths are divided by, the candidate's and the reference's.",
        source=f"a common slip; {_PAPER}",
        example=Smallest(("a", "a"), (("a",), ("b",)), {"max_n": 1}),
        replacement=divided(lambda dot, ours, theirs: dot / ours),
    ),
    _cosine(
        name="cider-lengths-added",
        title="The lengths added",
        wrong=subject.cosine(OURS, Chain("+", (subject.norm(OURS), subject.norm(THEIRS)), grouped=True)),
        explanation="The lengths are multiplied: a text against itself has a cosine of 1.",
        source=f"a common slip; {_PAPER}",
        example=Smallest(("a", "a"), (("a",), ("b",)), {"max_n": 1}),
        replacement=divided(lambda dot, ours, theirs: dot / (ours + theirs)),
    ),
)
