"""A traced metric as a score: what every medium asks of it follows from its numbers."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, singledispatch
from math import inf
from typing import Any, ParamSpec, Self

from mtexplain.counts import NGram
from mtexplain.display import plain, record, texts
from mtexplain.display.formula import Formula, shown
from mtexplain.display.parts import Cell, Column, Note, Part, Prose, Table, Words
from mtexplain.display.picture import Picture
from mtexplain.display.pyramid import Gallery, Pyramid, Text
from mtexplain.display.score import Credit, Score, SentenceScore, Term
from mtexplain.display.steps import Moment
from mtexplain.display.text_score import TextScore
from mtexplain.display.trace import Step, Trace
from mtexplain.inputs import InputError, check_tokens
from mtexplain.metrics.shared import bricks
from mtexplain.tracing import formulas, telling
from mtexplain.tracing.changes import applies, changed, made
from mtexplain.tracing.number import Number, add, calculate, number
from mtexplain.tracing.number import plain as value_of
from mtexplain.tracing.steps import Quantity, Quick, Traced

P = ParamSpec("P")
_MOST_PICTURES = 10
"""So many segments of a text are drawn."""

# What a metric tells beside its steps. Its file told.py has functions for its own classes: @picture.register.


@singledispatch
def picture(trace: Score) -> Pyramid | Picture:
    """What is shown first, the whole result at a glance."""
    raise NotImplementedError(type(trace).__name__)


@picture.register
def words_found(trace: SentenceScore) -> Pyramid:
    """At least the words, and which of them are in a reference."""
    mine, *theirs = (Counter(text) for text in (trace.candidate, *trace.references))
    found = [tuple(one[word] for one in theirs) for word in mine]
    credits = [min(count, max(one)) for count, one in zip(mine.values(), found, strict=True)]
    words = bricks.count_order(1, [(word,) for word in mine], list(mine.values()), credits, found)
    text = Text("candidate", Words(trace.candidate))
    return bricks.build(text, bricks.name_texts(trace.references), [words], token=trace.rules.token_name)


@singledispatch
def steps(trace: Traced) -> Iterable[Step]:
    """Its steps: as a rule those of its numbers."""
    return telling.steps(trace)


@singledispatch
def why(trace: Score) -> Prose:
    """Why the score is what it is, in a sentence."""
    return Prose(())


@singledispatch
def odd(trace: Score) -> Iterable[Note]:
    """What is odd about the score, but defined."""
    return ()


@singledispatch
def moments(trace: Score) -> Iterable[Moment]:
    """What the stepper shows, moment by moment: a moment for each step."""
    return Trace.moments(trace)


class TracedScore(Traced, Score):
    """A score whose numbers remember how they were made. Its quantity `score` is the score."""

    def with_known(self, numbers: Iterable[tuple[Quantity[Any], tuple[Any, ...], Any]]) -> Self:
        """A copy that knows these numbers already, each with its quantity and indices, and computes the others."""
        other: Self = made(type(self), self.computed_from, self.given)
        for one, indices, value in numbers:
            quantity = self.quantities[one.name]
            other.known[quantity, *indices] = other.as_number(value, quantity, indices)
        return other

    def summands(self) -> Iterable[float]:
        """The numbers that add up to the score, or to its logarithm; unless `terms` tells them in its own way."""
        raise NotImplementedError

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The summands by their formulas; of a logarithm of 0 those that make it so."""
        nothing = 0.0 if self.account == "sum" else -inf
        found = []
        for one in map(number, self.summands()):
            name = plain.formula(formulas.in_symbols(one))
            found.append(Term(name, nothing if one.value is None else float(one)))
        return tuple([term for term in found if term.value == -inf] or found)

    @property
    def symbol(self) -> Formula:
        return formulas.symbol(self.symbol_of(type(self).quantities["score"]))

    @property
    def closed_form(self) -> Formula:
        return formulas.in_numbers(number(self.score))

    def steps(self) -> tuple[Step, ...]:
        return tuple(steps(self))

    @property
    def why(self) -> Prose:
        return why(self)

    def odd(self) -> Iterable[Note]:
        return odd(self)

    def moments(self) -> tuple[Moment, ...]:
        return tuple(moments(self))

    def working(self) -> dict[str, Any]:
        return {name: record.plain(value) for name, value in self.plain_values().items()}

    def to_dict(self) -> dict[str, Any]:
        """The trace as plain lists, dicts, strings and numbers, ready for JSON, with its facts.

        InputError for a trace with a mistake or with numbers that are given: its facts would give another score.
        """
        made_so = [*(one.__name__ for one in self.changes), *(f"{name} is given" for name in self.given)]
        if self.is_changed:
            fix = "Write down the trace that it was made from, and what was changed."
            raise InputError("to_dict", f"a changed trace ({', '.join(made_so)})", "a trace as it was computed", fix)
        return super().to_dict()


