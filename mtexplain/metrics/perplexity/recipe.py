"""Perplexity as a recipe: every number that it takes, in the order of the computation, with its formula.

A text's probabilities are given, or an n-gram model counts them; a distribution weighs each surprise by how often it
comes. These redefine where p comes from, and the mean; all else is the same:

    PerplexityScore                 every perplexity
        TextPerplexity              the mean over the tokens of a text
            GivenPerplexity         of given probabilities: `trace.Perplexity`
            ModelPerplexity         of those of an n-gram model: `trace.NgramPerplexity`, `trace.CorpusNgramPerplexity`
        DistributionScore           of a distribution: `trace.DistributionPerplexity`

`GivenScore` is what the two of given numbers share.
Numbers and formulas stand here, steps and views in the traces: views need the recipe, and traces need the views.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import inf, isinf, log2
from typing import Any, ClassVar, NamedTuple

from mtexplain import __version__, exact
from mtexplain.display import plain, record, signature
from mtexplain.display.formula import Call, Chain, Formula, Over, Power, fraction, number, shown
from mtexplain.display.parts import Prose, Words
from mtexplain.display.score import Credit, Term, Worst
from mtexplain.metrics.perplexity.model import ADD_K, END, LIKELIHOOD, START, Estimate, Model
from mtexplain.metrics.perplexity.rules import BASES, NgramRules, PerplexityRules
from mtexplain.recipe import numbers
from mtexplain.recipe.arithmetic import E, log, or_zero, power, times
from mtexplain.recipe.equations import equation, in_numbers
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.quantity import Quantity, formula, quantity
from mtexplain.recipe.symbols import listed
from mtexplain.recipe.trace import RecipeScore

Probability = Fraction | Decimal
"""A probability: exact, or, where its logarithm is what is known, to 40 digits."""
Surprises = tuple[Decimal, ...]
_WORST = Worst(
    "infinite",
    "infinite",
    "One probability of 0 makes the product 0, and one over it infinite, whatever the others do.",
    "none of these was ever seen in training",
)
_ONE_OVER = Expression("1 / p")
_LONG = 1000  # of so many tokens a root is asked for
_SHORT = 10  # characters of a decimal that is written as it was given
SIMPLE = 10_000
"""A fraction with so large a denominator is harder to read than its value."""


class Prediction(NamedTuple):
    """One row of the ledger: a token, where its text is known, how probable it was, its surprise, and p as written.

    The surprise, -log p, is in the base in force; for p = 0 it is infinite.
    """

    words: Words | None
    probability: Probability
    surprise: Decimal
    written: Formula


def shorten(probability: Probability | int) -> Formula:
    """A probability as short as it can be read, however small: 1/256, 0.04096, 3.1 * 10^(-412)."""
    if not isinstance(probability, Fraction | int):
        digits = probability
    elif (known := Fraction(probability)).denominator < SIMPLE:
        return number(known)
    else:
        digits = exact.decimal(known)
    if float(digits) or not digits:
        return shown(float(digits))
    mantissa, _, exponent = f"{digits:.3e}".partition("e")
    return Chain("*", (shown(float(mantissa)), Power("10", exponent)))


class PerplexityScore(RecipeScore):
    """Perplexity from the surprise of each token. Lower is better; 1 is perfect."""

    rules: PerplexityRules
    thing: ClassVar[str] = "word"
    """What is predicted."""
    lower_is_better = True
    worst = _WORST

    @quantity("b", "the base of the logarithms: e, 2 or 10")
    def base(self) -> int | Decimal:
        return E if self.rules.base == "e" else int(self.rules.base)

    @quantity("p", "the probability that the model gave to the token that came", index="t", step="ledger")
    def p(self) -> tuple[Probability | None, ...]:
        raise NotImplementedError

    @quantity("T", "the tokens that are predicted: </s> is one of them, <s> is not", pooled=True, step="tokens")
    def t(self) -> int:
        return len(self.p)

    text_probability: Quantity[Probability] = formula("P", "product(or_zero(p))", step="ledger", write=shorten)
    surprises: Quantity[Surprises] = formula("s", "-log(or_zero(p), base)", index="t", step="ledger")
    total: Quantity[Decimal | int] = formula("S", "sum(surprises)", step="ledger", inline=True)
    cross_entropy: Quantity[Decimal] = formula("J", "-log(0) if t == 0 else total / t", step="entropy")
    score: Quantity[float] = formula("PP", "base ** cross_entropy", step="score", convert=float)

    @property
    def entropy(self) -> float:
        """J in the unit of the base in force: nats for e, bits for 2."""
        return float(self.cross_entropy)

    @property
    def mean_surprise(self) -> Decimal | None:
        """J in nats, to 40 digits: the loss, as those who train models call it. None where it has no end."""
        nats = self.in_nats(self.cross_entropy)
        return None if nats.is_infinite() else nats

    def in_nats(self, value: Decimal) -> Decimal:
        """A number in the unit of the base, in nats."""
        with exact.forty_digits():
            return value if self.base is E else value * log(self.base)

    @property
    def why(self) -> Prose:
        """What the score says, as a number of choices."""
        if not self.t:
            return Prose(("Nothing is predicted.",))
        if isinf(self.score):
            told = f"At least one {self.thing} came that the model called impossible: no number of choices is enough."
            return Prose((told,))
        if self.score == 1:
            return Prose(("The model was certain each time, and right.",))
        about = "about " * (self.score != int(self.score))
        told = f"as hard as guessing among {about}{shown(self.score)} equally likely {self.thing}s."
        times = f"{shown(log2(self.score))} times"
        return Prose((f"Each {self.thing} halves the chance {times}, on average: {told}",))

    @property
    def range(self) -> tuple[Fraction | float, Fraction | float]:
        """From 1 to infinity."""
        return Fraction(1), inf

    def working(self) -> dict[str, Any]:
        """What every record says of the working."""
        return {"entropy": record.number(self.entropy)}


class TextPerplexity(PerplexityScore):
    """The perplexity of a text: the mean surprise of its tokens."""

    @property
    @abstractmethod
    def words(self) -> tuple[Words | None, ...]:
        """Each token that is predicted, where it is known."""

    @cached_property
    def probabilities(self) -> tuple[Probability, ...]:
        """p_1 to p_T; 0/0 counts as 0, since the model knows of no word that could follow."""
        return or_zero(self.p)  # type: ignore[no-any-return]

    @cached_property
    def predictions(self) -> tuple[Prediction, ...]:
        """The rows of the ledger: each token that was predicted, with its probability."""
        return tuple(map(Prediction, self.words, self.probabilities, self.surprises, self.written["p"]))

    @property
    def product(self) -> Fraction | None:
        """P, the probability of the whole text; None where the probabilities are known by their logarithms only."""
        return None if isinstance(self.text_probability, Decimal) else Fraction(self.text_probability)

    @cached_property
    def root(self) -> Fraction | None:
        """PP where it is a fraction; None where it is irrational, or infinite."""
        known = self.product if 0 < self.t <= _LONG else None
        return exact.root(1 / known, self.t) if known else None

    @property
    def closed_form(self) -> Formula:
        """The probabilities, multiplied, to the power -1/T; or e to the power J, where logarithms of one base are."""
        written, t = self.written["p"], str(self.t)
        if not written:
            return "∞"
        logs = [one.exponent for one in written if isinstance(one, Power)]
        if len(logs) == len(written):
            return Power(self.rules.base, Over(listed(list(map(_without_minus, logs))), t))
        product = equation(self, "text_probability").numbers
        factors = product if isinstance(product, Chain) else Chain("*", (product,))
        return Power(factors._replace(grouped=True), Over("-1", t) if self.t > 1 else "-1")

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The surprise of each token over T, in nats: pairs (name, value) that add up to log PP. That of 0 is inf."""
        if not self.surprises:
            return (Term("nothing is predicted", inf),)
        shares = (float(self.in_nats(one)) / self.t for one in self.surprises)
        return tuple(Term(f"-log p_{place} / T", share) for place, share in enumerate(shares, 1))

    @property
    def ledger(self) -> list[dict[str, Any]]:
        """What a record says of each token: its probability as it is written, and its surprise in nats."""
        nats = (float(self.in_nats(one)) for one in self.surprises)
        rows = zip(self.written["p"], nats, strict=True)
        return [{"p": plain.formula(p), "surprise": record.number(one)} for p, one in rows]


