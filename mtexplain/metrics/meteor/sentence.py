"""The trace of one candidate. Facts are fields; everything else follows from them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import inf
from typing import Any

from mtexplain import exact
from mtexplain.counts import NGram, ngrams
from mtexplain.display import plain
from mtexplain.display.formula import Formula
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note, Part, Table
from mtexplain.display.score import Credit, SentenceScore, Term
from mtexplain.display.trace import Step
from mtexplain.metrics.meteor import formulas, moments, notes, overview, pictures, record, signature, steps, tables
from mtexplain.metrics.meteor.against import Against
from mtexplain.metrics.meteor.limits import limit
from mtexplain.metrics.meteor.rules import MeteorRules
from mtexplain.metrics.meteor.shares import Share


@dataclass(frozen=True, repr=False)
class Meteor(SentenceScore):
    """The METEOR of one candidate, with its working. Make one with `meteor`.

    >>> from mtexplain.metrics.meteor import meteor
    >>> trace = meteor("the president spoke to the audience", ["the president then spoke to the audience"])
    >>> trace.matches, trace.chunks, trace.mean, trace.penalty
    (6, 2, Fraction(20, 23), Fraction(1, 54))
    >>> trace.exact
    '(1 - 0.5 * (2/6)^3) * 20/23'
    """

    rules: MeteorRules
    earns = "word"
    grouped_by = "of"

    @cached_property
    def against(self) -> tuple[Against, ...]:
        """The score against each reference, with its working."""
        return tuple(Against(self.candidate, reference, self.rules) for reference in self.references)

    @cached_property
    def place(self) -> int:
        """Which reference the score is taken from: the first of those that score best, counted from 0."""
        scores = [one.score for one in self.against]
        return scores.index(max(scores))

    @property
    def best(self) -> Against:
        """The score against the best reference: this is METEOR (section 2.2)."""
        return self.against[self.place]

    @property
    def matches(self) -> int:
        """m, the number of words that are linked with words of the best reference."""
        return self.best.matches

    @property
    def chunks(self) -> int:
        """ch, the number of chunks that these links make."""
        return self.best.chunks

    @property
    def precision(self) -> Share:
        """P, the share of the candidate that is matched; its `value` is exact, 0 to 1, or None for 0/0."""
        return self.best.precision

    @property
    def recall(self) -> Share:
        """R, the share of the best reference that is matched."""
        return self.best.recall

    @property
    def mean(self) -> Fraction:
        """Fmean, the weighted harmonic mean of the two, exact, 0 to 1."""
        return self.best.mean

    @property
    def penalty(self) -> Fraction:
        """Pen, 0 to gamma: exact, or to forty digits where its power is no fraction."""
        return self.best.penalty

    @property
    def score(self) -> float:
        """METEOR, 0 to 1: the float nearest to the closed form in `exact`."""
        return self.best.score

    @property
    def symbol(self) -> Formula:
        return formulas.METEOR

    @property
    def closed_form(self) -> Formula:
        return formulas.closed_form(self.best)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """log Fmean and log(1 - Pen): pairs (name, value) that add up to log METEOR. The value of log 0 is -inf."""
        factors = self.best.mean, 1 - self.best.penalty
        logs = (exact.log(factor) if factor else -inf for factor in factors)
        return tuple(Term(plain.formula(name), log) for name, log in zip(formulas.log_terms(), logs, strict=True))

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every different word of the candidate, how often it occurs, how often it is linked."""
        linked = Counter(self.candidate[link.candidate] for link in self.best.alignment.links)
        return tuple(Credit("words", (word,), times, linked[word]) for word, times in Counter(self.candidate).items())

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The words of the references; where the penalty eats a lone match up, pairs; or a whole reference, unpunished.

        A word of the same stem, or a synonym, may do it too.
        """
        runs = (ngrams(reference, n) for reference in self.references for n in {1, 2, len(reference)} - {0})
        return frozenset(chain.from_iterable(runs))

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        return signature.written(self.rules, len(self.references))

    @property
    def overview(self) -> tuple[Part, ...]:
        return (overview.sentences(self), pictures.factors(self))

    def steps(self) -> tuple[Step, ...]:
        """Tokens, each stage's links, the alignment, precision, recall, Fmean, chunks, penalty, score."""
        return tuple(steps.of_sentence(self))

    def moments(self) -> tuple[Moment, ...]:
        """Link by link, then chunk by chunk, between the tokens and the score."""
        return tuple(moments.of_sentence(self))

    @property
    def table(self) -> Table:
        """Every link of the alignment with each reference, a row each."""
        return tables.all_links(self)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined: no match, an empty text, a search cut short, what a tool does by mistake."""
        return tuple(notes.of_sentence(self))

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn, without a trace for each."""
        for tokens in candidates:
            yield max(Against(tokens, reference, self.rules).score for reference in self.references)

    def limit(self, tokens: tuple[str, ...]) -> float:
        return max(limit(tokens, reference, self.rules) for reference in self.references)

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON; exact values are strings such as "2/3"."""
        return record.of_sentence(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Meteor":
        """The trace that `to_dict` wrote: an equal one. It reads tokens, texts and rules, and computes the rest.

        InputError where the rules stem by a function of your own, which a record cannot hold.
        """
        return cls(**record.facts(data))
