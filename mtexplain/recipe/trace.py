"""The trace of a recipe: its views follow from the quantities, and from a plan of the steps that tell them."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any, ClassVar, NamedTuple, Self

from mtexplain import exact
from mtexplain.counts import NGram, ngrams
from mtexplain.display import plain
from mtexplain.display.charts import Bar, Bars
from mtexplain.display.formula import Chain, Formula, shown
from mtexplain.display.moments import Mark, Moment
from mtexplain.display.parts import Note, Part, Sentence, Sentences, Table, Words
from mtexplain.display.score import Credit, Score, SentenceScore, Term, TextScore
from mtexplain.display.trace import Step
from mtexplain.inputs import InputError, check_list
from mtexplain.metrics.shared import charts, record, signature, texts
from mtexplain.metrics.shared.occurrences import Place, earned, marked, occurrences
from mtexplain.recipe import views
from mtexplain.recipe.equations import equation
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.quantity import NOTHING, Orders, Quantity, Recipe, Rows, quantity
from mtexplain.recipe.symbols import in_symbols, symbol, value
from mtexplain.rules import Rules


class Plan(NamedTuple):
    """How a step is told: its name, its title, why it is done, where the paper says so, and its quantities.

    "{n}" in the name makes it a step for each order, and stands for the order's label; "{order}" for what its n-grams
    are called. The last quantity is what comes out of the step. `summary` says in a few words what happened, of the
    trace and the place of an order; `parts` stand before the equations, and `where` says what a letter in these is.
    """

    name: str
    title: str
    why: str
    source: str
    quantities: tuple[str, ...]
    summary: Callable[[Any, int], str]
    parts: Callable[[Any], Iterable[Part]] = lambda trace: ()
    where: str = ""


class RecipeScore(Recipe, Score):
    """A score that is a recipe, of a sentence or of a text."""

    rules: Rules
    metric: ClassVar[str]
    """What its function is called, and its record: "chrf"."""
    plan: ClassVar[tuple[Plan, ...]]
    """Its steps, in the order of the computation."""
    summands: ClassVar[tuple[str, ...]]
    """Formulas that add up to the score, or to its logarithm."""
    bars: ClassVar[tuple[str, ...]]
    """The quantities from 0 to 1 that are drawn as a row of bars; the score is the last."""

    @property
    def order_names(self) -> Sequence[tuple[str, str]]:
        """The label of each order, and what its n-grams are called: ("2", "pairs"), say."""
        return ()

    def label(self, place: int) -> str:
        return self.order_names[place][0]

    @property
    def order_steps(self) -> frozenset[str]:
        """The names of the steps of which there is one for each order."""
        names = (plan.name for plan in self.plan if "{n}" in plan.name)
        return frozenset(name.format(n=label) for name in names for label, _ in self.order_names)

    @property
    def symbol(self) -> Formula:
        return symbol(type(self), "score")

    @property
    def closed_form(self) -> Formula:
        return equation(self, "score").numbers

    @property
    @abstractmethod
    def reference_numbers(self) -> tuple[int, ...]:
        """How many references each segment has."""

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        base = {one.name for one in fields(Rules)}
        own = (f"{name} {one}" for name, one in vars(self.rules).items() if name not in {*base, "scale"})
        return signature.written(plain.formula(self.symbol), self.rules, own, self.reference_numbers)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The summands, those of each order in turn; of a logarithm of 0 those that make it so."""
        with exact.forty_digits():
            found = [term for text in self.summands for term in self._terms(Expression(text))]
        return tuple([term for term in found if term.value == -inf] or found)

    def _terms(self, formula: Expression) -> Iterator[Term]:
        known = {name: getattr(self, name) for name in formula.needs}
        several = formula.value(known)
        for place, one in enumerate(several if isinstance(several, tuple) else (several,)):
            at = self.label(place) if isinstance(several, tuple) else ""
            name = plain.formula(in_symbols(type(self), formula, at))
            nothing = 0.0 if self.account == "sum" else -inf
            yield Term(name, nothing if one is None else float(one))

    def steps(self) -> tuple[Step, ...]:
        """The steps of the plan."""
        return tuple(step for plan in self.plan for step in self._steps(plan))

    def _steps(self, plan: Plan) -> Iterator[Step]:
        is_each = "{n}" in plan.name
        for place, (label, order) in enumerate(self.order_names if is_each else [("", "")]):
            name, title, why = (
                text.format(n=label, order=order, Order=order.capitalize())
                for text in (plan.name, plan.title, plan.why)
            )
            made = [equation(self, one, place if is_each else None, plan.where) for one in plan.quantities]
            outcome = Chain("=", (symbol(type(self), plan.quantities[-1], label), made[-1].value))
            parts = (*plan.parts(self), *([self.order_table(place)] if is_each else ()), *made)
            yield Step(name, title, plan.summary(self, place), outcome, why, plan.source, parts)

    @abstractmethod
    def order_table(self, place: int) -> Table:
        """What is counted of an order."""

    @property
    @abstractmethod
    def text_table(self) -> Table:
        """What is scored: the tokens of each text, or the candidate of each segment."""

    def odd(self) -> Iterable[Note]:
        """What is odd about the score, but defined."""
        return ()

    def chart(self) -> Bars:
        """The factors in a row, and the score."""
        *factors, last = [(symbol(type(self), name), getattr(self, name) or 0) for name in self.bars]
        parts = [Bar(label, "", value(number), float(number)) for label, number in factors]
        return charts.row(parts, [Bar(last[0], "", value(last[1]), float(last[1]), ">", "result")])

    def _record(self) -> dict[str, Any]:
        """Every quantity by its name, as lists, strings and numbers."""
        return {name: _plain(getattr(self, name)) for name in self.quantities if name != "score"}


