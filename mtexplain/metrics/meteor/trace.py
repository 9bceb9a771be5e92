"""METEOR as a trace, with the best of several references, quick scores for edits, and the record."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import chain
from math import inf
from typing import ClassVar

from mtexplain.counts import NGram, ngrams
from mtexplain.data import Record
from mtexplain.display import plain, signature
from mtexplain.display.formula import Chain, Formula, Symbol
from mtexplain.display.formula import number as as_formula
from mtexplain.display.parts import Column, Table, Words
from mtexplain.display.score import Credit, Term
from mtexplain.metrics.meteor.alignment import Alignment, list_options
from mtexplain.metrics.meteor.chunk_search import adjacent_links
from mtexplain.metrics.meteor.links import groups, stages, union
from mtexplain.metrics.meteor.rules import Rules2005, stemmer_name
from mtexplain.metrics.meteor.score import AnyMeteor, ReferenceScore, Tokens
from mtexplain.metrics.shared.scores import TracedSentence
from mtexplain.tracing import formulas
from mtexplain.tracing.number import number
from mtexplain.tracing.number import plain as value_of
from mtexplain.tracing.steps import Indices, Quantity

_QUICK = ("crossings", "chunks", "greedy")
ScoreOf = Callable[[int, int, int, int], float]
"""A function from the numbers of links, chunks, candidate words and reference words to the score."""
LINKS = (
    Column("candidate_place", "at"),
    Column("word", "word"),
    Column("reference_place", "at"),
    Column("partner", "is linked with"),
)


@dataclass(frozen=True, repr=False)
class Meteor(AnyMeteor, TracedSentence):
    """The METEOR of one candidate, with its working. Create it with `meteor`.

    Its numbers are computed with the best reference.

    >>> from mtexplain import meteor
    >>> trace = meteor("the president spoke to the audience", ["the president then spoke to the audience"])
    >>> int(trace.matches), int(trace.chunks), str(trace.mean), str(trace.penalty)
    (6, 2, '20/23', '1/54')
    >>> trace.exact
    '(1 - 0.5 * (2/6)^3) * 20/23'
    """

    rules: Rules2005
    metric = "meteor"
    earns = "word"
    grouped_by = "of"
    with_one: ClassVar[type[ReferenceScore]] = ReferenceScore
    """The class of the score with a single reference."""

    @cached_property
    def against(self) -> tuple[ReferenceScore, ...]:
        """The score with each reference, with its working."""
        return tuple(self.with_one(self.candidate, reference, self.rules) for reference in self.references)

    @cached_property
    def best_index(self) -> int:
        """The index, from 0, of the best reference, which gives the score; the first in a tie."""
        indices = range(len(self.against))
        return max(indices, key=lambda index: self.against[index].score) if len(indices) > 1 else 0

    @property
    def best(self) -> ReferenceScore:
        """The score with the best reference, which is METEOR (section 2.2)."""
        return self.against[self.best_index]

    @property
    def reference(self) -> Tokens:
        """The best reference."""
        return self.references[self.best_index]

    @property
    def reference_words(self) -> Tokens:
        return self.reference

    @cached_property
    def alignment(self) -> Alignment:
        return self.best.alignment if self.reference_words is self.best.reference else super().alignment

    def symbol_of(self, quantity: Quantity[...], indices: Indices = ()) -> str:
        """The symbol of a quantity. With several references, the best is the index of the score, as in METEOR_2."""
        symbol = super().symbol_of(quantity, indices)
        return f"{symbol}_{self.best_index + 1}" if quantity.name == "score" and len(self.references) > 1 else symbol

    @property
    def symbol(self) -> Formula:
        return Symbol("METEOR")

    @cached_property
    def others(self) -> tuple[ReferenceScore, ...]:
        """The scores of the same two texts, aligned by other rules."""
        rules = [replace(self.rules, align=name) for name in _QUICK if name != self.rules.align]
        return tuple(self.with_one(self.candidate, self.reference_words, other) for other in rules)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """log Fmean and log(1 - Pen), as pairs (name, value) that add up to log METEOR. The value of log 0 is -inf."""
        return tuple(
            Term(plain.formula(formulas.in_symbols(summand)), -inf if summand.value is None else float(summand))
            for summand in map(number, self.summands())
        )

    @property
    def closed_form(self) -> Formula:
        """The score in numbers, such as (1 - 0.5 * (2/6)^3) * 20/23, without the penalty if that is 0."""
        if self.is_changed:
            return formulas.in_exact_numbers(number(self.score))
        mean = _value(self.mean)
        if not self.mean:
            return "0"
        if not self.penalty:
            return mean
        kept = Chain("-", ("1", formulas.in_numbers(number(self.penalty))), grouped=True)
        return Chain("*", (kept, mean))

    @property
    def signature(self) -> str:
        return signature.written("METEOR", self.rules, self.rules.described(), self.reference_numbers)

    @property
    def empty_reference(self) -> str:
        return "Every candidate scores 0 against it"

    @property
    def table(self) -> Table:
        """A table with a row for every link of the alignment with each reference."""
        rows = tuple(
            (number, link.candidate + 1, Words((score.candidate[link.candidate],)), link.reference + 1,
             Words((score.reference[link.reference],)), link.stage, chunk_number)
            for number, score in enumerate(self.against, 1)
            for chunk_number, chunk in enumerate(score.alignment.chunks, 1)
            for link in chunk
        )  # fmt: skip
        columns = (Column("reference", "reference"), *LINKS, Column("stage", "stage"), Column("chunk", "chunk"))
        return Table("", columns, rows, names=3)

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every distinct word of the candidate, with the number of its occurrences and the number of its links."""
        linked = Counter(self.candidate[link.candidate] for link in self.alignment.links)
        return tuple(Credit("words", (word,), times, linked[word]) for word, times in Counter(self.candidate).items())

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """N-grams of the references that may lift a score above 0.

        They are single words, pairs of words (because the penalty may take everything from a lone match) and whole
        references (because a perfect match may have no penalty). A word with the same stem, or a synonym, may be enough
        too.
        """
        runs = (ngrams(reference, n) for reference in self.references for n in {1, 2, len(reference)} - {0})
        return frozenset(chain.from_iterable(runs))

    # Quick scores.

    @cached_property
    def score_of(self) -> ScoreOf:
        """A function that returns the score for m, ch and the lengths of both texts.

        >>> from mtexplain import meteor
        >>> meteor("a", ["a"]).score_of(6, 2, 6, 7) == 530 / 621
        True
        """
        without_words = self.with_one((), (), self.rules)

        @cache
        def score(matches: int, chunks: int, candidate_length: int, reference_length: int) -> float:
            lengths = {"candidate_length": candidate_length, "reference_length": reference_length}
            return float(without_words.with_numbers(matches=matches, chunks=chunks, **lengths).score)

        return score

    def scores_of(self, candidates: Iterable[Tokens]) -> Iterator[float]:
        """Yield the scores of other candidates without making a trace for each."""
        for tokens in candidates:
            if self.is_changed:
                yield float(self.with_candidate(tokens).score)
                continue
            yield max(self.quick_score(tokens, reference) for reference in self.references)

    def quick_score(self, tokens: Tokens, reference: Tokens) -> float:
        """The score of another candidate with a single reference."""
        alignment = self.with_one(tokens, reference, self.rules).alignment
        return self.score_of(len(alignment.links), len(alignment.chunks), len(tokens), len(reference))

    def limit(self, tokens: Tokens) -> float:
        return inf if self.is_changed else max(self.limit_with(tokens, reference) for reference in self.references)

    def limit_with(self, tokens: Tokens, reference: Tokens) -> float:
        """An upper bound of the score of another candidate with a single reference.

        At most b links are followed by a neighbour in both texts, so m links make at least m - b chunks. The score is
        highest with as many links as possible or, if beta is below 1, with the b + 1 links of a single chunk.

        >>> from mtexplain import meteor
        >>> texts = "the cat sat".split(), "the cat is sat".split()
        >>> meteor("a", ["a"]).limit_with(*texts) == (1 - 0.5 * (2 / 3) ** 3) * 30 / 39
        True
        """
        options = union(list_options(tokens, reference, stages(self.rules)).values())
        most = sum(min(len(group.words), len(group.partners)) for group in groups(options))
        adjacent = adjacent_links(options)
        beside = min(len({word for word, _ in adjacent}), len({partner for _, partner in adjacent}))
        return max(self.score_of(links, max(1, links - beside), len(tokens), len(reference))
                   for links in (most, min(most, beside + 1)))  # fmt: skip

    # Records.

    def working(self) -> Record:
        """The working for a record, with the score against each reference and exact values as strings such as "2/3"."""
        return {"best_reference": self.best_index, "against": [_record(score) for score in self.against]}

    def to_dict(self) -> Record:
        """The trace as lists, dicts, strings and numbers, ready for JSON, with only the name of a user's stemmer."""
        record = super().to_dict()
        return {**record, "rules": {**record["rules"], "stem": stemmer_name(self.rules.stem)}}


def _value(share: float) -> Formula:
    value = value_of(share)
    return as_formula(Fraction(value)) if isinstance(value, int | Fraction) else formulas.value(number(share))


def _record(score: ReferenceScore) -> dict[str, object]:
    """The score with a single reference, for a record."""
    alignment = score.alignment
    return {
        "links": [{**link._asdict(), "chunk": index} for index, chunk in enumerate(alignment.chunks) for link in chunk],
        "matches": value_of(score.matches),
        "chunks": value_of(score.chunks),
        "crossings": alignment.crossings,
        "distance": alignment.distance,
        "doubt": alignment.doubt,
        "precision": _record_of_share(score, 0, score.precision),
        "recall": _record_of_share(score, 1, score.recall),
        "mean": str(value_of(score.mean)),
        "penalty": float(score.penalty),
        "score": float(score.score),
    }


def _record_of_share(score: ReferenceScore, text: int, share: float) -> dict[str, object]:
    value, counts = value_of(share), {"matched": score.matched(text), "total": score.total(text)}
    exact = {name: str(value_of(count)) for name, count in counts.items()}
    return {**exact, "value": value if value is None else str(Fraction(value))}
