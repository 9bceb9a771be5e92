"""BLEU computed wrongly. Each mistake is BLEU with a method replaced or with different words.

`bleu("a", ["a b"]).by(NoPenalty)` is BLEU with a mistake. The text about each mistake is in mistakes.toml, and in
words.toml for mistakes in the words.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from itertools import chain
from math import inf, prod
from operator import or_
from typing import Any

from mtexplain import data
from mtexplain.by_hand.example import as_tuples
from mtexplain.by_hand.misconception import Misconception, Smallest
from mtexplain.by_hand.mistakes import cut_off, in_percent, read_changes
from mtexplain.by_hand.numbers import AS_ZERO, Between, Numbers, Real, Scaled, Value, same, scaled
from mtexplain.by_hand.subject import WORDS, Subject, forms, general
from mtexplain.counts import NGram, count_ngrams
from mtexplain.data import Record
from mtexplain.display.formula import Formula, Symbol
from mtexplain.metrics.bleu.by_rules import BleuScore, Pair, match_length
from mtexplain.metrics.bleu.score import AnyBleu, SentenceBleu, TextBleu
from mtexplain.metrics.bleu.trace import Bleu, CorpusBleu, bleu, corpus_bleu
from mtexplain.tracing.number import (
    Letter,
    exp,
    log,
    log10,
    max,
    min,
    number,
    plain,
    product_of,
    share,
    sum_of,
    sum_over,
)
from mtexplain.tracing.steps import Indices, Quantity

Tokens = tuple[str, ...]
Pairs = Sequence[Pair]
_UNIGRAMS = {"max_n": 1}


# BLEU as a score that students compute by hand.


class BleuSubject(Subject):
    """BLEU, for which a precision may be given as it was counted or as the rules smooth it."""

    def symbols(self, number: str, score: Any = None) -> Formula:
        claim, _, n = number.partition("_")
        return Symbol("p", n) if claim == "p" else super().symbols(number, score)

    def step(self, number: str, score: Any = None) -> str:
        return number if number.startswith("p_") else "brevity" if number == "r" else super().step(number, score)

    def forms_of(self, trace: Any, quantity: Quantity[...], indices: Indices) -> tuple[Value, ...]:
        if quantity.name == BleuScore.smoothed.name:
            return tuple(_forms_of_p(trace, *indices))
        if quantity.name == AnyBleu.score.name:
            score = plain(trace.uncapped if trace.score == min(1, trace.uncapped) else trace.score)
            return (None,) if score is None or score == -inf else scaled(float(score), trace.rules.scale)
        return super().forms_of(trace, quantity, indices)


def _forms_of_p(trace: BleuScore, n: int) -> list[Value]:
    """The accepted values of a precision, as a mistake computes it, as it was counted and as the rules change it.

    A tool with a scale from 0 to 100 prints the precisions in percent, so percentages are accepted for it as well.
    """
    counted, *_ = forms(number(trace.p(n)), False)
    multiplied, by_rule = (
        _multiplied(trace, n, trace.smoothed(n)),
        _multiplied(trace, n, BleuScore.smoothed.method(trace, n)),
    )
    found: list[Value] = [counted]
    if multiplied is not None and not same(multiplied, by_rule):
        found.insert(0, multiplied)
    if by_rule is not None and not same(by_rule, counted):
        found.append(by_rule or AS_ZERO)  # 0/0, which counts as 0
    scale = trace.rules.scale
    return [
        *found,
        *(Scaled(numerator, scale) for numerator in (multiplied, by_rule) if scale != 1 and numerator is not None),
    ]


def _multiplied(trace: BleuScore, n: int, smoothed: float) -> Real | None:
    """The number that is multiplied; 0/0 counts as 0, or is None if it is left out."""
    value = plain(smoothed)
    if value is None:
        return 0 if n in trace.factored or not trace.rules.weight(n) else None
    return value if isinstance(value, int | Fraction) else float(value)


def _precisions(numbers: Numbers) -> list[Fraction]:
    """Return the precisions that are multiplied; empty if any of them is 0 or has no value."""
    names = [numbers.onward(name) for name in numbers.forms if name.startswith("p_")]
    return [Fraction(p) for p in names if p] if all(names) else []


def _product(numbers: Numbers) -> Real | None:
    return prod(several) if (several := _precisions(numbers)) else None


def _mean(numbers: Numbers) -> Real | None:
    several = _precisions(numbers)
    return float(prod(several)) ** (1 / len(several)) if several else None


def _with_product(numbers: Numbers, product: Real) -> Mapping[str, Real]:
    """Return the first precision for which the product of all precisions is `product`."""
    return {"p_1": Fraction(product) / prod(_precisions(numbers)[1:])}


def _with_mean(numbers: Numbers, mean: Real) -> Mapping[str, Real]:
    return _with_product(numbers, Fraction(mean) ** len(_precisions(numbers)))


BLEU_SUBJECT = BleuSubject(
    "BLEU",
    bleu,
    corpus_bleu,
    answers={"p": BleuScore.smoothed, "c": AnyBleu.c, "r": AnyBleu.r, "bp": AnyBleu.bp, "score": AnyBleu.score},
    places={"clip": "clipped", "total": "p", "match_length": "r", "penalty": "bp", "combine": "score",
            "smoothing": "smoothed"},
    rights={
        "words": "the tokens of both sides, as the rules cut them",
        "total": general(bleu("a", ["a"]), AnyBleu.p),
        "combine": general(bleu("a", ["a"]), AnyBleu.score),
        "smoothing": "every p_n is used as it is, or as the rules smooth it",
        "segments": "matches, totals and lengths are added up over all segments first",
        "writing": "rounded, from 0 to 1",
    },
    chosen={"r"},
    between=(
        Between("the product of the precisions", _product, _with_product),
        Between("the mean of the precisions", _mean, _with_mean),
    ),
)  # fmt: skip
SUBJECTS = (BLEU_SUBJECT,)
"""The scores that students compute by hand, with the correct functions."""


# Mistakes in the words.


def _each(candidate: Callable[[Tokens], Tokens], reference: Callable[[Tokens], Tokens]) -> Callable[[Pairs], Pairs]:
    """A function that changes every candidate and every reference."""
    return lambda pairs: [(candidate(words), tuple(map(reference, others))) for words, others in pairs]


def _characters(tokens: Tokens) -> Tokens:
    return tuple(" ".join(tokens))


def _lower(tokens: Tokens) -> Tokens:
    return tuple(token.lower() for token in tokens)


def _full_stop(tokens: Tokens) -> Tokens:
    if tokens and tokens[-1] != "." and tokens[-1].endswith("."):
        return (*tokens[:-1], tokens[-1].removesuffix("."), ".")
    return tokens if tokens[-1:] == (".",) else (*tokens, ".")


def _one_string(pairs: Pairs) -> Pairs:
    """Join all candidates into a single text, and do the same with all first references, all second references, etc."""
    groups = zip(*(references for _, references in pairs), strict=False)
    return [
        (tuple(chain.from_iterable(words for words, _ in pairs)), tuple(map(tuple, map(chain.from_iterable, groups))))
    ]


_CHANGES: dict[str, Callable[[Pairs], Pairs]] = {
    "characters": _each(_characters, _characters),
    "lower-cased-candidate": _each(_lower, tuple),
    "lower-cased-references": _each(tuple, _lower),
    "case-ignored": _each(_lower, _lower),
    "full-stop": _each(_full_stop, _full_stop),
    "swapped": lambda pairs: [(references[0], (candidate,)) for candidate, references in pairs],
    "first-reference": lambda pairs: [(candidate, references[:1]) for candidate, references in pairs],
    "one-string": _one_string,
}
"""The change to the words, by the name of the mistake."""


def _of_words(name: str, table: Record) -> Misconception:
    """A mistake that applies the correct formulas to different words."""

    def in_other_words(trace: Bleu | CorpusBleu) -> Bleu | CorpusBleu:
        segments = tuple(Bleu(*pair, trace.rules) for pair in _CHANGES[name](trace.pairs))
        return segments[0] if len(segments) == 1 else CorpusBleu(segments, trace.rules)

    example = Smallest(*(table.pop(part) for part in ("candidate", "references", "settings")))
    return Misconception(BLEU_SUBJECT, name, WORDS, example=example, replacement=in_other_words, **table)


# Clipping.


class NoClipping(SentenceBleu):
    """An n-gram that occurs in a reference earns credit every time."""

    def clipped(self, g: NGram) -> float:
        return self.count(g) * min(1, self.most(g))


class SumOverReferences(SentenceBleu):
    """Counts are clipped by the sum over the references."""

    def clipped(self, g: NGram) -> float:
        return min(self.count(g), sum(self.in_references(g)))


class FewestInReferences(SentenceBleu):
    """Counts are clipped by the lowest count in any reference."""

    def clipped(self, g: NGram) -> float:
        return min(self.count(g), *self.in_references(g))


# The sums of the counts.


class CountedAsSet(SentenceBleu):
    """A set is used instead of counts."""

    def count(self, g: NGram) -> float:
        return 1


class DistinctMatches(SentenceBleu):
    """Every matching n-gram counts only once."""

    def matches(self, n: int) -> float:
        return sum_over("g", self.counts[n], lambda g: min(1, number(self.clipped(g))))


class ReferenceNgrams(SentenceBleu):
    """The matches are divided by the number of n-grams of the closest reference."""

    def total(self, n: int) -> float:
        return max(0, match_length(len(self.candidate), list(map(len, self.references))) - n + 1)


class ReferenceLength(SentenceBleu):
    """The matches are divided by the number of words of the closest reference."""

    def total(self, n: int) -> float:
        return number(match_length(len(self.candidate), list(map(len, self.references))))


class CandidateLength(AnyBleu):
    """The matches of every order are divided by the number of words."""

    def total(self, n: int) -> float:
        return self.c


class OneTermTooMany(SentenceBleu):
    """A repeated n-gram is counted once more for each repetition."""

    def matches(self, n: int) -> float:
        return sum_over("g", self.counts[n], lambda g: number(self.clipped(g)) + max(0, number(self.clipped(g)) - 1))

    def total(self, n: int) -> float:
        return sum_over("g", self.counts[n], lambda g: 2 * number(self.count(g)) - 1)


class BestReference(SentenceBleu):
    """Only the reference with the most matches counts."""

    def matches(self, n: int) -> float:
        return max(*((self.counts[n] & theirs[n]).total() for theirs in self.reference_counts), 0)


# The reference length.


class TiesToTheLonger(SentenceBleu):
    """If two reference lengths are equally close, the longer is taken."""

    def r(self) -> float:
        return sorted(map(len, self.references), key=lambda length: (abs(length - len(self.candidate)), -length))[0]


class ShortestReference(SentenceBleu):
    """The length of the shortest reference is taken as r."""

    def r(self) -> float:
        return sorted(map(len, self.references))[0]


class LongestReference(SentenceBleu):
    """The length of the longest reference is taken as r."""

    def r(self) -> float:
        return sorted(map(len, self.references))[-1]


class AverageReference(SentenceBleu):
    """The average reference length is taken as r."""

    def r(self) -> float:
        return number(Fraction(sum(map(len, self.references)), len(self.references)))


class FirstLength(SentenceBleu):
    """The length of the first reference is taken as r."""

    def r(self) -> float:
        return len(self.references[0])


class DifferenceOfLengths(SentenceBleu):
    """The difference in length is taken as r, not the length."""

    def r(self) -> float:
        return sorted(abs(len(reference) - len(self.candidate)) for reference in self.references)[0]


class AllReferences(SentenceBleu):
    """The sum of all reference lengths is taken as r."""

    def r(self) -> float:
        return sum(map(len, self.references))


class ClosestOfTotals(TextBleu):
    """The lengths of all first references are summed, then those of all second ones, etc.; the closest sum is r."""

    def r(self) -> float:
        lengths = zip(*(map(len, segment.references) for segment in self.segments), strict=False)
        return number(match_length(int(self.c), [sum(several) for several in lengths]))


# The brevity penalty.


class NoPenalty(AnyBleu):
    """BP is left out."""

    def bp(self) -> float:
        return 1


class UpsideDown(AnyBleu):
    """The exponent has c/r in place of r/c."""

    def bp(self) -> float:
        if self.c == 0:
            return 0
        return 1 if self.c > self.r else exp(1 - self.c / self.r)


class LongPunished(AnyBleu):
    """Long candidates are punished as well."""

    def bp(self) -> float:
        if self.c == 0:
            return 0
        return exp(1 - max(self.r / self.c, self.c / self.r)) if self.r > 0 else 0


class BranchesSwapped(AnyBleu):
    """The formula for short candidates is used for long candidates, and BP is 1 for short candidates."""

    def bp(self) -> float:
        return exp(1 - self.r / self.c) if self.c > self.r else 1


class NoCap(AnyBleu):
    """A long candidate gets a bonus."""

    def bp(self) -> float:
        if self.c == 0:
            return 0
        return exp(1 - self.r / self.c)


class RatioOfLengths(AnyBleu):
    """BP is c/r, at most 1, without a power of e."""

    def bp(self) -> float:
        if self.c == 0:
            return 0
        return min(1, self.c / self.r) if self.r > 0 else 1


class Exponent(AnyBleu):
    """BP is the exponent alone."""

    def bp(self) -> float:
        if self.c == 0:
            return 0
        return 1 if self.c >= self.r else 1 - self.r / self.c


class RatioMinusOne(AnyBleu):
    """BP is e^(c/r - 1) if the candidate is short."""

    def bp(self) -> float:
        if self.c == 0:
            return 0
        return 1 if self.c >= self.r else exp(self.c / self.r - 1)


class OneForgotten(AnyBleu):
    """The 1 in the exponent is forgotten."""

    def bp(self) -> float:
        if self.c == 0:
            return 0
        return 1 if self.c >= self.r else exp(-self.r / self.c)


# The factors.


class PenaltyTwice(BleuScore):
    """Each precision is multiplied by BP, and so is the mean."""

    def smoothed(self, n: int) -> float:
        return self.bp * super().smoothed(n)


class PenaltyOnEach(PenaltyTwice):
    """Each precision is multiplied by BP, but the mean is not."""

    def uncapped(self) -> float:
        return self.mean


class ZerosAsOne(BleuScore):
    """A precision of 0 counts as 1."""

    def smoothed(self, n: int) -> float:
        return super().smoothed(n) if plain(super().smoothed(n)) or not self.total(n) else 1


class ZerosLeftOut(AnyBleu):
    """Orders without a match are left out."""

    @cached_property
    def factored(self) -> list[int]:
        every = super().factored
        return [n for n in every if self.factor(n) > 0] or every


class MissingLeftOut(AnyBleu):
    """Orders without n-grams are left out."""

    @cached_property
    def factored(self) -> list[int]:
        every = super().factored
        return [n for n in every if self.factor(n) > 0 or self.total(n) > 0] or every


# How the factors are combined.


class OtherMean(AnyBleu):
    """A different mean of the precisions."""

    def each(self, n: Any) -> float:
        """A factor of the product."""
        is_letter = isinstance(n, Letter)
        return self.p(n) if is_letter else self.factor(n)

    def weighted_logs(self) -> float:
        """The weighted sum of the logarithms."""
        return sum_over("n", self.factored, lambda n: self.w(n) * log(self.each(n)))


class AverageWithoutLog(OtherMean):
    """The logarithm is forgotten."""

    def score(self) -> float:
        return self.bp * exp(sum_over("n", self.factored, lambda n: self.w(n) * self.each(n)))


class Log10(OtherMean):
    """The logarithm has base 10."""

    def score(self) -> float:
        return self.bp * exp(sum_over("n", self.factored, lambda n: self.w(n) * log10(self.each(n))))


class PowerOf10(OtherMean):
    """The power has base 10."""

    def score(self) -> float:
        power: float = number(10) ** self.weighted_logs()
        return self.bp * power


class SumOfLogs(OtherMean):
    """The score is the weighted sum of the logarithms, without a power of e."""

    def score(self) -> float:
        return self.weighted_logs()


class LogScore(OtherMean):
    """The score is the logarithm of BLEU."""

    def score(self) -> float:
        return log(self.bp) + self.weighted_logs()


class ArithmeticMean(OtherMean):
    """The mean of the precisions is the arithmetic mean."""

    def score(self) -> float:
        return self.bp * sum_over("n", self.factored, lambda n: self.w(n) * self.each(n))


class HalvedExponents(AnyBleu):
    """Each exponent is half the previous exponent."""

    def score(self) -> float:
        powers = [self.factor(n) ** Fraction(1, 2**k) for k, n in enumerate(self.factored, 1)]
        return self.bp * product_of(powers)


class NoRoot(AnyBleu):
    """No root is taken."""

    def score(self) -> float:
        return self.bp * product_of(map(self.factor, self.factored))


class FourthRootOfFewer(AnyBleu):
    """The fourth root is taken, however many precisions there are."""

    def score(self) -> float:
        return self.bp * product_of(map(self.factor, self.factored)) ** Fraction(1, 4)


class LastOrderAlone(AnyBleu):
    """Only the longest n-grams count."""

    def score(self) -> float:
        return self.bp * self.factor(self.factored[-1])


class FirstOrderAlone(AnyBleu):
    """Only the words count."""

    def score(self) -> float:
        return self.bp * self.factor(self.factored[0])


class PenaltyLeftOut(AnyBleu):
    """BP is computed but not multiplied in."""

    def score(self) -> float:
        return self.mean


class PenaltyUnderTheRoot(AnyBleu):
    """BP is multiplied under the root."""

    def score(self) -> float:
        return product_of([self.bp, *map(self.factor, self.factored)]) ** Fraction(1, len(self.factored))


# From segments to a text.


class MeanOfScores(CorpusBleu):
    """The score is the mean of the segments' own scores."""

    def score(self) -> float:
        return sum_of(segment.uncapped for segment in self.segments) / len(self.segments)