def _tokens(text: Sequence[str]) -> str:
    return f"{len(text)} token{'' if len(text) == 1 else 's'}"


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(map(_plain, value))
    if isinstance(value, Decimal):
        return record.number(float(value))
    return str(value) if isinstance(value, Fraction) else value


class NgramScore(RecipeScore):
    """A score that counts n-grams: these come first, in the order of the candidate."""

    @quantity("g", "the n-grams of the candidate", index="n g")
    def ngrams(self: Any) -> Rows[NGram]:
        return tuple(tuple(counts) for counts in self.counts)

    @quantity("Count", "how often the candidate has it", index="n g", says="occurs {} in the candidate")
    def count(self: Any) -> Rows[int]:
        return tuple(tuple(counts.values()) for counts in self.counts)


@dataclass(frozen=True, repr=False)
class RecipeSentence(RecipeScore, SentenceScore):
    """The score of one candidate, from a recipe that counts n-grams: it has `ngrams`, `count` and `matches`."""

    rules: Rules

    @property
    def reference_numbers(self) -> tuple[int, ...]:
        return (len(self.references),)

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every n-gram, with its count and its matches."""
        known: Any = self
        rows = zip(self.order_names, known.ngrams, known.count, known.matches, strict=True)
        return tuple(
            Credit(int(label) if label.isdecimal() else label, *row)
            for (label, _), *columns in rows
            for row in zip(*columns, strict=True)
        )

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The words of the references: with one of them the score is above 0."""
        return frozenset((word,) for reference in self.references for word in reference)

    def best_reference(self) -> int:
        """The place of the reference by which alone the score is best: of several as good the first."""
        if len(self.references) == 1:
            return 0
        found = []
        for text, counts in zip(self.references, self.reference_counts, strict=True):
            alone = replace(self, references=(text,), reference_texts=None).with_quantities(self.changed)
            vars(alone).update(counts=self.counts, reference_counts=(counts,))
            found.append(self.quality(alone.score))
        return found.index(max(found))

    def list_ngrams(self, tokens: Sequence[str], place: int) -> Iterable[NGram]:
        """Every n-gram of an order in a text."""
        return ngrams(tokens, place + 1)

    def find_ngrams(self, tokens: Sequence[str], place: int) -> Iterable[tuple[NGram, Place]]:
        """The same, each with the tokens that it touches."""
        return occurrences(tokens, place + 1)

    def count_ngrams(self, tokens: Sequence[str]) -> Orders[Counter[NGram]]:
        """How often a text has each n-gram, order by order."""
        places = range(len(self.order_names))
        return tuple(Counter(self.list_ngrams(tokens, place)) for place in places)

    @cached_property
    def counts(self) -> Orders[Counter[NGram]]:
        """How often the candidate has each of its n-grams, order by order."""
        return self.count_ngrams(self.candidate)

    @cached_property
    def reference_counts(self) -> tuple[Orders[Counter[NGram]], ...]:
        """The same of each reference."""
        return tuple(map(self.count_ngrams, self.references))

    def marks(self, place: int, ngram: NGram) -> tuple[Mark, ...]:
        """Where an n-gram of an order stands in each text."""
        texts = enumerate(self._places[place])
        return tuple(Mark(number, marked(there[ngram])) for number, there in texts if ngram in there)

    @cached_property
    def _places(self) -> Sequence[Sequence[Mapping[NGram, list[Place]]]]:
        """Of each order and each text, where each n-gram stands."""
        return [
            [self._find(text, place) for text in (self.candidate, *self.references)]
            for place in range(len(self.order_names))
        ]

    def _find(self, text: Sequence[str], place: int) -> Mapping[NGram, list[Place]]:
        found: dict[NGram, list[Place]] = {}
        for ngram, there in self.find_ngrams(text, place):
            found.setdefault(ngram, []).append(there)
        return found

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about the score, then about each text."""
        return (*self.odd(), *texts.notes(self, "so the score is 0", lambda: "Nothing matches it"))

    @property
    def overview(self) -> tuple[Part, ...]:
        """The words, of which those that stand in a reference are marked, and the factors."""
        most: dict[NGram, int] = {}
        for reference in self.references:
            for word in reference:
                most[word,] = max(most.get((word,), 0), reference.count(word))
        states = earned(occurrences(self.candidate, 1), most, self.candidate, self.references)
        rows, here = (
            [Sentence("candidate", Words(self.candidate, states), _tokens(self.candidate))],
            set(self.candidate),
        )
        for place, text in enumerate(self.references, 1):
            there = tuple("matched" if token in here else "" for token in text)
            rows.append(Sentence(f"reference {place}", Words(text, there), _tokens(text)))
        return (Sentences(tuple(rows)), self.chart())

    def moments(self) -> tuple[Moment, ...]:
        """Each step, and in the steps of the orders each cell of the table in turn."""
        return tuple(views.moments(self, self.steps()))

    def order_table(self, place: int) -> Table:
        return views.of_order(self, place)

    @property
    def text_table(self) -> Table:
        return texts.tokens(self)

    @property
    def table(self) -> Table:
        """Every n-gram of every order, a row each."""
        return views.of_segments([self])

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON."""
        return record.of_sentence(self, self.metric, **self._record())

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The trace that `to_dict` wrote: an equal one."""
        return cls(**cls.facts(data))

    @classmethod
    def facts(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """What a record is about, checked: the fields of the trace. Everything else is computed from them."""
        kind: Any = next(one.type for one in fields(cls) if one.name == "rules")
        return record.facts(data, cls.metric, lambda rules: record.rules_of(rules, kind))


class RecipeText(TextScore, RecipeScore):
    """The score of a text: what is pooled is summed over its segments, and the rest is the same recipe."""

    segments: tuple[Any, ...]
    sentence: ClassVar[type[RecipeSentence]]
    """What each segment is."""

    @property
    def parts(self) -> tuple[Any, ...]:
        return self.segments

    def with_quantities(
        self, changed: Mapping[str, Quantity[Any]], given: Mapping[str, Any] = NOTHING, until: Collection[str] = ()
    ) -> Self:
        """The same with other quantities in every segment, and as a whole."""
        changed = {**self.changed, **changed}
        segments = tuple(segment.with_quantities(changed) for segment in self.segments)
        other: Self = replace(self, segments=segments)  # type: ignore[type-var]
        return super(RecipeText, other).with_quantities(changed, given, until)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about the text as a whole, then about each segment."""
        each = ((place, note) for place, one in enumerate(self.segments, 1) for note in one.notes if note.where)
        told = (note._replace(where=f"segment {place}, {note.where}") for place, note in each)
        return (*self.odd(), *told)

    @property
    def overview(self) -> tuple[Part, ...]:
        """The factors."""
        return (self.chart(),)

    def order_table(self, place: int) -> Table:
        return views.pooled(self, place)

    @property
    def text_table(self) -> Table:
        rows = [
            (place, Words(one.candidate), len(one.candidate), len(one.references), shown(one.score))
            for place, one in enumerate(self.segments, 1)
        ]
        alone = f"{plain.formula(self.symbol)} alone"
        return Table("", texts.keyed("segment", "candidate", "tokens", "references", score=alone), rows, names=2)

    @property
    def table(self) -> Table:
        """Every n-gram of every segment and order, a row each."""
        return views.of_segments(self.segments)

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON, each segment whole."""
        pooled = {name: _plain(getattr(self, name)) for name, one in self.quantities.items() if one.pooled}
        return record.of_score(
            self, f"corpus_{self.metric}", **pooled, segments=[one.to_dict() for one in self.segments]
        )

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The trace that `to_dict` wrote: an equal one."""
        found = record.of_metric(data, f"corpus_{cls.metric}", ("segments",))
        listed = check_list(found["segments"], "segments", "a list of segments")
        if not listed:
            raise InputError("segments", "an empty list", "at least one segment")
        facts = [cls._facts(one, place) for place, one in enumerate(listed)]
        for place, one in enumerate(facts):
            if one["rules"] != facts[0]["rules"]:
                raise InputError(f"segments[{place}], rules", "other rules", "the rules of segments[0]")
        return cls.from_facts(facts)

    @classmethod
    def _facts(cls, data: Any, place: int) -> dict[str, Any]:
        try:
            return cls.sentence.facts(data)
        except InputError as error:
            raise type(error)(f"segments[{place}], {error.where}", error.got, error.expected, error.fix) from None

    @classmethod
    def from_facts(cls, facts: Sequence[Mapping[str, Any]]) -> Self:
        """The text of these segments; all have the same rules."""
        return cls(tuple(cls.sentence(**one) for one in facts), facts[0]["rules"])  # type: ignore[call-arg]