class GivenScore(PerplexityScore):
    """A perplexity of given numbers, of tokens or outcomes: no text is compared with another, nothing earns credit."""

    what: str
    """What is given."""
    given: tuple[str, ...]

    @property
    def credits(self) -> tuple[Credit, ...]:
        return ()

    @property
    def signature(self) -> str:
        return " · ".join((self.what, BASES[self.rules.base], f"mtexplain {__version__}"))

    @cached_property
    def written(self) -> Mapping[str, Any]:
        """Probabilities as they were given."""
        return {"p": tuple(map(as_given, self.given))}

    def working(self) -> dict[str, Any]:
        return {"base": self.rules.base, **super().working()}


class GivenPerplexity(GivenScore, TextPerplexity):
    """Whose probabilities are given: numbers as they were written, or their logarithms."""

    thing = "token"
    are_logs: bool
    tokens: tuple[str, ...] | None

    @quantity("p", "as given; of a logarithm, the base to its power", index="t", step="ledger")
    def p(self) -> tuple[Probability, ...]:
        if not self.are_logs:
            return tuple(map(Fraction, self.given))
        known = {"0": Fraction(1), "-inf": Fraction(0)}
        return tuple([known[one] if one in known else power(self.base, exact.decimal(Fraction(one)))
                      for one in self.given])  # fmt: skip

    @quantity("T", "the number of tokens that were predicted", pooled=True, step="tokens")
    def t(self) -> int:
        return len(self.given)

    @property
    def what(self) -> str:  # type: ignore[override]
        return f"perplexity · given {'log-' * self.are_logs}probabilities"

    @property
    def words(self) -> tuple[Words | None, ...]:
        return (None,) * len(self.given) if self.tokens is None else tuple([Words((one,)) for one in self.tokens])

    @cached_property
    def written(self) -> Mapping[str, Any]:
        """Probabilities as they were given, and powers where logarithms were."""
        if not self.are_logs:
            return super().written
        powers = ("0" if one == "-inf" else Power(self.rules.base, as_given(one)) for one in self.given)
        return {"p": tuple(powers)}


