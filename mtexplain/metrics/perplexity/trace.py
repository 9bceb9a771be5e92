"""The functions `ngram_perplexity` and `corpus_ngram_perplexity`, and their traces, which support edits and records."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import chain
from math import inf
from typing import Any, Self

from mtexplain import inputs
from mtexplain.automaton import Automaton
from mtexplain.counts import NGram
from mtexplain.data import Facts, Record
from mtexplain.display import plain as text
from mtexplain.display import record, signature
from mtexplain.display.parts import Column, Note, Table
from mtexplain.display.picture import Picture
from mtexplain.display.score import Credit
from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.metrics.perplexity.model import END, START
from mtexplain.metrics.perplexity.ngram import SentenceByModel, TextByModel
from mtexplain.metrics.perplexity.rules import (
    BASES,
    RULES,
    SLP3,
    BaseSetting,
    MarkersSetting,
    NgramRules,
    RulesSetting,
    SmoothingSetting,
    TokenizeSetting,
    VocabularySetting,
)
from mtexplain.metrics.shared import reading, scores
from mtexplain.metrics.shared.scores import joined
from mtexplain.rules import LowercaseSetting
from mtexplain.rules.base import resolve
from mtexplain.text import Tokenizer
from mtexplain.tracing import formulas
from mtexplain.tracing.number import Value, add, calculate, divide, number, or_zero, plain, setting

_SEEN, _UNSEEN = "seen", "never seen"


class NgramPerplexity(SentenceByModel):
    """The perplexity of a candidate under the n-gram model of its references, as returned by `ngram_perplexity`.

    >>> trace = ngram_perplexity("I am Sam", ["I am Sam", "Sam I am"])
    >>> [str(trace.p(t)) for t in trace.each_t]
    ['1/2', '2/2', '1/2', '1/2']
    """

    grouped_by = "in training"
    reference_name = "training text"

    @cached_property
    def picture(self) -> Picture:  # type: ignore[override]
        picture = scores.picture(self)
        assert isinstance(picture, Picture)
        return picture

    @property
    def credits(self) -> tuple[Credit, ...]:
        """The different n-grams of the candidate, which earn credit if the model has seen them."""
        times, seen = Counter(self.predicted).items(), self.model.counts
        return tuple(Credit(_SEEN if g in seen else _UNSEEN, g, often, often * (g in seen)) for g, often in times)

    @property
    def zero_groups(self) -> frozenset[int | str]:
        """The group of the n-grams that were never seen, if they make PP infinite."""
        return frozenset({_UNSEEN}) if any(not or_zero(self.p(t)) for t in self.each_t) else frozenset()

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The empty n-gram, because no n-gram in particular is required. Without smoothing, see `automaton`."""
        return frozenset({()})

    @property
    def longest(self) -> int:
        return self.rules.n

    @cached_property
    def automaton(self) -> Automaton | None:
        """An automaton for the sentences whose n-grams were all seen; None with smoothing, which allows any n-gram."""
        return None if self.rules.is_smoothed else self.model.automaton

    def with_candidate(self, tokens: list[str] | tuple[str, ...]) -> Self:
        """Return the trace of other candidate tokens under the same model. The tokens are used as they are.

        >>> ngram_perplexity("a", ["a b"]).with_candidate(["a", "b"]).score == 1
        True
        """
        other = super().with_candidate(tokens)
        if not self.is_changed:  # the model is not trained again
            self.hand_on(other, "model", "quick_surprise")
        return other

    def scores_of(self, candidates: Iterable[tuple[str, ...]]) -> Iterator[float]:
        """Return the scores of other candidates in turn, without their working."""
        if self.is_changed:
            return super().scores_of(candidates)
        return map(self._quick_score, candidates)

    def _quick_score(self, tokens: tuple[str, ...]) -> float:
        surprises = list(map(self.quick_surprise, self.model.predicted_ngrams(tokens)))
        return float(self.power(number(calculate(add, surprises)) / len(surprises))) if surprises else inf

    @property
    def quick_total(self) -> Callable[[], Value] | None:
        return self.total_of(map(self.quick_surprise, self.predicted))

    @cached_property
    def quick_surprise(self) -> Callable[[NGram], Any]:
        """A function from an n-gram to its surprise, as a plain number. A p of 0/0 counts as 0."""
        counts, histories = self.model.counts, self.model.histories
        k = self.rules.k if self.rules.is_smoothed else 0

        @cache
        def surprise(g: NGram) -> Any:
            p = divide(counts.get(g, 0) + k, histories.get(g[:-1], 0) + k * self.model.types)
            return plain(-self.log(number(p or 0)))

        return surprise

    @property
    def empty_candidate(self) -> str:
        return "so only the end is predicted" if self.predicted else "so nothing is predicted"

    @property
    def empty_reference(self) -> str:
        return "The model reads it as an empty sentence"

    @property
    def signature(self) -> str:
        return _signature(self)

    def working(self) -> Record:
        counted = (
            {
                "ngram": list(map(str, g)),
                "count": int(self.count(t)),
                "history_count": int(self.history(t)),
                "value": record.plain(self.p(t)),
            }
            for t, g in zip(self.each_t, self.predicted, strict=True)
        )
        rows = [{**counts, **row} for counts, row in zip(counted, self.rows_of_record(), strict=True)]
        return {"entropy": record.number(self.entropy), "ledger": rows}


