"""CIDEr as a recipe: every number that it takes, in the order of the computation, with its formula.

CIDEr-D is the same recipe with other definitions of three quantities: `CiderDScore`.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Any, TypeVar

from mtexplain.counts import NGram, count_ngrams
from mtexplain.display import plain
from mtexplain.display.formula import Call, Chain, Formula, Over, Power, Root, SumOver, Symbol, number, shown
from mtexplain.display.score import Score, SentenceScore, Term, TextScore
from mtexplain.metrics.cider.cosine import Cosine, Vector, compare
from mtexplain.metrics.cider.frequencies import IDF, DocumentFrequencies
from mtexplain.metrics.cider.order import (
    Order,
    Penalty,
    Row,
    as_fraction,
    forty_digits,
    mean_of,
    readable,
    so_many_images,
    total,
)
from mtexplain.metrics.cider.rules import CiderRules
from mtexplain.metrics.shared import signature, stems
from mtexplain.recipe import arithmetic
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.quantity import Quantity, Recipe, formula, quantity

T = TypeVar("T")
Orders = tuple[T, ...]
"""One of each order n, from single words to the longest n-grams."""
Pairs = tuple[tuple[T, ...], ...]
"""Of each order, one of each reference j; or one of each text t: the candidate, then the references."""
Weights = tuple[tuple[tuple[T, ...], ...], ...]
"""Of each order and text, one of each n-gram k."""

G, S_J = Symbol("g", "k"), Symbol("s", "j")
OURS, THEIRS, BOTH = Call(G, "c"), Call(G, S_J), Chain(",", ("c", S_J))
EXPONENT = Expression("-((candidate_length - reference_length) ** 2 / (2 * sigma ** 2))")
"""That of CIDEr-D's length penalty, a power of e."""
_ZERO = Decimal(0)


def _length(weight: Formula) -> Formula:
    return Root(SumOver("k", Power(weight, "2")))


def _in_whole_numbers(trace: "SegmentCider") -> "Pairs[Decimal | Fraction]":
    """Each cosine, as a fraction where it is one. For that alone no vector is kept: a corpus has very many."""
    kept = trace if "cosines" in vars(trace) else replace(trace)
    return tuple(tuple([one.exact for one in order]) for order in kept.cosines)


def _with_exact_zeros(values: Any) -> Any:
    return tuple([Fraction(0) if value == 0 else value for value in values])