def as_given(given: str) -> Formula:
    """A number as it was given; a long decimal rounded."""
    if "/" in given:
        return fraction(Fraction(given))
    return given if len(given) <= _SHORT else shown(float(Fraction(given)))


def _without_minus(logarithm: Formula) -> Formula:
    """The surprise that a written logarithm stands for: -1/2 stands for 1/2."""
    if isinstance(logarithm, Over):
        return Over(_without_minus(logarithm.top), logarithm.bottom)
    return logarithm.removeprefix("-") if isinstance(logarithm, str) else logarithm


class ModelPerplexity(TextPerplexity):
    """The perplexity of a text under an n-gram model, which is trained on the references."""

    metric = "ngram_perplexity"
    kept = "model", "estimates"
    rules: NgramRules

    @property
    @abstractmethod
    def model(self) -> Model:
        """What was counted in the references."""

    @property
    @abstractmethod
    def estimates(self) -> tuple[Estimate, ...]:
        """The conditional probability of each token, with the counts it comes from."""

    @quantity(Call("Count", "g"), "how often each different n-gram was read", index="g", step="training")
    def counts(self) -> tuple[int, ...]:
        return tuple(self.model.counts.values())

    read: Quantity[int] = formula("N", "sum(counts)", step="training")

    @quantity("|V|", "how many different words could come", step="training")
    def types(self) -> int:
        return self.model.types

    @quantity("k", "what is added to every count; without smoothing 0")
    def k(self) -> Fraction | int:
        return self.rules.k if self.rules.is_smoothed else 0

    @quantity(Call("Count", "h w"), "how often the token was read after its history", index="t", step="probabilities")
    def count(self) -> tuple[int, ...]:
        return tuple([one.count for one in self.estimates])

    @quantity(Call("Count", "h"), "how often any word was read after the history", index="t", step="probabilities")
    def history(self) -> tuple[int, ...]:
        return tuple([one.history_count for one in self.estimates])

    p: Quantity[tuple[Fraction | None, ...]] = formula(
        "p",
        {False: LIKELIHOOD.text, True: ADD_K.text},
        by=lambda trace: trace.rules.is_smoothed,
        index="t",
        step="probabilities",
    )

    @cached_property
    def written(self) -> Mapping[str, Any]:
        """Probabilities as they were counted, 2/3, never reduced; k as a short decimal."""
        return {"p": tuple(map(as_counted, self.estimates)), "k": numbers.short(Fraction(self.k))}

    @property
    def words(self) -> tuple[Words | None, ...]:
        return tuple([Words((one.word,)) for one in self.estimates])

    @property
    def signature(self) -> str:
        (before, after), base = self.rules.marker_counts, BASES[self.rules.base]
        markers = f"markers: {before} {START}, {after} {END}" if after else "no markers"
        added = (f"add-{plain.formula(numbers.short(self.rules.k))}", f"vocabulary: {self.rules.vocabulary}")
        smoothing = added if self.rules.is_smoothed else ("maximum likelihood",)
        choices = (f"{self.rules.n}-gram model", markers, *smoothing, base)
        return signature.written("perplexity", self.rules, choices, self.reference_numbers)


