"""NIST: BLEU's relative, in which a match is worth the information that it holds.

George Doddington 2002, "Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence Statistics",
Proceedings of HLT 2002. It is silent on clipping, which is done here as NIST's own script mteval does it.

    NIST = BP · (s_1 + ... + s_5)

Each step is a method: its docstring says why it is taken, its body is the paper's formula. A step without an index is
read like an attribute: `self.bp`, but `self.s(2)`. A sentence and a text differ only in how they count.

>>> nist("the cat", ["the cat", "the dog"], max_n=1).s(1)
s_1 = gain_1 / total_1 = 3/2 = 1.5
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from itertools import chain
from math import inf
from math import log as log_of_float
from typing import Any, Literal, Self

from mtexplain import exact, inputs
from mtexplain.counts import NGram, count_ngrams, highest
from mtexplain.display import record, signature
from mtexplain.display.formula import Formula
from mtexplain.display.parts import Cell, Column, Marked, Real, Rows, Table, Words
from mtexplain.display.score import Credit
from mtexplain.inputs import InputError
from mtexplain.metrics.nist.references import CorpusReferences
from mtexplain.metrics.nist.rules import PAPER, RULES, MatchesSetting, NistRules, RulesSetting, TokenizeSetting
from mtexplain.metrics.shared import reading
from mtexplain.metrics.shared.scores import Pooled, TracedScore, TracedSentence, TracedText
from mtexplain.rules import LowercaseSetting
from mtexplain.rules.base import resolve
from mtexplain.tracing import formulas
from mtexplain.tracing.number import (
    as_decimal,
    exp,
    log,
    log2,
    min,
    number,
    plain,
    share,
    sum_of,
    sum_over,
)
from mtexplain.tracing.steps import Quantity, quantity, step


class AnyNist(TracedScore):
    """The formulas of NIST. It has no end: higher is better."""

    metric = "nist"
    account: Literal["log", "sum"] = "sum"
    rules: NistRules

    @property
    def each_n(self) -> range:
        """The orders."""
        return range(1, self.rules.max_n + 1)

    @property
    def corpus(self) -> CorpusReferences:
        """The references by which the information is counted."""
        raise NotImplementedError

    @step("L_sys", name="tokens", says="the number of tokens of the candidate")
    def candidate_length(self) -> float:
        """Like BLEU, NIST compares tokens and clips. What is new is what a match is worth."""
        raise NotImplementedError

    @step("words", name="information", says="how many words all references have")
    def words(self) -> float:
        """A match you could have expected tells little.

        If you know how an n-gram begins and how often it goes on like this, its last word tells you
        log2(beginning/itself) bits.
        """
        return self.corpus.words

    @quantity("matched_{n}")
    def matched(self, n: int) -> float:
        """The number of n-grams that match."""
        raise NotImplementedError

    @quantity("total_{n}", says="the number of n-grams of the candidate")
    def total(self, n: int) -> float:
        """The number of n-grams of the candidate."""
        raise NotImplementedError

    @step("gain_{n}", name="s_{n}", is_decimal=True)
    def gain(self, n: int) -> float:
        """Each match gains its information. The sum is divided by all n-grams of the candidate, matched or not."""
        raise NotImplementedError

    @gain.table
    def order_table(self, n: int) -> Table:
        """What is counted of an order."""
        raise NotImplementedError

    @step("s_{n}", within=gain)
    def s(self, n: int) -> float:
        """The information that an n-gram of the candidate gains on average."""
        return share(self.gain(n), self.total(n))

    @step("L_ref", name="brevity")
    def reference_length(self) -> float:
        """A gain per n-gram would reward saying little.

        This penalty is mild near full length and harsh far below it: 1/2 when L_sys is 2/3 of L_ref.
        """
        raise NotImplementedError

    @step("β", within=reference_length)
    def beta(self) -> float:
        """The factor that makes the penalty 1/2 for a candidate of two thirds of the length."""
        return log(number(Fraction(1, 2))) / log(number(Fraction(2, 3))) ** 2

    @step("BP", within=reference_length)
    def bp(self) -> float:
        """The brevity penalty; an empty candidate gets 0."""
        if self.candidate_length == 0 or self.reference_length == 0:
            return 1 if self.candidate_length > 0 else 0
        return self.penalty()

    def penalty(self) -> float:
        """The penalty of a candidate that has words, and so has a reference."""
        return exp(self.beta * log(min(self.candidate_length / self.reference_length, 1)) ** 2)

    @step("NIST", is_decimal=True)
    def score(self) -> float:
        """The orders are added, not multiplied.

        An order without a match adds nothing, but does not make everything 0.
        """
        return self.bp * sum_over("n", [n for n in self.each_n if self.total(n) > 0], self.s)

    def summands(self) -> Iterable[float]:
        """The numbers that add up to NIST."""
        return (self.bp * self.s(n) for n in self.each_n)

    @property
    def closed_form(self) -> Formula:
        """NIST with numbers, as in 0.9543 * (54.4/18 + 22/17): bits over n-grams. BP is left out where it is 1."""
        added = sum_of([share(self.gain(n), self.total(n)) for n in self.each_n])
        return formulas.in_numbers(number(added if self.bp == 1 else self.bp * added))

    @property
    def range(self) -> tuple[Fraction | float, Fraction | float]:
        """From 0, without an upper end: how much there is to gain depends on the references. See `most`."""
        return Fraction(0), inf

    def largest(self, n: int) -> float:
        """The largest information of an n-gram of an order that can be matched, in bits; 0 if there is none."""
        raise NotImplementedError

    @property
    def most(self) -> float:
        """A score that no candidate exceeds: of each order, the largest information of an n-gram of the references."""
        return sum(map(self.largest, self.each_n))

    @property
    def signature(self) -> str:
        return signature.written(f"NIST-{self.rules.max_n}", self.rules, self._choices(), self.reference_numbers)

    def _choices(self) -> Iterator[str]:
        yield self.rules.told_matches
        yield f"information by {self.words} word{'s' * (self.words != 1)}"
        if self.rules.zero_prefix != "as counted":
            yield f'prefix "0" counts as {self.rules.zero_prefix}'


def bits(beginning: float, times: float) -> float:
    """What the last word of an n-gram tells those who know how it begins, in bits (equation 2)."""
    return log2(beginning / times)


@lru_cache(10_000)  # many n-grams are equally rare
def _bits(beginning: int, times: int) -> Any:
    return plain(bits(number(beginning), number(times)))


@dataclass(frozen=True, repr=False)
class Nist(AnyNist, TracedSentence):
    """The NIST of one segment, with its working. Make one with `nist`.

    `corpus_references` are all texts by which the information is counted; where there are none, it is counted by the
    references alone.

    >>> trace = nist("the cat", ["the cat", "the dog"], max_n=2)
    >>> trace.information(("the",)), trace.score == 2.5
    (Info(g) = log_2(Count(w_1…n-1) / Count(w_1…n)) = log_2(4/2) = 1, True)
    """

    rules: NistRules
    corpus_references: CorpusReferences | None = None

    @cached_property
    def corpus(self) -> CorpusReferences:
        return self.corpus_references or CorpusReferences(self.references)

    @cached_property
    def counts(self) -> Mapping[int, Counter[NGram]]:
        """The n-grams of the candidate, by order."""
        return {n: count_ngrams(self.candidate, n) for n in self.each_n}

    @cached_property
    def reference_counts(self) -> Mapping[int, Sequence[Counter[NGram]]]:
        """The n-grams of each reference, by order."""
        return {n: [count_ngrams(text, n) for text in self.references] for n in self.each_n}

    # What a match is worth (equation 2).

    @property
    def each_g(self) -> list[NGram]:
        """The different n-grams of the candidate."""
        return [g for counts in self.counts.values() for g in counts]

    @quantity("Count(w_1…n)")
    def times(self, g: NGram) -> float:
        """How often all references together have an n-gram."""
        return self.corpus.times(g)

    @quantity("Count(w_1…n-1)")
    def beginning(self, g: NGram) -> float:
        """How often they have it without its last word; for a single word the number of all words."""
        return self.corpus.times(self.rules.beginning(g))

    @quantity("Info(g)")
    def information(self, g: NGram) -> float:
        """How many bits the last word of an n-gram tells those who know how it begins."""
        return bits(self.beginning(g), self.times(g))

    # What the matches gain (equation 3).

    @cached_property
    def allowed(self) -> Mapping[int, Counter[NGram]]:
        """How often each n-gram may match: as often as the one reference has it that has it most often."""
        every = zip(self.each_n, self.chosen.values(), self.reference_counts.values(), strict=True)
        return {n: highest(counts) if chosen is None else counts[chosen] for n, chosen, counts in every}

    @cached_property
    def matches(self) -> Mapping[int, Counter[NGram]]:
        """The n-grams that match, each at most as often as allowed."""
        return {n: self.counts[n] & self.allowed[n] for n in self.each_n}

    @quantity("matches(g)", says="Count(g), but at most as often as one reference has it")
    def match(self, g: NGram) -> float:
        """How often an n-gram matches."""
        return self.matches[len(g)][g]

    def matched(self, n: int) -> float:
        return self.matches[n].total()

    def total(self, n: int) -> float:
        return self.counts[n].total()

    def gain(self, n: int) -> float:
        quickly = None if self.changes else partial(self.quick_gain, n)
        return sum_over("g", self.matches[n], lambda g: self.match(g) * self.information(g), quickly)

    def order_table(self, n: int) -> Table:
        """Each n-gram of the candidate: how often it matches, how much it tells, and what it gains."""
        references, matches = self.reference_counts[n], self.matches[n]

        def row(g: NGram) -> tuple[Cell, ...]:
            times, found = self.counts[n][g], [counts[g] for counts in references]
            match = Marked(matches[g]) if 0 < matches[g] < times else matches[g]
            if not any(found):
                return Words(g), times, *found, match, None, None, None, None
            bits = self.information(g), self.match(g) * self.information(g)
            return Words(g), times, *found, match, *map(int, (self.times(g), self.beginning(g))), *map(Real, bits)

        columns = (
            Column("ngram", "n-gram"),
            Column("count", "count", "occurs {} in the candidate"),
            *(Column(f"reference_{i}", f"in reference {i}") for i, _ in enumerate(references, 1)),
            Column("matches", "matches", "matches {}"),
            Column("times", "in all references"),
            Column("beginning", "its beginning"),
            Column("information", "information", "tells {} bits"),
            Column("worth", "gain", "gains {} bits"),
        )
        sums = self.counts[n].total(), *[None] * len(references), matches.total(), None, None, None, Real(self.gain(n))
        return Table("", columns, Rows(list(self.counts[n]), row), total=("sum", *sums))

    # Lengths.

    @property
    def candidate_length(self) -> float:
        return len(self.candidate)

    @property
    def each_i(self) -> range:
        """The references that count, by number."""
        return range(1, len(self.lengths) + 1)

    @cached_property
    def lengths(self) -> list[int]:
        """The lengths of the references that count."""
        chosen = [len(self.references[i]) for i in self.chosen.values() if i is not None]
        return chosen or list(map(len, self.references))

    @quantity("L_{i}")
    def length(self, i: int) -> float:
        """The length of a reference that counts."""
        return self.lengths[i - 1]

    @quantity("K", says="the number of references that count")
    def number_of_lengths(self) -> float:
        """The number of references that count."""
        return len(self.lengths)

    @property
    def reference_length(self) -> float:
        return sum_over("i", self.each_i, self.length) / self.number_of_lengths

    @cached_property
    def chosen(self) -> Mapping[int, int | None]:
        """Of each order the one reference that counts by NLTK's rules, from 0; None where all count.

        It gains most; of two the longer, then the first. NLTK compares floats here. So do we: of two that gain as much,
        the last digit may put one before the other.
        """
        if self.rules.matches == "all references":
            return dict.fromkeys(self.each_n)
        places = range(len(self.references))
        return {n: max(places, key=lambda i: (self.gained(n, i), len(self.references[i]))) for n in self.each_n}

    def gained(self, n: int, i: int) -> float:
        """What the candidate gains by one reference, added up as NLTK does.

        From Python 3.12 on, `sum` makes up for rounding.
        """
        theirs = self.reference_counts[n][i]
        shared = ((g, min(times, theirs[g])) for g, times in self.counts[n].items() if g in theirs)
        return sum(log_of_float(self.beginning(g) / self.times(g), 2) * times for g, times in shared)

    # How much there is to gain.

    @cached_property
    def allowances(self) -> Mapping[NGram, tuple[int, Any]]:
        """How often each n-gram of the references may match where all count, and what a match tells, in bits."""
        allowed = highest(chain.from_iterable(self.reference_counts.values()))
        return {g: (most, self.quick_information(g)) for g, most in allowed.items()}

    def quick_information(self, g: NGram) -> Any:
        """What an n-gram tells, without its working."""
        return _bits(self.corpus.times(self.rules.beginning(g)), self.corpus.times(g))

    def quick_gain(self, n: int) -> Any:
        """What an order gains, without a number for each n-gram."""
        with exact.forty_digits():
            return sum(times * self.quick_information(g) for g, times in self.matches[n].items())

    def largest(self, n: int) -> float:
        return self._largest[n]

    @cached_property
    def _largest(self) -> Mapping[int, float]:
        found = dict.fromkeys(self.each_n, 0.0)
        for g, (_, bits) in self.allowances.items():
            found[len(g)] = max(found[len(g)], float(bits))
        return found

    @cached_property
    def of_references(self) -> tuple[float, ...]:
        """What each reference would score as a candidate: what a perfect translation gets."""
        return tuple(self.scores_of(self.references))

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn: the gains are looked up, and the rest is computed as ever."""
        if self.rules.matches != "all references" or self.changes:
            yield from super().scores_of(candidates)
            return
        worth, penalty = self.allowances, cache(self._penalty_of)
        with exact.forty_digits():
            for tokens in candidates:
                means = Decimal()
                for n in self.each_n:
                    counts = count_ngrams(tokens, n)
                    gains = (min(times, worth[g][0]) * worth[g][1] for g, times in counts.items() if g in worth)
                    means += sum(gains, Decimal()) / (counts.total() or 1)
                yield float(penalty(len(tokens)) * means)

    def _penalty_of(self, length: int) -> Decimal:
        return as_decimal(plain(self.with_known([(AnyNist.candidate_length, (), length)]).bp))

    # What edits and records ask.

    @property
    def credits(self) -> tuple[Credit, ...]:
        orders = ((n, self.counts[n], self.matches[n]) for n in self.each_n)
        return tuple(Credit(n, g, times, found[g]) for n, ours, found in orders for g, times in ours.items())

    @property
    def zero_groups(self) -> frozenset[int | str]:
        """The words, where none of them matches. Where words match, no order alone makes the score 0."""
        return frozenset() if self.matched(1) > 0 else frozenset({1})

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The n-grams of the references that hold information. With one of them the score is above 0."""
        return frozenset(g for g, (_, bits) in self.allowances.items() if bits)

    @property
    def empty_candidate(self) -> str:
        return "so BP and the score are 0"

    @property
    def empty_reference(self) -> str:
        if not any(map(len, self.references)):
            return "There is nothing to gain, and no length to fall short of"
        return "It counts as 0 in the mean length" if self.rules.matches == "all references" else "Nothing matches it"

    def in_text(self) -> dict[str, Any]:
        """Its record without the references of all segments, which its neighbours have."""
        return super().to_dict()

    def to_dict(self) -> dict[str, Any]:
        texts = self.corpus_references.texts if self.corpus_references else ()
        return {**self.in_text(), "corpus_references": [list(text) for text in texts]}

    @classmethod
    def facts(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        found = super().facts(data)
        texts = record.token_lists(data.get("corpus_references", ()), "corpus_references")
        if missing := [i for i, text in enumerate(found["references"]) if texts and text not in texts]:
            expected = f"the tokens of references[{missing[0]}] among them"
            raise InputError("corpus_references", f"{len(texts)} token lists without them", expected)
        return {**found, "corpus_references": CorpusReferences(texts) if texts else None}


@dataclass(frozen=True, repr=False)
class CorpusNist(AnyNist, TracedText):
    """The NIST of a text of several segments, with its working. Make one with `corpus_nist`.

    The information is counted over the references of all segments, the gains and the n-grams are summed over the
    segments, and one brevity penalty is taken at the end.

    >>> corpus = corpus_nist(["a", "b"], [["a"], ["b"]], max_n=1)
    >>> corpus.score == 1, corpus.segments[0].score == 1
    (True, True)
    """

    segments: tuple[Nist, ...]
    rules: NistRules
    sentence = Nist
    empty_candidate = "so it adds only the length of its references"

    matched, gain, total = Pooled(AnyNist.matched), Pooled(AnyNist.gain), Pooled(AnyNist.total)
    candidate_length, reference_length = Pooled(AnyNist.candidate_length), Pooled(AnyNist.reference_length)

    @property
    def corpus(self) -> CorpusReferences:
        return self.segments[0].corpus

    def in_segments(self, one: Quantity[Any], indices: tuple[Any, ...]) -> tuple[Any, ...]:
        if one.name == AnyNist.gain.name and not any(segment.changes for segment in self.segments):
            return tuple([segment.quick_gain(*indices) for segment in self.segments])
        return super().in_segments(one, indices)

    def order_table(self, n: int) -> Table:
        """The counts and the gain of each segment."""
        return self.table_of_sums(n)

    def largest(self, n: int) -> float:
        return max(segment.largest(n) for segment in self.segments)

    @classmethod
    def from_facts(cls, facts: Sequence[Mapping[str, Any]]) -> Self:
        """The text of these segments, whose information is counted over the references of all."""
        corpus = CorpusReferences(tuple(text for one in facts for text in one["references"]))
        segments = tuple(Nist(**{**one, "corpus_references": corpus}) for one in facts)
        return cls(segments, segments[0].rules)


def nist(
    candidate: str, references: list[str], *, rules: RulesSetting = PAPER, tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None, max_n: int | None = None, matches: MatchesSetting = None,
    corpus_references: list[str] | None = None,
) -> Nist:  # fmt: skip
    """The NIST of one candidate sentence against its references, as a trace (Doddington 2002).

    BLEU's relative: a match is worth the information it holds, and the orders are added. 0 or more, with no upper
    limit; `Nist.most` and `Nist.of_references` tell how much there is to gain.

    `rules` are those of the paper or of a tool: one of `mtexplain.metrics.nist.RULES`, or its name. A keyword left at
    None means "as the rules say"; one that is given wins:

    - `tokenize`, `lowercase`: as those of `mtexplain.bleu`
    - `max_n`: the longest n-gram
    - `matches`: "all references", or "one reference" for each order
    - `corpus_references`: more texts by which the information is counted, besides the references: those of the other
      sentences of a test set, say. A few references alone say little about what is usual

    InputError (a ValueError, for a wrong type also a TypeError) says what is wrong with an input and how to fix it.

    >>> nist("the cat", ["the cat sat", "the dog sat"], max_n=1).exact
    '0.5 * 4.17/2'
    """
    chosen, tokenizer = resolve(rules, RULES, tokenize=tokenize, lowercase=lowercase, max_n=max_n, matches=matches)
    facts = reading.facts(candidate, references, chosen, tokenizer)
    if corpus_references is None:
        return Nist(**facts)
    texts = inputs.check_references(corpus_references, "corpus_references")
    more = (reading.tokens(text, f"corpus_references[{i}]", chosen, tokenizer) for i, text in enumerate(texts))
    return Nist(**facts, corpus_references=CorpusReferences((*facts["references"], *more)))


def corpus_nist(
    candidates: list[str], references: list[list[str]], *, rules: RulesSetting = PAPER,
    tokenize: TokenizeSetting = None, lowercase: LowercaseSetting = None, max_n: int | None = None,
    matches: MatchesSetting = None,
) -> CorpusNist:  # fmt: skip
    """The NIST of a text, as a trace. References are grouped by segment: references[i] are those of candidates[i].

    The information is counted over the references of the whole text. Segments may have different numbers of references.
    Keywords and errors are those of `nist`.

    >>> corpus_nist(["the cat", "the dog"], [["the cat"], ["the dog"]], max_n=2).exact
    '6/4 + 2/2'
    """
    chosen, tokenizer = resolve(rules, RULES, tokenize=tokenize, lowercase=lowercase, max_n=max_n, matches=matches)
    return CorpusNist.from_facts(reading.corpus_facts(candidates, references, "nist", chosen, tokenizer))
