"""CIDEr as a recipe: every number that it takes, in the order of the computation, with its formula.

CIDEr-D is the same recipe with other definitions of three quantities: `CiderDScore`.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from mtexplain.counts import NGram, count_ngrams
from mtexplain.display import plain, signature
from mtexplain.display.formula import Call, Chain, Formula, Over, Power, Root, SumOver, Symbol, number, shown
from mtexplain.display.score import Term
from mtexplain.metrics.cider.cosine import to_decimal
from mtexplain.metrics.cider.frequencies import IDF, DocumentFrequencies
from mtexplain.metrics.cider.rules import CiderRules
from mtexplain.metrics.shared import stems
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.orders import named_orders
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.quantity import Orders, Quantity, formula, quantity
from mtexplain.recipe.symbols import listed
from mtexplain.recipe.trace import RecipeScore

T = TypeVar("T")
Pairs = tuple[tuple[T, ...], ...]
"""Of each order, one of each reference j; or one of each text t: the candidate, then the references."""
Weights = tuple[tuple[tuple[T, ...], ...], ...]
"""Of each order and text, one of each n-gram k."""

G, S_J = Symbol("g", "k"), Symbol("s", "j")
OURS, THEIRS, BOTH = Call(G, "c"), Call(G, S_J), Chain(",", ("c", S_J))
EXPONENT = Expression("-((candidate_length - reference_length) ** 2 / (2 * sigma ** 2))")
"""That of CIDEr-D's length penalty, a power of e."""


def _length(weight: Formula) -> Formula:
    return Root(SumOver("k", Power(weight, "2")))


def _in_whole_numbers(trace: Any) -> "Pairs[Decimal | Fraction]":
    """Each cosine, as a fraction where it is one. For that alone no vector is kept: a corpus has very many."""
    kept = trace if "cosines" in vars(trace) else replace(trace)
    return tuple(tuple([one.exact for one in order]) for order in kept.cosines)


def _with_exact_zeros(values: Any) -> Any:
    return tuple([Fraction(0) if value == 0 else value for value in values])


