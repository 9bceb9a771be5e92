"""The formulas of CIDEr, which rewards a caption for saying what people say about this image but not about every image.

Vedantam, Zitnick and Parikh 2015, "CIDEr: Consensus-based Image Description Evaluation", CVPR, arXiv 1411.5726.

    g_k(t) = h_k(t) / Σ_k h_k(t) · log(|I| / df_k)      equation 1, the TF-IDF weight of the n-gram k in the text t
    cos(c, s_j) = Σ_k g_k(c) g_k(s_j) / (√(Σ_k g_k(c)²) · √(Σ_k g_k(s_j)²))     of n-grams of a single length n
    CIDEr_n = 1/m · Σ_j cos(c, s_j)                     equation 2, the mean over the m references s_j of the image
    CIDEr = Σ_n 1/N · CIDEr_n                           equation 3, N = 4; all programs multiply it by 10

h_k(t) is the number of times that n-gram k occurs in the text t, and its share of the n-grams of t is the term
frequency. df_k is the document frequency, the number of images that have n-gram k in a reference. The logarithm is the
inverse document frequency, idf_k. It is large for an n-gram of few images and 0 for an n-gram of every image.

CIDEr-D (section 7) differs in two ways, so that neither repeating a rare word nor writing a longer caption raises the
score:

    sim(c, s_j) = e^(-(l(c) - l(s_j))² / (2σ²)) · Σ_k min(g_k(c), g_k(s_j)) g_k(s_j)
                  / (√(Σ_k g_k(c)²) · √(Σ_k g_k(s_j)²))
    CIDEr-D_n = 1/m · Σ_j sim(c, s_j),    CIDEr-D = 10 · Σ_n 1/N · CIDEr-D_n

Each number is a method. Its docstring says why it is computed, and its body is the formula. Texts are numbered from 0.
The candidate is text 0, and the references are texts 1 to m. A faster way to compute CIDEr_n, in whole numbers, is in
cosine.py.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from mtexplain.counts import NGram, count_ngrams
from mtexplain.metrics.cider.frequencies import DocumentFrequencies
from mtexplain.metrics.cider.rules import CiderRules
from mtexplain.metrics.shared.scores import TracedScore
from mtexplain.tracing.number import (
    Letter,
    Number,
    again,
    calculate,
    exp,
    is_letter,
    log,
    max,
    min,
    number,
    plain,
    root,
    setting,
    sum_over,
    with_formula,
)
from mtexplain.tracing.steps import Indices, Quantity, quantity, row, step

Tokens = tuple[str, ...]
Counts = tuple[tuple[Mapping[NGram, int], ...], ...]
"""The counts of n-grams, by order and then by text."""
Weights = tuple[tuple[Mapping[NGram, int | Fraction | Decimal], ...], ...]
"""The weights of n-grams, by order and then by text; they are exact or have forty digits."""


class Counted(NamedTuple):
    """An n-gram, its count in a text, and the number of all n-grams of this length in the text."""

    ngram: NGram
    times: int
    total: int


class Pair(NamedTuple):
    """An n-gram of order n that the candidate shares with reference j, and its weights in both texts."""

    ngram: NGram | Letter
    n: int
    j: int
    ours: float
    theirs: float


class AnyCider(TracedScore):
    """The idf of n-grams, which is the same for all images. A change to df or idf is made in a subclass."""

    rules: CiderRules
    document_frequencies: DocumentFrequencies

    @property
    def variant(self) -> str:
        """The name of the metric, CIDEr or CIDEr-D, as the rules say."""
        return self.rules.variant

    @property
    def is_cider_d(self) -> bool:
        """True for CIDEr-D."""
        return self.variant == "CIDEr-D"

    @property
    def frequencies(self) -> DocumentFrequencies:
        """The document frequencies, which say for each n-gram how many images have it."""
        return self.document_frequencies

    @quantity("|I|", says="the number of images")
    def documents(self) -> float:
        """The number of images."""
        return self.frequencies.documents

    @row("df_k")
    def df(self, k: NGram) -> float:
        """The document frequency of an n-gram, which is the number of images that have it in a reference."""
        return self.frequencies.of(k)

    @row("idf_k")
    def idf(self, k: NGram) -> float:
        """The inverse document frequency of an n-gram (equation 1). A df of 0 counts as 1, to avoid a division by 0."""
        return log(self.documents / max(1, self.df(k)))

    def symbol_of(self, quantity: Quantity[...], indices: Indices = ()) -> str:
        return super().symbol_of(quantity, indices).replace("CIDEr", self.variant)


@dataclass(frozen=True, repr=False)
class CaptionScore(AnyCider):
    """The formulas for the caption of a single image. A change to the weights or the cosine is made in a subclass."""

    candidate: Tokens
    references: tuple[Tokens, ...]

    @property
    def each_n(self) -> range:
        """The orders, from 1 for words to the longest n-grams."""
        return range(1, self.rules.max_n + 1)

    @property
    def each_j(self) -> range:
        """The numbers of the references, from 1."""
        return range(1, len(self.references) + 1)

    @property
    def each_t(self) -> range:
        """The numbers of the texts, from 0, which is the candidate."""
        return range(len(self.references) + 1)

    @step("words(c)", name="tokens")
    def words(self) -> float:
        """CIDEr compares whole tokens. A token matches a token of a reference only if the two are identical."""
        return len(self.candidate)

    @quantity("l(c)", says="the length of the candidate")
    def candidate_length(self) -> float:
        """The length of the candidate, in words or in pairs of neighbouring words."""
        return self.rules.lengths(len(self.candidate))

    @quantity("l(s_{j})", says="the length of reference j")
    def reference_length(self, j: int) -> float:
        """The length of reference j, in the same unit."""
        return self.rules.lengths(len(self.references[j - 1]))

    @quantity("m", says="the number of references")
    def m(self) -> float:
        """The number of references."""
        return len(self.references)

    # The weights of n-grams (equation 1).

    @cached_property
    def counts(self) -> Counts:
        """The counts of n-grams, by order and then by text, with the candidate before the references."""
        texts = self.candidate, *self.references
        return tuple(tuple(count_ngrams(text, n) for text in texts) for n in self.each_n)

    @row("h_k")
    def h(self, k: Counted | Letter) -> float:
        """The number of times that an n-gram occurs in a text."""
        return 0 if isinstance(k, Letter) else k.times

    @row("g_k")
    def weight(self, k: Counted | Letter) -> float:
        """The TF-IDF weight of an n-gram in a text, which is its term frequency times its idf (equation 1)."""
        ngram: Any = k if isinstance(k, Letter) else k.ngram
        weight = self.h(k) * self.idf(ngram)
        return number(weight) / self.total(k) if self.rules.term_frequency == "shares" else weight

    def total(self, k: Counted | Letter) -> float:
        """Return the number of n-grams of this length in the text."""
        return sum_over("k", (), self.h) if isinstance(k, Letter) else k.total

    @cached_property
    def weights(self) -> Weights:
        """The vectors g of weights, by order and then by text, with the candidate before the references."""
        totals = [[(text, sum(text.values())) for text in order] for order in self.counts]
        return tuple(
            tuple({k: plain(self.weight(Counted(k, h, total))) for k, h in text.items()} for text, total in order)
            for order in totals
        )

    def g(self, k: NGram | Letter, n: Any, t: Any) -> float:
        """Return the weight of an n-gram in a text."""
        return Number(None, f"g_k({name_of(t)})") if isinstance(k, Letter) else number(self.weights[n - 1][t][k])

    # The similarity of two texts (equation 2).

    @quantity("length({t})")
    def length(self, n: int, t: int) -> float:
        """The length of the vector of a text."""

        def squares() -> Any:
            return calculate(lambda *weights: sum(g * g for g in weights), list(self.weights[n - 1][t].values()))

        return root(self.sum_over(self.weights_in(n, t), lambda k: self.g(k, n, t) ** 2, squares))

    @quantity()
    def dot(self, n: int, j: int) -> float:
        """The dot product of the weights in the candidate, which CIDEr-D clips, and in a reference."""

        def product(k: NGram | Letter) -> float:
            return with_formula(self.clipped(self.pair(k, n, j))) * self.g(k, n, j)

        return self.sum_over(self.shared(n, j), product)

    @row("clipped_k")
    def clipped(self, k: Pair | Letter) -> float:
        """The weight in the candidate; CIDEr-D clips it to the weight in the reference (equation 4)."""
        *_, ours, theirs = self.pair(k, Letter("n"), Letter("j")) if isinstance(k, Letter) else k
        return min(ours, theirs) if self.is_cider_d else ours

    def pair(self, k: NGram | Letter, n: Any, j: Any) -> Pair:
        """Return the weights of an n-gram in the candidate and in a reference."""
        return Pair(k, n, j, self.g(k, n, 0), self.g(k, n, j))

    @quantity()
    def cosine(self, n: int, j: int) -> float:
        """The cosine of the angle between the two vectors; it is 0 if a text has no n-gram with a weight."""
        return self.quotient(n, j)

    def quotient(self, n: int, j: int) -> float:
        """Return the dot product divided by both lengths, where 0/0 counts as 0."""
        return or_nothing(self.dot(n, j) / (with_formula(self.length(n, 0)) * with_formula(self.length(n, j))))

    @quantity("σ")
    def sigma(self) -> float:
        """The width of the length penalty, 6 unless the rules say otherwise."""
        return setting(self.rules.sigma or Fraction(6))

    @quantity("penalty_{j}")
    def penalty(self, j: int) -> float:
        """A cosine ignores the length of a text, so CIDEr-D lowers it if the lengths differ (equation 4)."""
        difference = self.candidate_length - self.reference_length(j)
        return bell(difference, self.sigma) if self.is_cider_d else 1

    @quantity("cos(c, s_{j})")
    def similarity(self, n: int, j: int) -> float:
        """The cosine of the candidate and a reference; CIDEr-D multiplies it by the penalty."""
        return self.penalty(j) * self.cosine(n, j) if self.is_cider_d else again(self.cosine(n, j))

    @step("CIDEr_{n}", name="CIDEr_{n}")
    def order(self, n: int) -> float:
        """Both texts are vectors of weights, and the cosine says how close their directions are."""
        return self.mean_over_references(n)

    def mean_over_references(self, n: int) -> float:
        """Return the mean of the similarities to all references."""
        if len(self.references) == 1:
            return again(self.similarity(n, 1))
        return sum_over("j", self.each_j, lambda j: self.similarity(n, j)) / self.m

    # The score (equation 3).

    @quantity("w_n")
    def w(self) -> float:
        """The weight of an order, which is the same for all orders."""
        return number(Fraction(1, self.rules.max_n))

    @quantity("CIDEr(c)")
    def mean_over_orders(self) -> float:
        """The mean over the orders; ten times the mean unless the rules leave the factor out."""
        return self.times_ten(sum_over("n", self.each_n, lambda n: self.w * self.order(n)))

    def times_ten(self, mean: float) -> float:
        """Return ten times a number, or the number itself if the rules leave the factor out."""
        return 10 * mean if self.rules.tenfold else mean

    @step("CIDEr", is_decimal=True)
    def score(self) -> float:
        """All orders count equally. An order without a match costs only its own share, because the orders are added."""
        return again(self.mean_over_orders)

    # Helpers of the formulas.

    def sum_over(
        self, ngrams: Iterator[NGram] | None, term: Callable[[Any], float], total: Callable[[], Any] | None = None
    ) -> float:
        """Return the sum of a term over n-grams, or only its formula if `ngrams` is None.

        `total` computes the sum faster.
        """
        return sum_over("k", ngrams or (), term, total if ngrams else lambda: None)

    def weights_in(self, n: int, t: int) -> Iterator[NGram] | None:
        """Return the n-grams of a text, or None if n is a letter."""
        return None if is_letter(n) else iter(self.weights[n - 1][t])

    def shared(self, n: int, j: int) -> Iterator[NGram] | None:
        """Return the n-grams that the candidate shares with a reference, or None if n is a letter."""
        if is_letter(n):
            return None
        ours, theirs = self.weights[n - 1][0], self.weights[n - 1][j]
        return (k for k in ours if k in theirs)

    def ranges(self, quantity: Quantity[...]) -> Iterable[Indices]:
        """Return the indices of a quantity. There are none for the length penalty in CIDEr, which has no penalty."""
        return () if quantity.name == "penalty" and not self.rules.is_cider_d else super().ranges(quantity)

    def symbol_of(self, quantity: Quantity[...], indices: Indices = ()) -> str:
        if quantity.name == "length" and indices:
            return f"length({name_of(indices[1])})"
        symbol = super().symbol_of(quantity, indices)
        return symbol.replace("cos", "sim") if quantity.name == "similarity" and self.is_cider_d else symbol


def or_nothing(x: float) -> float:
    """Return the number; 0/0 keeps its formula but gets the value 0."""
    made = number(x)
    return made if made.value is not None else Number(0, "", made.made_by, made.parts)


def name_of(t: int | str) -> str:
    """Return the name of a text in a formula, such as c for the candidate and s_1 for the first reference."""
    return str(t) if t == "t" else f"s_{t}" if t else "c"


def bell(difference: float, sigma: float) -> float:
    """Return the value of a bell curve, which is 1 at a difference of 0 and less on either side."""
    return exp(-(difference**2 / (2 * sigma**2)))