class CiderScore(Recipe, Score):
    """CIDEr, or CIDEr-D, of the caption of one image, or the mean over many.

    A quantity of each n-gram is a tuple of tuples of tuples: of each order and text, one of each n-gram of that text.
    """

    rules: CiderRules
    document_frequencies: DocumentFrequencies
    """How many images there are, and how many of them have each n-gram in a reference."""
    account = "sum"

    @quantity("variant", "CIDEr, or CIDEr-D, as the rules say")
    def variant(self) -> str:
        return self.rules.variant

    @quantity(Symbol("df", "k"), "how many images have k in a reference")
    def frequencies(self) -> DocumentFrequencies:
        return self.document_frequencies

    @quantity("|I|", "the number of images")
    def documents(self) -> int:
        return self.frequencies.documents

    @quantity(Call(Symbol("h", "k"), "t"), "how often each text has k", index="n t")
    def counts(self: "SegmentCider") -> Pairs[Mapping[NGram, int]]:
        orders = range(1, self.rules.max_n + 1)
        return tuple(tuple([count_ngrams(text, n) for text in (self.candidate, *self.references)]) for n in orders)

    @quantity("h", "how often the text has k", index="n t k")
    def h(self) -> Weights[int]:
        return tuple(tuple([tuple(text.values()) for text in order]) for order in self.counts)

    @quantity("df", "how many images have k in a reference", index="n t k")
    def df(self) -> Weights[int]:
        known = self.frequencies.counts
        return tuple(tuple([tuple([known.get(k, 0) for k in text]) for text in order]) for order in self.counts)

    idf: Quantity[Weights[Decimal]] = formula("idf", IDF, index="n t k", repeats=True)
    weights: Quantity[Weights[Decimal]] = formula("g", "h * idf / sum(h)", index="n t k")

    @quantity(OURS, "in the candidate, the weights of the n-grams that both have", index="n j k")
    def ours(self: "SegmentCider") -> Weights[Decimal]:
        return self.shared_weights(lambda ours, other: [g for k, g in ours.items() if k in other])

    @quantity(THEIRS, "in a reference, the weights of the n-grams that both have", index="n j k")
    def theirs(self: "SegmentCider") -> Weights[Decimal]:
        return self.shared_weights(lambda ours, other: [other[k] for k in ours if k in other])

    clipped_weights: Quantity[Weights[Decimal]] = formula("clipped_k", "ours", index="n j k")
    norms: Quantity[Pairs[Decimal]] = formula(Call("length", "t"), "root(sum(weights ** 2))", index="n t")
    dot: Quantity[Pairs[Decimal]] = formula(
        SumOver("k", Chain("*", (OURS, THEIRS))), "sum(clipped_weights * theirs)", index="n j"
    )

    @quantity(_length(OURS), "the length of the candidate's vector", index="n")
    def length_c(self) -> Orders[Decimal]:
        return tuple([order[0] for order in self.norms])

    @quantity(_length(THEIRS), "the length of a reference's vector", index="n j")
    def length_s(self) -> Pairs[Decimal]:
        return tuple([order[1:] for order in self.norms])

    cosine: Quantity[Pairs[Decimal | Fraction]] = formula(
        Call("cos", BOTH),
        "0 if length_c * length_s == 0 else dot / (length_c * length_s)",
        index="n j",
        shortcut=_in_whole_numbers,
    )

    @quantity(Call("l", "c"), "the length of the candidate")
    def candidate_length(self: "SegmentCider") -> int:
        return self.rules.lengths(len(self.candidate))

    @quantity(Call("l", S_J), "the length of a reference", index="j")
    def reference_length(self: "SegmentCider") -> tuple[int, ...]:
        return tuple([self.rules.lengths(len(text)) for text in self.references])

    @quantity("σ", "how wide the length penalty is: 6, where the rules say nothing else")
    def sigma(self) -> Fraction:
        return self.rules.sigma or Fraction(6)

    @quantity("penalty", "1: CIDEr has none", index="j", step="penalty")
    def penalty(self: "SegmentCider") -> tuple[Decimal | int, ...]:
        return (1,) * len(self.references)

    similarity: Quantity[Pairs[Decimal | Fraction]] = formula(Call("sim", BOTH), "cosine", index="n j")

    @quantity("m", "the number of references")
    def m(self: "SegmentCider") -> int:
        return len(self.references)

    order_values: Quantity[Orders[Decimal | Fraction]] = formula(
        "CIDEr_n", "sum(similarity) / m", index="n", step="CIDEr_{n}", convert=_with_exact_zeros
    )

    @quantity(Symbol("N"), "how many orders there are")
    def max_n(self) -> int:
        return self.rules.max_n

    w: Quantity[Fraction] = formula("w_n", "1 / max_n")

    @quantity("10", "what the mean over the orders is multiplied by; 1 by the paper's rules for CIDEr")
    def factor(self) -> int:
        return self.rules.factor

    mean_over_orders: Quantity[Decimal | Fraction] = formula(
        Call("CIDEr", "c"), "factor * sum(w * order_values)", step="score"
    )

    @quantity("image", "the score of each image", index="i", step="images")
    def image(self) -> tuple[Decimal, ...]:
        return (forty_digits(self.mean_over_orders),)

    @quantity("images", "how many images are scored")
    def images(self) -> int:
        return len(self.image)

    score: Quantity[float] = formula("CIDEr", "sum(image) / images", step="score", convert=float)

    def definition(self, name: str) -> Quantity[Any]:
        if found := self.changed.get(name):
            return found
        if name in DEFENDED and self.variant == "CIDEr-D":
            return DEFENDED[name]
        if name == "weights" and self.rules.term_frequency == "counts":
            return BY_COUNTS
        return NOT_TENFOLD if name == "mean_over_orders" and not self.rules.tenfold else self.quantities[name]

    @property
    def values(self) -> tuple[Decimal, ...]:
        """CIDEr_1 to CIDEr_N, 0 to 1, with 40 digits."""
        return tuple(map(forty_digits, self.order_values))

    @property
    @abstractmethod
    def numbers(self) -> tuple[Formula, ...]:
        """The same as exactly as it can be read: 2/3, √(2/3), 0.7071."""

    @property
    @abstractmethod
    def reference_numbers(self) -> tuple[int, ...]:
        """How many references each image has."""

    @property
    def range(self) -> tuple[Fraction, Fraction]:
        """0 and 10; without the ten, 0 and 1."""
        return Fraction(0), Fraction(self.rules.factor)

    @property
    def terms(self) -> tuple[Term, ...]:
        """w_n CIDEr_n of each order, with the ten where there is one: pairs (name, value) that add up to the score."""
        return tuple(
            Term(plain.formula(self.term(n)), float(self.rules.factor * Fraction(value) / self.rules.max_n))
            for n, value in enumerate(self.values, 1)
        )

    def term(self, n: int) -> Formula:
        """10 w_n CIDEr_n, a summand of the score; without the ten, w_n CIDEr_n."""
        return self.times_share(Symbol(self.rules.variant, str(n)))

    def times_share(self, what: Formula) -> Formula:
        """What each order is multiplied by, 10/4 or 1/4, times something; a factor of 1 is left out."""
        factor, orders = str(self.rules.factor), self.rules.max_n
        share: Formula = factor if orders == 1 else Over(factor, str(orders))
        return what if share == "1" else Chain("*", (share, what))

    @property
    def symbol(self) -> Formula:
        return Symbol(self.rules.variant)

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        rules = self.rules
        choices = ["words alone" if rules.max_n == 1 else f"n-grams up to {rules.max_n}"]
        if rules.is_defended:
            sigma = plain.formula(number(rules.sigma or Fraction(0)))
            choices += [f"tf: {rules.term_frequency}", f"sigma {sigma} {rules.length}"]
        else:
            choices += [stems.written(rules.stem), "times 10" if rules.tenfold else "not times 10"]
        idf = f"idf of {so_many_images(self.document_frequencies.documents)}"
        return signature.written(rules.variant, rules, (*choices, idf), self.reference_numbers)


