"""NIST, a score like BLEU that weighs each match by its information.

George Doddington 2002, "Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence Statistics",
Proceedings of HLT 2002. The paper does not say how matches are clipped. Here they are clipped as in NIST's script
mteval.

    Info(g) = log2(Count(w_1 … w_n-1) / Count(w_1 … w_n))     for each n-gram g, over all references (equation 2)
    s_n     = Σ_g matches(g) · Info(g) / total_n              for n = 1 to 5; total_n: the n-grams of the candidate
    BP      = e^(β · log(min(L_sys / L_ref, 1))²)             log is natural; β makes BP 1/2 if L_sys / L_ref = 2/3
    NIST    = BP · (s_1 + … + s_5)                            (equation 3)

Each step is a method. Its docstring says why the step is taken, and its body is the paper's formula. A step without an
index is read like an attribute, so you write `self.bp` but `self.s(2)`. `SentenceNist` and `TextNist` differ only in
how they count. `nist` returns a subclass from trace.py, which sums faster unless a method has been changed.

>>> from mtexplain import nist
>>> nist("the cat", ["the cat", "the dog"], max_n=1).s(1)
s_1 = gain_1 / total_1 = 3/2 = 1.5
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import log as log_of_float

from mtexplain.counts import NGram, count_ngrams, highest, ngrams
from mtexplain.metrics.shared.scores import Pooled, TracedScore, TracedSentence, TracedText
from mtexplain.rules import Rules
from mtexplain.rules.base import choice, option, order
from mtexplain.tracing.number import exp, log, log2, min, number, share, sum_over
from mtexplain.tracing.steps import quantity, step

# The rules, that is, the choices that two tools may make differently. PAPER is the default.

MATCHES: Mapping[str, str] = {
    "all references": "an n-gram is clipped at its largest count in any reference; L_ref is the mean reference length",
    "one reference": "for each order, only the reference with the highest gain counts; L_ref is their mean length",
}
ZERO_PREFIXES: Mapping[str, str] = {
    "as counted": 'the information of a pair that begins with "0" is computed as usual',
    "none": '"0" is no prefix, so the information of a pair that begins with "0" is computed as for a single word',
}


@dataclass(frozen=True)
class NistRules(Rules):
    """A named set of choices for NIST.

    It is frozen. To change a choice, give `nist` a keyword or use `dataclasses.replace`.

    >>> PAPER.max_n, PAPER.matches
    (5, 'all references')
    """

    max_n: int = option(order("For NIST as published, set max_n=5."), 5)
    """The length of the longest n-grams counted, N in the paper."""
    matches: str = option(choice(MATCHES), "all references")
    """The references that a segment is matched with, and the length L_ref: a name from `MATCHES`."""
    zero_prefix: str = option(choice(ZERO_PREFIXES), "as counted")
    """The treatment of a pair that begins with "0": a name from `ZERO_PREFIXES`."""

    def beginning(self, ngram: NGram) -> NGram:
        """An n-gram without its last word. In Perl, the string "0" is false, so NIST's scripts see no word in it."""
        return () if self.zero_prefix == "none" and ngram[:-1] == ("0",) else ngram[:-1]


PAPER = NistRules("paper", tool="Doddington 2002")
MTEVAL_V13A = NistRules(
    "mteval-v13a", tokenize="mteval-13a", lowercase="ascii", tool="mteval-v13a.pl", zero_prefix="none"
)
MTEVAL_V11B = replace(MTEVAL_V13A, name="mteval-v11b", tokenize="mteval-11b", tool="mteval-v11b.pl")
NLTK = NistRules("nltk", tool="NLTK 3.10.4", matches="one reference")
RULES: Mapping[str, NistRules] = {rules.name: rules for rules in (PAPER, MTEVAL_V13A, MTEVAL_V11B, NLTK)}
"""Every set of rules by its name.

The paper's rules clip as NIST's scripts do. `MTEVAL_V13A` is NIST's script for the WMT evaluations, and `MTEVAL_V11B`
its version of 2004. NLTK takes tokens, so its rules split texts at white space."""