class MeanOfPrecisions(TextBleu):
    """For every order, p_n is the mean of p_n over the segments that have n-grams of the order."""

    def p(self, n: int) -> float:
        known = [segment.p(n) for segment in self.segments if segment.total(n) > 0]
        return sum_of(known) / len(known) if known else share(number(0), 0)

    def counted(self, n: int) -> float:
        return self.p(n)


class ClippedOnce(TextBleu):
    """The counts of the whole text are clipped by the sums of the segments' maximum counts."""

    def matches(self, n: int) -> float:
        counts, limits = Counter[NGram](), Counter[NGram]()
        for segment in self.segments:
            counts += count_ngrams(segment.candidate, n)
            limits += reduce(or_, (count_ngrams(reference, n) for reference in segment.references))
        return (counts & limits).total()


class MeanOfPenalties(TextBleu):
    """BP is the mean of the segments' own BP."""

    def bp(self) -> float:
        return sum_of(segment.bp for segment in self.segments) / len(self.segments)


MISTAKES = (
    *(_of_words(name, as_tuples(table)) for name, table in data.read(__package__, "words.toml").items()),
    *read_changes(__package__, SUBJECTS, {
        "no-clipping": NoClipping, "sum-over-references": SumOverReferences,
        "fewest-in-references": FewestInReferences, "set": CountedAsSet, "distinct-matches": DistinctMatches,
        "reference-ngrams": ReferenceNgrams, "reference-length": ReferenceLength, "candidate-length": CandidateLength,
        "one-term-too-many": OneTermTooMany, "best-reference": BestReference, "ties-to-the-longer": TiesToTheLonger,
        "shortest-reference": ShortestReference, "longest-reference": LongestReference,
        "average-reference": AverageReference, "first-length": FirstLength, "all-references": AllReferences,
        "closest-of-totals": ClosestOfTotals, "difference-of-lengths": DifferenceOfLengths, "no-penalty": NoPenalty,
        "upside-down": UpsideDown, "long-punished": LongPunished, "branches-swapped": BranchesSwapped,
        "no-cap": NoCap, "ratio": RatioOfLengths, "exponent": Exponent, "ratio-less-one": RatioMinusOne,
        "one-forgotten": OneForgotten, "penalty-on-each": PenaltyOnEach, "penalty-twice": PenaltyTwice,
        "zeros-left-out": ZerosLeftOut, "zeros-as-one": ZerosAsOne, "missing-left-out": MissingLeftOut,
        "average-without-log": AverageWithoutLog, "log-10": Log10, "power-of-10": PowerOf10,
        "sum-of-logs": SumOfLogs, "log-score": LogScore, "arithmetic-mean": ArithmeticMean,
        "halved-exponents": HalvedExponents, "no-root": NoRoot, "fourth-root-of-fewer": FourthRootOfFewer,
        "last-order-alone": LastOrderAlone, "first-order-alone": FirstOrderAlone, "penalty-left-out": PenaltyLeftOut,
        "penalty-under-the-root": PenaltyUnderTheRoot, "mean-of-scores": MeanOfScores,
        "mean-of-precisions": MeanOfPrecisions, "clipped-once": ClippedOnce, "mean-of-penalties": MeanOfPenalties,
    }),
    in_percent(BLEU_SUBJECT, "score-in-percent", "A score", Symbol("BLEU"), ("score",), "BLEU is a number from 0 to 1. "
               "Many tools print it multiplied by 100, so say which scale you mean.",
               Smallest("a", ("a",), _UNIGRAMS)),
    in_percent(BLEU_SUBJECT, "precisions-in-percent", "Precisions", Symbol("p", "n"), ("p",), "A precision is a number "
               "from 0 to 1. The line that tools print, such as 69.4/43.4/29.2/20.0, has percentages.",
               Smallest("a", ("a",), _UNIGRAMS)),
    cut_off(BLEU_SUBJECT, "cut-not-rounded", Smallest("a", ("a a",), _UNIGRAMS)),
)  # fmt: skip
"""Every misconception, in the order of the computation."""
