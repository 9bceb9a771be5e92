"""A score: a trace of one number, with what earned it and the account of it."""

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
    """The words for the worst score of a metric: its value, the term that alone makes it so, why, for want of what.

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
    """The name of its function, and of its record: "chrf"."""

    account: Literal["log", "sum"] = "log"
    """The sum of the terms: the logarithm of the score, or the score itself."""

    lower_is_better: bool = False
    """True where a lower score is the better one."""

    worst: Worst = Worst()
    """The words for a score that a single term makes the worst there is."""

    earns: str = "n-gram"
    """The thing that earns credit, in a word: n-gram, word, skip-bigram."""

    grouped_by: str = "n"
    """The groups of the items that earn credit: their order n, say, or the stage at which they match."""

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
        """The items that earned credit, and those that did not: a row for each item of each group, in text order."""

    @property
    @abstractmethod
    def symbol(self) -> Formula:
        """The name of the score, as formulas write it."""

    @property
    @abstractmethod
    def closed_form(self) -> Formula:
        """The score before it is rounded to a float, as a formula."""

    @property
    def reference_numbers(self) -> tuple[int, ...]:
        """The number of references of each segment; none where nothing is compared."""
        return ()

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        read = {"scale", *(field.name for field in fields(Rules))}
        own = (f"{name} {value}" for name, value in asdict(self.rules).items() if name not in read)
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
        """The reason for the score, in a sentence; empty where there is nothing to say."""
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
        """True if one thing alone makes the score the worst there is, however good the others may be."""
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
        """The quality of a score of this metric: the higher, the better."""
        return -score if self.lower_is_better else score

    def odd(self) -> Iterable[Note]:
        """Notes on everything that is odd about the score, but defined."""
        return ()

    @abstractmethod
    def working(self) -> Record:
        """The working as a record holds it, in lists, strings and numbers."""

    def to_dict(self) -> Record:
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
    """The column of the table of the texts that counts something: its title, and the function that counts."""

    def with_candidate(self, tokens: list[str] | tuple[str, ...]) -> Self:
        """The score of other tokens by the same references and rules, for edits. Tokens are taken as they are.

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
        """The tokens of each text."""
        return texts.tokens(self, *self.text_length)

    def to_dict(self) -> Record:
        """The trace as plain lists, dicts, strings and numbers, ready for JSON, with its facts."""
        return {
            **super().to_dict(),
            "candidate": list(self.candidate),
            "references": [list(reference) for reference in self.references],
            "candidate_text": self.candidate_text,
            "reference_texts": None if self.reference_texts is None else list(self.reference_texts),
        }

    def in_text(self) -> Record:
        """Its record within that of a text: it may leave out what all segments have in common."""
        return self.to_dict()

    @classmethod
    def from_dict(cls, data: Record) -> Self:
        """The trace that `to_dict` wrote: an equal one."""
        return cls(**cls.facts(data))

    @classmethod
    def facts(cls, data: Record) -> Facts:
        """The fields of the trace, read from a record and checked. Everything else is computed from them."""
        return record.facts(data, cls.metric, cls.read_rules)

    @classmethod
    def read_rules(cls, data: object) -> Rules:
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
