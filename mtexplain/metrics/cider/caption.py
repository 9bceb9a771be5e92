"""The trace of one image. Facts are fields; everything else follows from them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import Any

from mtexplain.counts import NGram
from mtexplain.display.formula import Formula
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note, Part, Table
from mtexplain.display.score import Credit, SentenceScore
from mtexplain.display.trace import Step
from mtexplain.metrics.cider import formulas, moments, notes, overview, pictures, record, steps, tables
from mtexplain.metrics.cider.base import CiderScore
from mtexplain.metrics.cider.frequencies import DocumentFrequencies
from mtexplain.metrics.cider.maths import Order, orders, score
from mtexplain.metrics.cider.rows import rows
from mtexplain.metrics.cider.rules import CiderRules
from mtexplain.metrics.cider.vectors import Vector, vectors


@dataclass(frozen=True, repr=False)
class CaptionCider(CiderScore, SentenceScore):
    """The CIDEr, or CIDEr-D, of the caption of one image, with its working.

    Make one with `caption_cider`, or take one of the segments of `cider`. Beside the tokens and the rules, the
    document frequencies are a fact: an edit leaves them as they are.

    >>> from mtexplain.metrics.cider import cider
    >>> corpus = cider(["the red cat sleeps", "the red dog barks"], [["the red cat sleeps"], ["the blue dog barks"]])
    >>> second = corpus.segments[1]
    >>> second.score, second.exact
    (2.5, '10/4 * (2/3 + 1/3 + 0 + 0)')
    >>> second.orders[0].cosines[0].fraction, second.with_candidate("the blue dog barks".split()).score
    (Fraction(2, 3), 10.0)
    """

    rules: CiderRules
    document_frequencies: DocumentFrequencies = field(kw_only=True)

    @cached_property
    def reference_vectors(self) -> tuple[tuple[Vector, ...], ...]:
        """The tf-idf vectors of each reference, one for each order."""
        return tuple(vectors(tokens, self.document_frequencies, self.rules.max_n) for tokens in self.references)

    @cached_property
    def orders(self) -> tuple[Order, ...]:
        """CIDEr_1 to CIDEr_N, each with a cosine for every reference."""
        return tuple(orders(self.candidate, self.references, self.reference_vectors, self.rules))

    @cached_property
    def values(self) -> tuple[Decimal, ...]:
        """CIDEr_1 to CIDEr_N, 0 to 1, with 40 digits. For them alone no vector is kept: a corpus has very many."""
        kept = self if "orders" in vars(self) else replace(self)
        return tuple(order.value for order in kept.orders)

    @cached_property
    def numbers(self) -> tuple[Formula, ...]:
        return tuple(formulas.value(order) for order in self.orders)

    @property
    def closed_form(self) -> Formula:
        return formulas.closed_form(self.rules, self.numbers)

    @property
    def reference_numbers(self) -> tuple[int, ...]:
        return (len(self.references),)

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every n-gram of the candidate that has a weight, with its count and how much of that earns something."""
        return tuple(
            Credit(order.n, row.ngram, row.count, row.credited)
            for order in self.orders
            for row in rows(order, self.rules)
            if row.count and row.idf
        )

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The n-grams of the references that have a weight: without any of them, every cosine is 0."""
        vectors = (vector for reference in self.reference_vectors for vector in reference)
        return frozenset(ngram for vector in vectors for ngram in vector.counts if vector.frequencies.idf(ngram))

    @property
    def overview(self) -> tuple[Part, ...]:
        return (overview.sentences(self), pictures.orders(self))

    def steps(self) -> tuple[Step, ...]:
        """Tokens, rarity, the length penalty of CIDEr-D, each order's cosines, score."""
        return steps.of_caption(self)

    def moments(self) -> tuple[Moment, ...]:
        """Every n-gram's rarity and weights in turn, then each cosine, between the tokens and the score."""
        return tuple(moments.of_caption(self))

    @property
    def table(self) -> Table:
        """Every n-gram of every order, of the candidate or of a reference, a row each."""
        return tables.all_rows([self])

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined: an n-gram that no image has, an order without n-grams, one image alone."""
        return notes.of_caption(self)

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn: the vectors of the references are made once."""
        for tokens in candidates:
            compared = orders(tokens, self.references, self.reference_vectors, self.rules)
            yield score([order.value for order in compared], self.rules)

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON; every document frequency is in it."""
        return record.of_caption(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "CaptionCider":
        """The trace that `to_dict` wrote: an equal one."""
        return cls(**record.caption(data))
