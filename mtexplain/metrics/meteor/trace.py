"""METEOR as a trace: the score of the best of several references, quick scores for edits, the record; and `meteor`."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import chain
from math import inf
from typing import Any

from mtexplain.counts import NGram, ngrams
from mtexplain.display import plain, signature
from mtexplain.display.formula import Chain, Formula, Symbol
from mtexplain.display.formula import number as as_formula
from mtexplain.display.parts import Column, Table, Words
from mtexplain.display.score import Credit, Term
from mtexplain.metrics.meteor.alignment import Alignment, list_options
from mtexplain.metrics.meteor.chunk_search import adjacent_links
from mtexplain.metrics.meteor.links import groups, stages, union
from mtexplain.metrics.meteor.rules import (
    PAPER,
    AlignSetting,
    FunctionWordsSetting,
    MeteorRules,
    MeteorRulesSetting,
    StemSetting,
    SynonymsSetting,
    TokenizeSetting,
    WholeSetting,
    describe,
    resolve_rules,
    stemmer_name,
)
from mtexplain.metrics.meteor.score import AnyMeteor, ReferenceScore, Tokens
from mtexplain.metrics.shared import reading
from mtexplain.metrics.shared.scores import TracedSentence
from mtexplain.rules import LowercaseSetting
from mtexplain.tracing import formulas
from mtexplain.tracing.number import number
from mtexplain.tracing.number import plain as value_of
from mtexplain.tracing.steps import Quantity

_QUICK = ("crossings", "chunks", "greedy")
ScoreOf = Callable[[int, int, int, int], float]
"""A score by the number of links, of chunks, and of the words of both texts."""
LINKS = (
    Column("candidate_place", "at"),
    Column("word", "word"),
    Column("reference_place", "at"),
    Column("partner", "is linked with"),
)


@dataclass(frozen=True, repr=False)
class Meteor(AnyMeteor, TracedSentence):
    """The METEOR of one candidate, with its working. Make one with `meteor`.

    Its numbers are those with the best reference.

    >>> trace = meteor("the president spoke to the audience", ["the president then spoke to the audience"])
    >>> int(trace.matches), int(trace.chunks), str(trace.mean), str(trace.penalty)
    (6, 2, '20/23', '1/54')
    >>> trace.exact
    '(1 - 0.5 * (2/6)^3) * 20/23'
    """

    rules: MeteorRules
    metric = "meteor"
    earns = "word"
    grouped_by = "of"

    @cached_property
    def against(self) -> tuple[ReferenceScore, ...]:
        """The score with each reference, with its working."""
        return tuple(ReferenceScore(self.candidate, reference, self.rules) for reference in self.references)

    @cached_property
    def place(self) -> int:
        """Which reference the score is taken from: the first of those that score best, counted from 0."""
        places = range(len(self.against))
        return max(places, key=lambda place: self.against[place].score) if len(places) > 1 else 0

    @property
    def best(self) -> ReferenceScore:
        """The score with the best reference: this is METEOR (section 2.2)."""
        return self.against[self.place]

    @property
    def reference(self) -> Tokens:
        """The best reference."""
        return self.references[self.place]

    @property
    def reference_words(self) -> Tokens:
        return self.reference

    @cached_property
    def alignment(self) -> Alignment:
        return self.best.alignment if self.reference_words is self.best.reference else super().alignment

    def symbol_of(self, one: Quantity[Any], indices: tuple[Any, ...] = ()) -> str:
        """Of several references, the number of the best stands below the score: METEOR_2."""
        symbol = super().symbol_of(one, indices)
        return f"{symbol}_{self.place + 1}" if one.name == "score" and len(self.references) > 1 else symbol

    @property
    def symbol(self) -> Formula:
        return Symbol("METEOR")

    @cached_property
    def others(self) -> tuple[ReferenceScore, ...]:
        """The same two texts aligned by other rules."""
        rules = [replace(self.rules, align=name) for name in _QUICK if name != self.rules.align]
        return tuple(ReferenceScore(self.candidate, self.reference_words, one) for one in rules)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """log Fmean and log(1 - Pen): pairs (name, value) that add up to log METEOR. The value of log 0 is -inf."""
        numbers = map(number, self.summands())
        return tuple(
            Term(plain.formula(formulas.in_symbols(one)), -inf if one.value is None else float(one)) for one in numbers
        )

    @property
    def closed_form(self) -> Formula:
        """(1 - 0.5 * (2/6)^3) * 20/23; the penalty is left out where there is none."""
        if self.is_changed:
            return formulas.in_exact_numbers(number(self.score))
        mean = _value(self.mean)
        if not self.mean:
            return "0"
        if not self.penalty:
            return mean
        rest = Chain("-", ("1", formulas.in_numbers(number(self.penalty))), grouped=True)
        return Chain("*", (rest, mean))

    @property
    def signature(self) -> str:
        return signature.written("METEOR", self.rules, describe(self.rules), self.reference_numbers)

    @property
    def empty_reference(self) -> str:
        return "Against it every candidate scores 0"

    @property
    def table(self) -> Table:
        """Every link of the alignment with each reference, a row each."""
        rows = tuple(
            (place, link.candidate + 1, Words((one.candidate[link.candidate],)), link.reference + 1,
             Words((one.reference[link.reference],)), link.stage, chunk_number)
            for place, one in enumerate(self.against, 1)
            for chunk_number, chunk in enumerate(one.alignment.chunks, 1)
            for link in chunk
        )  # fmt: skip
        columns = (Column("reference", "reference"), *LINKS, Column("stage", "stage"), Column("chunk", "chunk"))
        return Table("", columns, rows, names=3)

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every different word of the candidate, how often it occurs, how often it is linked."""
        linked = Counter(self.candidate[link.candidate] for link in self.alignment.links)
        return tuple(Credit("words", (word,), times, linked[word]) for word, times in Counter(self.candidate).items())

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The words of the references; where the penalty eats a lone match up, pairs; or a whole reference, unpunished.

        A word of the same stem, or a synonym, may do it too.
        """
        runs = (ngrams(reference, n) for reference in self.references for n in {1, 2, len(reference)} - {0})
        return frozenset(chain.from_iterable(runs))

    # Quick scores.

    @cached_property
    def _score_of(self) -> ScoreOf:
        return scores_by_counts(self.rules)

    def scores_of(self, candidates: Iterable[Tokens]) -> Iterator[float]:
        """The scores of other candidates, in turn, without a trace for each."""
        for tokens in candidates:
            if self.is_changed:
                yield float(self.with_candidate(tokens).score)
                continue
            yield max(self._with(tokens, reference) for reference in self.references)

    def _with(self, tokens: Tokens, reference: Tokens) -> float:
        one = ReferenceScore(tokens, reference, self.rules)
        if not self.rules.counts_alike:
            return float(one.score)
        return self._score_of(len(one.alignment.links), len(one.alignment.chunks), len(tokens), len(reference))

    def limit(self, tokens: Tokens) -> float:
        if self.is_changed:
            return inf
        return max(limit(tokens, reference, self.rules, self._score_of) for reference in self.references)

    # Records.

    def working(self) -> dict[str, Any]:
        """What a record says of the working: the score with each reference; exact values as strings, "2/3"."""
        return {"best_reference": self.place, "against": [_record(one) for one in self.against]}

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON; of a stemmer of one's own only the name."""
        written = super().to_dict()
        return {**written, "rules": {**written["rules"], "stem": stemmer_name(self.rules.stem)}}


