"""Mistakes in computing CIDEr and CIDEr-D, each a class with a method replaced. mistakes.toml has the texts."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

from mtexplain.by_hand.misconception import Smallest
from mtexplain.by_hand.mistakes import cut_off, in_percent, read_changes
from mtexplain.by_hand.subject import Subject
from mtexplain.counts import NGram, ngrams
from mtexplain.display.formula import Chain, Symbol
from mtexplain.metrics.cider.corpus import CorpusCider
from mtexplain.metrics.cider.frequencies import DocumentFrequencies, count_documents
from mtexplain.metrics.cider.score import AnyCider, CaptionScore, Counted, Counts, Pair, Tokens, or_nothing
from mtexplain.metrics.cider.scoring import caption_cider, caption_cider_d, cider, cider_d
from mtexplain.metrics.cider.trace import CaptionCider
from mtexplain.tracing.number import (
    Letter,
    Number,
    exp,
    log,
    max,
    min,
    number,
    product_over,
    root,
    sum_over,
    with_formula,
)

_ABOUT: dict[str, Any] = {
    "family": "CIDEr",
    "places": {"frequencies": "df", "counts": "h"},
    "rights": {"variant": Chain("=", ("variant", "CIDEr, or CIDEr-D, as the rules say"))},
    "answers": {
        "penalty": CaptionScore.penalty, "cider": CaptionScore.order, "image": CorpusCider.image,
        "score": CaptionScore.score,
    },
    "shown_in": {"penalty": "penalty", "image": "images"},
}  # fmt: skip
CIDER_SUBJECT = Subject("CIDEr", caption_cider, cider, **_ABOUT)
CIDER_D_SUBJECT = Subject("CIDEr-D", caption_cider_d, cider_d, **_ABOUT)
SUBJECTS = (CIDER_SUBJECT, CIDER_D_SUBJECT)
"""The two metrics, which share their formulas and therefore their mistakes."""


class AsCiderD(AnyCider):
    """CIDEr-D instead of CIDEr."""

    @property
    def variant(self) -> str:
        return "CIDEr-D"


class AsCider(AnyCider):
    """CIDEr instead of CIDEr-D."""

    @property
    def variant(self) -> str:
        return "CIDEr"


# Other document frequencies.


class AsCounted(DocumentFrequencies):
    """Document frequencies that aren't checked, so an n-gram may be in more images than there are."""

    def __post_init__(self) -> None:
        """Do not check the frequencies."""


class OtherFrequencies(AnyCider):
    """Replaces the document frequencies, unless the user supplied them."""

    @property
    def captions(self) -> Sequence[Any]:
        """The traces of the images; for a single caption, its own trace."""
        return self.segments if isinstance(self, CorpusCider) else (self,)

    @cached_property
    def frequencies(self) -> DocumentFrequencies:
        known, max_n = self.document_frequencies, self.rules.max_n
        own = count_documents([caption.references for caption in self.captions], max_n)
        if (known.documents, known.counts) != (own.documents, own.counts):
            return known
        return self.counted(count_documents(self.texts_as_images(), max_n))

    def texts_as_images(self) -> Iterable[Iterable[Tokens]]:
        """Return the texts of each document."""
        raise NotImplementedError

    def counted(self, frequencies: DocumentFrequencies) -> DocumentFrequencies:
        """Return for each n-gram the number of documents that have it."""
        return frequencies


class CaptionsAsImages(OtherFrequencies):
    """Each reference counts as a document."""

    def texts_as_images(self) -> Iterable[Iterable[Tokens]]:
        return [[text] for caption in self.captions for text in caption.references]


class OfCandidates(OtherFrequencies):
    """Each candidate counts as a document."""

    def texts_as_images(self) -> Iterable[Iterable[Tokens]]:
        return [[caption.candidate] for caption in self.captions]


class EveryTime(OtherFrequencies):
    """Every occurrence of an n-gram counts."""

    def texts_as_images(self) -> Iterable[Iterable[Tokens]]:
        return [caption.references for caption in self.captions]

    def counted(self, frequencies: DocumentFrequencies) -> DocumentFrequencies:
        orders, texts = range(1, self.rules.max_n + 1), [text for image in self.texts_as_images() for text in image]
        times = Counter(ngram for text in texts for n in orders for ngram in ngrams(text, n))
        return AsCounted(frequencies.documents, times, frequencies.max_n)


# Other counts.


class SetOfWords(CaptionCider):
    """Each n-gram counts once in a text."""

    @cached_property
    def counts(self) -> Counts:
        return tuple(tuple(dict.fromkeys(text, 1) for text in order) for order in super().counts)


class OneVector(CaptionCider):
    """The n-grams of all orders together, used for each order."""

    @cached_property
    def counts(self) -> Counts:
        texts = zip(*super().counts, strict=True)
        return (tuple({k: h for order in text for k, h in order.items()} for text in texts),) * self.rules.max_n