class TracedSentence(TracedScore, SentenceScore):
    """The score of one candidate."""

    def tables(self) -> Iterator[tuple[int | str, Table]]:
        """The tables of n-grams, each with its order."""
        for one in self.quantities.values():
            if "table" in one.words and one.letters == ("n",):
                for (n,) in self.ranges(one):
                    yield n, one.told("table", self, n)

    def working(self) -> dict[str, Any]:
        """What a record says of the working: every number by its name, and the rows of n-grams."""
        keys = [column.key for column in self.table.columns]
        rows = [dict(zip(keys, map(record.cell, row), strict=True)) for row in self.table.rows]
        return {**super().working(), "ngrams": rows}

    @cached_property
    def picture(self) -> Pyramid:
        found: Any = picture(self)
        drawn: Pyramid = found
        return drawn

    @property
    def table(self) -> Table:
        """Every n-gram of every order, a row each."""
        return joined([((n,), table) for n, table in self.tables()], (Column("n", "n"),))

    @cached_property
    def credits(self) -> tuple[Credit, ...]:
        """The words of the candidate. A metric that looks at longer n-grams, or at parts of words, says its own."""
        theirs = list(map(Counter, self.references))
        found = Counter(self.candidate).items()
        return tuple(Credit(1, (word,), times, min(times, max(one[word] for one in theirs))) for word, times in found)

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The words of the references: with one of them the score is above 0."""
        return frozenset((word,) for reference in self.references for word in reference)

    def with_candidate(self, tokens: list[str] | tuple[str, ...]) -> Self:
        facts = self.computed_from | {"candidate": check_tokens(tokens, "candidate"), "candidate_text": None}
        other: Self = made(type(self), facts, self.given)
        return other

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        kind, others = changed(type(self), Quick), self.computed_from | {"candidate_text": None}
        for tokens in candidates:
            try:
                yield float(made(kind, others | {"candidate": tokens}, self.given).score)
            except ZeroDivisionError:  # of 0/0 only a trace knows what follows
                yield float(self.with_candidate(tokens).score)


class TracedText(TracedScore, TextScore):
    """The score of a text: what is pooled is added up over its segments, and the rest is computed from the sums."""

    def by(self, change: type[Any]) -> Self:
        """The same by other rules, or with a mistake, as a whole and in each segment to which it applies."""
        kind = type(self)
        if applies(change, kind) or not applies(change, kind.sentence):
            kind = changed(kind, change)
        segments = (one.by(change) if applies(change, type(one)) else one for one in self.segments)
        trace: Self = made(kind, self.computed_from | {"segments": tuple(segments)}, self.given)
        return trace

    empty_candidate = ""
    """What follows where the candidate of a segment is empty, if that is not what follows in a sentence."""

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about the text as a whole, then about the texts of each segment."""
        found = list(self.odd())
        for place, one in enumerate(self.segments, 1):
            notes = texts.notes(one, self.empty_candidate or one.empty_candidate, one.empty_reference)
            found += [note._replace(where=f"segment {place}, {note.where}") for note in notes]
        return tuple(found)

    @classmethod
    def added_up(cls) -> list["Pooled[Any]"]:
        """The quantities that are added up over the segments: none if the score is the mean of theirs."""
        return [one for one in cls.quantities.values() if isinstance(one, Pooled)]

    @cached_property
    def sums(self) -> tuple[tuple[Quantity[Any], tuple[Any, ...]], ...]:
        """Each number that is added up over the segments: its quantity and its indices."""
        return tuple((one, indices) for one in self.added_up() for indices in self.ranges(one))

    def in_segments(self, one: Quantity[Any], indices: tuple[Any, ...]) -> tuple[Any, ...]:
        """The value of a number in each segment."""
        return tuple([value_of(type(segment).quantities[one.name](segment, *indices)) for segment in self.segments])

    @property
    def names_of_sums(self) -> tuple[str, ...]:
        """The quantity of each number that is added up over the segments."""
        return tuple(one.name for one, _ in self.sums)

    def rows_of_sums(self) -> tuple[tuple[Any, ...], ...]:
        """The numbers of each segment that are added up, in a row."""
        return tuple(zip(*(self.in_segments(one, indices) for one, indices in self.sums), strict=True))

    def score_of_sums(self, sums: Iterable[Any]) -> float:
        """The score of a text that has these sums."""
        known = ((*one, value) for one, value in zip(self.sums, sums, strict=True))
        return float(self.with_known(known).score)

    def table_of_sums(self, *indices: Any) -> Table:
        """What each segment adds to the numbers with these indices, and the sums."""
        added = [one for one, these in self.sums if these == indices]
        columns = (Column("segment", "segment"), *(Column(one.name, one.name.replace("_", " ")) for one in added))
        each = ((telling.cell(number(value)) for value in self.in_segments(one, indices)) for one in added)
        rows = zip(*each, strict=True)
        total = ("sum", *(telling.cell(one(self, *indices)) for one in added))
        return Table("", columns, [(place, *row) for place, row in enumerate(rows, 1)], total=total)

    @property
    def overview(self) -> tuple[Part, ...]:
        """A small picture of each of the first segments."""
        first, every = self.segments[:_MOST_PICTURES], len(self.segments)
        pictures = tuple(
            (f"segment {place}: {shown(one.score)} alone", one.picture.small)
            for place, one in enumerate(first, 1)
            if isinstance(one.picture, Pyramid)
        )
        if not pictures:
            return ()
        return (Gallery(pictures, f"The first {len(first)} of {every:,} segments." if len(first) < every else ""),)

    @property
    def table(self) -> Table:
        """Every n-gram of every segment and order, a row each."""
        segments = [((place, n), table) for place, one in enumerate(self.segments, 1) for n, table in one.tables()]
        return joined(segments, (Column("segment", "segment"), Column("n", "n")))

    def working(self) -> dict[str, Any]:
        """What a record says of the working: what is added up."""
        pooled = {one.name for one, _ in self.sums}
        return {name: value for name, value in super().working().items() if name in pooled}


