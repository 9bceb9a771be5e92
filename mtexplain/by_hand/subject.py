"""A metric that is computed by hand, with the claims about it and its numbers after some methods are replaced."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from inspect import signature
from itertools import product
from typing import Any

from mtexplain.by_hand.numbers import AS_ZERO, Between, InTurn, Numbers, Quotient, Real, Scaled, Value, as_it_is
from mtexplain.display.formula import Cases, Chain, Formula
from mtexplain.display.parts import Table
from mtexplain.display.score import Score
from mtexplain.display.text_score import TextScore
from mtexplain.display.trace import Trace
from mtexplain.inputs import InputTypeError, described
from mtexplain.tracing import formulas
from mtexplain.tracing.cases import Unreadable, cases
from mtexplain.tracing.changes import applies
from mtexplain.tracing.number import Letter, Number, Sole, number
from mtexplain.tracing.steps import Indices, Quantity, Row, Traced, asked_by

_LONG = 10**6
"""A fraction with a larger denominator is written as a decimal."""
Replacement = Any
"""A class with a method replaced; for the place "words" a function of a trace, and for "writing" a `Writing`."""
WORDS, WRITING = "words", "writing"
"""The places of mistakes in the words that are counted, and in the way numbers are written down."""


@dataclass(frozen=True, eq=False)
class Subject:
    """A metric that is computed by hand, with the claims about it and its numbers after methods are replaced.

    `metric` scores a sentence and `text_metric`, if there is any, a text. `answers` maps the name of each claim to its
    quantity.
    """

    name: str
    metric: Callable[..., Any]
    text_metric: Callable[..., Score] | None = None
    answers: Mapping[str, Quantity[...]] = field(default_factory=dict)
    """The quantities that can be claimed, by name; w_1_2 is the quantity w with the indices 1 and 2."""
    family: str = ""
    """Metrics of the same family are computed by the same functions, and share their misconceptions."""
    goes_on_to: "Subject | None" = None
    """Another subject, which has the same functions at the places in `shared` and therefore the same mistakes there."""
    shared: frozenset[str] = frozenset()
    made_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For a number whose step only combines other numbers, the numbers with steps of their own that it combines."""
    places: Mapping[str, str] = field(default_factory=dict)
    """The quantities at places with names of their own, such as clip and penalty."""
    rights: Mapping[str, Formula] = field(default_factory=dict)
    """The right formula at a place, if it is not the formula of its quantity."""
    chosen: Collection[str] = frozenset()
    """The claims that are chosen rather than computed; the summary of their step shows them."""
    between: Sequence[Between] = ()
    """Intermediate numbers that nobody claims but some people round, such as the product of the precisions."""
    sides: tuple[str, str] = "candidate", "reference"
    """The names of the two texts that are compared."""

    follows: Mapping[str, type[object]] = field(default_factory=dict)
    """The change that makes later numbers follow from a claim, if someone has a different number there."""

    shown_in: Mapping[str, str] = field(default_factory=dict)
    """The step whose table shows a claim, for claims without a step of their own."""

    scale: Callable[[Any], int] = lambda trace: 1
    """The score of a perfect match by the rules of a trace, because a score may be written on that scale, too."""

    @property
    def claims(self) -> dict[str, str]:
        """The name of each claim, with the name of its quantity."""
        return {name: quantity.name for name, quantity in self.answers.items()}

    def quantity(self, place: str) -> str:
        """The name of the quantity at a place."""
        return self.places.get(place) or self.claims.get(place, place)

    @property
    def group(self) -> str:
        """The heading of its misconceptions, which is its family or, without a family, its own name."""
        return self.family or self.name

    @property
    def metrics(self) -> tuple[Callable[..., Score], ...]:
        """The metric of a sentence, and the metric of a text if there is one."""
        return (self.metric, self.text_metric) if self.text_metric else (self.metric,)

    def score(self, candidate: object, references: object, **settings: object) -> Score:
        """The score of a sentence, or of a text if the candidate is a list. Some metrics take no references."""
        metric = self.metric if isinstance(candidate, str) else self.text_metric
        if metric is None:
            fix = f"{self.name} scores a single sentence and has no function for a text."
            raise InputTypeError("candidate", described(candidate), "one string", fix)
        if "references" in signature(metric).parameters:
            return metric(candidate, references, **settings)
        return metric(candidate, **settings)

    def table(self, candidate: object, references: object) -> Table | None:
        """The given numbers of an exercise; None if the exercise gives sentences."""
        return None

    def claim_of(self, number: str) -> str:
        """The name of the claim that a number belongs to, for example p for p_2."""
        return number if number in self.claims else re.sub(r"(_\d+)+$", "", number)

    def sheet(self, score: Trace) -> Traced:
        """The trace of a score, from which all numbers are computed."""
        if not isinstance(score, Traced):
            raise TypeError(f"{type(score).__name__} has no quantities, so it can't be computed with a mistake.")
        return score

    def located(self, name: str, score: Trace | None = None) -> tuple[Quantity[...], Indices]:
        """The quantity and the indices of a number, for example p and (2,) for p_2.

        The numbers in a name are positions, so p_7 is the seventh p of a trace, even if the trace calls it P_w1.
        """
        claim = self.claim_of(name)
        quantity, below = self.answers[claim], name.removeprefix(claim).lstrip("_")
        positions = tuple(map(int, below.split("_"))) if below else ()
        if score is None:
            return quantity, positions
        trace = self.sheet(score)
        quantity = trace.quantities[quantity.name]
        ranges = dict(_ranges(trace, quantity))
        return quantity, ranges[positions] if positions else ranges.get((), ())

    def symbols(self, number: str, score: Trace | None = None) -> Formula:
        """The name of a number, as the views write it."""
        quantity, indices = self.located(number, score)
        if isinstance(score, Score) and quantity.name == "score":
            return score.symbol
        if score is None:
            return formulas.symbol(quantity.symbol_of(indices))
        return formulas.symbol(self.sheet(score).symbol_of(quantity, indices))

    def step(self, number: str, score: Trace | None = None) -> str:
        """The name of the step that shows how a number is computed."""
        shown = self.shown_in.get(self.claim_of(number))
        if shown and score and shown in {step.name for step in score.steps()}:
            return shown
        quantity, indices = self.located(number, score)
        quantity = quantity.within or quantity
        return quantity.name_of_step(indices[: len(quantity.letters)])

    def working(self, score: Trace, number: str) -> Formula:
        """The working of a number, on a single line."""
        if number in self.chosen:
            return score.step(self.step(number, score)).summary
        quantity, indices = self.located(number, score)
        return formulas.in_numbers(quantity(score, *indices))

    def right(self, place: str, score: Trace | None = None) -> Formula:
        """The right formula at a place, by the rules of a score, or a description in words of what is done there."""
        if place in self.rights:
            return self.rights[place]
        if place == WRITING or score is None:
            return "rounded"
        return general(*having(self.sheet(score), self.quantity(place)))

    def numbers(self, sheet: Traced, replaced: Mapping[str, Replacement], given: Mapping[str, Real] = {}) -> Numbers:
        """All numbers, with the methods at some places replaced; later numbers are computed from the given numbers."""
        trace, writing = sheet, replaced.get(WRITING, as_it_is)
        if WORDS in replaced:
            trace = in_other_words(trace, replaced[WORDS])
        for place, change in replaced.items():
            if place not in (WORDS, WRITING) and _is_of(change, trace):
                trace = trace.by(change)
        for claim, change in self.follows.items():
            trace = trace.by(change) if claim in given else trace
        order = {claim: position for position, claim in enumerate(self.claims)}
        all_forms = InTurn(self._told(trace, given), lambda number: order[self.claim_of(number)])
        return Numbers(all_forms, writing, given)

    def forms_of(self, trace: Traced, quantity: Quantity[...], indices: Indices) -> tuple[Value, ...]:
        """The forms in which a number may be written, usual form first; for a score, also on the scale of its rules."""
        values = forms(number(quantity(trace, *indices)), quantity.is_decimal)
        scale = self.scale(trace) if quantity.is_decimal else 1
        return *values, *(Scaled(form, scale) for form in values if scale != 1 and isinstance(form, float))

    def _told(self, trace: Traced, given: Mapping[str, Real]) -> Iterator[tuple[str, tuple[Value, ...]]]:
        """Yield the forms of each number, in the order of the computation; given numbers change later numbers."""
        names = {quantity.name: claim for claim, quantity in self.answers.items()}
        for quantity in trace.quantities.values():
            for positions, indices in _ranges(trace, quantity) if quantity.name in names else ():
                name = "_".join(map(str, (names[quantity.name], *positions)))
                yield name, self.forms_of(trace, quantity, indices)
                if name in given:
                    trace = trace.with_numbers(**{quantity.label(indices): given[name]})


