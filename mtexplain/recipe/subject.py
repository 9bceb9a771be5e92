"""A metric that is computed by hand: what can be claimed of it, and its numbers with some taken another way."""

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from inspect import signature
from math import isfinite
from typing import Any

from mtexplain.display.formula import Chain, Formula, Symbol
from mtexplain.display.parts import Table
from mtexplain.display.score import Score
from mtexplain.inputs import InputTypeError, described
from mtexplain.recipe.equations import as_counted, quotient
from mtexplain.recipe.numbers import AS_ZERO, Between, InTurn, Numbers, Quotient, Real, Value, as_it_is
from mtexplain.recipe.quantity import Quantity, Recipe, no_quantity
from mtexplain.recipe.symbols import called_by, in_symbols, symbol

_LONG = 10**6
"""A fraction with a larger denominator is written with its digits."""
WORDS, WRITING = "words", "writing"
"""The places of what is counted, and of how numbers are written down."""
Replacement = Quantity[Any] | Mapping[str, Quantity[Any]] | Callable[..., Any]
"""What stands at a place instead: another quantity, or several by name.

Of the words, a function from a score to that of other words; of how numbers are written down, a `Writing`.
"""


@dataclass(frozen=True, eq=False)
class Subject:
    """A metric that is computed by hand: what can be claimed of it, and its numbers with quantities replaced.

    `metric` is that of a sentence, `text_metric` that of a text, where there is one. `claims` say which quantity of
    the recipe the name of a claim stands for; of several numbers, s_1, s_2 and so on, it is that of "s"; of a matrix,
    w_1_1, w_1_2 and so on, that of "w".
    """

    name: str
    metric: Callable[..., Any]
    text_metric: Callable[..., Score] | None = None
    recipe: type[Recipe] = Recipe
    claims: Mapping[str, str] = field(default_factory=dict)
    family: str = ""
    """Metrics of one family are computed by the same functions, and know each other's misconceptions."""
    goes_on_to: "Subject | None" = None
    """Another whose functions it has at the places `shared`: what goes wrong there goes wrong here, too."""
    shared: frozenset[str] = frozenset()
    made_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Of a number: the numbers it is made of that have steps of their own, where its own step only takes them."""
    counted: Collection[str] = frozenset()
    """The claims that are quotients as they were counted, never reduced: 4/6."""
    going_on: Mapping[str, Mapping[str, Quantity[Any]]] = field(default_factory=dict)
    """Of a claim: what goes on from it in another way than usual, where someone has a number of their own there."""
    places: Mapping[str, str] = field(default_factory=dict)
    """The quantities at places that have names of their own: clip, penalty."""
    rights: Mapping[str, Formula] = field(default_factory=dict)
    """What is right at a place, where that is not the formula of its quantity."""
    forms: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """Of a claim that may be written in several ways: what gives them all, the usual one first."""
    chosen: Collection[str] = frozenset()
    """The claims that are chosen, and not computed: the summary of their step tells them."""
    between: Sequence[Between] = ()
    """The numbers on the way that nobody claims, and that some round: the product of the precisions."""
    sides: tuple[str, str] = "candidate", "reference"
    """What the two texts are called that are compared."""

    def __post_init__(self) -> None:
        for claim, name in self.claims.items():
            if name not in self.recipe.quantities:
                raise no_quantity(name, f"{self.name}: the claim {claim} stands for", self.recipe.quantities)

    @property
    def group(self) -> str:
        """What its misconceptions are listed under: its family, or else itself."""
        return self.family or self.name

    @property
    def metrics(self) -> tuple[Callable[..., Score], ...]:
        """The metric of a sentence, and that of a text, where there is one."""
        return (self.metric, self.text_metric) if self.text_metric else (self.metric,)

    def score(self, candidate: Any, references: Any, **settings: Any) -> Score:
        """The score of a sentence, or of a text where the candidate is a list. Some metrics know no references."""
        metric = self.metric if isinstance(candidate, str) else self.text_metric
        if metric is None:
            fix = f"{self.name} scores one sentence: it has no function for a text."
            raise InputTypeError("candidate", described(candidate), "one string", fix)
        if "references" in signature(metric).parameters:
            return metric(candidate, references, **settings)
        return metric(candidate, **settings)

    def table(self, candidate: Any, references: Any) -> Table | None:
        """What an exercise gives, where that is no sentences."""
        return None

    def quantity(self, place: str) -> str:
        """The name of the quantity at a place."""
        return self.places.get(place) or self.claims.get(place, place)

    def right(self, place: str, score: Any = None) -> Formula:
        """The right formula at a place, or what is done there in words; where rules differ, by those of a score."""
        if place in self.rights:
            return self.rights[place]
        if place == WRITING:
            return "rounded"
        name = self.quantity(place)
        of: Any = self.recipe if score is None else next(iter(score.parts or (score,)))
        one = self.recipe.quantities[name] if score is None else of.definition(name)
        made = in_symbols(of, one.formula) if one.formula else one.words
        return Chain("=", (symbol(of, name), made))

    def symbols(self, number: str, score: Any = None) -> Formula:
        """The name of a number, as the views write it; of a score's order by its label."""
        name, at = self.claims[self.claim_of(number)], self._label(number, score)
        one = self.recipe.quantities[name]
        if "_" in at:
            return symbol(self.recipe, name, dict(zip(one.index.split(), at.split("_"), strict=True)))
        if one.index == "i" and not at and isinstance(one.symbol, Symbol):  # there is but one
            return Symbol(one.symbol.name)
        return symbol(self.recipe, name, at)

    def step(self, number: str, score: Any = None) -> str:
        """The name of the step that tells how a number comes about; of a score's order by its label."""
        claim = self.claim_of(number)
        step = self.recipe.quantities[self.claims[claim]].step
        return (
            step.removesuffix("_{n}")
            if claim == number
            else step.format(n=self._label(number, score).partition("_")[0])
        )

    def _label(self, number: str, score: Any) -> str:
        """What stands below a number that is one of several: its place, or what the score calls the order there."""
        claim = self.claim_of(number)
        at = number.removeprefix(claim).lstrip("_")
        is_of_an_order = at and score is not None and self.recipe.quantities[self.claims[claim]].index == "n"
        return str(score.label(int(at) - 1)) if is_of_an_order else at

    def claim_of(self, number: str) -> str:
        """The name of the claim of a number: p of p_2."""
        return number if number in self.claims else re.sub(r"(_\d+)+$", "", number)

    def working(self, score: Score, number: str) -> Formula:
        """The working of a number, in a line."""
        step = score.step(self.step(number, score))
        return step.summary if number in self.chosen else step.equation.numbers

    def sheet(self, score: Score) -> Any:
        """What is counted once, before anything is computed."""
        return score

    def numbers(self, sheet: Any, replaced: "Mapping[str, Replacement]", given: Mapping[str, Real] = {}) -> Numbers:
        """Every number, with other quantities at some places; later ones go on from those that are given."""
        writing: Any = replaced.get(WRITING, as_it_is)
        places = {claim: place for place, claim in enumerate(self.claims)}
        forms = InTurn(self._forms(sheet, replaced, {**given}), lambda number: places[self.claim_of(number)])
        return Numbers(forms, writing, given)

    def _forms(
        self, sheet: Any, replaced: "Mapping[str, Replacement]", given: Mapping[str, Real]
    ) -> Iterator[tuple[str, tuple[Value, ...]]]:
        """Each number by its name, as it may be written."""
        changed: dict[str, Any] = {}
        for place, one in replaced.items():
            if place == WORDS:
                sheet = in_other_words(sheet, one)
            elif place != WRITING:
                ways: Mapping[str, Any] = one if isinstance(one, Mapping) else {self.quantity(place): one}
                changed |= {name: way for name, way in ways.items() if _is_of(way.function, sheet)}
        for claim, others in self.going_on.items():
            if claim in replaced or claim in given:
                changed = {**others, **changed}
        found = sheet.with_each(changed)
        if given:  # what follows is not as it was
            names = [self.claims[self.claim_of(number)] for number in given]
            found = found.with_quantities({}, until=names)
        computed = list(self.recipe.quantities)
        for claim in sorted(self.claims, key=lambda one: computed.index(self.claims[one])):
            name, own = self.claims[claim], self.forms.get(claim)
            if not sheet.can_claim(name):
                continue
            value = getattr(found, name)
            if isinstance(value, tuple) or isinstance(getattr(sheet, name), tuple):
                several = value if isinstance(value, tuple) else (value,) * len(getattr(sheet, name))
                named = dict(_named(claim, several))
                if own:
                    forms = list(zip(named, own(found), strict=True))
                else:
                    pairs = self._pairs(found, claim, name, len(named))
                    forms = [(key, _forms(one, pair)) for (key, one), pair in zip(named.items(), pairs, strict=True)]
                if given or several is not value:
                    vars(found)[name] = _with(given, claim, several)
            else:
                forms = [(claim, own(found) if own else _forms(value, *self._pairs(found, claim, name, None)))]
                if claim in given:
                    vars(found)[name] = _with(given, claim, value)
            yield from forms

    def _pairs(self, found: Any, claim: str, name: str, several: int | None) -> Sequence[Any]:
        """Of each number the pair that it was counted as, where it is written so; else None."""
        one, number = found.definition(name), 1 if several is None else several
        if claim not in self.counted and not one.counted:
            return [None] * number
        if several is None:
            pair = as_counted(found, name)
            return [pair if one.counted or (pair and all(isinstance(part, int) for part in pair)) else None]
        if not one.formula:
            return [None] * number
        if called_by(one.formula.tree) or isinstance(one.formula.tree, ast.Name):
            return [as_counted(found, name, place) for place in range(number)]
        pairs = quotient(one.formula, {need: getattr(found, need) for need in one.formula.needs})
        if type(pairs) is not tuple:
            return [pairs] * number
        return pairs if len(pairs) == several else [None] * number