class CiderScore(RecipeScore):
    """CIDEr, or CIDEr-D, of the caption of one image, or the mean over many.

    A quantity of each n-gram is a tuple of tuples of tuples: of each order and text, one of each n-gram of that text.
    """

    rules: CiderRules
    metric = "caption_cider"
    account = "sum"

    @quantity("variant", "CIDEr, or CIDEr-D, as the rules say")
    def variant(self) -> str:
        return self.rules.variant

    @quantity(Call("l", "c"), "the length of the candidate")
    def candidate_length(self: Any) -> int:
        rules: CiderRules = self.rules
        return rules.lengths(len(self.candidate))

    @quantity(Call("l", S_J), "the length of a reference", index="j")
    def reference_length(self: Any) -> tuple[int, ...]:
        return tuple([self.rules.lengths(len(text)) for text in self.references])

    @quantity("σ", "how wide the length penalty is: 6, where the rules say nothing else")
    def sigma(self) -> Fraction:
        return self.rules.sigma or Fraction(6)

    @quantity("m", "the number of references")
    def m(self: Any) -> int:
        return len(self.references)

    @quantity(Symbol("N"), "how many orders there are")
    def max_n(self) -> int:
        return self.rules.max_n

    w: Quantity[Fraction] = formula("w_n", "1 / max_n")

    @quantity("10", "what the mean over the orders is multiplied by; 1 by the paper's rules for CIDEr")
    def factor(self) -> int:
        return self.rules.factor

    @quantity(Symbol("df", "k"), "how many images have k in a reference")
    def frequencies(self: Any) -> DocumentFrequencies:
        """Those of the trace, as a quantity: so a mistake can count them in another way."""
        found: DocumentFrequencies = self.document_frequencies
        return found

    @quantity("|I|", "the number of images")
    def documents(self) -> int:
        return self.frequencies.documents

    @quantity(Call(Symbol("h", "k"), "t"), "how often each text has k", index="n t")
    def counts(self: Any) -> Pairs[Mapping[NGram, int]]:
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
    weights: Quantity[Weights[Decimal]] = formula(
        "g",
        {"counts": "h * idf", "shares": "h * idf / sum(h)"},
        by=lambda trace: trace.rules.term_frequency,
        index="n t k",
    )

    @quantity(OURS, "in the candidate, the weights of the n-grams that both have", index="n j k")
    def ours(self) -> Weights[Decimal]:
        return self.shared_weights(lambda ours, other: [g for k, g in ours.items() if k in other])

    @quantity(THEIRS, "in a reference, the weights of the n-grams that both have", index="n j k")
    def theirs(self) -> Weights[Decimal]:
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

    @quantity("penalty", "1: CIDEr has none", index="j", step="penalty")
    def penalty(self: Any) -> tuple[Decimal | int, ...]:
        return (1,) * len(self.references)

    similarity: Quantity[Pairs[Decimal | Fraction]] = formula(Call("sim", BOTH), "cosine", index="n j")

    order_values: Quantity[Orders[Decimal | Fraction]] = formula(
        "CIDEr_n", "sum(similarity) / m", index="n", step="CIDEr_{n}", convert=_with_exact_zeros
    )

    mean_over_orders: Quantity[Decimal | Fraction] = formula(
        Call("CIDEr", "c"),
        {False: "sum(w * order_values)", True: "factor * sum(w * order_values)"},
        by=lambda trace: trace.rules.tenfold,
        step="score",
    )

    @quantity("image", "the score of each image", index="i", step="images")
    def image(self) -> tuple[Decimal, ...]:
        return (to_decimal(self.mean_over_orders),)

    @quantity("images", "how many images are scored")
    def images(self) -> int:
        return len(self.image)

    score: Quantity[float] = formula("CIDEr", "sum(image) / images", step="score", convert=float)

    def definition(self, name: str) -> Quantity[Any]:
        """As CIDEr-D defines it, where that is the variant."""
        if name in CIDER_D and name not in self.changed and self.variant == "CIDEr-D":
            return CIDER_D[name]
        return super().definition(name)

    @property
    def order_names(self) -> Sequence[tuple[str, str]]:
        return named_orders(self.rules.max_n)

    @cached_property
    def named_weights(self) -> Pairs[dict[NGram, Decimal]]:
        """Of each order and text, what each n-gram weighs."""
        pairs = zip(self.counts, self.weights, strict=True)
        return tuple(tuple([dict(zip(*text, strict=True)) for text in zip(*order, strict=True)]) for order in pairs)

    def shared_weights(self, choose: Callable[[dict[NGram, Decimal], dict[NGram, Decimal]], list[T]]) -> Weights[T]:
        """Something for each n-gram, chosen from its weights in the candidate and in each reference."""
        return tuple(tuple([tuple(choose(ours, other)) for other in others]) for ours, *others in self.named_weights)

    @property
    def values(self) -> tuple[Decimal, ...]:
        """CIDEr_1 to CIDEr_N, 0 to 1, with 40 digits."""
        return tuple(map(to_decimal, self.order_values))

    @property
    @abstractmethod
    def numbers(self) -> tuple[Formula, ...]:
        """The same as exactly as it can be read: 2/3, √(2/3), 0.7071."""

    @property
    def average(self) -> float:
        """The mean of CIDEr_1 to CIDEr_N."""
        return self.score / self.rules.factor

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
    def signature(self) -> str:
        rules = self.rules
        choices = ["words alone" if rules.max_n == 1 else f"n-grams up to {rules.max_n}"]
        if rules.is_cider_d:
            sigma = plain.formula(number(rules.sigma or Fraction(0)))
            choices += [f"tf: {rules.term_frequency}", f"sigma {sigma} {rules.length}"]
        else:
            choices += [stems.written(rules.stem), "times 10" if rules.tenfold else "not times 10"]
        idf = f"idf of {so_many(self.documents, 'image')}"
        return signature.written(rules.variant, rules, (*choices, idf), self.reference_numbers)


class CiderDScore(CiderScore):
    """What CIDEr-D defines in another way (section 7): weights are clipped, and another length costs.

    No trace is of this class, since rules may choose either variant: `CiderScore.definition` takes these quantities.
    It stands for CIDEr-D where a recipe is told without a trace, as in the list of mistakes.
    """

    clipped_weights: Quantity[Any] = formula("clipped_k", "min(ours, theirs)", index="n j k")
    penalty: Quantity[Any] = formula("penalty", f"exp({EXPONENT.text})", index="j", step="penalty")
    similarity: Quantity[Any] = formula(Call("sim", BOTH), "penalty * cosine", index="n j")
    order_values = CiderScore.order_values.renamed(Symbol("CIDEr-D", "n"))
    mean_over_orders = CiderScore.mean_over_orders.renamed(Call("CIDEr-D", "c"))
    score = CiderScore.score.renamed(Symbol("CIDEr-D"))


CIDER_D = {name: one for name, one in vars(CiderDScore).items() if isinstance(one, Quantity)}
"""These definitions, by name."""


def mean_of(scores: Sequence[float]) -> Formula:
    """The score of a text from those of its images, as in (10 + 2.5) / 2."""
    return Over(listed([shown(score) for score in scores]), str(len(scores)))
