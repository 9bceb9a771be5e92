"""What a misconception is: a wrong formula in the place of a right one; and what it makes of a text."""

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from inspect import signature
from math import isfinite
from typing import Any, NamedTuple

from mtexplain.copies import read_only
from mtexplain.display import plain as text
from mtexplain.display.formula import Chain, Formula, Symbol
from mtexplain.display.parts import Column, Equation, Headline, Note, Part, Prose, Table
from mtexplain.display.score import Score
from mtexplain.display.trace import Step, Trace
from mtexplain.inputs import InputTypeError, described
from mtexplain.recipe.equations import as_counted, quotient
from mtexplain.recipe.numbers import AS_ZERO, InTurn, Numbers, Quotient, Real, Value, as_it_is, as_json, formula, same
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
    rounding: str = ""
    """The name of the misconception that shows where a number follows from rounded ones, where there is one."""
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
        name, at = self.claims[self._claim(number)], self._label(number, score)
        one = self.recipe.quantities[name]
        if "_" in at:
            return symbol(self.recipe, name, dict(zip(one.index.split(), at.split("_"), strict=True)))
        if one.index == "i" and not at and isinstance(one.symbol, Symbol):  # there is but one
            return Symbol(one.symbol.name)
        return symbol(self.recipe, name, at)

    def step(self, number: str, score: Any = None) -> str:
        """The name of the step that tells how a number comes about; of a score's order by its label."""
        claim = self._claim(number)
        step = self.recipe.quantities[self.claims[claim]].step
        return (
            step.removesuffix("_{n}")
            if claim == number
            else step.format(n=self._label(number, score).partition("_")[0])
        )

    def _label(self, number: str, score: Any) -> str:
        """What stands below a number that is one of several: its place, or what the score calls the order there."""
        claim = self._claim(number)
        at = number.removeprefix(claim).lstrip("_")
        is_of_an_order = at and score is not None and self.recipe.quantities[self.claims[claim]].index == "n"
        return str(score.label(int(at) - 1)) if is_of_an_order else at

    def _claim(self, number: str) -> str:
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
        forms = InTurn(self._forms(sheet, replaced, given), lambda number: places[self._claim(number)])
        return Numbers(forms, writing)

    def _forms(
        self, sheet: Any, replaced: "Mapping[str, Replacement]", given: Mapping[str, Real]
    ) -> Iterator[tuple[str, tuple[Value, ...]]]:
        """Each number by its name, as it may be written."""
        changed: dict[str, Any] = {}
        for place, one in replaced.items():
            if place == WORDS:
                sheet = _in_other_words(sheet, one)
            elif place != WRITING:
                ways: Mapping[str, Any] = one if isinstance(one, Mapping) else {self.quantity(place): one}
                changed |= {name: way for name, way in ways.items() if _is_of(way.function, sheet)}
        for claim, others in self.going_on.items():
            if claim in replaced or claim in given:
                changed = {**others, **changed}
        found = sheet.with_each(changed)
        if given:  # what follows is not as it was
            names = [self.claims[self._claim(number)] for number in given]
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
def _in_other_words(score: Any, change: Callable[[Any], Any]) -> Any:
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


class Smallest(NamedTuple):
    """The smallest example on which a misconception shows: no shorter text gives it away."""

    candidate: str | tuple[str, ...]
    references: tuple[str, ...] | tuple[tuple[str, ...], ...]
    settings: Mapping[str, Any] = read_only({})

    @property
    def size(self) -> tuple[int, int]:
        """How many words it has, and how many sentences."""
        found = sentences((self.candidate, self.references))
        return sum(len(sentence.split()) for sentence in found), len(found)


@dataclass(frozen=True, repr=False, eq=False)
class Misconception:
    """A wrong formula that can be computed with: one function of a metric, replaced.

    `place` says which function, `wrong` is the formula in its stead, `source` where it is seen.

    >>> from mtexplain import misconceptions
    >>> wrong = misconceptions.get("average-without-log")
    >>> wrong.place, wrong.example.candidate, wrong.example.references
    ('combine', 'a', ('a',))
    >>> round(wrong.on("the cat the cat on the mat", ["the cat is on the mat"], max_n=2).wrong["score"], 3)
    1.835
    """

    subject: Subject
    name: str
    place: str
    title: str
    wrong: Formula
    explanation: str
    source: str
    example: Smallest
    replacement: Any

    @property
    def right(self) -> Formula:
        """The right formula at this place, and those of what goes wrong with it."""
        several = isinstance(self.replacement, Mapping) and isinstance(self.wrong, Chain)
        if not several or self.wrong.operator != ",":  # type: ignore[union-attr]
            return self.subject.right(self.place, None if self.place == WRITING else self.smallest.score)
        return Chain(",", tuple(map(self.subject.right, self.replacement)))

    def goes_wrong_in(self, subject: Subject) -> bool:
        """Whether it is a mistake of this computation: it has the function that is replaced."""
        if self.subject.group == subject.group:
            return True
        return (
            self.place in subject.shared and subject.goes_on_to is not None and self.goes_wrong_in(subject.goes_on_to)
        )

    @property
    def phrase(self) -> str:
        """The title within a sentence: without its colon, and without its capital, unless that belongs to a name.

        >>> from mtexplain import misconceptions
        >>> misconceptions.get("no-clipping").phrase, misconceptions.get("penalty-twice").phrase
        ('no clipping', 'BP counted twice')
        """
        first = self.title.split()[0]
        told, _, more = self.title.partition(": ")
        told += f" ({more})" if more else ""
        return told[0].lower() + told[1:] if first == "A" or first[1:].islower() else told

    def on(self, candidate: str | list[Any], references: list[Any], **settings: Any) -> "Mistake":
        """What it makes of a candidate, or of a text, beside what is right. Settings and errors are the metric's."""
        return self.of(self.subject.score(candidate, references, **settings))

    def of(self, score: Score) -> "Mistake":
        """What it makes of a score's text."""
        return Mistake(self, score)

    @property
    def smallest(self) -> "Mistake":
        """What it makes of its example."""
        references: list[Any] = [one if isinstance(one, str) else list(one) for one in self.example.references]
        candidate = self.example.candidate
        return self.on(candidate if isinstance(candidate, str) else list(candidate), references,
                       **self.example.settings)  # fmt: skip

    def __repr__(self) -> str:
        return f"Misconception({self.name!r}: {self.title})"

    def __str__(self) -> str:
        return str(self.smallest)

    def _repr_html_(self) -> str:
        return self.smallest._repr_html_()


