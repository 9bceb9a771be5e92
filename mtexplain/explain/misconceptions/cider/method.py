"""CIDEr and CIDEr-D by hand: the functions of the right computation, any of which a mistake replaces.

One recipe serves both: CIDEr-D differs by `clipped_weights` and `gaussian`. What stands between two functions is a
list with an entry for each image; the n-grams of a text are a mapping for each order.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, fsum, log, sqrt

from mtexplain.counts import NGram, count_ngrams
from mtexplain.metrics.cider import CaptionCider, CorpusCider

Trace = CaptionCider | CorpusCider
Orders = Sequence[Mapping[NGram, float]]
"""The n-grams of a text, order by order, with their counts, or their weights."""


@dataclass(frozen=True)
class Variant:
    """Which of the two metrics: whether weights are clipped, and how wide the length penalty is, where there is one."""

    clips: bool
    sigma: float | None


@dataclass(frozen=True)
class Known:
    """How many images there are, and in how many of them each n-gram is."""

    images: int
    counts: Mapping[NGram, float]


@dataclass(frozen=True)
class Image:
    """The n-grams of an image's candidate, and of each of its references."""

    candidate: Orders
    references: Sequence[Orders]


def captions(trace: Trace) -> Sequence[CaptionCider]:
    """The traces of the images: of a caption, itself."""
    return trace.segments if isinstance(trace, CorpusCider) else (trace,)


def variant(trace: Trace) -> Variant:
    """As the rules say."""
    return Variant(trace.rules.is_defended, None if trace.rules.sigma is None else float(trace.rules.sigma))


def document_frequencies(trace: Trace) -> Known:
    """Those of the trace."""
    return Known(trace.document_frequencies.documents, trace.document_frequencies.counts)


def counts(trace: Trace) -> list[Image]:
    """h_k of every text."""

    def of(tokens: tuple[str, ...]) -> Orders:
        return [count_ngrams(tokens, n) for n in range(1, trace.rules.max_n + 1)]

    return [Image(of(one.candidate), [of(tokens) for tokens in one.references]) for one in captions(trace)]


def by(formula: Callable[[int, float], float]) -> Callable[[list[Image], Known], dict[NGram, float]]:
    """The idf of every n-gram, from the number of images and from how many of them have it."""

    def idf(counts: list[Image], document_frequencies: Known) -> dict[NGram, float]:
        known = document_frequencies
        texts = (text for image in counts for text in (image.candidate, *image.references))
        found = dict.fromkeys(ngram for text in texts for order in text for ngram in order)
        return {ngram: formula(known.images, known.counts.get(ngram, 0)) for ngram in found}

    return idf


idf = by(lambda images, df: log(images / max(1, df)))


def weights(trace: Trace, counts: list[Image], idf: Mapping[NGram, float]) -> list[Image]:
    """g_k = tf · idf, tf being a share or a count, as the rules say."""
    return weighed(counts, idf, by_share=trace.rules.term_frequency == "shares")


def weighed(counts: list[Image], idf: Mapping[NGram, float], *, by_share: bool) -> list[Image]:
    """Counts, or shares, times idf."""

    def of(text: Orders) -> Orders:
        totals = [sum(order.values()) if by_share else 1 for order in text]
        return [
            {ngram: count * idf[ngram] / total for ngram, count in order.items()}
            for order, total in zip(text, totals, strict=True)
        ]

    return [Image(of(image.candidate), [of(text) for text in image.references]) for image in counts]


Clipped = list[list[Orders]]
"""Of every image, for each of its references: the candidate's weights as they count beside it."""
Norms = list[list[list[tuple[float, float]]]]
"""Of every image, for each of its references and each order: the lengths of both vectors."""
Cosines = list[list[list[float]]]
"""Of every image, for each of its references: a number for each order."""


def clipped_weights(variant: Variant, weights: list[Image]) -> Clipped:
    """The candidate's weights; for CIDEr-D no more than the reference's."""
    return [[smaller(image.candidate, text) if variant.clips else image.candidate for text in image.references]
            for image in weights]  # fmt: skip


def smaller(ours: Orders, theirs: Orders) -> Orders:
    """Of every weight the smaller one."""
    return [{ngram: min(weight, other.get(ngram, 0)) for ngram, weight in order.items()}
            for order, other in zip(ours, theirs, strict=True)]  # fmt: skip


def norms(weights: list[Image]) -> Norms:
    """The roots of the sums of squares."""
    return [[[(norm(ours), norm(theirs)) for ours, theirs in zip(image.candidate, text, strict=True)]
             for text in image.references] for image in weights]  # fmt: skip


def norm(vector: Mapping[NGram, float]) -> float:
    """The length of a vector."""
    return sqrt(fsum(weight * weight for weight in vector.values()))


def divided(compare: Callable[[float, float, float], float]) -> Callable[[list[Image], Clipped, Norms], Cosines]:
    """From the sum of products and from both lengths to a number; 0 where one length is 0."""

    def cosine(weights: list[Image], clipped_weights: Clipped, norms: Norms) -> Cosines:
        return [
            [
                [
                    compare(dot(*pair), *both) if all(both) else 0.0
                    for pair, both in zip(zip(ours, theirs, strict=True), lengths, strict=True)
                ]
                for ours, theirs, lengths in zip(clipped, image.references, measured, strict=True)
            ]
            for image, clipped, measured in zip(weights, clipped_weights, norms, strict=True)
        ]

    return cosine


def dot(ours: Mapping[NGram, float], theirs: Mapping[NGram, float]) -> float:
    """The sum of products."""
    return fsum(weight * theirs[ngram] for ngram, weight in ours.items() if ngram in theirs)


cosine = divided(lambda dot, ours, theirs: dot / (ours * theirs))


def falling(formula: Callable[[int, int, float], float]) -> Callable[[Trace, Variant], list[list[float]]]:
    """The length penalty of every reference, from both lengths and sigma; 1 where there is no sigma."""

    def gaussian(trace: Trace, variant: Variant) -> list[list[float]]:
        measure = trace.rules.lengths
        return [[formula(measure(len(image.candidate)), measure(len(tokens)), variant.sigma) if variant.sigma else 1.0
                 for tokens in image.references] for image in captions(trace)]  # fmt: skip

    return gaussian


gaussian = falling(lambda ours, theirs, sigma: exp(-((ours - theirs) ** 2) / (2 * sigma**2)))
