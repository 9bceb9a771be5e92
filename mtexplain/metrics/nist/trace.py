"""The public traces of NIST, and the functions `nist` and `corpus_nist` that return them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from itertools import chain
from math import inf
from typing import Annotated, Any, Self

from mtexplain import exact, inputs
from mtexplain.counts import NGram, count_ngrams, highest
from mtexplain.data import Facts, Record
from mtexplain.display import record, signature
from mtexplain.display.formula import Formula
from mtexplain.display.score import Credit
from mtexplain.inputs import InputError
from mtexplain.metrics.nist.score import (
    MATCHES,
    PAPER,
    RULES,
    AnyNist,
    CorpusReferences,
    NistRules,
    SentenceNist,
    TextNist,
)
from mtexplain.metrics.shared import reading
from mtexplain.rules import LowercaseSetting
from mtexplain.rules.base import resolve, tokenizers_for
from mtexplain.settings import OneOf
from mtexplain.text import Tokenizer
from mtexplain.tracing import formulas
from mtexplain.tracing.number import as_decimal, log2, number, plain, share, sum_of, sum_over
from mtexplain.tracing.steps import Indices, Quantity

RulesSetting = Annotated[NistRules | str, OneOf(RULES)]
TokenizeSetting = Annotated[str | Tokenizer | None, OneOf(tokenizers_for(RULES))]
MatchesSetting = Annotated[str | None, OneOf({name: name for name in MATCHES})]


class NistScore(AnyNist):
    """The NIST of a sentence or of a text, with the members that the rest of the library needs."""

    @property
    def closed_form(self) -> Formula:
        """NIST with numbers, such as 0.9543 * (54.4/18 + 22/17), where each fraction is bits over n-grams.

        A BP of 1 is left out.
        """
        added = sum_of([share(self.gain(n), self.total(n)) for n in self.each_n])
        return formulas.in_numbers(number(added if self.bp == 1 else self.bp * added))

    def summands(self) -> Iterable[float]:
        """The numbers that add up to NIST."""
        return (self.bp * self.s(n) for n in self.each_n)

    @property
    def range(self) -> tuple[Fraction | float, Fraction | float]:
        """0 to infinity. The highest possible score depends on the references; `most` is an upper bound."""
        return Fraction(0), inf

    def largest(self, n: int) -> float:
        """The largest information, in bits, of an n-gram of length n that can be matched; 0 if there is none."""
        raise NotImplementedError

    @property
    def most(self) -> float:
        """An upper bound on the score of any candidate.

        It is the sum over the orders of the largest information of an n-gram in the references.
        """
        return sum(map(self.largest, self.each_n))

    @property
    def signature(self) -> str:
        is_mean = self.rules.matches == "all references"
        choices = ["mean reference length" if is_mean else "one reference for each order"]
        choices.append(f"information by {self.words} word{'s' * (self.words != 1)}")
        if self.rules.zero_prefix != "as counted":
            choices.append(f'prefix "0" counts as {self.rules.zero_prefix}')
        return signature.written(f"NIST-{self.rules.max_n}", self.rules, choices, self.reference_numbers)


@lru_cache(10_000)  # many n-grams are equally rare
def _bits(beginning: int, times: int) -> Decimal | int:
    bits: Decimal | int = plain(log2(number(beginning) / number(times)))
    return bits


class Nist(SentenceNist, NistScore):
    """The NIST of one segment, with its working, as `nist` returns it.

    `corpus_references` are all the texts over which n-grams are counted to compute their information. Without them,
    only the segment's own references are used.

    >>> trace = nist("the cat", ["the cat", "the dog"], max_n=2)
    >>> trace.information(("the",)), trace.score == 2.5
    (Info(g) = log_2(Count(w_1…n-1) / Count(w_1…n)) = log_2(4/2) = 1, True)
    """

    empty_candidate = "so BP and the score are 0"

    @AnyNist.gain.otherwise
    def gain(self, n: int) -> float:
        """Compute the same sum. Unless a mistake changes its terms, they are computed only when they are shown."""
        quickly = None if self.changes else partial(self.quick_gain, n)
        return sum_over("g", self.matches[n], lambda g: self.match(g) * self.information(g), quickly)

    def quick_gain(self, n: int) -> Decimal | int:
        """The gain of an order, without a number for each n-gram."""
        with exact.forty_digits():
            return sum(times * self.quick_information(g) for g, times in self.matches[n].items())

    def quick_information(self, g: NGram) -> Decimal | int:
        """The information of an n-gram, without its working."""
        return _bits(self.corpus.times(self.rules.beginning(g)), self.corpus.times(g))

    # The highest possible gains.

    @cached_property
    def allowances(self) -> Mapping[NGram, tuple[int, Decimal | int]]:
        """The largest clipped count and the information of each n-gram in the references, if all references count."""
        allowed = highest(chain.from_iterable(self.reference_counts.values()))
        return {g: (most, self.quick_information(g)) for g, most in allowed.items()}

    def largest(self, n: int) -> float:
        return max((float(bits) for g, (_, bits) in self.allowances.items() if len(g) == n), default=0.0)

    @cached_property
    def of_references(self) -> tuple[float, ...]:
        """The score that each reference would get as a candidate, that is, the score of a perfect translation."""
        return tuple(self.scores_of(self.references))

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """Yield the scores of other candidates. Gains are looked up, and the penalty is computed once per length."""
        if self.changes or self.rules.matches != "all references":
            yield from super().scores_of(candidates)
            return
        allowances, bp = self.allowances, cache(self._bp_of)
        with exact.forty_digits():
            for tokens in candidates:
                means = Decimal()
                for n in self.each_n:
                    counts = count_ngrams(tokens, n)
                    matched = ((times, *allowances[g]) for g, times in counts.items() if g in allowances)
                    gain = sum((min(times, most) * bits for times, most, bits in matched), Decimal())
                    means += gain / Decimal(counts.total() or 1)
                yield float(bp(len(tokens)) * means)

    def _bp_of(self, length: int) -> Decimal:
        return as_decimal(plain(self.with_known([(AnyNist.candidate_length, (), length)]).bp))

    # For edits and records.

    @property
    def credits(self) -> tuple[Credit, ...]:
        orders = ((n, self.counts[n], self.matches[n]) for n in self.each_n)
        return tuple(Credit(n, g, count, matches[g]) for n, counts, matches in orders for g, count in counts.items())

    @property
    def zero_groups(self) -> frozenset[int | str]:
        """Order 1 if no word matches. If words match, no single order makes the score 0."""
        return frozenset() if self.matched(1) > 0 else frozenset({1})

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The n-grams of the references with information above 0. Any of them makes the score positive."""
        return frozenset(g for g, (_, bits) in self.allowances.items() if bits)

    @property
    def empty_reference(self) -> str:
        if not any(map(len, self.references)):
            return "There is nothing to gain, and no length to fall short of"
        return "It counts as 0 in the mean length" if self.rules.matches == "all references" else "Nothing matches it"

    def in_text(self) -> dict[str, object]:
        """The record without the references of all segments, which the segments of a text share."""
        return super().to_dict()

    def to_dict(self) -> dict[str, object]:
        texts = self.corpus_references.texts if self.corpus_references else ()
        return {**self.in_text(), "corpus_references": [list(text) for text in texts]}

    @classmethod
    def facts(cls, data: Record) -> Facts:
        known = super().facts(data)
        texts = record.token_lists(data.get("corpus_references", ()), "corpus_references")
        if missing := [i for i, text in enumerate(known["references"]) if texts and text not in texts]:
            expected = f"the tokens of references[{missing[0]}] among them"
            raise InputError("corpus_references", f"{len(texts)} token lists without them", expected)
        return {**known, "corpus_references": CorpusReferences(texts) if texts else None}


