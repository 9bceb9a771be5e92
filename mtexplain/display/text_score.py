"""The score of a text of several segments, each with a score of its own."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar, Self

from mtexplain.data import Facts, Record
from mtexplain.display import plain, record, texts
from mtexplain.display.formula import shown
from mtexplain.display.parts import Note, Table, Words
from mtexplain.display.score import Credit, Score, SentenceScore
from mtexplain.inputs import InputError, check_list


class TextScore(Score):
    """The score of several candidates together. Each segment is a score of its own.

    >>> import mtexplain
    >>> trace = mtexplain.corpus_bleu(["a", "b c"], [["a"], ["b b"]], max_n=1)
    >>> [str(segment.score) for segment in trace.segments], trace.exact
    (['1.0', '0.5'], '2/3')
    """

    segments: tuple[Any, ...]
    sentence: ClassVar[type[SentenceScore]]
    """The class of each segment."""
    text_metric: ClassVar[str] = ""
    """The name of its record, if it is not "corpus_" followed by the name of the metric."""
    shared: ClassVar[tuple[str, ...]] = ()
    """The names of the fields that all segments have in common. The record of a text contains them only once."""
    segment_name: ClassVar[str] = "segment"
    """The word for a segment, such as image."""

    @property
    def candidate(self) -> tuple[tuple[str, ...], ...]:
        """The tokens of every segment's candidate."""
        return tuple(segment.candidate for segment in self.segments)

    @property
    def references(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The tokens of every segment's references."""
        return tuple(segment.references for segment in self.segments)

    @property
    def reference_numbers(self) -> tuple[int, ...]:
        return tuple(len(segment.references) for segment in self.segments)

    @property
    def credits(self) -> tuple[Credit, ...]:
        """The rows of every segment, in order."""
        return tuple(row for segment in self.segments for row in segment.credits)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Notes on the text as a whole, then on each segment."""
        notes = (
            note._replace(where=f"segment {number}, {note.where}")
            for number, segment in enumerate(self.segments, 1)
            for note in segment.notes
            if note.where
        )
        return (*self.odd(), *notes)

    @property
    def text_table(self) -> Table:
        """A table of the candidate of each segment with its own score."""
        rows = [
            (number, Words(segment.candidate), len(segment.candidate), len(segment.references), shown(segment.score))
            for number, segment in enumerate(self.segments, 1)
        ]
        alone = f"{plain.formula(self.symbol)} alone"
        return Table("", texts.keyed("segment", "candidate", "tokens", "references", score=alone), rows, names=2)

    @classmethod
    def record_name(cls) -> str:
        """Return the name of the metric in its record."""
        return cls.text_metric or f"corpus_{cls.metric}"

    def to_dict(self) -> Record:
        """Return the trace as lists, dicts, strings and numbers, ready for JSON, with every segment in full."""
        whole = self.segments[0].to_dict() if self.shared else {}
        shared = {name: whole[name] for name in self.shared}
        each = (segment.in_text() for segment in self.segments)
        segments = [{name: value for name, value in segment.items() if name not in shared} for segment in each]
        record_of_text = super().to_dict() | {"metric": self.record_name()}
        last = {name: record_of_text.pop(name) for name in ("terms", "notes")}
        return {**record_of_text, **shared, "segments": segments, **last}

    @classmethod
    def from_dict(cls, data: Record) -> Self:
        """Return a trace that is equal to the trace from which `to_dict` made this record."""
        checked = record.of_metric(data, cls.record_name(), ("segments", *cls.shared))
        listed = check_list(checked["segments"], "segments", f"a list of {cls.segment_name}s")
        if not listed:
            raise InputError("segments", "an empty list", f"at least one {cls.segment_name}")
        shared = cls.read_shared(checked)
        facts = [cls._facts(item, shared, index) for index, item in enumerate(listed)]
        for index, segment in enumerate(facts):
            if segment["rules"] != facts[0]["rules"]:
                raise InputError(f"segments[{index}], rules", "other rules", "the rules of segments[0]")
        if "rules" in checked and cls.sentence.read_rules(checked["rules"]) != facts[0]["rules"]:
            raise InputError("rules", "other rules", "the rules of the segments")
        return cls.from_facts(facts)

    @classmethod
    def read_shared(cls, data: Record) -> Facts:
        """Return the fields that all segments have in common, which are added to each segment for `facts`."""
        return {name: data[name] for name in cls.shared}

    @classmethod
    def _facts(cls, data: object, shared: Facts, index: int) -> Facts:
        try:
            return cls.sentence.facts({**record.keyed(data, "the record", ()), **shared})
        except InputError as error:
            raise type(error)(f"segments[{index}], {error.where}", error.got, error.expected, error.fix) from None

    @classmethod
    def from_facts(cls, facts: Sequence[Facts]) -> Self:
        """Return the text of these segments, which all have the same rules."""
        return cls(tuple(cls.sentence(**segment) for segment in facts), facts[0]["rules"])  # type: ignore[call-arg]