@dataclass(frozen=True, repr=False)
class Mistake(Trace):
    """The numbers of a text by a wrong formula, beside the right ones. Make one with `Misconception.on`.

    >>> from mtexplain import misconceptions
    >>> mistake = misconceptions.get("no-clipping").on("the the the", ["the cat"], max_n=1)
    >>> mistake.shows, str(mistake.right["p_1"]), str(mistake.wrong["p_1"])
    (('p_1', 'score'), '1/3', '3/3')
    """

    misconception: Misconception
    score: Score

    @cached_property
    def _sheet(self) -> Any:
        return self.misconception.subject.sheet(self.score)

    @cached_property
    def right(self) -> Numbers:
        """The right numbers."""
        return self.misconception.subject.numbers(self._sheet, {})

    @cached_property
    def wrong(self) -> Numbers:
        """The numbers that come out with the wrong function in its place."""
        one = self.misconception
        return one.subject.numbers(self._sheet, {one.place: one.replacement})

    @cached_property
    def shows(self) -> tuple[str, ...]:
        """The names of the numbers that come out wrong, in the order of the computation; none where it doesn't show."""
        return tuple(name for name in self.right.forms if not same(self.right[name], self.wrong[name]))

    def symbol(self, name: str) -> Formula:
        """The name of a number as the views write it."""
        return self.misconception.subject.symbols(name, self.score)

    @property
    def headline(self) -> Headline:
        """The first number that comes out wrong, and what it should be; the score, where all is right."""
        name = self.shows[0] if self.shows else [*self.right.forms][-1]
        wrong, right = formula(self.wrong[name]), text.formula(formula(self.right[name]))
        told = (
            f"{self.misconception.title}: right is {right}" if self.shows else "The mistake doesn't show on this text"
        )
        return Headline(text.formula(wrong), Equation(self.symbol(name), wrong, wrong), told)

    @property
    def picture(self) -> Part | None:
        """That of the right score."""
        return self.score.picture

    @property
    def overview(self) -> tuple[Part, ...]:
        """What the mistake is, and every number that comes out wrong."""
        return (Prose((self.misconception.explanation,)), *([self.table] if self.shows else []))

    def steps(self) -> tuple[Step, ...]:
        """The function that is replaced: the right formula, and the wrong one."""
        one = self.misconception
        rows = (("right", one.right), ("wrong", one.wrong))
        pair = Table("", (Column("way", ""), Column("formula", "formula")), rows)
        return (Step("formula", "The formula", one.title, one.wrong, one.explanation, one.source, (pair,)),)

    @property
    def table(self) -> Table:
        """A row for each number that comes out wrong."""
        columns = (Column("number", "number"), Column("right", "right"), Column("wrong", "wrong"))
        rows = tuple((self.symbol(name), formula(self.right[name]), formula(self.wrong[name])) for name in self.shows)
        return Table("", columns, rows)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about the text."""
        return self.score.notes

    def to_dict(self) -> dict[str, Any]:
        """The numbers by both ways, ready for JSON; exact ones are strings."""
        ways = {"right": self.right, "wrong": self.wrong}
        numbers = {way: {name: as_json(found[name]) for name in found.forms} for way, found in ways.items()}
        return {"misconception": self.misconception.name, "shows": list(self.shows), **numbers}

    def __repr__(self) -> str:
        first = f": {self.shows[0]} = {text.formula(formula(self.wrong[self.shows[0]]))}" if self.shows else ""
        return f"Mistake({self.misconception.name}{first})"


def sentences(texts: Any) -> Sequence[str]:
    """All sentences in lists of lists."""
    if isinstance(texts, str):
        return [texts]
    return [sentence for one in texts for sentence in sentences(one)]