@lru_cache(maxsize=64)
def in_other_words(score: Any, change: Callable[[Any], Any]) -> Any:
    """The score of other words; most mistakes with words are tried together with many others."""
    return change(score)


def _is_of(function: Any, sheet: Any) -> bool:
    """Whether a function is for this score: `OnlyIn` may be for another kind."""
    return not isinstance(function, OnlyIn) or isinstance(sheet, function.kind)


def _named(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Each of several numbers with its name: s_1, s_2; of a matrix w_1_1, w_1_2, row by row."""
    if type(value) is not tuple:
        yield name, value
        return
    for place, one in enumerate(value, 1):
        yield from _named(f"{name}_{place}", one)


def _with(given: Mapping[str, Real], name: str, value: Any) -> Any:
    """A number, or several, with those in their places that are given by these names."""
    if type(value) is tuple:
        return tuple([_with(given, f"{name}_{place}", one) for place, one in enumerate(value, 1)])
    return _exact(given[name]) if name in given else value


def _exact(value: Real) -> Any:
    """A number that formulas take: a float as the fraction it is; infinity has none."""
    if isinstance(value, float):
        return Fraction(value) if isfinite(value) else Decimal(value)
    return value


def _forms(value: Any, pair: Any = None) -> tuple[Value, ...]:
    """As it may be written: 0/0 as 0, too; a fraction as its pair was counted, or where it is long, with its digits."""
    if isinstance(pair, tuple) and all(isinstance(one, int | Fraction) for one in pair):
        value = Quotient(*pair)
    if type(value) is Fraction:
        return (float(value) if value.denominator > _LONG else value,)
    if type(value) is Decimal:
        return (float(value),)
    return (Quotient(0, 0), AS_ZERO) if value is None or value == Quotient(0, 0) else (value,)


@dataclass(frozen=True)
class OnlyIn:
    """A quantity of one kind of trace, computed wrongly; in the others of the family it stays what it is.

    So it undoes nothing there that goes wrong besides.
    """

    kind: type[Any]
    wrong: Callable[[Any], Any]

    def __call__(self, trace: Any) -> Any:
        return self.wrong(trace)