class CorpusNist(TextNist, NistScore):
    """The NIST of a text of several segments, with its working, as `corpus_nist` returns it.

    The information is computed from the references of all segments. Gains and n-grams are summed over the segments, and
    a single brevity penalty applies to the whole text.

    >>> corpus = corpus_nist(["a", "b"], [["a"], ["b"]], max_n=1)
    >>> corpus.score == 1, corpus.segments[0].score == 1
    (True, True)
    """

    segments: tuple[Nist, ...]
    sentence = Nist
    empty_candidate = "so it adds only the length of its references"

    def largest(self, n: int) -> float:
        return max(segment.largest(n) for segment in self.segments)

    def in_segments(self, quantity: Quantity[...], indices: Indices) -> tuple[Any, ...]:
        """The value of a quantity in each segment; gains are computed without a number for each n-gram."""
        if quantity.name != AnyNist.gain.name or any(segment.is_changed for segment in self.segments):
            return super().in_segments(quantity, indices)
        return tuple([segment.quick_gain(*indices) for segment in self.segments])

    @classmethod
    def from_facts(cls, facts: Sequence[Facts]) -> Self:
        """The text that these segments form. All its references are used to compute the information."""
        corpus = CorpusReferences(tuple(text for segment in facts for text in segment["references"]))
        segments = tuple(Nist(**{**segment, "corpus_references": corpus}) for segment in facts)
        return cls(segments, segments[0].rules)


def nist(
    candidate: str, references: list[str], *, rules: RulesSetting = PAPER, tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None, max_n: int | None = None, matches: MatchesSetting = None,
    corpus_references: list[str] | None = None,
) -> Nist:  # fmt: skip
    """The NIST of one candidate sentence against its references, as a trace (Doddington 2002).

    NIST is like BLEU, but weighs each match by its information and adds the orders. The score is 0 or more. It has no
    upper limit, but `Nist.most` is an upper bound for these references, and `Nist.of_references` has the scores of the
    references.

    `rules` are the rules of the paper or of a tool, from `mtexplain.metrics.nist.RULES`, or their name. A keyword
    overrides the rules unless it is None:

    - `tokenize`, `lowercase`: the same as for `mtexplain.bleu`
    - `max_n`: the length of the longest n-grams
    - `matches`: "all references", or "one reference" for each order
    - `corpus_references`: more texts, besides the references, over which n-grams are counted to compute their
      information, such as the references of the other sentences in a test set. A few references alone say little about
      how frequent a word is

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
    """The NIST of a text, as a trace. References are grouped by segment, so references[i] belong to candidates[i].

    The information is computed from the references of the whole text. Segments may have different numbers of
    references. The keywords and errors are the same as for `nist`.

    >>> corpus_nist(["the cat", "the dog"], [["the cat"], ["the dog"]], max_n=2).exact
    '6/4 + 2/2'
    """
    chosen, tokenizer = resolve(rules, RULES, tokenize=tokenize, lowercase=lowercase, max_n=max_n, matches=matches)
    return CorpusNist.from_facts(reading.corpus_facts(candidates, references, "nist", chosen, tokenizer))
