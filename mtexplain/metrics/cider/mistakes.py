"""CIDEr and CIDEr-D, computed wrongly: each mistake takes one quantity another way. They stand in mistakes.toml."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from mtexplain.counts import NGram, ngrams
from mtexplain.display.formula import Symbol
from mtexplain.metrics.cider import CaptionCider, caption_cider, caption_cider_d, cider, cider_d
from mtexplain.metrics.cider.frequencies import count_documents
from mtexplain.metrics.cider.recipe import CiderDScore, CiderScore, Pairs, Weights
from mtexplain.recipe import arithmetic
from mtexplain.recipe.misconception import Smallest
from mtexplain.recipe.mistakes import Way, cut_off, in_percent, read_mistakes
from mtexplain.recipe.subject import Subject

CLAIMS = {"penalty": "penalty", "cider": "order_values", "image": "image", "score": "score"}
CIDER_SUBJECT = Subject("CIDEr", caption_cider, cider, CiderScore, CLAIMS, "CIDEr")
CIDER_D_SUBJECT = Subject("CIDEr-D", caption_cider_d, cider_d, CiderDScore, CLAIMS, "CIDEr")
SUBJECTS = (CIDER_SUBJECT, CIDER_D_SUBJECT)
"""Computed by the same recipe: what goes wrong with CIDEr goes wrong with CIDEr-D, too."""


class DocumentCounts(NamedTuple):
    """In how many of the images each n-gram is, as someone counted it: possibly more than there are."""

    documents: int
    counts: Mapping[NGram, int]


def _captions(trace: Any) -> Sequence[CaptionCider]:
    """The traces of the images: of a caption, itself."""
    return trace.parts or (trace,)


def _counted(count: Callable[[Any], DocumentCounts]) -> Callable[[Any], Any]:
    """Other document frequencies, where they are those of the text; of others, nobody can tell where they come from."""

    def frequencies(trace: Any) -> Any:
        known = trace.document_frequencies
        own = count_documents([one.references for one in _captions(trace)], trace.rules.max_n)
        return count(trace) if (known.documents, known.counts) == (own.documents, own.counts) else known

    return frequencies


def _of_texts(texts: Callable[[CaptionCider], Sequence[tuple[str, ...]]]) -> Callable[[Any], Any]:
    """Each of these texts taken for a document of its own."""

    def count(trace: Any) -> DocumentCounts:
        found = count_documents([[text] for one in _captions(trace) for text in texts(one)], trace.rules.max_n)
        return DocumentCounts(found.documents, found.counts)

    return _counted(count)


def _every_time(trace: Any) -> DocumentCounts:
    orders = range(1, trace.rules.max_n + 1)
    texts = [text for one in _captions(trace) for text in one.references]
    return DocumentCounts(
        trace.document_frequencies.documents,
        Counter(ngram for text in texts for n in orders for ngram in ngrams(text, n)),
    )


Counts = Pairs[Mapping[NGram, int]]


def _once(trace: CaptionCider) -> Counts:
    return tuple(tuple(dict.fromkeys(text, 1) for text in order) for order in _right_counts(trace))


def _one_vector(trace: CaptionCider) -> Counts:
    """All orders of a text together, which stand for each of them."""
    texts = zip(*_right_counts(trace), strict=True)
    return (tuple({k: h for order in text for k, h in order.items()} for text in texts),) * trace.rules.max_n


def _joined(trace: CaptionCider) -> Counts:
    """All references as one text, which stands for each of them."""
    return tuple((ours, *[sum(map(Counter, others), Counter())] * len(others))
                 for ours, *others in _right_counts(trace))  # fmt: skip


def _right_counts(trace: CaptionCider) -> Counts:
    found: Counts = CiderScore.counts.compute(trace, "counts")
    return found


def _by_largest(trace: CaptionCider) -> Weights[Any]:
    """No weight more than in the reference where it is largest."""
    if trace.variant == "CIDEr":
        return trace.ours
    largest: dict[NGram, Any] = {}
    for weights in (text for _, *others in trace.named_weights for text in others):
        largest |= {k: max(g or 0, largest.get(k, 0)) for k, g in weights.items()}
    return trace.shared_weights(
        lambda ours, other: [arithmetic.min(g, largest[k]) for k, g in ours.items() if k in other]
    )


def _shared_norms(trace: CaptionCider) -> Any:
    """By the n-grams alone that both have: of the candidate a length for each reference."""
    return tuple((_length(ours), *_length(theirs)) for ours, theirs in zip(trace.ours, trace.theirs, strict=True))


def _clipped_norms(trace: CaptionCider) -> Any:
    right = CiderScore.norms.compute(trace, "norms")
    if trace.variant == "CIDEr":
        return right
    return tuple((_length(ours), *others) for ours, (_, *others) in zip(trace.clipped_weights, right, strict=True))


def _length(vectors: Any) -> Any:
    return CiderScore.norms.evaluate(weights=vectors)


def _without_empty(trace: CaptionCider) -> Any:
    there = sum(bool(ours) for ours, *_ in trace.counts)
    return arithmetic.over(trace.factor * arithmetic.sum(trace.order_values), there) or 0


def _by_references(trace: Any) -> Any:
    """Every reference counts alike."""
    numbers = [one.m for one in _captions(trace)]
    return sum(m * Fraction(one) for m, one in zip(numbers, trace.image, strict=True)) / sum(numbers)


_WAYS: dict[str, Way] = {
    "cider-d-as-cider": lambda trace: "CIDEr-D",
    "cider-as-cider-d": lambda trace: "CIDEr",
    "cider-df-of-captions": _of_texts(lambda one: one.references),
    "cider-df-of-candidates": _of_texts(lambda one: [one.candidate]),
    "cider-df-every-time": _counted(_every_time),
    "cider-set": _once,
    "cider-one-vector": _one_vector,
    "cider-references-joined": _joined,
    "cider-d-clipped-by-largest": _by_largest,
    "cider-shared-lengths": _shared_norms,
    "cider-d-clipped-length": _clipped_norms,
    "cider-empty-left-out": _without_empty,
    "cider-images-by-references": _by_references,
}
"""Those that no formula says."""
MISTAKES = (
    *read_mistakes(__package__, SUBJECTS, _WAYS),
    in_percent(CIDER_SUBJECT, "cider-in-percent", "Numbers", Symbol("CIDEr"), ("cider", "image", "score"),
               "CIDEr goes from 0 to 10 here, with its factor of 10, and from 0 to 1 by the paper's rules, without it. "
               "Tables in papers often print 100 times what the tool prints.",
               Smallest(("a", "a"), (("a",), ("b",)), {"max_n": 1})),
    cut_off(CIDER_SUBJECT, "cider-cut", Smallest(("a", "b"), (("a",), ("b c",)), {"max_n": 1})),
)  # fmt: skip
"""Every misconception, in the order of the computation."""
