"""The trace of a recipe: its views follow from the quantities, and from a plan of the steps that tell them."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property
from math import inf
from typing import Any, ClassVar, Self, get_type_hints

from mtexplain import exact
from mtexplain.display import plain
from mtexplain.display.formula import Formula, shown
from mtexplain.display.parts import Note, Table, Words
from mtexplain.display.score import Score, SentenceScore, Term, TextScore
from mtexplain.display.trace import Step
from mtexplain.inputs import InputError, check_list
from mtexplain.metrics.shared import record, signature, texts
from mtexplain.recipe import plan as plans
from mtexplain.recipe.equations import equation
from mtexplain.recipe.expression import Expression
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import NOTHING, Quantity, Recipe
from mtexplain.recipe.symbols import in_symbols, symbol
from mtexplain.rules import Rules


class RecipeScore(Recipe, Score):
    """A score that is a recipe, of a sentence or of a text."""

    rules: Rules
    metric: ClassVar[str]
    """What its function is called, and its record: "chrf"."""
    summands: ClassVar[tuple[str, ...]]
    """Formulas that add up to the score, or to its logarithm."""

    @property
    @abstractmethod
    def plan(self) -> tuple[Plan, ...]:
        """Its steps, in the order of the computation."""

    @property
    def order_names(self) -> Sequence[tuple[str, str]]:
        """The label of each order, and what its n-grams are called: ("2", "pairs"), say."""
        return ()

    def label(self, place: int) -> str:
        return self.order_names[place][0] if self.order_names else super().label(place)

    @property
    def order_steps(self) -> frozenset[str]:
        """The names of the steps of which there is one for each order."""
        names = (plan.name for plan in self.plan if plan.is_each)
        return frozenset(name.format(n=label) for name in names for label, _ in self.order_names)

    @property
    def symbol(self) -> Formula:
        return symbol(self, "score")

    @property
    def closed_form(self) -> Formula:
        return equation(self, "score").numbers

    @property
    def reference_numbers(self) -> tuple[int, ...]:
        """How many references each segment has; none where nothing is compared."""
        return ()

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
        return tuple(plans.steps(self, self.plan))

    def odd(self) -> Iterable[Note]:
        """What is odd about the score, but defined."""
        return ()

    def working(self) -> dict[str, Any]:
        """What a record says of the working: every quantity by its name, as lists, strings and numbers."""
        return {name: record.plain(getattr(self, name)) for name in self.quantities if name != "score"}

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON."""
        return record.of_score(self, self.metric, **self.working())