def as_counted(estimate: Estimate) -> Formula:
    """A probability as it was counted: 2/3, never reduced; 1.5/8.5 with a k of 1/2. 0/0 counts as 0."""
    if estimate.value is None:
        return "0"
    parts = [numbers.short(Fraction(part)) for part in estimate.counted]
    return Over(*parts) if all(isinstance(part, str) for part in parts) else fraction(estimate.value)


class DistributionScore(GivenScore):
    """The perplexity of a distribution: every outcome surprises as often as it comes."""

    what = "perplexity of a distribution"
    thing = "outcome"
    outcomes: tuple[str, ...] | None

    @quantity("p", "the probability of each outcome", index="i", step="outcomes")
    def p(self) -> tuple[Fraction, ...]:
        return tuple(map(Fraction, self.given))

    @quantity("N", "the number of outcomes", step="outcomes")
    def t(self) -> int:
        return len(self.p)

    surprises: Quantity[Surprises] = formula("s", "-log(p, base)", index="i", step="entropy")
    cross_entropy: Quantity[Decimal] = formula("H", "sum(p * surprises)", step="entropy")

    @property
    def range(self) -> tuple[Fraction | float, Fraction | float]:
        """From 1, where one outcome is certain, to their number, where all are equally likely."""
        return Fraction(1), Fraction(self.t)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """p times -log p of each outcome: pairs (name, value) that add up to log PP."""
        with exact.forty_digits():
            shares = times(self.p, self.surprises)  # of what never comes there is none
        values = (0.0 if share is None else float(self.in_nats(share)) for share in shares)
        return tuple(Term(f"-p_{place} log p_{place}", value) for place, value in enumerate(values, 1))

    @property
    def closed_form(self) -> Formula:
        """The product of all (1/p)^p; equal factors are one."""
        counted = Counter(one for one in self.given if Fraction(one)).items()
        return listed([Power(_upside_down(one), _times(one, count)) for one, count in counted], "*")


def _upside_down(given: str) -> Formula:
    """1/p as the base of a power."""
    found = in_numbers(_ONE_OVER, {"p": Fraction(given)}, {"p": as_given(given)})
    return Chain("*", (found,), grouped=True) if isinstance(found, Over) else found


def _times(given: str, times: int) -> Formula:
    """p times how often it is there, with the denominator as it was."""
    value = Fraction(given)
    if "/" in given:
        return Over(str(times * value.numerator), str(value.denominator))
    return number(times * value)