@dataclass(frozen=True)
class CorpusReferences:
    """The references of a whole text, over which n-grams are counted to compute their information.

    >>> corpus = CorpusReferences((("the", "cat"), ("the", "dog")))
    >>> corpus.words, corpus.times(("the",)), corpus.times(())
    (4, 2, 4)
    """

    texts: tuple[tuple[str, ...], ...]
    _counts: dict[int, Counter[NGram]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def words(self) -> int:
        """The number of words in all references."""
        return sum(map(len, self.texts))

    def counts(self, n: int) -> Counter[NGram]:
        """The counts of all n-grams of length n."""
        if n not in self._counts:
            self._counts[n] = Counter(chain.from_iterable(ngrams(text, n) for text in self.texts))
        return self._counts[n]

    def times(self, ngram: NGram) -> int:
        """The number of times an n-gram occurs; the empty n-gram occurs before each word."""
        return self.counts(len(ngram))[ngram] if ngram else self.words


class AnyNist(TracedScore):
    """The formulas of NIST. Higher is better, and there is no upper limit."""

    metric = "nist"
    account = "sum"
    rules: NistRules

    @property
    def each_n(self) -> range:
        """The orders."""
        return range(1, self.rules.max_n + 1)

    @property
    def corpus(self) -> CorpusReferences:
        """The references over which n-grams are counted to compute their information."""
        raise NotImplementedError

    @step("L_sys", name="tokens", says="the number of tokens in the candidate")
    def candidate_length(self) -> float:
        """Like BLEU, NIST compares tokens and clips counts. It differs in what a match is worth."""
        raise NotImplementedError

    @step("words", name="information", says="the number of words in all references")
    def words(self) -> float:
        """NIST weighs each match by its information, so an n-gram that was hard to predict counts for more.

        The information says, in bits, how much the last word of an n-gram adds to the words before it. It is
        log2(count without the last word / count of the whole n-gram), counted over all references. For a single word,
        the count on top is the total number of words.
        """
        return self.corpus.words

    @quantity("matched_{n}")
    def matched(self, n: int) -> float:
        """The number of n-grams that match."""
        raise NotImplementedError

    @quantity("total_{n}", says="the number of n-grams in the candidate")
    def total(self, n: int) -> float:
        """The number of n-grams in the candidate."""
        raise NotImplementedError

    @step("gain_{n}", name="s_{n}", is_decimal=True)
    def gain(self, n: int) -> float:
        """Each match gains the information of its n-gram, and these gains add up to gain_n.

        Dividing gain_n by the number of n-grams in the candidate, matched or not, gives the mean gain, s_n.
        """
        raise NotImplementedError

    @step("s_{n}", within=gain)
    def s(self, n: int) -> float:
        """The mean information gained per n-gram of the candidate."""
        return share(self.gain(n), self.total(n))

    @step("L_ref", name="brevity")
    def reference_length(self) -> float:
        """Without a penalty, an average over the n-grams would reward saying little.

        NIST's brevity penalty is mild near full length and harsh far below it. For example, it is 1/2 when L_sys is 2/3
        of L_ref.
        """
        raise NotImplementedError

    @step("β", within=reference_length)
    def beta(self) -> float:
        """The factor that makes the penalty 1/2 when the candidate has two thirds of the reference length."""
        return log(number(Fraction(1, 2))) / log(number(Fraction(2, 3))) ** 2

    @step("BP", within=reference_length)
    def bp(self) -> float:
        """The brevity penalty. It is 0 for an empty candidate, and otherwise 1 if every reference is empty."""
        if self.candidate_length == 0 or self.reference_length == 0:
            return 1 if self.candidate_length > 0 else 0
        return self.penalty()

    def penalty(self) -> float:
        """The brevity penalty when neither length is 0."""
        return exp(self.beta * log(min(self.candidate_length / self.reference_length, 1)) ** 2)

    @step("NIST", is_decimal=True)
    def score(self) -> float:
        """The orders are added, not multiplied.

        An order without a match adds nothing, but it does not make the whole score 0.
        """
        return self.bp * sum_over("n", [n for n in self.each_n if self.total(n) > 0], self.s)


@dataclass(frozen=True, repr=False)
class SentenceNist(AnyNist, TracedSentence):
    """The NIST of one segment.

    `corpus_references` are all the texts over which n-grams are counted to compute their information. Without them,
    only the segment's own references are used.
    """

    rules: NistRules
    corpus_references: CorpusReferences | None = None

    @cached_property
    def corpus(self) -> CorpusReferences:
        return self.corpus_references or CorpusReferences(self.references)

    @cached_property
    def counts(self) -> Mapping[int, Counter[NGram]]:
        """The counts of the candidate's n-grams, by order."""
        return {n: count_ngrams(self.candidate, n) for n in self.each_n}

    @cached_property
    def reference_counts(self) -> Mapping[int, Sequence[Counter[NGram]]]:
        """The counts of each reference's n-grams, by order."""
        return {n: [count_ngrams(text, n) for text in self.references] for n in self.each_n}

    # What a match is worth (equation 2).

    @property
    def each_g(self) -> list[NGram]:
        """The distinct n-grams of the candidate."""
        return [g for counts in self.counts.values() for g in counts]

    @quantity("Count(w_1…n)")
    def times(self, g: NGram) -> float:
        """The number of times an n-gram occurs in all references together."""
        return self.corpus.times(g)

    @quantity("Count(w_1…n-1)")
    def beginning(self, g: NGram) -> float:
        """The count of the n-gram without its last word; for a single word, the number of all words."""
        return self.corpus.times(self.rules.beginning(g))

    @quantity("Info(g)")
    def information(self, g: NGram) -> float:
        """The surprisal of the last word of an n-gram, in bits, given the words before it."""
        return log2(self.beginning(g) / self.times(g))

    # What the matches gain (equation 3).

    @cached_property
    def allowed(self) -> Mapping[int, Counter[NGram]]:
        """For each order, each n-gram's largest count in a reference that is used. No n-gram matches more often."""
        every = zip(self.each_n, self.chosen.values(), self.reference_counts.values(), strict=True)
        return {n: highest(counts) if chosen is None else counts[chosen] for n, chosen, counts in every}

    @cached_property
    def matches(self) -> Mapping[int, Counter[NGram]]:
        """The clipped counts of the matching n-grams, by order."""
        return {n: self.counts[n] & self.allowed[n] for n in self.each_n}

    @quantity("matches(g)", says="Count(g), clipped at the largest count of g in a reference")
    def match(self, g: NGram) -> float:
        """The number of times an n-gram matches, that is, its clipped count."""
        return self.matches[len(g)][g]

    def matched(self, n: int) -> float:
        return self.matches[n].total()

    def total(self, n: int) -> float:
        return self.counts[n].total()

    def gain(self, n: int) -> float:
        return sum_over("g", self.matches[n], lambda g: self.match(g) * self.information(g))

    # Lengths.

    @property
    def candidate_length(self) -> float:
        return len(self.candidate)

    @property
    def each_i(self) -> range:
        """The indices of the averaged reference lengths, from 1."""
        return range(1, len(self.lengths) + 1)

    @cached_property
    def lengths(self) -> list[int]:
        """The averaged reference lengths, either of all references or of the reference chosen for each order."""
        chosen = [len(self.references[i]) for i in self.chosen.values() if i is not None]
        return chosen or list(map(len, self.references))

    @quantity("L_{i}")
    def length(self, i: int) -> float:
        """A reference length that is averaged."""
        return self.lengths[i - 1]

    @quantity("K", says="the number of these lengths")
    def number_of_lengths(self) -> float:
        """The number of reference lengths that are averaged."""
        return len(self.lengths)

    @property
    def reference_length(self) -> float:
        return sum_over("i", self.each_i, self.length) / self.number_of_lengths

    @cached_property
    def chosen(self) -> Mapping[int, int | None]:
        """For each order, the index (from 0) of the reference that NLTK uses; None if all references count.

        It is the reference with the highest gain. In a tie, the longer reference is chosen, then the first. The gains
        are compared as floats, as in NLTK, so rounding errors may decide between equal gains.
        """
        if self.rules.matches == "all references":
            return dict.fromkeys(self.each_n)
        indices = range(len(self.references))
        return {n: max(indices, key=lambda i: (self.rounded_gain(n, i), len(self.references[i]))) for n in self.each_n}

    def rounded_gain(self, n: int, i: int) -> float:
        """The gain of an order with a single reference, in floats that are added with `sum` as in NLTK.

        Since Python 3.12, `sum` compensates for rounding errors.
        """
        matches = ((g, min(count, self.reference_counts[n][i][g])) for g, count in self.counts[n].items())
        return sum(log_of_float(self.beginning(g) / self.times(g), 2) * times for g, times in matches if times)


@dataclass(frozen=True, repr=False)
class TextNist(AnyNist, TracedText):
    """The NIST of a text, whose gains, n-grams and lengths are summed over its segments before they are divided.

    The information is counted over the references of all segments.
    """

    segments: tuple[SentenceNist, ...]
    rules: NistRules

    matched, gain, total = Pooled(AnyNist.matched), Pooled(AnyNist.gain), Pooled(AnyNist.total)
    candidate_length, reference_length = Pooled(AnyNist.candidate_length), Pooled(AnyNist.reference_length)

    @property
    def corpus(self) -> CorpusReferences:
        return self.segments[0].corpus
