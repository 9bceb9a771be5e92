"""The public traces of BLEU, for a segment and for a text, and the functions `bleu` and `corpus_bleu`."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain
from typing import Any, Self

from mtexplain.counts import NGram, Ratio, clipped_sum, ngrams
from mtexplain.display import record
from mtexplain.display.score import Credit
from mtexplain.metrics.bleu import fast_scores
from mtexplain.metrics.bleu.by_rules import BleuScore, Pair, match_length
from mtexplain.metrics.bleu.records import Count, Precision
from mtexplain.metrics.bleu.score import AnyBleu, SentenceBleu, TextBleu
from mtexplain.metrics.shared import reading
from mtexplain.rules import (
    PAPER,
    RULES,
    BleuRules,
    LowercaseSetting,
    MissingSetting,
    ReferenceLengthSetting,
    RulesSetting,
    SmoothingSetting,
    TokenizeSetting,
)
from mtexplain.rules.base import resolve
from mtexplain.tracing.changes import made
from mtexplain.tracing.number import number, sum_over
from mtexplain.tracing.steps import Indices, Quantity


class Bleu(SentenceBleu, BleuScore):
    """The BLEU of a segment, with its working, as `bleu` returns it.

    >>> from mtexplain import bleu
    >>> trace = bleu("the the cat on the mat", ["there is a cat on the mat"])
    >>> [str(order.ratio) for order in trace.precisions]
    ['4/6', '3/5', '2/4', '1/3']
    >>> trace.brevity.exponent, trace.precisions[0].counts[0].clipped
    (Fraction(-1, 6), 1)
    """

    @AnyBleu.matches.otherwise
    def matches(self, n: int) -> float:
        """The sum of the clipped counts. Its terms are computed only to be shown, unless a mistake changes them."""
        quickly = partial(clipped_sum, self.counts[n], [counts[n] for counts in self.reference_counts])
        return sum_over("g", self.counts[n], self.clipped, None if self.changes else quickly)

    @AnyBleu.total.otherwise
    def total(self, n: int) -> float:
        """The sum of the counts, with terms that are computed in the same way."""
        return sum_over("g", self.counts[n], self.count, None if self.changes else self.counts[n].total)

    @AnyBleu.r.otherwise
    def r(self) -> float:
        """The reference length that the rules choose."""
        return number(match_length(len(self.candidate), self.reference_lengths, self.rules.reference_length))

    @cached_property
    def precisions(self) -> tuple[Precision, ...]:
        """The modified precisions p_1 to p_N, each with a row for every distinct n-gram (section 2.1)."""

        def row(g: NGram) -> Count:
            return Count(g, int(self.count(g)), self.in_references(g), int(self.clipped(g)))

        return tuple(Precision(n, self.ratio(n), tuple(map(row, self.counts[n]))) for n in self.each_n)

    @property
    def reference_lengths(self) -> tuple[int, ...]:
        return tuple(map(len, self.references))

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return ((self.candidate, self.references),)

    def quick_ratio(self, n: int) -> Ratio:
        """The matches and the total of an order, computed without rows, for texts of very many segments."""
        matches = fast_scores.count_matches(self.candidate, n, fast_scores.most_in_one_reference(self.references, n))
        return Ratio(matches, max(0, len(self.candidate) - n + 1))

    @cached_property
    def credits(self) -> tuple[Credit, ...]:
        """Every n-gram of the orders that are multiplied, with its count and its clipped count."""
        orders = [order for order in self.precisions if order.n in self.factored]
        return tuple(
            Credit(order.n, count.ngram, count.count, count.clipped) for order in orders for count in order.counts
        )

    @property
    def zero_groups(self) -> frozenset[int | str]:
        """The orders whose factor is 0 after smoothing; orders with 0/0 are not included."""
        return frozenset(factor.n for factor in self.factors if factor.value == 0)

    @property
    def longest(self) -> int:
        return self.rules.max_n

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """Reference n-grams of which the candidate needs at least one to score above 0.

        They start at the lowest order of which a match may be enough, because a candidate with an n-gram also matches
        in all lower orders. Some smoothing methods need no match at all; then the empty n-gram is included, and only
        the length decides. With a mistake, any n-gram may be enough.
        """
        orders = range(0 if self.is_changed else fast_scores.least_order(self), self.longest + 1)
        held = (ngrams(reference, n) for reference in self.references for n in orders if n)
        return frozenset(chain(chain.from_iterable(held), [()] if 0 in orders else []))

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn, computed quickly because their working is left out."""
        return super().scores_of(candidates) if self.is_changed else fast_scores.scores(self, candidates)

    def under(self, rules: BleuRules) -> Self:
        """The score of the same tokens by other rules, whose tokenisation and case are ignored. The counts are kept.

        >>> from dataclasses import replace
        >>> from mtexplain import PAPER, bleu
        >>> bleu("a", ["a"]).under(replace(PAPER, missing="one")).score == 1
        True
        """
        other: Self = made(type(self), self.computed_from | {"rules": rules}, self.given)
        other.known.update((key, number) for key, number in self.known.items() if key[0].name in ("matches", "total"))
        self.hand_on(other, "counts", "reference_counts")
        return other

    @property
    def empty_candidate(self) -> str:
        return "so BP and the score are 0"

    @property
    def empty_reference(self) -> str:
        rule = self.rules.reference_length
        chosen = f"which is the {rule}, so r = 0" if self.brevity.reference_length == 0 else f"which is not the {rule}"
        if rule == "average":
            chosen = "and is part of the average"
        return f"It counts as a reference of length 0, {chosen}"

    @classmethod
    def read_rules(cls, data: Any) -> BleuRules:
        return record.rules_of(data, BleuRules, needed=("tokenize", "lowercase", "max_n", "weights"))