def _value(one: float) -> Formula:
    value = value_of(one)
    return as_formula(Fraction(value)) if isinstance(value, int | Fraction) else formulas.value(number(one))


def _record(one: ReferenceScore) -> dict[str, Any]:
    """The score with one reference for a record."""
    alignment = one.alignment
    return {
        "links": [{**link._asdict(), "chunk": place} for place, chunk in enumerate(alignment.chunks) for link in chunk],
        "matches": value_of(one.matches),
        "chunks": value_of(one.chunks),
        "crossings": alignment.crossings,
        "distance": alignment.distance,
        "doubt": alignment.doubt,
        "precision": _record_of_share(one, 0, one.precision),
        "recall": _record_of_share(one, 1, one.recall),
        "mean": str(value_of(one.mean)),
        "penalty": float(one.penalty),
        "score": float(one.score),
    }


def _record_of_share(one: ReferenceScore, text: int, share: float) -> dict[str, Any]:
    value, counts = value_of(share), {"matched": one.weighted_matches(text), "total": one.weighted_length(text)}
    exact = {name: str(value_of(count)) for name, count in counts.items()}
    return {**exact, "value": value if value is None else str(Fraction(value))}


def limit(candidate: Sequence[str], reference: Sequence[str], rules: MeteorRules, score_of: ScoreOf) -> float:
    """What the score of a candidate with a reference is at most; infinite (unknown) where words have weights.

    At most b links are followed by a neighbour in both texts, so that m links make at least m - b chunks. The score is
    largest with as many links as there can be, or, where beta is below 1, with the b + 1 links of a single chunk.

    >>> texts = "the cat sat".split(), "the cat is sat".split()
    >>> limit(*texts, PAPER, scores_by_counts(PAPER)) == (1 - 0.5 * (2 / 3) ** 3) * 30 / 39
    True
    """
    if not rules.counts_alike:
        return inf
    options = union(list_options(candidate, reference, stages(rules)).values())
    most = sum(min(len(group.words), len(group.partners)) for group in groups(options))
    adjacent = adjacent_links(options)
    beside = min(len({word for word, _ in adjacent}), len({partner for _, partner in adjacent}))
    found = (score_of(links, max(1, links - beside), len(candidate), len(reference))
             for links in (most, min(most, beside + 1)))  # fmt: skip
    return max(found)


