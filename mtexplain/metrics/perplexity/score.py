"""From numbers to a trace: `perplexity`, `distribution_perplexity`; from sentences: `ngram_perplexity`, its corpus."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain

from mtexplain import inputs
from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.metrics.perplexity import numbers
from mtexplain.metrics.perplexity.rules import (
    GIVEN,
    RULES,
    SLP3,
    BaseSetting,
    MarkersSetting,
    NgramRules,
    PerplexityRules,
    RulesSetting,
    SmoothingSetting,
    TokenizeSetting,
    VocabularySetting,
    check_base,
)
from mtexplain.metrics.perplexity.trace import (
    CorpusNgramPerplexity,
    DistributionPerplexity,
    NgramPerplexity,
    Perplexity,
)
from mtexplain.metrics.shared import reading
from mtexplain.rules import LowercaseSetting
from mtexplain.rules.base import resolve
from mtexplain.text import Tokenizer

Numbers = Sequence[float | Fraction | str]
_EACH = "a probability for each token, such as [0.5, 0.25], or log_probabilities=[...]"


def perplexity(
    probabilities: Numbers | None = None,
    *,
    log_probabilities: Sequence[float | Fraction | str] | None = None,
    base: BaseSetting = None,
    tokens: Sequence[str] | None = None,
) -> Perplexity:
    """The perplexity of a text: how unsure a model was of its tokens, as a number of equally likely choices.

    1 is perfect, there is no upper limit, and lower is better (Jurafsky and Martin, SLP3, section 3.3).

    - `probabilities`: for each token, the probability that the model gave to the token that came: 0.25, "1/4", or a
      Fraction. A fraction stays exact
    - `log_probabilities`: their logarithms instead, to the `base` that is given with them
    - `base`: "e" (the default), 2 or 10. Most programs give natural logarithms; SRILM and KenLM give base 10.
      For probabilities it only sets the unit of the working: nats, bits or decimal digits
    - `tokens`: the tokens, to be shown

    InputError (a ValueError, for a wrong type also a TypeError) says what is wrong with an input and how to fix it. A
    probability of 0 is no error: the perplexity is infinite, and a note says why.

    >>> perplexity(["1/2", "1/4", "1/8", "1/4"]).score
    4.0
    >>> perplexity(log_probabilities=[-1, -2, -3, -2], base=2).score
    4.0
    """
    if (probabilities is None) == (log_probabilities is None):
        got = "neither" if probabilities is None else "both probabilities and log_probabilities"
        raise InputError("perplexity", got, _EACH, "Give one of the two.")
    rules = _rules(base)
    are_logs = log_probabilities is not None
    given = numbers.logarithms(log_probabilities) if are_logs else numbers.probabilities(probabilities)
    return Perplexity(given, are_logs, numbers.check_outcomes(tokens, "tokens", len(given)), rules)


def distribution_perplexity(
    probabilities: Numbers, *, base: BaseSetting = None, outcomes: Sequence[str] | None = None
) -> DistributionPerplexity:
    """The perplexity of a distribution: e^H, where H is its entropy. N equally likely outcomes give N.

    It is the perplexity of an endless text that follows the distribution (SLP3, section 3.7). `probabilities` are those
    of all outcomes, and add up to 1; `outcomes` are their names; `base` sets the unit of the working.

    InputError says what is wrong with an input and how to fix it.

    >>> distribution_perplexity(["1/10"] * 10).score
    10.0
    >>> round(distribution_perplexity(["10/19", *["1/19"] * 9]).score, 3)
    5.655
    """
    given = numbers.check_sum_is_1(numbers.probabilities(probabilities))
    return DistributionPerplexity(given, numbers.check_outcomes(outcomes, "outcomes", len(given)), _rules(base))


def _rules(base: str | int | None) -> PerplexityRules:
    return GIVEN if base is None else replace(GIVEN, base=check_base(base))


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
    at None means "as the rules say"; one that is given wins:

    - `tokenize`, `lowercase`: as those of `mtexplain.bleu`
    - `n`: how long the n-grams are; 2 is a bigram model
    - `markers`: which markers, <s> and </s>, a sentence gets
    - `smoothing`: "none" (maximum likelihood) or "add-k"; `k`: what is added, 1 for Laplace smoothing
    - `vocabulary`: what |V| counts, where a k is added
    - `base`: the base of the logarithms, "e", 2 or 10. It changes the working, and not the score

    InputError (a ValueError, for a wrong type also a TypeError) says what is wrong with an input and how to fix it.

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
    """The perplexity of a text of several sentences under one n-gram model, as a trace.

    All references are the training text: a list of sentences. Grouped by segment, as for other metrics, they are read
    in turn. Keywords and errors are those of `ngram_perplexity`.

    >>> trace = corpus_ngram_perplexity(["a", "b b"], ["a b"], n=1)
    >>> [segment.score for segment in trace.segments], trace.score
    ([2.0, 2.0], 2.0)
    """
    chosen, tokenizer = _resolve(rules, tokenize=tokenize, lowercase=lowercase, n=n, markers=markers,
                                 smoothing=smoothing, k=k, vocabulary=vocabulary, base=base)  # fmt: skip
    texts, read = _check(candidates, references)
    reading.cut_at_once((*texts, *read), chosen)
    known = tuple(reading.tokens(text, f"references[{i}]", chosen, tokenizer) for i, text in enumerate(read))
    shared = {"references": known, "rules": chosen, "reference_texts": tuple(read)}
    cut = [reading.tokens(text, f"candidates[{i}]", chosen, tokenizer) for i, text in enumerate(texts)]
    return CorpusNgramPerplexity.from_facts(
        [{"candidate": one, "candidate_text": text, **shared} for one, text in zip(cut, texts, strict=True)]
    )


def _resolve(rules: NgramRules | str, **given: object) -> tuple[NgramRules, Tokenizer]:
    """The rules in force; a k is given where one is added."""
    chosen, tokenizer = resolve(rules, RULES, **given)
    if given["k"] is not None and not chosen.is_smoothed:
        got = described(given["k"])
        raise InputError("k", got, "None: without smoothing nothing is added", 'Write smoothing="add-k".')
    return chosen, tokenizer


def _check(candidates: object, references: object) -> tuple[list[str], list[str]]:
    """The sentences to be tested, and those to be learned."""
    expected = "a list of strings, one for each sentence"
    if isinstance(candidates, str):
        fix = "For one sentence use ngram_perplexity(candidate, references)."
        raise InputTypeError("candidates", described(candidates), expected, fix)
    sentences = inputs.check_list(candidates, "candidates", expected)
    if not sentences:
        raise InputError("candidates", "an empty list", "at least one sentence", "There is nothing to predict.")
    texts = [inputs.check_text(text, f"candidates[{i}]") for i, text in enumerate(sentences)]
    return texts, inputs.check_references(_in_turn(references))


def _in_turn(references: object) -> object:
    """Grouped references as one list; anything else as it is."""
    if not isinstance(references, (list, tuple)) or not references or isinstance(references[0], str):
        return references
    groups: Sequence[list[str]] = [inputs.check_references(one, f"references[{i}]") for i, one in enumerate(references)]
    return list(chain.from_iterable(groups))