class CorpusNgramPerplexity(TextByModel):
    """The perplexity of several sentences under an n-gram model, as returned by `corpus_ngram_perplexity`."""

    segments: tuple[NgramPerplexity, ...]
    sentence = NgramPerplexity
    shared = ("references", "reference_texts", "rules")

    @property
    def signature(self) -> str:
        return _signature(self)

    @property
    def quick_total(self) -> Callable[[], Value] | None:
        of = self.segments[0].quick_surprise
        return self.total_of(map(of, self.predicted))

    def working(self) -> Record:
        return {"entropy": record.number(self.entropy)}

    @property
    def table(self) -> Table:
        """A table with a row for each token of each sentence."""
        tables = [((index,), segment.ledger()) for index, segment in enumerate(self.segments, 1)]
        return joined(tables, (Column("sentence", "sentence"),))._replace(names=3)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """The notes on each sentence, and on the training text only once."""
        notes: dict[Note, None] = {}
        for s, segment in enumerate(self.segments, 1):
            for note in segment.notes:
                is_shared = note.where.startswith("training text")
                where = note.where if is_shared else f"sentence {s}{', ' * bool(note.where)}{note.where}"
                notes[note._replace(where=where)] = None
        return tuple(notes)

    @classmethod
    def from_facts(cls, facts: Sequence[Facts]) -> Self:
        """Return the trace of these sentences, which share their references, so the model is trained only once."""
        whole = super().from_facts(facts)
        for segment in whole.segments:
            whole.hand_on(segment, "model")
        return whole


def _signature(trace: NgramPerplexity | CorpusNgramPerplexity) -> str:
    rules = trace.rules
    (before, after), base = rules.marker_counts, BASES[rules.base]
    markers = f"markers: {before} {START}, {after} {END}" if after else "no markers"
    added = f"add-{text.formula(formulas.value(setting(rules.k)))}", f"vocabulary: {rules.vocabulary}"
    choices = f"{rules.n}-gram model", markers, *(added if rules.is_smoothed else ("maximum likelihood",)), base
    return signature.written("perplexity", rules, choices, trace.reference_numbers)


