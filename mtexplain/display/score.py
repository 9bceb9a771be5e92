"""A score: a trace of a single number, with what earned it and the terms that add up to it."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, fields, replace
from fractions import Fraction
from functools import cache, cached_property
from math import inf, isinf
from typing import ClassVar, Literal, NamedTuple, Self, get_type_hints

from mtexplain import __version__
from mtexplain.automaton import Automaton
from mtexplain.counts import NGram
from mtexplain.data import Facts, Record
from mtexplain.display import plain, record, signature, texts
from mtexplain.display.formula import Formula, shown
from mtexplain.display.parts import Equation, Headline, Note, Prose, Table
from mtexplain.display.trace import Trace
from mtexplain.inputs import check_tokens
from mtexplain.rules import Rules


class Term(NamedTuple):
    """A term in the account of a score, as a pair (name, value). The value of log 0 is -inf."""

    name: str
    value: float


class Credit(NamedTuple):
    """An item that can earn credit, with its group (for BLEU, the order n), its count and its credited count."""

    group: int | str
    ngram: NGram
    times: int
    credited: int


class Worst(NamedTuple):
    """The words for the worst score of a metric: its value, the term that alone causes it, the reason, what is lacking.

    `lacking` comes after "because" and before a list of items that earn no credit.
    """

    score: str = "0"
    term: str = "log 0"
    why: str = "One factor of 0 makes the whole product 0, however large the other factors are."
    lacking: str = "none of these is in a reference"


class Score(Trace):
    """A trace of a single number, the score, with the rules it was computed by and the terms that add up to it.

    >>> import mtexplain
    >>> trace = mtexplain.bleu("a b", ["a c"], max_n=1)
    >>> trace.score == 0.5, trace.exact, trace.rules.name
    (True, '1/2', 'paper')
    """

    rules: Rules

    metric: ClassVar[str]
    """The name of its function and of its record, such as "chrf"."""

    account: Literal["log", "sum"] = "log"
    """The sum of the terms: the logarithm of the score, or the score itself."""

    lower_is_better: bool = False
    """True if a lower score is better."""

    worst: Worst = Worst()
    """The words for a score that a single term makes the worst possible score."""

    earns: str = "n-gram"
    """A word for the items that earn credit, such as n-gram, word or skip-bigram."""

    grouped_by: str = "n"
    """A word for the groups of these items, such as their order n or the stage at which they match."""

    @property
    @abstractmethod
    def score(self) -> float:
        """The score."""

    @property
    @abstractmethod
    def terms(self) -> tuple[Term, ...]:
        """Pairs (name, value) that add up to the logarithm of the score, or to the score if `account` is "sum"."""

    @property
    @abstractmethod
    def credits(self) -> tuple[Credit, ...]:
        """A row for each item of each group, in text order, whether or not it earned credit."""

    @property
    @abstractmethod
    def symbol(self) -> Formula:
        """The name of the score in formulas."""

    @property
    @abstractmethod
    def closed_form(self) -> Formula:
        """The score as a formula, before it is rounded to a float."""

    @property
    def reference_numbers(self) -> tuple[int, ...]:
        """The number of references of each segment, or an empty tuple if there are no references."""
        return ()

    @property
    def signature(self) -> str:
        """Everything that another person needs to get the same number."""
        read = {"scale", *(field.name for field in fields(Rules))}
        own = (f"{name} {value}" for name, value in asdict(self.rules).items() if name not in read)
        return signature.written(plain.formula(self.symbol), self.rules, own, self.reference_numbers)

    @property
    def printed(self) -> str:
        """The score as it is printed by the tool whose rules are in force, or empty if we do not know its format."""
        return ""

    @property
    def exact(self) -> str:
        """The closed form as text, with the exact score before it is rounded to a float."""
        return plain.formula(self.closed_form)

    @property
    def why(self) -> Prose:
        """The reason for the score in a sentence, or empty if there is nothing to say."""
        return Prose(())

    @property
    def headline(self) -> Headline:
        """The score in large type, the reason for it, and its closed form."""
        value = shown(self.score)
        equation = Equation(self.symbol, self.closed_form, value)
        return Headline(value, equation, self.signature, self.why, lower_is_better=self.lower_is_better)

    @property
    def range(self) -> tuple[Fraction | float, Fraction | float]:
        """The lowest and the highest possible score."""
        return Fraction(0), Fraction(1)

    @property
    def worst_score(self) -> Fraction | float:
        """The bad end of the range. A score that is too small for a float has this value too."""
        return self.range[self.lower_is_better]

    @property
    def is_worst_case(self) -> bool:
        """True if a single cause makes this the worst possible score, however good the rest may be."""
        if self.account == "log":
            return any(isinf(term.value) for term in self.terms)
        return self.score == self.range[0]

    @property
    def texts(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The name and the words of each text that is scored, if there are any. Marks refer to these texts."""
        return ()

    def change_to(self, score: float) -> float:
        """Return the change from this score to another score of this metric, or 0 if both are infinite."""
        return 0.0 if score == self.score else float(score - self.score)

    def quality(self, score: float) -> float:
        """Return the quality of a score of this metric. Higher is better."""
        return -score if self.lower_is_better else score

    def odd(self) -> Iterable[Note]:
        """Return notes on everything about the score that is unusual but well defined."""
        return ()

    @abstractmethod
    def working(self) -> Record:
        """Return the working for a record, in lists, dicts, strings and numbers."""

    def to_dict(self) -> Record:
        """Return the trace as plain lists, dicts, strings and numbers, ready for JSON."""
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
    """The score of a single candidate against its references, which can be edited word by word.

    Its facts are the tokens and the rules. `candidate_text` and `reference_texts` are the texts as they were typed, if
    these are known.

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
    """The title of the column of counts in the table of texts, and the function that counts."""

    def with_candidate(self, tokens: list[str] | tuple[str, ...]) -> Self:
        """Return the score of other tokens, with the same references and rules, for edits. Tokens are used as they are.

        >>> from mtexplain import bleu
        >>> trace = bleu("a b", ["a b c"], max_n=1)
        >>> print(trace.with_candidate(["a", "b", "c"]).score)
        1.0
        """
        return replace(self, candidate=check_tokens(tokens, "candidate"), candidate_text=None)

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """Return the scores of other candidates, in order. A metric may do this faster than by tracing each."""
        return (self.with_candidate(tokens).score for tokens in candidates)

    def limit(self, tokens: tuple[str, ...]) -> float:
        """Return an upper limit of a candidate's quality, for metrics where it is faster to find than the score."""
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
        """Notes on the score, then on each text."""
        return (*self.odd(), *texts.notes(self, self.empty_candidate, self.empty_reference))

    @property
    def empty_candidate(self) -> str:
        """The consequence of an empty candidate, as the end of a sentence."""
        return "so the score is 0"

    @property
    def empty_reference(self) -> str:
        """The consequence of an empty reference, as a sentence without its full stop."""
        return "Nothing matches it"

    @property
    def text_table(self) -> Table:
        """A table of the tokens of each text."""
        return texts.tokens(self, *self.text_length)

    def to_dict(self) -> Record:
        """Return the trace as plain lists, dicts, strings and numbers, ready for JSON, with its facts."""
        return {
            **super().to_dict(),
            "candidate": list(self.candidate),
            "references": [list(reference) for reference in self.references],
            "candidate_text": self.candidate_text,
            "reference_texts": None if self.reference_texts is None else list(self.reference_texts),
        }

    def in_text(self) -> Record:
        """Return its record within the record of a text, which may leave out what all segments have in common."""
        return self.to_dict()

    @classmethod
    def from_dict(cls, data: Record) -> Self:
        """Return a trace that is equal to the trace from which `to_dict` made this record."""
        return cls(**cls.facts(data))

    @classmethod
    def facts(cls, data: Record) -> Facts:
        """Return the fields of the trace, read from a record and checked. Everything else is computed from them."""
        return record.facts(data, cls.metric, cls.read_rules)

    @classmethod
    def read_rules(cls, data: object) -> Rules:
        """Return the rules in a record, checked."""
        return record.rules_of(data, _kind_of_rules(cls))

    @property
    def zero_groups(self) -> frozenset[int | str]:
        """The groups that make the score 0, because none of their items earns credit."""
        credited = {row.group for row in self.credits if row.credited}
        return frozenset(row.group for row in self.credits if row.group not in credited)

    @property
    @abstractmethod
    def required_ngrams(self) -> frozenset[NGram]:
        """A set of n-grams. A candidate that contains none of them gets the worst possible score.

        A single n-gram may not be enough, depending on the length of the candidate. The empty n-gram means that a
        certain length alone is required.
        """

    @property
    def longest(self) -> int:
        """The length of the longest n-gram that the score needs, and so the length that a candidate may need."""
        return 1

    @property
    def automaton(self) -> Automaton | None:
        """An automaton that accepts candidates whose score is not the worst, or None if `required_ngrams` is enough."""
        return None


@cache
def _kind_of_rules(kind: type[SentenceScore]) -> type[Rules]:
    rules: type[Rules] = get_type_hints(kind)["rules"]
    return rules