@lru_cache(maxsize=64)
def in_other_words(trace: Traced, change: Callable[[Traced], Traced]) -> Traced:
    """The score of other words, cached because most mistakes with words are tried together with many other mistakes."""
    return change(trace)


def having(trace: Traced, name: str) -> tuple[Traced, Quantity[...]]:
    """A trace and its quantity of that name; the first segment of a text if only sentences have the quantity."""
    if name not in trace.quantities and isinstance(trace, TextScore):
        trace = trace.segments[0]
    if name not in trace.quantities:
        raise KeyError(
            f"{type(trace).__name__} has no {name}, the place of a mistake. It has {', '.join(trace.quantities)}."
        )
    return trace, trace.quantities[name]


def _is_of(change: type[object], trace: Traced) -> bool:
    """True if a mistake can be made in this trace; some mistakes are possible only in a text."""
    return applies(change, type(trace)) or (isinstance(trace, TextScore) and applies(change, trace.sentence))


def _ranges(trace: Traced, quantity: Quantity[...]) -> Iterator[tuple[tuple[int, ...], Indices]]:
    """Yield the positions and the indices of a quantity, for example (7,) and ("w1",)."""
    numbered = (enumerate(trace.indices_of(letter, quantity), 1) for letter in quantity.letters)
    own = {*trace.ranges(quantity)}
    for pairs in product(*numbered):
        if (indices := tuple(index for _, index in pairs)) in own:
            yield tuple(position for position, index in pairs if type(index) is not Sole), indices