def scores_by_counts(rules: MeteorRules) -> ScoreOf:
    """What gives the score from m, ch and the lengths of both texts, where every word counts 1.

    >>> scores_by_counts(PAPER)(6, 2, 6, 7) == 530 / 621
    True
    """
    without_words = ReferenceScore((), (), rules)

    @cache
    def score(matches: int, chunks: int, candidate_length: int, reference_length: int) -> float:
        lengths = {"candidate_length": candidate_length, "reference_length": reference_length}
        return float(without_words.with_numbers(matches=matches, chunks=chunks, **lengths).score)

    return score


def meteor(
    candidate: str,
    references: list[str],
    *,
    rules: MeteorRulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    stem: StemSetting = None,
    synonyms: SynonymsSetting = None,
    align: AlignSetting = None,
    alpha: float | Fraction | None = None,
    beta: float | Fraction | None = None,
    gamma: float | Fraction | None = None,
    delta: float | Fraction | None = None,
    weights: Sequence[float | Fraction] | None = None,
    function_words: FunctionWordsSetting = None,
    whole: WholeSetting = None,
) -> Meteor:
    """The METEOR of one candidate sentence against its references, as a trace: the score of the best of them.

    `rules` are those of the paper or of a tool: one of `mtexplain.metrics.meteor.RULES`, or its name. A keyword left
    at None means "as the rules say"; one that is given wins:

    - `tokenize`: a name from `mtexplain.text.TOKENIZERS`, or a function from a string to a list of strings
    - `lowercase`: True, False, or "ascii" for A to Z only
    - `stem`: True, False, a name from `mtexplain.text.stemming.STEMMERS`, or a function from a word to its stem
    - `synonyms`: a dict from a word to a list of words, or a list of sets of words; they are read in both directions
    - `align`: "crossings" (2005), "chunks" (2014), "greedy" (NLTK) or "beam" (Meteor 1.5)
    - `alpha`, `beta`, `gamma`: 0.9, 3 and 0.5 in the paper
    - `delta`: what a content word counts, 0 to 1; `function_words`: the other words, or the name of a list, which is
      "english" where only a delta is given
    - `weights`: what a match counts by its stage, three numbers from 0 to 1: exact, stem, synonym
    - `whole`: what becomes of the penalty if everything is one chunk: "penalised" or "free"

    InputError (a ValueError, for a wrong type also a TypeError) says what is wrong with an input and how to fix it.

    >>> trace = meteor("on the mat sat the cat", ["the cat sat on the mat"])
    >>> float(trace.score), trace.alignment.crossings, int(trace.chunks)
    (0.5, 8, 6)
    >>> trace = meteor("on the mat sat the cat", ["the cat sat on the mat"], align="chunks")
    >>> float(trace.score), trace.alignment.crossings, int(trace.chunks)
    (0.9375, 11, 3)
    """
    chosen, tokenizer = resolve_rules(
        rules, tokenize=tokenize, lowercase=lowercase, stem=stem, synonyms=synonyms, align=align, alpha=alpha,
        beta=beta, gamma=gamma, delta=delta, weights=weights, function_words=function_words, whole=whole,
    )  # fmt: skip
    trace = Meteor(**reading.facts(candidate, references, chosen, tokenizer))
    if callable(chosen.stem):
        trace.score  # noqa: B018  # what is wrong with a stemmer of one's own shows now, and not in a view
    return trace
