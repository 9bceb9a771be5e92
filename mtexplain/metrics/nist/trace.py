"""NIST as a trace: how its numbers are told, and what is counted in a segment and in a text."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from math import log
from typing import Any, Self

from mtexplain import exact
from mtexplain.counts import NGram, count_ngrams
from mtexplain.display import record, signature
from mtexplain.display.formula import shown
from mtexplain.display.parts import Note, Prose, Words
from mtexplain.display.pyramid import Pyramid, Text
from mtexplain.inputs import InputError
from mtexplain.metrics.nist import notes, views
from mtexplain.metrics.nist.recipe import NistScore
from mtexplain.metrics.nist.references import ReferenceCounts, count_references
from mtexplain.metrics.nist.rules import NistRules
from mtexplain.metrics.shared import bricks, reason
from mtexplain.metrics.shared.charts import account
from mtexplain.recipe.ngrams import NgramSentence, NgramText
from mtexplain.recipe.plan import Plan
from mtexplain.recipe.quantity import Orders

_PAPER = "Doddington 2002"
PLAN = (
    Plan("tokens", "Tokens", "Like BLEU, NIST compares tokens and clips. What is new is what a match is "
         "worth.", _PAPER, ("candidate_length",), lambda trace, _: signature.cut_by(trace.rules),
         lambda trace, _: (trace.text_table,)),
    Plan("information", "Information", "A match you could have expected tells little. If you know how an n-gram begins "
         "and how often it goes on like this, its last word tells you log2(beginning/itself) bits.",
         f"{_PAPER}, equation 2", ("words",), lambda trace, _: f"counted over {trace.words} words of references",
         lambda trace, _: (*views.best_match(trace), views.weights(trace))),
    Plan("s_{n}", "{Order}", "Each match gains its information. The sum is divided by all {order} of the candidate, "
         "matched or not.", f"{_PAPER}, equation 3", ("gain", "s"),
         lambda trace, place: f"{trace.matched[place]} of {trace.total[place]} match"),
    Plan("brevity", "Brevity", "A gain per n-gram would reward saying little. This penalty is mild near full length "
         "and harsh far below it: 1/2 when L_sys is 2/3 of L_ref.", f"{_PAPER}, equation 3",
         ("reference_length", "beta", "bp"), lambda trace, _: views.compare_lengths(trace),
         lambda trace, _: (*views.lengths(trace), views.brevity(trace))),
    Plan("score", "Score", "The orders are added, not multiplied: an order without a match adds nothing, but does not "
         "make everything 0.", f"{_PAPER}, equation 3", ("score",),
         lambda trace, _: f"a sum times BP {shown(float(trace.bp))}",
         lambda trace, _: (account(trace.terms, trace.symbol), *views.perfect(trace))),
)  # fmt: skip


@dataclass(frozen=True, repr=False)
class Nist(NistScore, NgramSentence):
    """The NIST of one segment, with its working. Make one with `nist`.

    `corpus_references` are all texts by which the information is counted; where there are none, it is counted by the
    references alone.

    >>> from mtexplain.metrics.nist import nist
    >>> trace = nist("the cat", ["the cat", "the dog"], max_n=2)
    >>> [[float(bits) for bits in order] for order in trace.information]
    [[1.0, 2.0], [1.0]]
    >>> trace.score
    2.5
    """

    plan = PLAN
    kept = *NgramSentence.kept, "known"
    rules: NistRules
    corpus_references: tuple[tuple[str, ...], ...] = ()

    @cached_property
    def known(self) -> ReferenceCounts:
        return count_references(self.corpus_references or self.references, self.rules.max_n, self.rules.no_prefixes)

    @cached_property
    def chosen(self) -> Orders[int | None]:
        """Of each order the one reference that counts, from 0: it gains most, of two the longer, then the first.

        None where all count. NLTK compares floats here. So do we: of two that gain as much, the last digit may put one
        before the other.
        """
        if self.rules.matches == "all references":
            return (None,) * self.rules.max_n
        places = range(len(self.references))
        return tuple(
            max(places, key=lambda place: (self._gained(mine, theirs[place]), len(self.references[place])))
            for mine, theirs in zip(self.counts, zip(*self.reference_counts, strict=True), strict=True)
        )

    def _gained(self, mine: Mapping[NGram, int], theirs: Mapping[NGram, int]) -> float:
        """What a candidate gains by one reference, added up as NLTK does.

        From Python 3.12 on, `sum` makes up for rounding.
        """
        shared = (ngram for ngram in mine if ngram in theirs)
        known = self.known
        return sum(log(known.beginning(one) / known.times(one), 2) * min(mine[one], theirs[one]) for one in shared)

    @cached_property
    def allowances(self) -> Mapping[NGram, tuple[int, Decimal]]:
        """Of every n-gram of the references: how often it may match where all count, and what a match is worth."""
        known, allowed = self.known, Counter[NGram]()
        for references in self.reference_counts:
            for counts in references:
                allowed |= counts

        @cache
        def bits(beginning: int, times: int) -> Decimal:
            found: Decimal = NistScore.information.evaluate(beginning=beginning, times=times)
            return found

        with exact.forty_digits():
            return {one: (most, bits(known.beginning(one), known.times(one))) for one, most in allowed.items()}

    @cached_property
    def largest(self) -> tuple[float, ...]:
        most = dict.fromkeys(range(1, self.rules.max_n + 1), Decimal(0))
        for ngram, (_, bits) in self.allowances.items():
            most[len(ngram)] = max(most[len(ngram)], bits)
        return tuple(map(float, most.values()))

    @cached_property
    def of_references(self) -> tuple[float, ...]:
        """What each reference would score as a candidate: what a perfect translation gets."""
        return tuple(self.scores_of(self.references))

    @property
    def zero_groups(self) -> frozenset[int | str]:
        """The words, where none of them matches. Where words match, no order alone makes the score 0."""
        return frozenset() if self.matched[0] else frozenset({1})

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The n-grams of the references that hold information. With one of them the score is above 0."""
        return frozenset(one for one, (_, bits) in self.allowances.items() if bits)

    def with_candidate(self, tokens: list[str] | tuple[str, ...]) -> Self:
        """The same references and rules with other candidate tokens: for edits. Tokens are taken as they are.

        >>> from mtexplain.metrics.nist import nist
        >>> nist("a", ["a b"], max_n=1).with_candidate(["a", "b"]).score
        1.0
        """
        other = super().with_candidate(tokens)
        vars(other)["known"] = self.known  # the references are the same, and need not be counted again
        return other

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """The scores of other candidates, in turn: what the formulas need is counted, and nothing else."""
        if self.rules.matches != "all references":
            yield from super().scores_of(candidates)
            return
        worth, bp = self.allowances, cache(self._bp_of)
        for tokens in candidates:
            counts = [count_ngrams(tokens, n) for n in range(1, self.rules.max_n + 1)]
            with exact.forty_digits():
                gain = tuple(
                    sum(min(count, worth[one][0]) * worth[one][1] for one, count in order.items() if one in worth)
                    for order in counts
                )
                s = NistScore.s.evaluate(gain=gain, total=tuple(order.total() for order in counts))
                yield float(NistScore.score.evaluate(bp=bp(len(tokens)), s=s))

    def _bp_of(self, length: int) -> Any:
        return NistScore.bp.evaluate(candidate_length=length, reference_length=self.reference_length, beta=self.beta)

    @cached_property
    def pyramid(self) -> Pyramid:
        """The whole score in one picture: words as bricks, and each n-gram a brick that hangs where its words hang."""
        rows = zip(self.ngrams, self.count, self.matches, self.in_references, strict=True)
        orders = [bricks.count_order(n, *order, f"s_{n}") for n, order in enumerate(rows, 1)]
        which = "the reference" if len(self.references) == 1 else "the references on average"
        ruler = bricks.measure(self.candidate_length, self.reference_length, shown(float(self.bp)), which, "brevity",
                               self.rules.token_name)  # fmt: skip
        texts = Text("candidate", Words(self.candidate)), bricks.name_texts(self.references)
        return bricks.build(*texts, orders, ruler, self.rules.token_name)

    @property
    def why(self) -> Prose:
        if not self.score and any(map(any, self.matches)):
            return Prose(("The matches tell nothing: by these references they carry no information.",))
        return reason.describe(self.pyramid)

    def odd(self) -> Iterator[Note]:
        """An order without n-grams, matches that hold no information, references that only rounding sets apart."""
        return notes.of_segment(self)

    @property
    def empty_candidate(self) -> str:
        return "so BP and the score are 0"

    @property
    def empty_reference(self) -> str:
        if not any(map(len, self.references)):
            return "There is nothing to gain, and no length to fall short of"
        return "It counts as 0 in the mean length" if self.rules.matches == "all references" else "Nothing matches it"

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON."""
        return {**self.in_text(), "corpus_references": [list(text) for text in self.corpus_references]}

    def in_text(self) -> dict[str, Any]:
        """The same without the references of all segments, which its neighbours have."""
        return super().to_dict()

    @classmethod
    def facts(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        found = super().facts(data)
        texts = record.token_lists(data.get("corpus_references", ()), "corpus_references")
        if missing := [i for i, text in enumerate(found["references"]) if texts and text not in texts]:
            expected = f"the tokens of references[{missing[0]}] among them"
            raise InputError("corpus_references", f"{len(texts)} token lists without them", expected)
        return {**found, "corpus_references": texts}


@dataclass(frozen=True, repr=False)
class CorpusNist(NistScore, NgramText):
    """The NIST of a text of several segments, with its working. Make one with `corpus_nist`.

    The information is counted over the references of all segments, the gains and the n-grams are summed over the
    segments, and one brevity penalty is taken at the end.

    >>> from mtexplain.metrics.nist import corpus_nist
    >>> corpus = corpus_nist(["a", "b"], [["a"], ["b"]], max_n=1)
    >>> corpus.score, corpus.segments[0].score
    (1.0, 1.0)
    """

    segments: tuple[Nist, ...]
    rules: NistRules
    sentence = Nist
    plan = PLAN

    def __post_init__(self) -> None:
        """All segments know the references of all, which are counted once."""
        known = self.segments[0].known
        for segment in self.segments:
            vars(segment)["known"] = known

    @property
    def known(self) -> ReferenceCounts:
        return self.segments[0].known

    @cached_property
    def largest(self) -> tuple[float, ...]:
        return tuple(max(bits) for bits in zip(*(segment.largest for segment in self.segments), strict=True))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about the text as a whole, then what is odd about each segment."""
        return tuple(notes.of_corpus(self))

    @classmethod
    def from_facts(cls, facts: Sequence[Mapping[str, Any]]) -> Self:
        """The corpus of these segments, whose information is counted over the references of all."""
        texts = tuple(text for one in facts for text in one["references"])
        segments = tuple(Nist(**{**one, "corpus_references": texts}) for one in facts)
        return cls(segments, segments[0].rules)