def general(trace: Traced, quantity: Quantity[...]) -> Chain:
    """The formula of a quantity, written for any index if possible, or the description of a counted quantity.

    A quantity without a symbol is shown under the symbol of the first quantity that uses it.
    """
    under = (
        quantity
        if quantity.symbol
        else next(other for other in trace.quantities.values() if quantity.name in asked_by(other))
    )
    indices: Indices = tuple(map(Letter, quantity.letters))
    symbol = trace.symbol_of(under, trace.as_written(under, indices))
    if says := quantity.description("says", trace, *indices):
        return Chain("=", (formulas.symbol(symbol), str(says)))
    with suppress(Unreadable):
        if isinstance(branches := cases(trace, quantity, *indices), Cases):
            return Chain("=", (formulas.symbol(symbol), branches))
    try:
        result = quantity.method(trace, *indices) if indices else quantity(trace)
    except (TypeError, LookupError):  # the method depends on its index
        if isinstance(quantity, Row):
            return Chain("=", (formulas.symbol(quantity.symbol), str(quantity.words["why"])))
        indices = next(iter(trace.ranges(quantity)))
        result = quantity(trace, *indices)
        symbol = trace.symbol_of(under, trace.as_written(under, indices))
    traced = number(result)
    if traced.symbol not in ("", symbol):
        return Chain("=", (formulas.symbol(symbol), formulas.symbol(traced.symbol)))  # it is just another number
    words = str(quantity.words["why"])
    return Chain("=", (formulas.symbol(symbol), formulas.in_symbols(traced) if traced.made_by else words))


def forms(number: Number, is_decimal: bool) -> tuple[Value, ...]:
    """The forms in which a number may be written, as counted, as a fraction or as a float; 0/0 may also be 0."""
    if number.is_counted and number.value is not None:
        return (Quotient(*(part.value for part in number.operands)),)  # type: ignore[arg-type]
    if number.value is None:
        return Quotient(0, 0), AS_ZERO
    if number.made_by in ("min", "max") and (same := [part for part in number.operands if part.value == number.value]):
        return forms(same[0], is_decimal)
    if is_decimal or isinstance(number.value, Decimal):
        return (float(number),)
    value = Fraction(number.value) if number.made_by else number.value  # a count alone is a whole number
    is_long = isinstance(value, Fraction) and value.denominator > _LONG
    return (float(value) if is_long else value,)