class JoinedReferences(CaptionCider):
    """The n-grams of all references together, used for each reference."""

    @cached_property
    def counts(self) -> Counts:
        return tuple((ours, *[sum(map(Counter, others), Counter())] * len(others))
                     for ours, *others in super().counts)  # fmt: skip


# Another inverse document frequency.


class NoIdf(AnyCider):
    """An idf of 1 for every n-gram."""

    def idf(self, k: NGram) -> float:
        return 1


class NoLogarithm(AnyCider):
    """The ratio without its logarithm."""

    def idf(self, k: NGram) -> float:
        return self.documents / max(1, self.df(k))


class CommonWeighsMore(AnyCider):
    """The ratio upside down."""

    def idf(self, k: NGram) -> float:
        return max(1, self.df(k)) / self.documents


class OneMoreBelow(AnyCider):
    """1 added to every df."""

    def idf(self, k: NGram) -> float:
        return log(self.documents / (1 + self.df(k)))


class ScikitLearn(AnyCider):
    """1 added to both numbers and to the logarithm."""

    def idf(self, k: NGram) -> float:
        return log((1 + self.documents) / (1 + self.df(k))) + 1


class UnseenLeftOut(AnyCider):
    """0 for an n-gram that no image has."""

    def idf(self, k: NGram) -> float:
        return log(self.documents / self.df(k)) if self.df(k) else 0


# Other weights.


class WithCounts(CaptionCider):
    """Counts instead of shares."""

    def weight(self, k: Counted | Letter) -> float:
        ngram: Any = k if isinstance(k, Letter) else k.ngram
        return self.h(k) * self.idf(ngram)


class WithShares(CaptionCider):
    """Shares instead of counts."""

    def weight(self, k: Counted | Letter) -> float:
        ngram: Any = k if isinstance(k, Letter) else k.ngram
        return number(self.h(k) * self.idf(ngram)) / self.total(k)


class NotClipped(CaptionCider):
    """The full weight of the candidate, not clipped."""

    def clipped(self, k: Pair | Letter) -> float:
        return self.g(k, 1, 0) if isinstance(k, Letter) else k.ours


class ClippedByLargest(CaptionCider):
    """Weights clipped by the largest weight in any reference."""

    def clipped(self, k: Pair | Letter) -> float:
        if isinstance(k, Letter) or not self.is_cider_d:
            return super().clipped(k)
        if isinstance(k.ngram, Letter):
            return min(k.ours, max(*(self.g(k.ngram, k.n, j) for j in self.each_j)))
        return min(k.ours, max(*(number(text.get(k.ngram, 0)) for text in self.weights[k.n - 1][1:])))


# Other lengths, other cosines.


class NoRoot(CaptionCider):
    """The root left out."""

    def length(self, n: int, t: int) -> float:
        return self.sum_over(self.weights_in(n, t), lambda k: self.g(k, n, t) ** 2)


class SumOfWeights(CaptionCider):
    """The sum of the weights."""

    def length(self, n: int, t: int) -> float:
        return self.sum_over(self.weights_in(n, t), lambda k: self.g(k, n, t))


class SharedLengths(CaptionCider):
    """Lengths computed only from the n-grams that both texts have."""

    def quotient(self, n: int, j: int) -> float:
        ours, theirs = (root(sum_over("k", self.shared(n, j) or (), self.squared(n, t))) for t in (0, j))
        return or_nothing(self.dot(n, j) / (with_formula(ours) * with_formula(theirs)))

    def squared(self, n: int, t: int) -> Callable[[NGram | Letter], float]:
        """Return a function from an n-gram to the square of its weight in a text."""
        return lambda k: self.g(k, n, t) ** 2


class ClippedLength(CaptionCider):
    """The length of the candidate's vector after clipping."""

    def quotient(self, n: int, j: int) -> float:
        if self.variant == "CIDEr":
            return super().quotient(n, j)
        ours = root(sum_over("k", self.shared(n, j) or (), lambda k: self.clipped(self.pair(k, n, j)) ** 2))
        return or_nothing(self.dot(n, j) / (with_formula(ours) * with_formula(self.length(n, j))))


class NotDivided(CaptionCider):
    """The dot product without the division."""

    def cosine(self, n: int, j: int) -> float:
        return self.dot(n, j)


class OneLength(CaptionCider):
    """The dot product divided only by the candidate's length."""

    def cosine(self, n: int, j: int) -> float:
        return or_nothing(self.dot(n, j) / with_formula(self.length(n, 0)))


# Other length penalties.


class NoPenalty(CaptionCider):
    """No length penalty."""

    def penalty(self, j: int) -> float:
        return 1


class NoTwo(CaptionCider):
    """The 2 left out."""

    def penalty(self, j: int) -> float:
        return exp(-((self.candidate_length - self.reference_length(j)) ** 2 / self.sigma**2))


class NotSquared(CaptionCider):
    """Sigma not squared."""

    def penalty(self, j: int) -> float:
        return exp(-((self.candidate_length - self.reference_length(j)) ** 2 / (2 * self.sigma)))


