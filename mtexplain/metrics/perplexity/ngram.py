"""Perplexity under an n-gram model, which counts n-grams in the texts it reads and then predicts a text word by word.

Jurafsky and Martin, SLP3, section 3.1.

    p_t = Count(h w) / Count(h)                       h is the history, the n - 1 words before the word w
    p_t = (Count(h w) + k) / (Count(h) + k · |V|)     if k is added to the count of each of |V| words (section 3.6)

The references are the texts that the model reads, and the candidate is the text that it predicts. The rest is the same
as for every text and is in score.py.

>>> from mtexplain import ngram_perplexity
>>> ngram_perplexity("I am Sam", ["I am Sam", "Sam I am", "I do not like green eggs and ham"]).p(1)
p_1 = Count(h w) / Count(h) = 2/3
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from math import inf

from mtexplain.counts import NGram
from mtexplain.display.parts import Cell, Column, Rows, Table, Words
from mtexplain.display.score import Term
from mtexplain.metrics.perplexity.model import Model, train
from mtexplain.metrics.perplexity.rules import NgramRules
from mtexplain.metrics.perplexity.score import AnyPerplexity, TextPerplexity
from mtexplain.metrics.shared.orders import one_name
from mtexplain.metrics.shared.scores import Pooled, TracedSentence, TracedText
from mtexplain.tracing import views
from mtexplain.tracing.number import max, number, setting, share, sum_of, sum_over
from mtexplain.tracing.steps import quantity, row, step


class ByModel(TextPerplexity):
    """The formulas for an n-gram model, which reads the references and predicts the candidate."""

    metric = "ngram_perplexity"
    rules: NgramRules
    texts_read: Sequence[tuple[str, ...]]
    texts_predicted: Sequence[tuple[str, ...]]
    predicted: Sequence[NGram]

    @cached_property
    def model(self) -> Model:
        """The model, trained on the texts that it reads."""
        return train(self.texts_read, self.rules)

    @step("N", name="training", after=AnyPerplexity.t)
    def read(self) -> float:
        """The model remembers only counts."""
        return sum_over("g", self.model.counts, self.times_read)

    @row("Count(g)")
    def times_read(self, g: NGram) -> float:
        """The number of times that an n-gram was read."""
        return self.model.counts[g]

    @read.table
    def training_table(self) -> Table:
        """A table of the n-grams that were read, with the counts of the n-gram and its history, and the probability."""

        def cells(g: NGram) -> tuple[Cell, ...]:
            count, history = self.model.counts[g], self.model.histories[g[:-1]]
            return Words(g), count, history, views.cell(number(self.probability(number(count), number(history))))

        columns = Column("ngram", one_name(self.rules.n)), Column("count", "count"), self.history_column
        total = "sum", int(self.read), None, None
        return Table("", (*columns, Column("p", "probability")), Rows(list(self.model.counts), cells), total=total)

    @property
    def history_column(self) -> Column:
        """The head of the column with the counts of histories, or with the count of all words if n = 1."""
        return Column("history_count", "words in all" if self.rules.n == 1 else "count of its history")

    @quantity("|V|")
    def types(self) -> float:
        """The size of the vocabulary, which has the words that were read and some markers."""
        words = len(self.model.words)
        return number(words) + (self.model.types - words) if self.model.types > words else words

    @quantity("k")
    def k(self) -> float:
        """The number that add-k smoothing adds to every count, so that nothing is impossible."""
        return setting(self.rules.k)

    @quantity("Count(h w)")
    def count(self, t: int) -> float:
        """The number of times that the word was read after its history."""
        return self.model.counts.get(self.predicted[t - 1], 0)

    @quantity("Count(h)")
    def history(self, t: int) -> float:
        """The number of times that any word was read after the history."""
        return self.model.histories.get(self.predicted[t - 1][:-1], 0)

    @step("p_{t}", name="probabilities")
    def p(self, t: int) -> float:
        """The probability of a word is its share of the words that followed its history."""
        return self.probability(self.count(t), self.history(t))

    def probability(self, count: float, history: float) -> float:
        """Return the probability. If k is added to the counts of |V| words, k|V| is added to the history's count."""
        return share(count + self.k, history + self.k * self.types) if self.rules.is_smoothed else share(count, history)

    def token(self, t: int) -> Words:
        return Words(self.predicted[t - 1][-1:])


