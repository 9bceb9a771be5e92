"""From sentences to a trace: `ngram_perplexity` and `corpus_ngram_perplexity`."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain

from mtexplain import inputs
from mtexplain.metrics.perplexity.corpus import CorpusNgramPerplexity, of_sentences
from mtexplain.metrics.perplexity.rules import (
    SLP3,
    BaseSetting,
    MarkersSetting,
    RulesSetting,
    SmoothingSetting,
    TokenizeSetting,
    VocabularySetting,
    in_force,
)
from mtexplain.metrics.perplexity.sentence import NgramPerplexity
from mtexplain.metrics.shared import reading
from mtexplain.rules import LowercaseSetting


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
    """The perplexity of a sentence under a tiny n-gram model, as a trace.

    The references are the text that the model is trained on, the candidate is what it is tested on (Jurafsky and
    Martin, SLP3, chapter 3). From 1 to infinity; lower is better.

    `rules` are those of the book or of a tool: one of `mtexplain.metrics.perplexity.RULES`, or its name. A keyword left
    at None means "as the rules say"; a given one wins:

    - `tokenize`, `lowercase`: as those of `mtexplain.bleu`
    - `n`: how long the n-grams are; 2 is a bigram model
    - `markers`: which markers, <s> and </s>, a sentence gets
    - `smoothing`: "none" (maximum likelihood) or "add-k"; `k`: what is added, 1 for Laplace smoothing
    - `vocabulary`: what |V| counts, where a k is added
    - `base`: the base of the logarithms, "e", 2 or 10. It changes the working, and not the score

    InputError (a ValueError, for a wrong type also a TypeError) says what was wrong with an input and how to mend it.

    >>> trace = ngram_perplexity("I am Sam", ["I am Sam", "Sam I am", "I do not like green eggs and ham"])
    >>> trace.exact
    '(2/3 * 2/3 * 1/2 * 1/2)^(-1/4)'
    """
    given = {
        "tokenize": tokenize,
        "lowercase": lowercase,
        "n": n,
        "markers": markers,
        "smoothing": smoothing,
        "k": k,
        "vocabulary": vocabulary,
        "base": base,
    }
    chosen, tokenizer = in_force(rules, given)
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
    """The perplexity of a text of several sentences under one n-gram model, as a trace.

    All references are the training text: a list of sentences. Grouped by segment, as for other metrics, they are read
    in turn. Keywords and errors are those of `ngram_perplexity`.

    >>> trace = corpus_ngram_perplexity(["a", "b b"], ["a b"], n=1)
    >>> [segment.score for segment in trace.segments], trace.score
    ([2.0, 2.0], 2.0)
    """
    given = {
        "tokenize": tokenize,
        "lowercase": lowercase,
        "n": n,
        "markers": markers,
        "smoothing": smoothing,
        "k": k,
        "vocabulary": vocabulary,
        "base": base,
    }
    chosen, tokenizer = in_force(rules, given)
    texts, read = _checked(candidates, references)
    reading.cut_at_once((*texts, *read), chosen)
    known = tuple(reading.tokens(text, f"references[{i}]", chosen, tokenizer) for i, text in enumerate(read))
    shared = {"references": known, "rules": chosen, "reference_texts": tuple(read)}
    cut = [reading.tokens(text, f"candidates[{i}]", chosen, tokenizer) for i, text in enumerate(texts)]
    return of_sentences(
        [{"candidate": one, "candidate_text": text, **shared} for one, text in zip(cut, texts, strict=True)]
    )


def _checked(candidates: object, references: object) -> tuple[list[str], list[str]]:
    """The sentences to be tested, and those to be learned."""
    expected = "a list of strings, one for each sentence"
    if isinstance(candidates, str):
        fix = "For one sentence use ngram_perplexity(candidate, references)."
        raise inputs.InputTypeError("candidates", inputs.described(candidates), expected, fix)
    sentences = inputs.check_list(candidates, "candidates", expected)
    if not sentences:
        raise inputs.InputError("candidates", "an empty list", "at least one sentence", "There is nothing to predict.")
    texts = [inputs.check_text(text, f"candidates[{i}]") for i, text in enumerate(sentences)]
    return texts, inputs.check_references(_in_turn(references))


def _in_turn(references: object) -> object:
    """Grouped references as one list; anything else as it is."""
    if not isinstance(references, (list, tuple)) or not references or isinstance(references[0], str):
        return references
    groups: Sequence[list[str]] = [inputs.check_references(one, f"references[{i}]") for i, one in enumerate(references)]
    return list(chain.from_iterable(groups))
