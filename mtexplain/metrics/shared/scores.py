"""Traced metrics as scores. Everything that the views show is computed from the numbers of the trace."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, singledispatch
from math import inf
from typing import Any, ParamSpec, Self

from mtexplain.counts import NGram
from mtexplain.data import Record
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
from mtexplain.tracing import formulas, views
from mtexplain.tracing.changes import applies, changed, made
from mtexplain.tracing.number import Number, add, calculate, number
from mtexplain.tracing.number import plain as value_of
from mtexplain.tracing.steps import Indices, Quantity, Quick, Traced

P = ParamSpec("P")
_MOST_PICTURES = 10
"""The most segments of a text that are drawn."""

# What a metric shows apart from its formulas. Its views.py registers functions for its own classes (@picture.register).


@singledispatch
def picture(trace: Score) -> Pyramid | Picture:
    """The picture that is shown first, with the whole result at a glance."""
    raise NotImplementedError(type(trace).__name__)


@picture.register
def words_found(trace: SentenceScore) -> Pyramid:
    """The default picture of the words, which shows which of them are in a reference."""
    mine, *theirs = (Counter(text) for text in (trace.candidate, *trace.references))
    counts = [tuple(counts[word] for counts in theirs) for word in mine]
    credits = [min(count, max(in_references)) for count, in_references in zip(mine.values(), counts, strict=True)]
    words = bricks.count_order(1, [(word,) for word in mine], list(mine.values()), credits, counts)
    text = Text("candidate", Words(trace.candidate))
    return bricks.build(text, bricks.name_texts(trace.references), [words], token=trace.rules.token_name)


@singledispatch
def steps(trace: Traced) -> Iterable[Step]:
    """The steps of a trace, by default the steps of its numbers."""
    return views.steps(trace)


@singledispatch
def why(trace: Score) -> Prose:
    """A sentence that says why the score is what it is."""
    return Prose(())


@singledispatch
def odd(trace: Score) -> Iterable[Note]:
    """Notes on a score that is unusual but well defined."""
    return ()


@singledispatch
def moments(trace: Score) -> Iterable[Moment]:
    """The moments that the stepper shows, by default a moment for each step."""
    return Trace.moments(trace)


class TracedScore(Traced, Score):
    """A score whose numbers remember how they were made. Its quantity `score` is the score."""

    def with_known(self, numbers: Iterable[tuple[Quantity[...], Indices, Any]]) -> Self:
        """A copy that takes these numbers as known, each with its quantity and indices, and computes the others."""
        other: Self = made(type(self), self.computed_from, self.given)
        for named, indices, value in numbers:
            quantity = self.quantities[named.name]  # the copy may compute it in another way
            other.known[quantity, *indices] = other.as_number(value, quantity, indices)
        return other

    def summands(self) -> Iterable[float]:
        """The numbers that add up to the score or to its logarithm, unless `terms` is overridden."""
        raise NotImplementedError

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The summands with their formulas; if they add up to log 0, only the infinite summands."""
        nothing = 0.0 if self.account == "sum" else -inf
        terms = []
        for summand in map(number, self.summands()):
            name = plain.formula(formulas.in_symbols(summand))
            terms.append(Term(name, nothing if summand.value is None else float(summand)))
        return tuple([term for term in terms if term.value == -inf] or terms)

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

    def working(self) -> Record:
        return {name: record.plain(value) for name, value in self.plain_values().items()}

    def to_dict(self) -> Record:
        """The trace as plain lists, dicts, strings and numbers, ready for JSON, with its facts.

        InputError for a trace with a mistake or with given numbers, because its facts would give a different score.
        """
        made_so = [*(change.__name__ for change in self.changes), *(f"{name} is given" for name in self.given)]
        if self.is_changed:
            fix = "Save the original trace instead, and write down what was changed."
            raise InputError("to_dict", f"a changed trace ({', '.join(made_so)})", "a trace as it was computed", fix)
        return super().to_dict()