class Pooled(Quantity[P]):
    """A quantity of a text that is the sum of those of its segments."""

    def __init__(self, one: Quantity[P]) -> None:
        super().__init__(
            one.method, one.symbol, one.is_step, step_name=one.step_name, within=one.within, is_decimal=one.is_decimal
        )
        self.words = one.words.new_child({"legend": "s runs over the segments", "says": ""})
        self.method = self.add_up

    def add_up(self, text: TracedText, *indices: Any) -> Number:
        """The sum over the segments."""
        found = text.in_segments(self, indices)
        symbol = self.symbol_of(indices) or self.label(indices)
        term = Number(None, f"{symbol},s" if "_" in symbol else f"{symbol}_s")
        return Number(calculate(add, found), "", "+", found, ("s", term))


def joined(tables: Sequence[tuple[tuple[Cell, ...], Table]], first: tuple[Column, ...]) -> Table:
    """The rows of several tables in a single one, each after some cells of its own. A column may be in some alone."""
    columns = max((table.columns for _, table in tables), key=len, default=())
    rows: list[tuple[Cell, ...]] = []
    for before, table in tables:
        places = {column.key: place for place, column in enumerate(table.columns)}
        order = [places.get(column.key) for column in columns]
        rows += [(*before, *(None if at is None else row[at] for at in order)) for row in table.rows]
    return Table("", (*first, *columns), rows, names=len(first) + 1)