def _renamed(one: Quantity[Any], symbol: Formula) -> Quantity[Any]:
    other = copy(one)
    other.symbol = symbol
    return other


class CiderDScore(CiderScore):
    """What CIDEr-D defines in another way (section 7): weights are clipped, and another length costs."""

    clipped_weights: Quantity[Any] = formula("clipped_k", "min(ours, theirs)", index="n j k")
    penalty: Quantity[Any] = formula("penalty", f"exp({EXPONENT.text})", index="j", step="penalty")
    similarity: Quantity[Any] = formula(Call("sim", BOTH), "penalty * cosine", index="n j")
    order_values = _renamed(CiderScore.order_values, Symbol("CIDEr-D", "n"))
    mean_over_orders = _renamed(CiderScore.mean_over_orders, Call("CIDEr-D", "c"))
    score = _renamed(CiderScore.score, Symbol("CIDEr-D"))


DEFENDED = {name: one for name, one in vars(CiderDScore).items() if isinstance(one, Quantity)}
BY_COUNTS: Quantity[Any] = formula("g", "h * idf", index="n t k")
NOT_TENFOLD: Quantity[Any] = formula(Call("CIDEr", "c"), "sum(w * order_values)", step="score")
"""What the rules may say instead."""


class SegmentCider(CiderScore, SentenceScore):
    """The numbers of one image's caption."""

    rules: CiderRules

    @cached_property
    def vectors(self) -> Pairs[Vector]:
        """Of each order, the n-grams of every text: of the candidate, then of the references."""
        known = self.document_frequencies
        return tuple(tuple([Vector(text, known) for text in order]) for order in self.counts)

    @cached_property
    def cosines(self) -> Pairs[Cosine]:
        """Of each order, the cosine with every reference, in whole numbers."""
        return tuple(tuple([compare(ours, other, self.rules) for other in others]) for ours, *others in self.vectors)

    def can_claim(self, name: str) -> bool:
        return name != "image" and (name != "penalty" or self.rules.is_defended)

    @property
    def exponents(self) -> tuple[Fraction, ...]:
        """Those of the length penalties, exact."""
        known = {"candidate_length": self.candidate_length, "reference_length": self.reference_length}
        found: tuple[Fraction, ...] = EXPONENT.value({**known, "sigma": self.sigma})
        return found

    @cached_property
    def orders(self) -> Orders[Order]:
        """CIDEr_1 to CIDEr_N, each with a cosine for every reference."""
        exponents = self.exponents if self.rules.is_defended else (Fraction(0),) * self.m
        lengths = [self.candidate_length] * self.m, self.reference_length
        penalties = tuple(map(Penalty, *lengths, exponents, map(float, self.penalty)))
        columns = zip(self.order_values, self.cosines, self.similarity, strict=True)
        return tuple(
            Order(n, forty_digits(value), as_fraction(value), cosines, penalties, similarities)
            for n, (value, cosines, similarities) in enumerate(columns, 1)
        )

    def ngrams(self, n: int) -> list[NGram]:
        """The n-grams of the candidate, in the order of the text, then the others of each reference.

        >>> from mtexplain.metrics.cider import caption_cider
        >>> caption_cider("a cat", ["the cat"], max_n=1).ngrams(1)
        [('a',), ('cat',), ('the',)]
        """
        return list(dict.fromkeys(ngram for text in self.counts[n - 1] for ngram in text))

    def row(self, ngram: NGram) -> Row:
        """What the table of its order says of an n-gram."""
        place, known = len(ngram) - 1, self.frequencies
        count, *others = (text.get(ngram, 0) for text in self.counts[place])
        weight, *weights = (float(text.get(ngram, _ZERO)) for text in self.named_weights[place])
        return Row(ngram, count, tuple(others), known.of(ngram), known.idf(ngram), weight, tuple(weights))

    @cached_property
    def named_weights(self) -> Pairs[dict[NGram, Decimal]]:
        """Of each order and text, what each n-gram weighs."""
        pairs = zip(self.counts, self.weights, strict=True)
        return tuple(tuple([dict(zip(*text, strict=True)) for text in zip(*order, strict=True)]) for order in pairs)

    def shared_weights(self, choose: Callable[[dict[NGram, Decimal], dict[NGram, Decimal]], list[T]]) -> Weights[T]:
        """Something for each n-gram, chosen from its weights in the candidate and in each reference."""
        return tuple(tuple([tuple(choose(ours, other)) for other in others]) for ours, *others in self.named_weights)

    def credited(self, ngram: NGram) -> int:
        """For how many of its occurrences an n-gram earns something with one reference at least.

        CIDEr does not clip. CIDEr-D counts as many as the reference has; where shares are compared, as many as make the
        reference's share, the last of them perhaps not whole.
        """
        ours, *others = self.counts[len(ngram) - 1]
        found, count = [text.get(ngram, 0) for text in others], ours.get(ngram, 0)
        if not self.rules.is_defended:
            return count if any(found) else 0
        if self.rules.term_frequency == "counts":
            return min(count, max(found))
        shares = [Fraction(one, max(1, sum(text.values()))) for one, text in zip(found, others, strict=True)]
        return min(count, ceil(max(shares) * sum(ours.values())))

    @cached_property
    def numbers(self) -> tuple[Formula, ...]:
        return tuple(readable(order) for order in self.orders)

    @property
    def closed_form(self) -> Formula:
        """The score as in 10/4 * (2/3 + 1/3 + 0 + 0)."""
        return self.times_share(total(self.numbers, grouped=True))

    @property
    def reference_numbers(self) -> tuple[int, ...]:
        return (len(self.references),)


class TextCider(TextScore, CiderScore):
    """The numbers of the captions of many images: their means."""

    segments: tuple[SegmentCider, ...]

    @property
    def parts(self) -> tuple[SegmentCider, ...]:
        return self.segments

    def can_claim(self, name: str) -> bool:
        return name in ("image", "score")

    @quantity("image", "the score of each image", index="i", step="images")
    def image(self) -> tuple[Decimal, ...]:
        return tuple([forty_digits(segment.mean_over_orders) for segment in self.segments])

    def definition(self, name: str) -> Quantity[Any]:
        one = super().definition(name)
        if name != "order_values":
            return one
        return Quantity(one.symbol, _over_images, "the mean over the images", index="n")

    @property
    def numbers(self) -> tuple[Formula, ...]:
        return tuple(shown(float(value)) for value in self.values)

    @property
    def closed_form(self) -> Formula:
        return mean_of([segment.score for segment in self.segments])


def _over_images(trace: TextCider) -> Any:
    return arithmetic.over(arithmetic.total([segment.order_values for segment in trace.segments]), trace.images)
