"""A score: a trace of one number, with what earned it and the account of it."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache, cached_property
from math import inf, isinf
from typing import Any, ClassVar, Literal, NamedTuple, Self, get_type_hints

from mtexplain import __version__
from mtexplain.automaton import Automaton
from mtexplain.counts import NGram
from mtexplain.display import plain, record, signature, texts
from mtexplain.display.formula import Formula, shown
from mtexplain.display.parts import Equation, Headline, Note, Prose, Table, Words
from mtexplain.display.trace import Trace
from mtexplain.inputs import InputError, check_list, check_tokens
from mtexplain.rules import Rules


class Term(NamedTuple):
    """One summand of the account of a score: a pair (name, value). The value of log 0 is -inf."""

    name: str
    value: float


class Credit(NamedTuple):
    """An item that can earn credit: its group (for BLEU the order n), how often it occurs, how often it is credited."""

    group: int | str
    ngram: NGram
    times: int
    credited: int


class Worst(NamedTuple):
    """How the worst score of a metric is told: its value, what a term is that makes it so alone, why, for want of what.

    The last follows "because", and a list of items that earn no credit follows it.
    """

    score: str = "0"
    term: str = "log 0"
    why: str = "One factor of 0 makes the whole product 0, whatever the others do."
    lacking: str = "none of these is in a reference"


class Score(Trace):
    """A trace of one number: the score, the rules it was computed by, and the account of it.

    >>> import mtexplain
    >>> trace = mtexplain.bleu("a b", ["a c"], max_n=1)
    >>> trace.score == 0.5, trace.exact, trace.rules.name
    (True, '1/2', 'paper')
    """

    rules: Rules

    metric: ClassVar[str]
    """What its function is called, and its record: "chrf"."""

    account: Literal["log", "sum"] = "log"
    """What the terms add up to: the logarithm of the score, or the score itself."""

    lower_is_better: bool = False
    """Whether a lower score is the better one."""

    worst: Worst = Worst()
    """How a score is told that nothing but a single term makes the worst there is."""

    earns: str = "n-gram"
    """What it is that earns credit, in a word: n-gram, word, skip-bigram."""

    grouped_by: str = "n"
    """What the items that earn credit are grouped by: their order n, say, or the stage at which they match."""

    @property
    @abstractmethod
    def score(self) -> float:
        """The score."""

    @property
    @abstractmethod
    def terms(self) -> tuple[Term, ...]:
        """Pairs (name, value) that add up to the logarithm of the score; to the score, where `account` is "sum"."""

    @property
    @abstractmethod
    def credits(self) -> tuple[Credit, ...]:
        """What earned credit, and what did not: a row for each item of each group, in the order of the text."""

    @property
    @abstractmethod
    def symbol(self) -> Formula:
        """The name of the score, as formulas write it."""

    @property
    @abstractmethod
    def closed_form(self) -> Formula:
        """What the score is before it is rounded to a float, as a formula."""

    @property
    def reference_numbers(self) -> tuple[int, ...]:
        """How many references each segment has; none where nothing is compared."""
        return ()

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        base = {field.name for field in fields(Rules)}
        own = (f"{name} {value}" for name, value in vars(self.rules).items() if name not in {*base, "scale"})
        return signature.written(plain.formula(self.symbol), self.rules, own, self.reference_numbers)

    @property
    def printed(self) -> str:
        """The score as the tool prints it whose rules are in force; empty where we do not know how it prints."""
        return ""

    @property
    def exact(self) -> str:
        """The closed form, exact: what the score is before it is rounded to a float."""
        return plain.formula(self.closed_form)

    @property
    def why(self) -> Prose:
        """Why the score is what it is, in a sentence; empty where there is none to say."""
        return Prose(())

    @property
    def headline(self) -> Headline:
        """The score, large, and why it is so; its closed form."""
        value = shown(self.score)
        equation = Equation(self.symbol, self.closed_form, value)
        return Headline(value, equation, self.signature, self.why, lower_is_better=self.lower_is_better)

    @property
    def range(self) -> tuple[Fraction | float, Fraction | float]:
        """The lowest and the highest score there can be."""
        return Fraction(0), Fraction(1)

    @property
    def worst_score(self) -> Fraction | float:
        """The bad end of the range. A score that is too small for a float is there, too."""
        return self.range[self.lower_is_better]

    @property
    def is_worst_case(self) -> bool:
        """Whether one thing alone makes the score the worst there is, however good the rest may be."""
        if self.account == "log":
            return any(isinf(term.value) for term in self.terms)
        return self.score == self.range[0]

    @property
    def texts(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The name and the words of each text that is looked at, where there are any: marks stand on these."""
        return ()

    def change_to(self, score: float) -> float:
        """Another score of this metric, less this one; 0 where both are infinite."""
        return 0.0 if score == self.score else float(score - self.score)

    def quality(self, score: float) -> float:
        """How good a score of this metric is: the higher, the better."""
        return -score if self.lower_is_better else score

    def odd(self) -> Iterable[Note]:
        """What is odd about the score, but defined."""
        return ()

    @abstractmethod
    def working(self) -> dict[str, Any]:
        """What a record says of the working, as lists, strings and numbers."""

    def to_dict(self) -> dict[str, Any]:
        """The trace as plain lists, dicts, strings and numbers, ready for JSON."""
        return {
            "metric": self.metric,
            "version": __version__,
            "score": record.number(self.score),
            "exact": self.exact,
            "signature": self.signature,
            "rules": record.plain_rules(self.rules),
            **self.working(),
            "terms": [[term.name, record.number(term.value)] for term in self.terms],
            "notes": record.plain_notes(self.notes),
        }

    def __repr__(self) -> str:
        return f"{type(self).__name__}({float(self.score)!r} = {self.exact}; {self.signature})"