class TracedSentence(TracedScore, SentenceScore):
    """The score of a candidate."""

    def tables(self) -> Iterator[tuple[int | str, Table]]:
        """The tables of n-grams, each with its order."""
        for quantity in self.quantities.values():
            if "table" in quantity.words and quantity.letters == ("n",):
                for (n,) in self.ranges(quantity):
                    yield n, quantity.description("table", self, n)

    def working(self) -> Record:
        """The working as a record, with every number by its name and the rows of n-grams."""
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
        """A table with a row for every n-gram of every order."""
        return joined([((n,), table) for n, table in self.tables()], (Column("n", "n"),))

    @cached_property
    def credits(self) -> tuple[Credit, ...]:
        """The credits of the candidate's words. Metrics with longer n-grams or with parts of words override this."""
        theirs = list(map(Counter, self.references))
        counts = Counter(self.candidate).items()
        return tuple(
            Credit(1, (word,), times, min(times, max(counts[word] for counts in theirs))) for word, times in counts
        )

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The words of the references, any of which gives a candidate a score above 0."""
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
            except ZeroDivisionError:  # only a full trace knows the consequence of 0/0
                yield float(self.with_candidate(tokens).score)


class TracedText(TracedScore, TextScore):
    """The score of a text, whose pooled numbers are summed over the segments; the rest is computed from the sums."""

    def by(self, change: type[object]) -> Self:
        """The score under other rules or with a mistake, as a whole and in each segment that the change applies to."""
        kind = type(self)
        if applies(change, kind) or not applies(change, kind.sentence):
            kind = changed(kind, change)
        segments = (segment.by(change) if applies(change, type(segment)) else segment for segment in self.segments)
        trace: Self = made(kind, self.computed_from | {"segments": tuple(segments)}, self.given)
        return trace

    empty_candidate = ""
    """The consequence of an empty candidate in a segment, if it differs from the consequence in a sentence."""

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Notes on the text as a whole, then on the texts of each segment."""
        notes = list(self.odd())
        for i, segment in enumerate(self.segments, 1):
            of_texts = texts.notes(segment, self.empty_candidate or segment.empty_candidate, segment.empty_reference)
            notes += [note._replace(where=f"segment {i}, {note.where}") for note in of_texts]
        return tuple(notes)

    @classmethod
    def added_up(cls) -> list["Pooled[...]"]:
        """The quantities that are summed over the segments; none if the score is the mean of the segments' scores."""
        return [quantity for quantity in cls.quantities.values() if isinstance(quantity, Pooled)]

    @cached_property
    def sums(self) -> tuple[tuple[Quantity[...], Indices], ...]:
        """Each number that is summed over the segments, as its quantity and its indices."""
        return tuple((quantity, indices) for quantity in self.added_up() for indices in self.ranges(quantity))

    def in_segments(self, quantity: Quantity[...], indices: Indices) -> tuple[Any, ...]:
        """The value of a number in each segment."""
        return tuple(
            [value_of(type(segment).quantities[quantity.name](segment, *indices)) for segment in self.segments]
        )

    @property
    def names_of_sums(self) -> tuple[str, ...]:
        """For each number that is summed over the segments, the name of its quantity."""
        return tuple(quantity.name for quantity, _ in self.sums)

    def rows_of_sums(self) -> tuple[tuple[Any, ...], ...]:
        """A row for each segment, with its numbers that are summed."""
        return tuple(zip(*(self.in_segments(quantity, indices) for quantity, indices in self.sums), strict=True))

    def score_of_sums(self, sums: Iterable[Any]) -> float:
        """The score of a text that has these sums."""
        known = ((*key, value) for key, value in zip(self.sums, sums, strict=True))
        return float(self.with_known(known).score)

    def table_of_sums(self, *indices: Any) -> Table:
        """A table of each segment's summands for the numbers with these indices, and of the sums."""
        added = [quantity for quantity, these in self.sums if these == indices]
        columns = (
            Column("segment", "segment"),
            *(Column(quantity.name, quantity.name.replace("_", " ")) for quantity in added),
        )
        each = ((views.cell(number(value)) for value in self.in_segments(quantity, indices)) for quantity in added)
        rows = zip(*each, strict=True)
        total = ("sum", *(views.cell(quantity(self, *indices)) for quantity in added))
        return Table("", columns, [(index, *row) for index, row in enumerate(rows, 1)], total=total)

    @property
    def overview(self) -> tuple[Part, ...]:
        """A small picture of each of the first segments."""
        first, every = self.segments[:_MOST_PICTURES], len(self.segments)
        pictures = tuple(
            (f"segment {number}: {shown(segment.score)} alone", segment.picture.small)
            for number, segment in enumerate(first, 1)
            if isinstance(segment.picture, Pyramid)
        )
        if not pictures:
            return ()
        return (Gallery(pictures, f"The first {len(first)} of {every:,} segments." if len(first) < every else ""),)

    @property
    def table(self) -> Table:
        """A table with a row for every n-gram of every segment and order."""
        segments = [
            ((number, n), table) for number, segment in enumerate(self.segments, 1) for n, table in segment.tables()
        ]
        return joined(segments, (Column("segment", "segment"), Column("n", "n")))

    def working(self) -> Record:
        """The working as a record, with the numbers that are summed."""
        pooled = {one.name for one, _ in self.sums}
        return {name: value for name, value in super().working().items() if name in pooled}


class Pooled(Quantity[P]):
    """A quantity of a text that is summed over its segments."""

    def __init__(self, quantity: Quantity[P]) -> None:
        super().__init__(
            quantity.method,
            quantity.symbol,
            quantity.is_step,
            step_name=quantity.step_name,
            within=quantity.within,
            is_decimal=quantity.is_decimal,
        )
        self.words = quantity.words.new_child({"legend": "s runs over the segments", "says": ""})
        self.method = self.add_up

    def add_up(self, text: TracedText, *indices: Any) -> Number:
        """The sum over the segments."""
        values = text.in_segments(self, indices)
        symbol = self.symbol_of(indices) or self.label(indices)
        term = Number(None, f"{symbol},s" if "_" in symbol else f"{symbol}_s")
        return Number(calculate(add, values), "", "+", values, ("s", term))


def joined(tables: Sequence[tuple[tuple[Cell, ...], Table]], first: tuple[Column, ...]) -> Table:
    """Join several tables, whose rows get extra cells at the front. A column may be missing from some tables."""
    columns = max((table.columns for _, table in tables), key=len, default=())
    rows: list[tuple[Cell, ...]] = []
    for before, table in tables:
        places = {column.key: index for index, column in enumerate(table.columns)}
        order = [places.get(column.key) for column in columns]
        rows += [(*before, *(None if at is None else row[at] for at in order)) for row in table.rows]
    return Table("", (*first, *columns), rows, names=len(first) + 1)
