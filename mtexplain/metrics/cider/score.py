"""CIDEr: how much a caption says what people say of this image, and not of every image.

Vedantam, Zitnick and Parikh 2015, "CIDEr: Consensus-based Image Description Evaluation", CVPR, arXiv 1411.5726.

    g_k(t) = h_k(t) / Σ_k h_k(t) · log(|I| / df_k)      equation 1: the share of the n-gram k in the text t, times idf_k
    cos(c, s_j) = Σ_k g_k(c) g_k(s_j) / (√(Σ_k g_k(c)²) · √(Σ_k g_k(s_j)²))     of n-grams of a single length n
    CIDEr_n = 1/m · Σ_j cos(c, s_j)                     equation 2: the mean over the m references s_j of the image
    CIDEr = Σ_n 1/N · CIDEr_n                           equation 3, N = 4; all programs multiply it by 10

An n-gram that few of the |I| images have in a reference weighs much, an n-gram of every image nothing. CIDEr-D
(section 7) differs in two ways, so that neither a repeated rare word nor a longer caption
raises the score:

    sim(c, s_j) = e^(-(l(c) - l(s_j))² / (2σ²)) · Σ_k min(g_k(c), g_k(s_j)) g_k(s_j)
                  / (√(Σ_k g_k(c)²) · √(Σ_k g_k(s_j)²))
    CIDEr-D_n = 1/m · Σ_j sim(c, s_j),    CIDEr-D = 10 · Σ_n 1/N · CIDEr-D_n

Each number is a method: its docstring says why it is computed, its body is the formula. Texts are counted from 0: the
candidate is text 0, and the references are the texts 1 to m. The quick way to the same CIDEr_n, in whole numbers, is
in cosine.py.
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
"""The n-grams of every order, of every text."""
Weights = tuple[tuple[Mapping[NGram, int | Fraction | Decimal], ...], ...]
"""The weight of each n-gram, of every order, of every text: exact, or with forty digits."""


class Counted(NamedTuple):
    """An n-gram of a text: how often the text has it, and how many n-grams of this length the text has."""

    ngram: NGram
    times: int
    total: int


class Pair(NamedTuple):
    """An n-gram of the order n that the candidate shares with the reference j, and its weights in both."""

    ngram: NGram | Letter
    n: int
    j: int
    ours: float
    theirs: float


class AnyCider(TracedScore):
    """The rarity of n-grams, which is the same for all images: a change of df or idf is a subclass of this class."""

    rules: CiderRules
    document_frequencies: DocumentFrequencies

    @property
    def variant(self) -> str:
        """CIDEr, or CIDEr-D, as the rules say."""
        return self.rules.variant

    @property
    def is_cider_d(self) -> bool:
        """True for CIDEr-D."""
        return self.variant == "CIDEr-D"

    @property
    def frequencies(self) -> DocumentFrequencies:
        """The number of images that have each n-gram."""
        return self.document_frequencies

    @quantity("|I|", says="the number of images")
    def documents(self) -> float:
        """The number of images."""
        return self.frequencies.documents

    @row("df_k")
    def df(self, k: NGram) -> float:
        """The number of images that have an n-gram in a reference."""
        return self.frequencies.of(k)

    @row("idf_k")
    def idf(self, k: NGram) -> float:
        """The rarity of an n-gram (equation 1). If no image has it, it counts as the rarest, lest it be log(|I|/0)."""
        return log(self.documents / max(1, self.df(k)))

    def symbol_of(self, quantity: Quantity[...], indices: Indices = ()) -> str:
        return super().symbol_of(quantity, indices).replace("CIDEr", self.variant)


@dataclass(frozen=True, repr=False)
class CaptionScore(AnyCider):
    """The formulas for the caption of a single image. A change of the weights or the cosine is a subclass of it."""

    candidate: Tokens
    references: tuple[Tokens, ...]

    @property
    def each_n(self) -> range:
        """The orders: words, pairs, and so on."""
        return range(1, self.rules.max_n + 1)

    @property
    def each_j(self) -> range:
        """The references."""
        return range(1, len(self.references) + 1)

    @property
    def each_t(self) -> range:
        """The texts: the candidate, which is 0, and the references."""
        return range(len(self.references) + 1)

    @step("words(c)", name="tokens")
    def words(self) -> float:
        """CIDEr compares whole tokens: a token matches one in a reference only if the two are identical."""
        return len(self.candidate)

    @quantity("l(c)", says="the length of the candidate")
    def candidate_length(self) -> float:
        """The length of the candidate, in words or in pairs of neighbours."""
        return self.rules.lengths(len(self.candidate))

    @quantity("l(s_{j})", says="the length of a reference")
    def reference_length(self, j: int) -> float:
        """The length of a reference."""
        return self.rules.lengths(len(self.references[j - 1]))

    @quantity("m", says="the number of references")
    def m(self) -> float:
        """The number of references."""
        return len(self.references)

    # What an n-gram weighs (equation 1).

    @cached_property
    def counts(self) -> Counts:
        """The count of each n-gram: by order, then by text, the candidate before the references."""
        texts = self.candidate, *self.references
        return tuple(tuple(count_ngrams(text, n) for text in texts) for n in self.each_n)

    @row("h_k")
    def h(self, k: Counted | Letter) -> float:
        """The count of an n-gram in a text."""
        return 0 if isinstance(k, Letter) else k.times

    @row("g_k")
    def weight(self, k: Counted | Letter) -> float:
        """The weight of an n-gram in a text: its count, or its share of the n-grams, times its idf (equation 1)."""
        ngram: Any = k if isinstance(k, Letter) else k.ngram
        weight = self.h(k) * self.idf(ngram)
        return number(weight) / self.total(k) if self.rules.term_frequency == "shares" else weight

    def total(self, k: Counted | Letter) -> float:
        """The number of n-grams of this length in the text."""
        return sum_over("k", (), self.h) if isinstance(k, Letter) else k.total

    @cached_property
    def weights(self) -> Weights:
        """The vectors g, the weight of each n-gram: by order, then by text, the candidate before the references."""
        totals = [[(text, sum(text.values())) for text in order] for order in self.counts]
        return tuple(
            tuple({k: plain(self.weight(Counted(k, h, total))) for k, h in text.items()} for text, total in order)
            for order in totals
        )

    def g(self, k: NGram | Letter, n: Any, t: Any) -> float:
        """The weight of an n-gram in a text."""
        return Number(None, f"g_k({name_of(t)})") if isinstance(k, Letter) else number(self.weights[n - 1][t][k])

    # How alike two texts are (equation 2).

    @quantity("length({t})")
    def length(self, n: int, t: int) -> float:
        """The length of the vector of a text."""

        def squares() -> Any:
            return calculate(lambda *weights: sum(g * g for g in weights), list(self.weights[n - 1][t].values()))

        return root(self.sum_over(self.weights_in(n, t), lambda k: self.g(k, n, t) ** 2, squares))

    @quantity()
    def dot(self, n: int, j: int) -> float:
        """The products of the weights in the candidate and in a reference, added up."""

        def product(k: NGram | Letter) -> float:
            return with_formula(self.clipped(self.pair(k, n, j))) * self.g(k, n, j)

        return self.sum_over(self.shared(n, j), product)

    @row("clipped_k")
    def clipped(self, k: Pair | Letter) -> float:
        """The weight in the candidate, as far as it counts: for CIDEr-D no more than in the reference (equation 4)."""
        *_, ours, theirs = self.pair(k, Letter("n"), Letter("j")) if isinstance(k, Letter) else k
        return min(ours, theirs) if self.is_cider_d else ours

    def pair(self, k: NGram | Letter, n: Any, j: Any) -> Pair:
        """The weights of an n-gram in the candidate and in a reference."""
        return Pair(k, n, j, self.g(k, n, 0), self.g(k, n, j))

    @quantity()
    def cosine(self, n: int, j: int) -> float:
        """The cosine of the angle between both vectors: 0 if a text has no n-gram that weighs anything."""
        return self.quotient(n, j)

    def quotient(self, n: int, j: int) -> float:
        """The dot product over both lengths; 0/0 counts as 0."""
        return or_nothing(self.dot(n, j) / (with_formula(self.length(n, 0)) * with_formula(self.length(n, j))))

    @quantity("σ")
    def sigma(self) -> float:
        """The width of the length penalty: 6, unless the rules say otherwise."""
        return setting(self.rules.sigma or Fraction(6))

    @quantity("penalty_{j}")
    def penalty(self, j: int) -> float:
        """A cosine does not see how long a text is, so CIDEr-D lowers it if the lengths differ (equation 4)."""
        difference = self.candidate_length - self.reference_length(j)
        return bell(difference, self.sigma) if self.is_cider_d else 1

    @quantity("cos(c, s_{j})")
    def similarity(self, n: int, j: int) -> float:
        """The similarity of the candidate and a reference: their cosine; for CIDEr-D times the penalty."""
        return self.penalty(j) * self.cosine(n, j) if self.is_cider_d else again(self.cosine(n, j))

    @step("CIDEr_{n}", name="CIDEr_{n}")
    def order(self, n: int) -> float:
        """Both texts are vectors of weights. The cosine says how closely they point the same way."""
        return self.mean_over_references(n)

    def mean_over_references(self, n: int) -> float:
        """The mean of the similarities to all references."""
        if len(self.references) == 1:
            return again(self.similarity(n, 1))
        return sum_over("j", self.each_j, lambda j: self.similarity(n, j)) / self.m

    # The score (equation 3).

    @quantity("w_n")
    def w(self) -> float:
        """The weight of an order: all have the same."""
        return number(Fraction(1, self.rules.max_n))

    @quantity("CIDEr(c)")
    def mean_over_orders(self) -> float:
        """The mean over the orders; ten times the mean unless the rules leave the factor out."""
        return self.times_ten(sum_over("n", self.each_n, lambda n: self.w * self.order(n)))

    def times_ten(self, mean: float) -> float:
        """Ten times a number, unless the rules leave the factor out."""
        return 10 * mean if self.rules.tenfold else mean

    @step("CIDEr", is_decimal=True)
    def score(self) -> float:
        """All orders count equally. One without a match costs its share and no more: the orders are added."""
        return again(self.mean_over_orders)

    # Beside the formulas.

    def sum_over(
        self, ngrams: Iterator[NGram] | None, term: Callable[[Any], float], total: Callable[[], Any] | None = None
    ) -> float:
        """The sum of a term over n-grams; without them its formula alone. `total` is a quicker way to the sum."""
        return sum_over("k", ngrams or (), term, total if ngrams else lambda: None)

    def weights_in(self, n: int, t: int) -> Iterator[NGram] | None:
        """The n-grams of a text; None for a letter in the place of n."""
        return None if is_letter(n) else iter(self.weights[n - 1][t])

    def shared(self, n: int, j: int) -> Iterator[NGram] | None:
        """The n-grams that both the candidate and a reference have; None for a letter in the place of n."""
        if is_letter(n):
            return None
        ours, theirs = self.weights[n - 1][0], self.weights[n - 1][j]
        return (k for k in ours if k in theirs)

    def ranges(self, quantity: Quantity[...]) -> Iterable[Indices]:
        """The indices of a quantity. CIDEr has no length penalty."""
        return () if quantity.name == "penalty" and not self.rules.is_cider_d else super().ranges(quantity)

    def symbol_of(self, quantity: Quantity[...], indices: Indices = ()) -> str:
        if quantity.name == "length" and indices:
            return f"length({name_of(indices[1])})"
        symbol = super().symbol_of(quantity, indices)
        return symbol.replace("cos", "sim") if quantity.name == "similarity" and self.is_cider_d else symbol


def or_nothing(x: float) -> float:
    """The number; for 0/0 the same formula, which counts as 0."""
    made = number(x)
    return made if made.value is not None else Number(0, "", made.made_by, made.parts)


def name_of(t: int | str) -> str:
    """A text in a formula: c for the candidate, s_1 for the first reference; of the letter j s_j."""
    return str(t) if t == "t" else f"s_{t}" if t else "c"


def bell(difference: float, sigma: float) -> float:
    """The bell curve of a difference: 1 at 0, less on either side."""
    return exp(-(difference**2 / (2 * sigma**2)))