@dataclass(frozen=True, repr=False)
class SentenceScore(Score):
    """The score of one candidate against its references: what can be edited word by word.

    Its facts are the tokens and the rules; `candidate_text` and `reference_texts` keep what was typed, where it is
    known.

    >>> import mtexplain
    >>> trace = mtexplain.bleu("a b", ["a c"], max_n=1)
    >>> print(trace.candidate, trace.score)
    ('a', 'b') 0.5
    """

    candidate: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]
    rules: Rules
    candidate_text: str | None = None
    reference_texts: tuple[str, ...] | None = None

    reference_name: ClassVar[str] = "reference"
    text_length: ClassVar[tuple[str, Callable[[tuple[str, ...]], int]]] = "length", len
    """What the table of the texts counts of each, and how."""

    def with_candidate(self, tokens: list[str] | tuple[str, ...]) -> Self:
        """The same references and rules with other candidate tokens: for edits. Tokens are taken as they are.

        >>> from mtexplain import bleu
        >>> trace = bleu("a b", ["a b c"], max_n=1)
        >>> print(trace.with_candidate(["a", "b", "c"]).score)
        1.0
        """
        return replace(self, candidate=check_tokens(tokens, "candidate"), candidate_text=None)

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn. A metric may have a quicker way than a trace for each."""
        return (self.with_candidate(tokens).score for tokens in candidates)

    def limit(self, tokens: tuple[str, ...]) -> float:
        """An upper limit of a candidate's quality, for metrics where it is found faster than the score itself."""
        return inf

    @property
    def texts(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The candidate, then each reference."""
        names = ("candidate", *(f"{self.reference_name} {number}" for number in range(1, len(self.references) + 1)))
        return tuple(zip(names, (self.candidate, *self.references), strict=True))

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
        """The trace as plain lists, dicts, strings and numbers, ready for JSON, with its facts."""
        return {
            **super().to_dict(),
            "candidate": list(self.candidate),
            "references": [list(reference) for reference in self.references],
            "candidate_text": self.candidate_text,
            "reference_texts": None if self.reference_texts is None else list(self.reference_texts),
        }

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

    @property
    def zero_groups(self) -> frozenset[int | str]:
        """The groups that make the score 0, since none of their items earns credit."""
        credited = {row.group for row in self.credits if row.credited}
        return frozenset(row.group for row in self.credits if row.group not in credited)

    @property
    @abstractmethod
    def required_ngrams(self) -> frozenset[NGram]:
        """Runs of tokens of which a candidate must hold at least one, lest its score be the worst there is.

        Whether one is enough may depend on the length of the candidate. The empty run stands for a length alone.
        """

    @property
    def longest(self) -> int:
        """The longest n-gram that the score asks for: so long a candidate may have to be."""
        return 1

    @property
    def automaton(self) -> Automaton | None:
        """The candidates whose score is not the worst there is; None where `required_ngrams` tells them."""
        return None


@cache
def _kind_of_rules(kind: type[SentenceScore]) -> type[Rules]:
    rules: type[Rules] = get_type_hints(kind)["rules"]
    return rules


class TextScore(Score):
    """The score of several candidates together: each segment is a score of its own.

    >>> import mtexplain
    >>> trace = mtexplain.corpus_bleu(["a", "b c"], [["a"], ["b b"]], max_n=1)
    >>> [str(segment.score) for segment in trace.segments], trace.exact
    (['1.0', '0.5'], '2/3')
    """

    segments: tuple[Any, ...]
    sentence: ClassVar[type[SentenceScore]]
    """What each segment is."""
    text_metric: ClassVar[str] = ""
    """What its record is called, where that is not "corpus_" and the name of the metric."""
    shared: ClassVar[tuple[str, ...]] = ()
    """What all segments have in common: in the record of a text it stands once."""
    segment_name: ClassVar[str] = "segment"
    """What a segment is called: an image, say."""

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
        """The rows of every segment, in turn."""
        return tuple(row for segment in self.segments for row in segment.credits)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about the text as a whole, then about each segment."""
        notes = (
            note._replace(where=f"segment {number}, {note.where}")
            for number, segment in enumerate(self.segments, 1)
            for note in segment.notes
            if note.where
        )
        return (*self.odd(), *notes)

    @property
    def text_table(self) -> Table:
        """The candidate of each segment, and its score alone."""
        rows = [
            (number, Words(segment.candidate), len(segment.candidate), len(segment.references), shown(segment.score))
            for number, segment in enumerate(self.segments, 1)
        ]
        alone = f"{plain.formula(self.symbol)} alone"
        return Table("", texts.keyed("segment", "candidate", "tokens", "references", score=alone), rows, names=2)

    @classmethod
    def record_name(cls) -> str:
        """The metric that its record names."""
        return cls.text_metric or f"corpus_{cls.metric}"

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON, each segment whole."""
        whole = self.segments[0].to_dict() if self.shared else {}
        shared = {name: whole[name] for name in self.shared}
        each = (segment.in_text() for segment in self.segments)
        segments = [{name: value for name, value in segment.items() if name not in shared} for segment in each]
        record_of_text = super().to_dict() | {"metric": self.record_name()}
        last = {name: record_of_text.pop(name) for name in ("terms", "notes")}
        return {**record_of_text, **shared, "segments": segments, **last}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The trace that `to_dict` wrote: an equal one."""
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
    def read_shared(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """What all segments have in common, as `facts` takes it with each of them."""
        return {name: data[name] for name in cls.shared}

    @classmethod
    def _facts(cls, data: Any, shared: Mapping[str, Any], index: int) -> dict[str, Any]:
        try:
            return cls.sentence.facts({**record.keyed(data, "the record", ()), **shared})
        except InputError as error:
            raise type(error)(f"segments[{index}], {error.where}", error.got, error.expected, error.fix) from None

    @classmethod
    def from_facts(cls, facts: Sequence[Mapping[str, Any]]) -> Self:
        """The text of these segments; all have the same rules."""
        return cls(tuple(cls.sentence(**segment) for segment in facts), facts[0]["rules"])  # type: ignore[call-arg]