class BrevityPenalty(CaptionCider):
    """BLEU's brevity penalty."""

    def penalty(self, j: int) -> float:
        if self.candidate_length >= self.reference_length(j):
            return 1
        if self.candidate_length == 0:
            return 0
        return exp(1 - self.reference_length(j) / self.candidate_length)


class OnlyShort(CaptionCider):
    """Only short captions are penalised."""

    def penalty(self, j: int) -> float:
        return exp(-(min(0, self.candidate_length - self.reference_length(j)) ** 2 / (2 * self.sigma**2)))


# Other means.


class BestReference(CaptionCider):
    """Only the best reference."""

    def order(self, n: int) -> float:
        return max(*(self.similarity(n, j) for j in self.each_j))


class SumOfReferences(CaptionCider):
    """The references added up."""

    def order(self, n: int) -> float:
        return sum_over("j", self.each_j, lambda j: self.similarity(n, j))


class NoTen(CaptionCider):
    """The mean without the factor of ten."""

    def times_ten(self, mean: float) -> float:
        return mean


class Ten(CaptionCider):
    """Ten times the mean."""

    def times_ten(self, mean: float) -> float:
        return 10 * mean


class Hundred(CaptionCider):
    """A hundred times the mean."""

    def times_ten(self, mean: float) -> float:
        return 100 * mean


class OrdersAdded(CaptionCider):
    """The orders added up."""

    def mean_over_orders(self) -> float:
        return self.times_ten(sum_over("n", self.each_n, self.order))


class EmptyLeftOut(CaptionCider):
    """The mean over only those orders that the candidate has."""

    def mean_over_orders(self) -> float:
        there = [n for n in self.each_n if self.counts[n - 1][0]]
        return self.times_ten(sum_over("n", self.each_n, self.order)) / len(there) if there else 0


class GeometricMean(CaptionCider):
    """A geometric mean of the orders."""

    def mean_over_orders(self) -> float:
        return self.times_ten(product_over("N", self.each_n, self.order) ** self.w)


class ImagesAdded(CorpusCider):
    """The images added up."""

    def score(self) -> float:
        return sum_over("i", self.each_i, self.image)


class ImagesByReferences(CorpusCider):
    """The mean over images, weighted by their numbers of references."""

    def score(self) -> float:
        numbers = dict(zip(self.each_i, self.reference_numbers, strict=True))

        def m(i: int) -> float:
            return Number(numbers.get(i), f"m_{i}")

        return sum_over("i", self.each_i, lambda i: m(i) * self.image(i)) / sum_over("i", self.each_i, m)


_CHANGES: dict[str, type[object] | Callable[..., Any]] = {
    "cider-d-as-cider": AsCiderD, "cider-as-cider-d": AsCider, "cider-df-of-captions": CaptionsAsImages,
    "cider-df-of-candidates": OfCandidates, "cider-df-every-time": EveryTime, "cider-set": SetOfWords,
    "cider-one-vector": OneVector, "cider-references-joined": JoinedReferences, "cider-no-idf": NoIdf,
    "cider-no-log": NoLogarithm, "cider-common-weighs-more": CommonWeighsMore,
    "cider-one-more-below": OneMoreBelow, "cider-scikit-learn": ScikitLearn, "cider-unseen-left-out": UnseenLeftOut,
    "cider-d-counts": WithCounts, "cider-d-shares": WithShares, "cider-d-no-clipping": NotClipped,
    "cider-d-clipped-by-largest": ClippedByLargest, "cider-no-root": NoRoot, "cider-sum-of-weights": SumOfWeights,
    "cider-shared-lengths": SharedLengths, "cider-d-clipped-length": ClippedLength, "cider-dot-product": NotDivided,
    "cider-one-length": OneLength, "cider-d-no-penalty": NoPenalty, "cider-d-no-two": NoTwo,
    "cider-d-sigma-not-squared": NotSquared, "cider-d-brevity": BrevityPenalty, "cider-d-only-short": OnlyShort,
    "cider-best-reference": BestReference, "cider-sum-of-references": SumOfReferences, "cider-no-ten": NoTen,
    "cider-ten": Ten, "cider-hundred": Hundred, "cider-orders-added": OrdersAdded,
    "cider-empty-left-out": EmptyLeftOut, "cider-geometric-mean": GeometricMean, "cider-images-added": ImagesAdded,
    "cider-images-by-references": ImagesByReferences,
}  # fmt: skip
MISTAKES = (
    *read_changes(__package__, SUBJECTS, _CHANGES),
    in_percent(CIDER_SUBJECT, "cider-in-percent", "Numbers", Symbol("CIDEr"), ("cider", "image", "score"),
               "Here CIDEr goes from 0 to 10, or from 0 to 1 by the paper's rules, which have no factor of 10. Tables "
               "in papers often print 100 times the number that the tool prints.",
               Smallest(("a", "a"), (("a",), ("b",)), {"max_n": 1})),
    cut_off(CIDER_SUBJECT, "cider-cut", Smallest(("a", "b"), (("a",), ("b c",)), {"max_n": 1})),
)  # fmt: skip
"""Every misconception, in the order of the computation."""
