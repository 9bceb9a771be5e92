"""METEOR as a recipe: every number that it takes of a candidate and a reference, in the order of the computation.

Meteor 1.5 is the same recipe with another definition of what the matched words count, and all words (Denkowski and
Lavie 2014, section 2): each match as much as its stage, a content word delta, a function word 1 - delta.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import chain
from math import inf
from typing import Any, NamedTuple

from mtexplain import exact
from mtexplain.copies import Result
from mtexplain.counts import NGram, ngrams
from mtexplain.display import plain
from mtexplain.display.formula import Call, Chain, Formula, Symbol, number
from mtexplain.display.score import Credit, SentenceScore, Term
from mtexplain.metrics.meteor.alignment import AT_ONCE, Alignment, find_alignment, list_options
from mtexplain.metrics.meteor.chunk_search import adjacent_links
from mtexplain.metrics.meteor.function_words import Number, Words, count_words
from mtexplain.metrics.meteor.links import groups, stages, union
from mtexplain.metrics.meteor.rules import STAGES, MeteorRules, decimal
from mtexplain.recipe.equations import equation
from mtexplain.recipe.quantity import Quantity, Recipe, formula, quantity
from mtexplain.recipe.trace import RecipeScore

REST = Chain("-", ("1", Symbol("Pen")))
LOG_TERMS = Call("log", Symbol("F", "mean")), Call("log", REST)
"""What is left of the mean; the summands of log METEOR."""
MANY = 10**6
"""So many alignments, or more."""
_QUICK = ("crossings", "chunks", "greedy")
_TEXTS = ("candidate", "reference")
ScoreOf = Callable[[int, int, int, int], float]
"""A score by the number of links, of chunks, and of the words of both texts."""


class Matched(NamedTuple):
    """The words of one text that a stage has matched, and what such a match counts."""

    stage: str
    weight: Fraction
    number: Number


class Share(NamedTuple):
    """The matched words of a text, out of all its words: how many there are, and what they count."""

    stages: tuple[Matched, ...]
    words: Number
    matched: Fraction
    total: Fraction

    @property
    def value(self) -> Fraction | None:
        """The share, 0 to 1; None where nothing counts, which is not 0."""
        return self.matched / self.total if self.total else None

    def __float__(self) -> float:
        """The value as a float. ZeroDivisionError where nothing counts."""
        return float(self.matched / self.total)

    def __format__(self, spec: str) -> str:
        """As counted, or its value as a float in that format."""
        return format(float(self), spec) if spec else str(self)

    def __str__(self) -> str:
        """As counted, never reduced, with six digits at most: 6/7, or 4.35/5 where words have weights."""
        return f"{float(self.matched):g}/{float(self.total):g}"


def _linked(text: int, kind: str) -> Quantity[tuple[int, ...]]:
    words = f"the {kind} words of the {_TEXTS[text]} that a stage links"
    return Quantity(
        f"{_TEXTS[text][0]}_s,{kind}",
        lambda trace: tuple(getattr(number, kind) for number in trace.words[text].linked),
        words,
        index="s",
    )


def _all(text: int, kind: str) -> Quantity[int]:
    words = f"the {kind} words of the {_TEXTS[text]}"
    return Quantity(f"{_TEXTS[text][0]}_{kind}", lambda trace: getattr(trace.words[text].all, kind), words)


def _matched(text: str) -> Quantity[Fraction]:
    """What the matched words of a text count."""
    each = f"delta * {text}_content_linked + (1 - delta) * {text}_function_linked"
    cases = {"words": f"sum(weights * ({each}))", "stages": "sum(weights * linked)", "nothing": "matches"}
    return formula(f"m_{text[0]}", cases, by=lambda trace: trace.weighed, inline=True, write=decimal)


def _total(text: str) -> Quantity[Fraction]:
    """What all words of a text count."""
    length, words = f"{text}_length", f"delta * {text}_content + (1 - delta) * {text}_function"
    cases = {"words": words, "stages": length, "nothing": length}
    return formula(f"t_{text[0]}", cases, by=lambda trace: trace.weighed, inline=True, write=decimal)


class MeteorScore(Recipe, Result):
    """METEOR against one reference.

    The index s runs over the stages: exact, stem, synonym, as far as the rules have them.
    """

    candidate: tuple[str, ...]
    reference: Any
    rules: MeteorRules

    @quantity("alignment", "each word has one partner at most, by the rule that is in force", step="alignment")
    def alignment(self) -> Alignment:
        return self.align()

    @quantity("m_s", "how many links a stage makes", index="s")
    def linked(self) -> tuple[int, ...]:
        found = [link.stage for link in self.alignment.links]
        return tuple(map(found.count, self.rules.stages))

    matches: Quantity[int] = formula("m", "sum(linked)", step="alignment")

    @quantity("c", "the number of words of the candidate", step="tokens")
    def candidate_length(self) -> int:
        return len(self.candidate)

    @quantity("r", "the number of words of the reference", step="tokens")
    def reference_length(self) -> int:
        return len(self.reference)

    @quantity("w_s", "what a match counts", index="s", write=decimal)
    def weights(self) -> tuple[Fraction, ...]:
        weight_of = dict(zip(STAGES, self.rules.weights, strict=True))
        return tuple(weight_of[stage] for stage in self.rules.stages)

    @quantity("δ", "what a content word counts; a function word counts the rest", write=decimal)
    def delta(self) -> Fraction | None:
        return self.rules.delta

    candidate_content_linked, candidate_function_linked = _linked(0, "content"), _linked(0, "function")
    reference_content_linked, reference_function_linked = _linked(1, "content"), _linked(1, "function")
    candidate_content, candidate_function = _all(0, "content"), _all(0, "function")
    reference_content, reference_function = _all(1, "content"), _all(1, "function")

    candidate_matched, candidate_total = _matched("candidate"), _total("candidate")
    p: Quantity[Fraction | None] = formula("P", "candidate_matched / candidate_total", counted=True, step="precision")
    reference_matched, reference_total = _matched("reference"), _total("reference")
    r: Quantity[Fraction | None] = formula("R", "reference_matched / reference_total", counted=True, step="recall")

    @quantity("α", "how much recall weighs", write=decimal)
    def alpha(self) -> Fraction:
        return self.rules.alpha

    f_mean: Quantity[Fraction] = formula(
        "F_mean", "p * r / (alpha * p + (1 - alpha) * r) if min(p, r) > 0 else 0", step="mean"
    )

    @quantity("ch", "runs of neighbours in both texts", step="chunks")
    def chunks(self) -> int:
        return len(self.alignment.chunks)

    @quantity("free", "whether the rules drop the penalty: they may, where every word of both texts is in one chunk")
    def is_free(self) -> bool:
        if self.rules.whole != "free" or self.chunks != 1:
            return False
        return self.candidate_length == self.matches == self.reference_length

    @quantity("γ", "the highest penalty there can be", write=decimal)
    def gamma(self) -> Fraction:
        return self.rules.gamma

    @quantity("β", "the exponent of the penalty", write=decimal)
    def beta(self) -> Fraction:
        return self.rules.beta

    penalty: Quantity[Fraction] = formula(
        "Pen", "0 if is_free else gamma * (chunks / matches) ** beta if min(chunks, matches) > 0 else 0", step="penalty"
    )
    score: Quantity[float] = formula("METEOR", "(1 - penalty) * f_mean", step="score", convert=float)

    @cached_property
    def weighed(self) -> str:
        """What has weights: "words" as well as stages, "stages" alone, or "nothing"."""
        return "nothing" if self.rules.counts_alike else "stages" if self.rules.delta is None else "words"

    def align(self) -> Alignment:
        """The alignment that the rules choose."""
        return find_alignment(self.candidate, self.reference, self.rules)

    @cached_property
    def words(self) -> tuple[Words, Words]:
        """The words of the candidate and those of the reference, counted."""
        links, rules = self.alignment.links, self.rules
        ours = count_words(self.candidate, [(one.candidate, one.stage) for one in links], rules.stages, rules.listed)
        theirs = count_words(self.reference, [(one.reference, one.stage) for one in links], rules.stages, rules.listed)
        return ours, theirs

    @property
    def precision(self) -> Share:
        """P, the share of the candidate that is matched; its `value` is exact, 0 to 1, or None for 0/0."""
        return self._share(0, self.candidate_matched, self.candidate_total)

    @property
    def recall(self) -> Share:
        """R, the share of the reference that is matched."""
        return self._share(1, self.reference_matched, self.reference_total)

    def _share(self, text: int, matched: Fraction, total: Fraction) -> Share:
        stages = map(Matched, self.rules.stages, self.weights, self.words[text].linked)
        return Share(tuple(one for one in stages if any(one.number)), self.words[text].all,
                     Fraction(matched), Fraction(total))  # fmt: skip

    @property
    def mean(self) -> Fraction:
        """Fmean, the weighted harmonic mean of the two, exact, 0 to 1."""
        return self.f_mean

    @cached_property
    def number_of_alignments(self) -> int | None:
        """How many alignments link as many words, stage by stage or at once; None where they are laborious to count.

        It stops counting at a million.

        >>> from mtexplain.metrics.meteor.rules import PAPER
        >>> ReferenceScore(("the", "cat"), ("the", "cat", "the"), PAPER).number_of_alignments
        2
        """
        listed = list(self.alignment.possible.values())
        found = [group for options in ([union(listed)] if self.rules.align in AT_ONCE else listed)
                 for group in groups(options)]  # fmt: skip
        if not all(group.whole for group in found):
            return None
        number = 1
        for group in found:
            least, most = sorted((len(group.words), len(group.partners)))
            for free in range(most, most - least, -1):
                if (number := number * free) >= MANY:
                    return MANY
        return number

    @cached_property
    def others(self) -> "tuple[ReferenceScore, ...]":
        """The same two texts aligned by other rules."""
        rules = [replace(self.rules, align=name) for name in _QUICK if name != self.rules.align]
        return tuple(ReferenceScore(self.candidate, self.reference, one) for one in rules)


@dataclass(frozen=True)
class ReferenceScore(MeteorScore):
    """A candidate and one reference.

    >>> from mtexplain.metrics.meteor.rules import PAPER
    >>> one = ReferenceScore(("the", "cat"), ("the", "old", "cat"), PAPER)
    >>> one.precision.value, one.recall.value, one.mean, one.penalty
    (Fraction(1, 1), Fraction(2, 3), Fraction(20, 29), Fraction(1, 2))
    """

    candidate: tuple[str, ...]
    reference: tuple[str, ...]
    rules: MeteorRules


class SentenceMeteor(MeteorScore, RecipeScore, SentenceScore):
    """METEOR against several references: it computes, and its subclass `Meteor` shows.

    Its quantities are those against the best reference.
    """

    rules: MeteorRules
    metric = "meteor"
    earns = "word"
    grouped_by = "of"
    chooses_by_score = True

    @quantity("reference", "the one that scores best", step="best")
    def reference(self) -> tuple[str, ...]:
        return self.best.reference

    @cached_property
    def against(self) -> tuple[ReferenceScore, ...]:
        """The score against each reference, with its working."""
        return tuple(ReferenceScore(self.candidate, reference, self.rules) for reference in self.references)

    @cached_property
    def place(self) -> int:
        """Which reference the score is taken from: the first of those that score best, counted from 0."""
        places = range(len(self.against))
        return max(places, key=lambda place: self.against[place].score) if len(places) > 1 else 0

    @property
    def best(self) -> ReferenceScore:
        """The score against the best reference: this is METEOR (section 2.2)."""
        return self.against[self.place]

    def align(self) -> Alignment:
        return self.best.alignment if self.reference is self.best.reference else super().align()

    @property
    def closed_form(self) -> Formula:
        """(1 - 0.5 * (2/6)^3) * 20/23; the penalty is left out where there is none."""
        if not self.mean:
            return "0"
        if not self.penalty:
            return number(self.mean)
        rest = Chain("-", ("1", equation(self, "penalty").numbers), grouped=True)
        return Chain("*", (rest, number(self.mean)))

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """log Fmean and log(1 - Pen): pairs (name, value) that add up to log METEOR. The value of log 0 is -inf."""
        logs = (exact.log(factor) if factor else -inf for factor in (self.mean, 1 - self.penalty))
        return tuple(Term(plain.formula(name), log) for name, log in zip(LOG_TERMS, logs, strict=True))

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

    @cached_property
    def _score_of(self) -> Callable[[int, int, int, int], float]:
        return scores_by_counts(self.rules)

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn, without a trace for each."""
        for tokens in candidates:
            yield max(self._against(tokens, reference) for reference in self.references)

    def _against(self, tokens: tuple[str, ...], reference: tuple[str, ...]) -> float:
        one = ReferenceScore(tokens, reference, self.rules)
        if not self.rules.counts_alike:
            return one.score
        return self._score_of(one.alignment.matches, len(one.alignment.chunks), len(tokens), len(reference))

    def limit(self, tokens: tuple[str, ...]) -> float:
        return max(limit(tokens, reference, self.rules, self._score_of) for reference in self.references)


def limit(candidate: Sequence[str], reference: Sequence[str], rules: MeteorRules, score_of: ScoreOf) -> float:
    """What the score of a candidate against a reference is at most; infinite (unknown) where words have weights.

    At most b links are followed by a neighbour in both texts, so that m links make at least m - b chunks. The score is
    largest with as many links as there can be, or, where beta is below 1, with the b + 1 links of a single chunk.

    >>> from mtexplain.metrics.meteor.rules import PAPER
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

    >>> from mtexplain.metrics.meteor.rules import PAPER
    >>> scores_by_counts(PAPER)(6, 2, 6, 7) == 530 / 621
    True
    """

    @cache
    def score(matches: int, chunks: int, candidate_length: int, reference_length: int) -> float:
        one = ReferenceScore((), (), rules).with_quantities({}, {
            "matches": matches, "chunks": chunks,
            "candidate_length": candidate_length, "reference_length": reference_length,
        })  # fmt: skip
        return one.score

    return score