class CorpusBleu(TextBleu, BleuScore):
    """The BLEU of a text of several segments, with its working, as `corpus_bleu` returns it.

    Matches and totals are pooled, lengths are summed, and a single brevity penalty is applied at the end (sections
    2.1.1 and 2.2.2). The rows of the clipping tables are in `segments`, because pooling clipped counts is not the same
    as clipping pooled counts.

    >>> from mtexplain import corpus_bleu
    >>> corpus = corpus_bleu(["the cat", "a dog"], [["the cat"], ["the dog", "my dog"]], max_n=1)
    >>> corpus.precisions[0].ratio
    Ratio(matches=3, total=4)
    """

    segments: tuple[Bleu, ...]
    sentence = Bleu
    empty_candidate = "so it adds only the length of its reference"

    def l_n(self, n: int) -> float:
        if self.rules.totals == "as counted":
            return int(self.total(n))
        return int(sum(segment.l_n(n) for segment in self.segments))

    @cached_property
    def last(self) -> Bleu:
        return self.segments[-1]

    @cached_property
    def precisions(self) -> tuple[Precision, ...]:
        """p_1 to p_N, pooled over the segments. `counts` is empty, because the rows are in the segments."""
        return tuple(map(Precision, self.each_n, self.ratios))

    @property
    def reference_lengths(self) -> tuple[int, ...]:
        return tuple(length for segment in self.segments for length in segment.reference_lengths)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return tuple((segment.candidate, segment.references) for segment in self.segments)

    def in_segments(self, quantity: Quantity[...], indices: Indices) -> tuple[Any, ...]:
        """The value of a number in each segment; matches and totals are computed without rows."""
        if quantity.name not in ("matches", "total") or any(segment.is_changed for segment in self.segments):
            return super().in_segments(quantity, indices)
        is_total = quantity.name == AnyBleu.total.name
        return tuple([ratio.total if is_total else ratio.matches for ratio in self._quick_ratios(*indices)])

    @cached_property
    def _ratios(self) -> dict[int, list[Ratio]]:
        """A cache of the matches and the total of each segment, by order."""
        return {}

    def _quick_ratios(self, n: int) -> list[Ratio]:
        """The matches and the total of each segment."""
        if n not in self._ratios:
            self._ratios[n] = [segment.quick_ratio(n) for segment in self.segments]
        return self._ratios[n]

    def under(self, rules: BleuRules) -> Self:
        facts = {"segments": tuple(segment.under(rules) for segment in self.segments), "rules": rules}
        other: Self = made(type(self), facts, self.given)
        other.known.update((key, number) for key, number in self.known.items() if key[0].name in ("matches", "total"))
        return other


def bleu(
    candidate: str,
    references: list[str],
    *,
    rules: RulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    max_n: int | None = None,
    reference_length: ReferenceLengthSetting = None,
    smoothing: SmoothingSetting = None,
    smoothing_value: float | Fraction | None = None,
    missing: MissingSetting = None,
    weights: Sequence[float | Fraction] | None = None,
) -> Bleu:
    """The BLEU of a candidate sentence against its references, as a trace.

    `rules` are the rules of the paper or of a tool, from `mtexplain.rules.RULES`, or their name. A keyword that is not
    None overrides the rules:

    - `tokenize`: a name from `mtexplain.text.TOKENIZERS`, or a function from a string to a list of strings
    - `lowercase`: True, False, or "ascii" for A to Z only
    - `max_n`: the longest n-gram; `weights`: max_n numbers that add up to 1
    - `reference_length`: "closest", "first closest", "shortest" or "average"
    - `smoothing`: a name from `mtexplain.rules.SMOOTHINGS`; `smoothing_value`: the number that this method uses
    - `missing`: the value of an order without n-grams, which is "zero", "one" or "left out" (effective order)

    InputError (a ValueError, and for a wrong type also a TypeError) says what is wrong with an input and how to fix it.

    >>> bleu("the the the the the the the", ["the cat is on the mat", "there is a cat on the mat"]).precisions[0].ratio
    Ratio(matches=2, total=7)
    """
    chosen, tokenizer = resolve(
        rules, RULES, tokenize=tokenize, lowercase=lowercase, max_n=max_n, reference_length=reference_length,
        smoothing=smoothing, smoothing_value=smoothing_value, missing=missing, weights=weights,
    )  # fmt: skip
    return Bleu(**reading.facts(candidate, references, chosen, tokenizer))


def corpus_bleu(
    candidates: list[str],
    references: list[list[str]],
    *,
    rules: RulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    max_n: int | None = None,
    reference_length: ReferenceLengthSetting = None,
    smoothing: SmoothingSetting = None,
    smoothing_value: float | Fraction | None = None,
    missing: MissingSetting = None,
    weights: Sequence[float | Fraction] | None = None,
) -> CorpusBleu:
    """The BLEU of a text, as a trace. `references[i]` is the list of references for `candidates[i]`.

    Segments may have different numbers of references. Keywords and errors are the same as for `bleu`.

    >>> corpus_bleu(["a b", "c d"], [["a b"], ["c", "d c"]], max_n=2).exact
    '(4/4 * 1/2)^(1/2)'
    """
    chosen, tokenizer = resolve(
        rules, RULES, tokenize=tokenize, lowercase=lowercase, max_n=max_n, reference_length=reference_length,
        smoothing=smoothing, smoothing_value=smoothing_value, missing=missing, weights=weights,
    )  # fmt: skip
    return CorpusBleu.from_facts(reading.corpus_facts(candidates, references, "bleu", chosen, tokenizer))
