"""ROUGE as a trace: the numbers of the recipe, and how they are told."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import inf
from typing import Any, Literal, Self

from mtexplain import exact
from mtexplain.counts import NGram, ngrams
from mtexplain.display import plain
from mtexplain.display.formula import Formula, integer
from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note, Part, Table
from mtexplain.display.score import Credit, Term, Worst
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge import grids, moments, notes, overlaps, steps, unions
from mtexplain.metrics.rouge.kinds import (
    NGrams,
    SkipBigrams,
    SkipBigramsAndWords,
    Subsequence,
    UnionOfSubsequences,
    Units,
    WeightedSubsequence,
)
from mtexplain.metrics.rouge.recipe import RougeScore
from mtexplain.metrics.rouge.rules import BEST_BY, REFERENCES_BY, ROUNDING, RougeRules, check_references_by, decimal
from mtexplain.metrics.shared import record, signature


@dataclass(frozen=True, repr=False)
class Rouge(RougeScore):
    """A score by what a candidate shares with its references. What follows is the same for every kind."""

    rules: RougeRules

    grouped_by = "of"
    worst = Worst(why="Where nothing matches, recall and precision are 0, and so is every mean of the two.")

    @property
    def account(self) -> Literal["log", "sum"]:  # type: ignore[override]  # here it depends on the rules
        """A mean is a sum, any other F a product."""
        return "sum" if self.rules.references_by == "jackknife" else "log"

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """Pairs (name, value) that add up to log F: log R, log P, and less the log of what they are divided by.

        Jackknifed, they add up to F itself: what each reference adds to the mean that is left out.
        """
        return tuple(self._terms_of_mean() if self.account == "sum" else self._terms_of_f())

    def _terms_of_mean(self) -> Iterator[Term]:
        """What each summand adds: F with the best of the others, over the number of references."""
        for place, best in enumerate(self.chosen, 1):
            yield Term(
                f"F without reference {place}, over {self.count}", float(self.of_each("f_scores")[best] / self.count)
            )

    def _terms_of_f(self) -> Iterator[Term]:
        """F_beta = R P / ((R + beta^2 P)/(1 + beta^2)), in logarithms; of an endless beta log R alone, of 0 log P."""
        beta, r, p = self.rules.beta, self.r, self.p
        recall, precision = (plain.formula(one.symbol) for one in (type(self).r, type(self).p))
        if beta != 0:
            yield Term(f"log {recall}", exact.log(r) if r else -inf)
        if beta is not None:
            yield Term(f"log {precision}", exact.log(p) if p else -inf)
        if beta:
            square = beta * beta
            weight = "" if beta == 1 else f"{decimal(square)} "
            below = (r + square * p) / (1 + square) if r and p else Fraction(1)
            yield Term(f"-log(({recall} + {weight}{precision})/{decimal(1 + square)})", 0.0 - exact.log(below))

    @property
    def closed_form(self) -> Formula:
        return steps.closed_form(self)

    @property
    def signature(self) -> str:
        """What is counted, whose rules, how texts are read, and the choices that this score depends on."""
        rules = self.rules
        choices = [steps.measure(rules.beta), REFERENCES_BY[rules.references_by]]
        if rules.references_by in ("best", "jackknife") and rules.best_by != "score":
            choices.append(BEST_BY[rules.best_by])
        rounding = () if rules.rounding == "none" else (ROUNDING[rules.rounding],)
        return signature.written(plain.formula(self.symbol), rules, (*choices, *self.choices, *rounding), (self.count,))

    @property
    def zero_groups(self) -> frozenset[int | str]:
        """All of them where nothing matches: one match of any group is enough."""
        rows = self.credits
        return frozenset() if any(row.credited for row in rows) else frozenset(row.group for row in rows)

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn: what is counted alike is scored once."""
        known: dict[Any, float] = {}
        for tokens in candidates:
            other = self.with_candidate(tokens)
            counted = (other.matches, other.candidate_length)
            if counted not in known:
                known[counted] = other.score
            yield known[counted]

    @property
    def view(self) -> Any:
        """The module that tells how matches are counted: its steps and moments, and what each token earned."""
        return overlaps if isinstance(self, Units) else unions if self.by_lines else grids

    def earned(self) -> list[tuple[str, ...]]:
        """What each token of the candidate, and of each reference, earned: the states of `Words`."""
        return self.view.earned(self)  # type: ignore[no-any-return]

    @property
    def overview(self) -> tuple[Part, ...]:
        return (steps.sentences(self, self.earned()), steps.factors(self))

    def steps(self) -> tuple[Step, ...]:
        """Tokens, what is counted, the references where there are several, recall, precision, score."""
        return tuple(steps.of(self, self.view.steps(self)))

    def moments(self) -> tuple[Moment, ...]:
        """The same, moment by moment: a table is filled row by row, a path walked back."""
        return tuple(moments.of(self, self.view.moments(self)))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined: an empty text, nothing to count, characters no one can see, a tool's slips."""
        return tuple(notes.of(self))

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON. Exact values are strings such as "2/3"."""
        each = (self.of_each(name) for name in ("matches", "reference_total", "f_scores"))
        return record.of_sentence(
            self,
            self.metric,
            recall=self._share("r"),
            precision=self._share("p"),
            reported=self.reported,
            printed=self.printed,
            by_reference=[
                {
                    "matches": _number(matches),
                    "reference_total": _number(total),
                    "candidate_total": _number(self.candidate_total),
                    "f": str(f),
                }
                for matches, total, f in zip(*each, strict=True)
            ],
            chosen_references=list(self.chosen),
        )

    def _share(self, name: str) -> dict[str, Any]:
        """A recall or a precision: as it was counted, and its value."""
        value = getattr(self, name)
        return {"exact": plain.formula(steps.share(self, name)), "value": None if value is None else float(value)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The trace that `to_dict` wrote: an equal one. It reads tokens, texts and rules, and computes the rest."""
        found = record.facts(data, cls.metric, lambda rules: record.rules_of(rules, RougeRules))
        check_references_by(found["rules"], len(found["references"]))
        return cls(**found)