def ngram_perplexity(
    candidate: str,
    references: list[str],
    *,
    rules: RulesSetting = SLP3,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    n: int | None = None,
    markers: MarkersSetting = None,
    smoothing: SmoothingSetting = None,
    k: float | Fraction | None = None,
    vocabulary: VocabularySetting = None,
    base: BaseSetting = None,
) -> NgramPerplexity:
    """Return the perplexity of a sentence under a tiny n-gram model, as a trace.

    The model is trained on the references and tested on the candidate (Jurafsky and Martin, SLP3, chapter 3). The score
    goes from 1 to infinity, and lower is better.

    `rules` is a set of rules from `mtexplain.metrics.perplexity.RULES`, or its name. A keyword that is not None
    overrides the rules:

    - `tokenize`, `lowercase`: as in `mtexplain.bleu`
    - `n`: the length of the n-grams, which is 2 for a bigram model
    - `markers`: the markers, <s> and </s>, that a sentence gets
    - `smoothing`: "none" (maximum likelihood) or "add-k"
    - `k`: the number that add-k adds to each count, which is 1 for Laplace smoothing
    - `vocabulary`: the entries that |V| counts if k is added
    - `base`: the base of the logarithms, "e", 2 or 10. It changes the working but not the score

    Raises InputError (a ValueError, and also a TypeError if a type is wrong), which says what is wrong with an input
    and how to fix it.

    >>> trace = ngram_perplexity("I am Sam", ["I am Sam", "Sam I am", "I do not like green eggs and ham"])
    >>> trace.exact
    '(2/3 * 2/3 * 1/2 * 1/2)^(-1/4)'
    """
    chosen, tokenizer = _resolve(rules, tokenize=tokenize, lowercase=lowercase, n=n, markers=markers,
                                 smoothing=smoothing, k=k, vocabulary=vocabulary, base=base)  # fmt: skip
    return NgramPerplexity(**reading.facts(candidate, references, chosen, tokenizer))


def corpus_ngram_perplexity(
    candidates: list[str],
    references: list[str] | list[list[str]],
    *,
    rules: RulesSetting = SLP3,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    n: int | None = None,
    markers: MarkersSetting = None,
    smoothing: SmoothingSetting = None,
    k: float | Fraction | None = None,
    vocabulary: VocabularySetting = None,
    base: BaseSetting = None,
) -> CorpusNgramPerplexity:
    """Return the perplexity of a text of several sentences under the same n-gram model, as a trace.

    The references are a list of sentences, which are the training text. They may also be grouped by segment, as for
    other metrics. The keywords and errors are the same as in `ngram_perplexity`.

    >>> trace = corpus_ngram_perplexity(["a", "b b"], ["a b"], n=1)
    >>> print(*[segment.score for segment in trace.segments], trace.score)
    2.0 2.0 2.0
    """
    chosen, tokenizer = _resolve(rules, tokenize=tokenize, lowercase=lowercase, n=n, markers=markers,
                                 smoothing=smoothing, k=k, vocabulary=vocabulary, base=base)  # fmt: skip
    texts, read = _check(candidates, references)
    reading.cut_at_once((*texts, *read), chosen)
    known = tuple(reading.tokens(text, f"references[{i}]", chosen, tokenizer) for i, text in enumerate(read))
    shared = {"references": known, "rules": chosen, "reference_texts": tuple(read)}
    cut = [reading.tokens(text, f"candidates[{i}]", chosen, tokenizer) for i, text in enumerate(texts)]
    return CorpusNgramPerplexity.from_facts(
        [{"candidate": tokens, "candidate_text": text, **shared} for tokens, text in zip(cut, texts, strict=True)]
    )


def _resolve(rules: NgramRules | str, **given: object) -> tuple[NgramRules, Tokenizer]:
    """Return the rules and the tokeniser. A given k needs rules that add k."""
    chosen, tokenizer = resolve(rules, RULES, **given)
    if given["k"] is not None and not chosen.is_smoothed:
        got = described(given["k"])
        raise InputError("k", got, "None, because nothing is added without smoothing", 'Write smoothing="add-k".')
    return chosen, tokenizer


def _check(candidates: object, references: object) -> tuple[list[str], list[str]]:
    """Return the checked sentences of the test and of the training text."""
    expected = "a list of strings, with a string for each sentence"
    if isinstance(candidates, str):
        fix = "For a single sentence, use ngram_perplexity(candidate, references)."
        raise InputTypeError("candidates", described(candidates), expected, fix)
    sentences = inputs.check_list(candidates, "candidates", expected)
    if not sentences:
        raise InputError("candidates", "an empty list", "at least one sentence", "There is nothing to predict.")
    texts = [inputs.check_text(text, f"candidates[{i}]") for i, text in enumerate(sentences)]
    return texts, inputs.check_references(_in_turn(references))


def _in_turn(references: object) -> object:
    """Return grouped references as a single list, and anything else as it is."""
    if not isinstance(references, (list, tuple)) or not references or isinstance(references[0], str):
        return references
    groups: Sequence[list[str]] = [
        inputs.check_references(reference, f"references[{i}]") for i, reference in enumerate(references)
    ]
    return list(chain.from_iterable(groups))