@dataclass(frozen=True, repr=False)
class RecipeSentence(RecipeScore, SentenceScore):
    """The score of one candidate, from a recipe."""

    rules: Rules
    text_length: ClassVar[tuple[str, Callable[[tuple[str, ...]], int]]] = "length", len
    """What the table of the texts counts of each, and how."""

    @property
    def reference_numbers(self) -> tuple[int, ...]:
        return (len(self.references),)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about the score, then about each text."""
        return (*self.odd(), *texts.notes(self, self.empty_candidate, self.empty_reference))

    @property
    def empty_candidate(self) -> str:
        """What follows where the candidate is empty, as the rest of a sentence."""
        return "so the score is 0"

    @property
    def empty_reference(self) -> str:
        """What follows where a reference is empty, as a sentence without its full stop."""
        return "Nothing matches it"

    @property
    def text_table(self) -> Table:
        """The tokens of each text."""
        return texts.tokens(self, *self.text_length)

    def to_dict(self) -> dict[str, Any]:
        return record.of_sentence(self, self.metric, **self.working())

    def in_text(self) -> dict[str, Any]:
        """Its record within that of a text: it may leave out what all segments have in common."""
        return self.to_dict()

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The trace that `to_dict` wrote: an equal one."""
        return cls(**cls.facts(data))

    @classmethod
    def facts(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """What a record is about, checked: the fields of the trace. Everything else is computed from them."""
        return record.facts(data, cls.metric, cls.read_rules)

    @classmethod
    def read_rules(cls, data: Any) -> Rules:
        """The rules that were written, checked."""
        return record.rules_of(data, _kind_of_rules(cls))


@cache
def _kind_of_rules(kind: type[RecipeSentence]) -> type[Rules]:
    found: type[Rules] = get_type_hints(kind)["rules"]
    return found


class RecipeText(TextScore, RecipeScore):
    """The score of a text: what is pooled is summed over its segments, and the rest is the same recipe."""

    segments: tuple[Any, ...]
    sentence: ClassVar[type[RecipeSentence]]
    """What each segment is."""
    text_metric: ClassVar[str] = ""
    """What its record is called, where that is not "corpus_" and the name of the metric."""
    shared: ClassVar[tuple[str, ...]] = ()
    """What all segments have in common: in the record of a text it stands once."""
    segment_name: ClassVar[str] = "segment"
    """What a segment is called: an image, say."""

    @property
    def parts(self) -> tuple[Any, ...]:
        return self.segments

    def with_quantities(
        self, changed: Mapping[str, Quantity[Any]], given: Mapping[str, Any] = NOTHING, until: Collection[str] = ()
    ) -> Self:
        """The same with other quantities in every segment, and as a whole."""
        other = super().with_quantities(changed, given, until)
        if changed:
            vars(other)["segments"] = tuple(segment.with_quantities(changed) for segment in self.segments)
        return other

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about the text as a whole, then about each segment."""
        each = ((place, note) for place, one in enumerate(self.segments, 1) for note in one.notes if note.where)
        told = (note._replace(where=f"segment {place}, {note.where}") for place, note in each)
        return (*self.odd(), *told)

    @property
    def text_table(self) -> Table:
        """The candidate of each segment, and its score alone."""
        rows = [
            (place, Words(one.candidate), len(one.candidate), len(one.references), shown(one.score))
            for place, one in enumerate(self.segments, 1)
        ]
        alone = f"{plain.formula(self.symbol)} alone"
        return Table("", texts.keyed("segment", "candidate", "tokens", "references", score=alone), rows, names=2)

    def working(self) -> dict[str, Any]:
        """What a record says of the working: what is pooled."""
        return {name: record.plain(getattr(self, name)) for name, one in self.quantities.items() if one.pooled}

    @classmethod
    def record_name(cls) -> str:
        """The metric that its record names."""
        return cls.text_metric or f"corpus_{cls.metric}"

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON, each segment whole."""
        whole = self.segments[0].to_dict() if self.shared else {}
        shared = {name: whole[name] for name in self.shared}
        each = (one.in_text() for one in self.segments)
        segments = [{name: value for name, value in one.items() if name not in shared} for one in each]
        return record.of_score(self, self.record_name(), **self.working(), **shared, segments=segments)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The trace that `to_dict` wrote: an equal one."""
        found = record.of_metric(data, cls.record_name(), ("segments", *cls.shared))
        listed = check_list(found["segments"], "segments", f"a list of {cls.segment_name}s")
        if not listed:
            raise InputError("segments", "an empty list", f"at least one {cls.segment_name}")
        shared = cls.read_shared(found)
        facts = [cls._facts(one, shared, place) for place, one in enumerate(listed)]
        for place, one in enumerate(facts):
            if one["rules"] != facts[0]["rules"]:
                raise InputError(f"segments[{place}], rules", "other rules", "the rules of segments[0]")
        if "rules" in found and cls.sentence.read_rules(found["rules"]) != facts[0]["rules"]:
            raise InputError("rules", "other rules", "the rules of the segments")
        return cls.from_facts(facts)

    @classmethod
    def read_shared(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """What all segments have in common, as `facts` takes it with each of them."""
        return {name: data[name] for name in cls.shared}

    @classmethod
    def _facts(cls, data: Any, shared: Mapping[str, Any], place: int) -> dict[str, Any]:
        try:
            return cls.sentence.facts({**record.keyed(data, "the record", ()), **shared})
        except InputError as error:
            raise type(error)(f"segments[{place}], {error.where}", error.got, error.expected, error.fix) from None

    @classmethod
    def from_facts(cls, facts: Sequence[Mapping[str, Any]]) -> Self:
        """The text of these segments; all have the same rules."""
        return cls(tuple(cls.sentence(**one) for one in facts), facts[0]["rules"])  # type: ignore[call-arg]