def _number(value: int | Fraction) -> int | str:
    if isinstance(value, int):
        return value
    return integer(value.numerator) if value.denominator == 1 else str(value)


class _Counted(Rouge, Units):
    """A score whose matches are counted unit by unit."""

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every unit of the candidate, with its count, and how often it matches in the references that count."""
        chosen = sorted(set(self.chosen))
        return tuple(
            Credit(self.group_of(row.unit), row.unit, row.in_candidate, max(map(row.overlap, chosen)))
            for row in self.counts
            if row.in_candidate
        )

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The units of the references: the score is 0 without one of them."""
        return frozenset(chain.from_iterable(map(self.units_of, self.references)))

    @property
    def table(self) -> Table:
        """Every unit, a row each."""
        return overlaps.table(self)


class _Sequence(Rouge):
    """A score whose matches are words in their order."""

    earns = "word"

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every word of the candidate, with its count, and how often it matches in a reference that counts."""
        counts = Counter(filter(self.is_word, self.candidate))
        matched = [
            Counter(self.candidate[token] for token in set(self.view.matched(self, place)[0]))
            for place in sorted(set(self.chosen))
        ]
        return tuple(
            Credit(self.units, (word,), count, max(one[word] for one in matched)) for word, count in counts.items()
        )

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The words of the references: the score is 0 without one of them."""
        return frozenset((word,) for reference in self.references for word in reference if self.is_word(word))

    @property
    def table(self) -> Table:
        """Every word that matches: where it stands in the reference, and in the candidate."""
        matched = [self.view.matched(self, place) for place in range(self.count)]
        return grids.table(self, matched)


@dataclass(frozen=True, repr=False)
class RougeN(_Counted, NGrams):
    """ROUGE-N of one candidate: n-grams that it shares with its references (section 2). Make one with `rouge_n`.

    >>> from mtexplain.metrics.rouge import rouge_n
    >>> trace = rouge_n("police kill the gunman", ["police killed the gunman"], 1)
    >>> trace.recall, trace.precision, trace.score
    (Ratio(matches=3, total=4), Ratio(matches=3, total=4), 0.75)
    """


@dataclass(frozen=True, repr=False)
class RougeS(_Counted, SkipBigrams):
    """ROUGE-S of one candidate: word pairs in their order, with gaps (section 5). Make one with `rouge_s`.

    >>> from mtexplain.metrics.rouge import rouge_s
    >>> rouge_s("the gunman police killed", ["police killed the gunman"]).recall
    Ratio(matches=2, total=6)
    """

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """Two neighbours of a reference: the least that makes a match in any case."""
        return frozenset(chain.from_iterable(ngrams(reference, 2) for reference in self.references))


@dataclass(frozen=True, repr=False)
class RougeSU(_Counted, SkipBigramsAndWords):
    """ROUGE-SU of one candidate: skip-bigrams, and words besides (section 5.1). Make one with `rouge_su`.

    >>> from mtexplain.metrics.rouge import rouge_su
    >>> rouge_su("the gunman police killed", ["police killed the gunman"]).recall
    Ratio(matches=6, total=10)
    """

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The words of the references that count. One that comes to stand last in the candidate may not be enough."""
        return frozenset((word,) for reference in self.references for word in self.words_of(reference))


@dataclass(frozen=True, repr=False)
class RougeL(_Sequence, Subsequence):
    """ROUGE-L of one candidate: the longest common subsequence (section 3.1). Make one with `rouge_l`.

    >>> from mtexplain.metrics.rouge import rouge_l
    >>> rouge_l("the gunman kill police", ["police killed the gunman"]).recall
    Ratio(matches=2, total=4)
    """


@dataclass(frozen=True, repr=False)
class RougeLSum(_Sequence, UnionOfSubsequences):
    r"""ROUGE-L of a summary of several lines (section 3.2). Make one with `rouge_l_sum`.

    Among the tokens a "\n" stands between two lines: it is no word, and is not counted. An edit may put one in.

    >>> from mtexplain.metrics.rouge import rouge_l_sum
    >>> trace = rouge_l_sum("w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5", ["w1 w2 w3 w4 w5"])
    >>> trace.recall, trace.precision
    (Ratio(matches=4, total=5), Ratio(matches=4, total=10))
    """


@dataclass(frozen=True, repr=False)
class RougeW(_Sequence, WeightedSubsequence):
    """ROUGE-W of one candidate: weighted longest common subsequences (section 4). Make one with `rouge_w`.

    Recall is f^-1(WLCS/f(m)), where f(k) = k^weight and m is the number of words of the reference; precision likewise.

    >>> from mtexplain.metrics.rouge import rouge_w
    >>> rouge_w("A B C D H I K", ["A B C D E F G"]).exact  # the paper's example: (16/49)^(1/2) = 4/7
    '(2 * 4/7 * 4/7) / (4/7 + 4/7)'
    """