@dataclass(frozen=True, repr=False)
class SentenceByModel(ByModel, TracedSentence):
    """The perplexity of a sentence.

    >>> from mtexplain import ngram_perplexity
    >>> trace = ngram_perplexity("a c", ["a b"])  # c was never read, so no word was read after it
    >>> print(trace.t, trace.p(1), trace.p(2), trace.p(3), trace.product, trace.score)
    3 1/1 0/1 0/0 0 inf
    """

    rules: NgramRules

    @property
    def texts_read(self) -> Sequence[tuple[str, ...]]:  # type: ignore[override]
        return self.references

    @property
    def texts_predicted(self) -> Sequence[tuple[str, ...]]:  # type: ignore[override]
        return (self.candidate,)

    @cached_property
    def predicted(self) -> Sequence[NGram]:  # type: ignore[override]
        """The predicted n-grams, each a token and the n - 1 tokens before it, including markers."""
        return tuple(self.model.predicted_ngrams(self.candidate))

    @quantity("c", says="the number of words of the candidate")
    def c(self) -> float:
        """The number of words of the candidate."""
        return len(self.candidate)

    @property
    def t(self) -> float:
        """The references are the training text, which the model has read.

        Now it predicts the candidate, token by token.
        """
        more = sum(self.rules.marker_counts) - (self.rules.n - 1)
        t = sum_of([self.c]) if not more else self.c + more if more > 0 else self.c - -more
        return t if t >= 0 else max(0, t)


@dataclass(frozen=True, repr=False)
class TextByModel(ByModel, TracedText):
    """The perplexity of several sentences under the same model. It need not be the mean of their perplexities.

    >>> from mtexplain import corpus_ngram_perplexity
    >>> corpus_ngram_perplexity(["a a a", "b"], ["a a a b"], n=1).entropy
    J = (sum_s T_s * J_s) / T = (3 * 0.2877 + 1 * 1.386) / 4 = 0.5623
    """

    segments: tuple[SentenceByModel, ...]
    rules: NgramRules
    sentence = SentenceByModel
    t = Pooled(AnyPerplexity.t)

    @property
    def texts_read(self) -> Sequence[tuple[str, ...]]:  # type: ignore[override]
        return self.segments[0].references

    @property
    def texts_predicted(self) -> Sequence[tuple[str, ...]]:  # type: ignore[override]
        return self.candidate

    @cached_property
    def predicted(self) -> Sequence[NGram]:  # type: ignore[override]
        return tuple(ngram for segment in self.segments for ngram in segment.predicted)

    @property
    def each_s(self) -> list[int]:
        """The numbers of the sentences in which something is predicted."""
        return [s for s, segment in enumerate(self.segments, 1) if segment.predicted]

    @row("T_s")
    def t_of(self, s: int) -> float:
        """The number of predicted tokens in a sentence."""
        return len(self.segments[s - 1].predicted)

    @row("J_s")
    def j_of(self, s: int) -> float:
        """The mean surprise in a sentence."""
        return number(sum_over("t", self.places[s], self.surprise) / len(self.places[s])).named("J_s")

    @cached_property
    def places(self) -> dict[int, range]:
        """The indices t of the tokens of each sentence."""
        ends = [0, *accumulate(len(segment.predicted) for segment in self.segments)]
        return {s: range(start + 1, end + 1) for s, (start, end) in enumerate(pairwise(ends), 1)}

    @property
    def entropy(self) -> float:
        """The mean is taken over all tokens, not over the sentences, so a longer sentence counts for more."""
        return sum_over("s", self.each_s, self.weighted, self.quick_total) / self.t if self.t > 0 else inf

    @quantity()
    def weighted(self, s: int) -> float:
        """The mean surprise of a sentence, weighted by its number of tokens."""
        return number(self.t_of(s)) * self.j_of(s)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The summands of the logarithm of the score, each a sentence's J times its share of the tokens, in nats."""
        nats = {s: float(self.in_nats(self.j_of(s))) * self.t_of(s) / float(self.t) for s in self.each_s}
        terms = tuple(Term(f"T_{s} J_{s} / T", surprise) for s, surprise in nats.items())
        return terms or (Term("nothing is predicted", inf),)
