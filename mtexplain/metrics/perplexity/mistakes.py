"""Perplexity, computed wrongly: each mistake takes one quantity another way."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from mtexplain import exact
from mtexplain.metrics.perplexity import corpus_ngram_perplexity, distribution_perplexity, ngram_perplexity, perplexity
from mtexplain.metrics.perplexity.model import ADD_K, END, Estimate, train
from mtexplain.metrics.perplexity.recipe import DistributionScore, ModelPerplexity, PerplexityScore, TextPerplexity
from mtexplain.metrics.perplexity.trace import CorpusNgramPerplexity, NgramPerplexity
from mtexplain.recipe import arithmetic
from mtexplain.recipe.misconception import Smallest, Subject
from mtexplain.recipe.mistakes import cut_off, mistake
from mtexplain.recipe.numbers import Quotient, rounded
from mtexplain.recipe.quantity import Quantity


def _from_product(trace: TextPerplexity) -> Any:
    """Who has worked out a product goes on from it, unless the surprises are their own, too."""
    p = arithmetic.or_zero(trace.p)
    own = trace.surprises != PerplexityScore.surprises.evaluate(p=p, base=trace.base)
    if own or trace.text_probability == PerplexityScore.text_probability.evaluate(p=p):
        return arithmetic.sum(trace.surprises)
    return arithmetic.negative(arithmetic.log(max(trace.text_probability, 0), trace.base))


_CLAIMS = {
    "t": "t", "product": "text_probability", "surprise": "surprises", "entropy": "cross_entropy", "score": "score",
}  # fmt: skip
_GOING_ON = {"product": {"total": Quantity[Any]("S", _from_product, "-log P")}}
_ROUNDING = "perplexity-rounded-first"
PERPLEXITY = Subject("Perplexity", perplexity, perplexity, TextPerplexity, _CLAIMS, _ROUNDING, going_on=_GOING_ON)
NGRAM = Subject(
    "Perplexity under an n-gram model", ngram_perplexity, corpus_ngram_perplexity, ModelPerplexity,
    {"p": "p", **_CLAIMS}, _ROUNDING, goes_on_to=PERPLEXITY, shared=frozenset({*_CLAIMS, "writing"}),
    counted=frozenset({"p"}), going_on=_GOING_ON, sides=("test sentence", "training text"),
)  # fmt: skip
"""Once the probabilities are had, the rest is the same: what goes wrong there goes wrong here, too."""
DISTRIBUTION = Subject(
    "Perplexity of a distribution", distribution_perplexity, distribution_perplexity, DistributionScore,
    {claim: _CLAIMS[claim] for claim in ("surprise", "entropy", "score")}, _ROUNDING,
    goes_on_to=PERPLEXITY, shared=frozenset({"surprise", "score", "writing"}),
)  # fmt: skip
SUBJECTS = (PERPLEXITY, NGRAM, DISTRIBUTION)
"""What is computed by hand, with its right functions."""

_wrong, _wrong_ngram, _wrong_distribution = (partial(mistake, subject) for subject in SUBJECTS)
_SLIP, _BOOK = "a common slip", "SLP3, section"
_HALF, _HALVES, _BITS, _TWO = (("1/2",), ()), (("1/2", "1/2"), ()), (("1/2",), (), {"base": 2}), (("1", "1/2"), ())
_ADD = {"smoothing": "add-k"}
_READ, _READ_TWICE, _ADDED, _TEXT = ("a", ("a",)), ("a", ("a a",)), ("a", ("a",), _ADD), (("a", "a a"), ("a a",))
_UNEVEN = (("1/3", "2/3"), ())
_Pairs = tuple[Quotient, ...]


def _sentences(trace: ModelPerplexity) -> tuple[NgramPerplexity, ...]:
    return trace.segments if isinstance(trace, CorpusNgramPerplexity) else (trace,)  # type: ignore[return-value]


def _divide(top: Callable[..., int], bottom: Callable[..., int]) -> Callable[[ModelPerplexity], _Pairs]:
    """Other counts of each token, one over the other; to both the k comes as it should."""

    def pairs(trace: ModelPerplexity) -> _Pairs:
        return tuple(Quotient(top(trace, one) + one.k, bottom(trace, one) + one.k * one.types)
                     for one in trace.estimates)  # fmt: skip

    return pairs


def _of_the_word(trace: ModelPerplexity, one: Estimate) -> int:
    """How often a word was read, whatever came before it."""
    return sum(count for ngram, count in trace.model.counts.items() if ngram[-1] == one.word)


def _count(trace: ModelPerplexity, one: Estimate) -> int:
    return one.count


def _over_the_word(trace: ModelPerplexity, one: Estimate) -> int:
    return _of_the_word(trace, one) if one.count else one.history_count


def _read_joined(trace: ModelPerplexity) -> _Pairs:
    return _of_model(trace, [tuple(token for text in _sentences(trace)[0].references for token in text)])


def _read_test(trace: ModelPerplexity) -> _Pairs:
    return _of_model(trace, [*_sentences(trace)[0].references, *(one.candidate for one in _sentences(trace))])


def _of_model(trace: ModelPerplexity, texts: list[tuple[str, ...]]) -> _Pairs:
    """The right quotients, from another training text."""
    model = train(texts, trace.rules)
    return tuple(model.estimate(one.ngram).counted for one in trace.estimates)


def _mean(surprises: Any) -> Any:
    """The mean of some surprises; of none it has no end."""
    return PerplexityScore.cross_entropy.evaluate(total=arithmetic.sum(tuple(surprises)), t=len(surprises))


def _without_zeros(trace: TextPerplexity) -> Any:
    return _mean([one for one in trace.surprises if one < arithmetic.negative(arithmetic.log(0))])


def _without_ends(trace: ModelPerplexity) -> Any:
    """The mean over words alone; over all, where there are no words."""
    rows = zip(trace.estimates, trace.surprises, strict=True)
    return _mean([surprise for one, surprise in rows if one.word != END] or trace.surprises)


def _mean_of_means(trace: ModelPerplexity) -> Any:
    rest = iter(trace.surprises)
    means = [_mean([next(rest) for _ in sentence.estimates]) for sentence in _sentences(trace)]
    return _mean(means)


def _mean_of_scores(trace: ModelPerplexity) -> Any:
    """Of a sentence, its score."""
    if not isinstance(trace, CorpusNgramPerplexity):
        return PerplexityScore.score.compute(trace, "score")
    return sum(sentence.score for sentence in trace.segments) / len(trace.segments)


def _rounded_first(trace: PerplexityScore) -> Any:
    entropy = trace.cross_entropy
    early = entropy if exact.is_infinite(entropy) else Fraction(rounded(Fraction(entropy)))
    return PerplexityScore.score.evaluate(base=trace.base, cross_entropy=early)


MISTAKES = (
    _wrong_ngram("joint-probability", "p", "Divided by all pairs", "(count + k) / (read + k * types)",
                 "That says how probable the whole pair is. But the history has already come. What counts is how often "
                 "this word followed it.", f"{_BOOK} 3.1: joint and conditional probability", _READ),
    _wrong_ngram("word-alone", "p", "The history ignored", _divide(_of_the_word, lambda trace, one: trace.read),
                 "That is a model of single words, n = 1. With a history, only what came after it counts.", _SLIP,
                 _READ, "Count(w) / all words"),
    _wrong_ngram("divided-by-the-word", "p", "Divided by the word, not by its history", _divide(_count, _over_the_word),
                 "That asks the other way round: of all the times the word came, how often this history came "
                 "before it.", f"{_SLIP}: the condition turned round", _READ_TWICE, "Count(h w) / Count(w)"),
    _wrong_ngram("sentences-joined", "p", "The training text as one long sentence", _read_joined,
                 "Each sentence begins and ends with its own markers. Once joined, the last word of one comes before "
                 "the first word of the next.", f"{_SLIP}: file.read() in place of its lines",
                 ("a", ("a", "a")), "pairs counted across the ends of sentences"),
    _wrong_ngram("test-counted-too", "p", "The test counted with the training text", _read_test,
                 "If you have read the exam beforehand, it holds no surprises. A model may count only what it was "
                 "trained on.", f"{_BOOK} 3.2: training and test sets", ("a", ("b",)),
                 "Count over the training text and the test"),
    _wrong_ngram("add-k-above-alone", "p", "Added above but not below", "(count + k) / history",
                 "Each of |V| words gets k more, so the count of the history gets k|V| more. Otherwise the "
                 "probabilities add up to more than 1.", f"{_SLIP}; {_BOOK} 3.6", _ADDED),
    _wrong_ngram("add-k-once-below", "p", "Added once below", "(count + k) / (history + k)",
                 "Every word that could follow gets k more, not only this one: k|V| in all.", f"{_SLIP}; {_BOOK} 3.6",
                 _ADDED),
    _wrong_ngram("vocabulary-without-k", "p", "Only |V| below, where k|V| belongs",
                 "count / history if k == 0 else (count + k) / (history + types)",
                 "It is |V| only if k = 1. Half a count for each of ten words is five, not ten.",
                 f"{_SLIP}: the formula for add-1, with another k; {_BOOK} 3.6", ("a", ("a",), {**_ADD, "k": 2})),
    _wrong_ngram("k-for-the-unseen-alone", "p", "Only the unseen smoothed",
                 f"count / history if count > 0 else {ADD_K.text}", "What the unseen words get, the seen ones give up: "
                 "every count gets k. Otherwise the probabilities add up to more than 1.",
                 f"{_SLIP}: zeros repaired one by one", _ADDED, "Count(h w) / Count(h), where it is not 0"),
    _wrong_ngram("tokens-for-types", "p", "Tokens counted for |V|, not types", "(count + k) / (history + k * read)",
                 "|V| is the number of different words. A word read ten times counts once.",
                 f"{_SLIP}: len(tokens) for len(set(tokens))", ("a", ("a a",), _ADD)),
    _wrong_ngram("end-not-in-vocabulary", "p", "No </s> in |V|", "(count + k) / (history + k * (types - 1))",
                 "|V| counts everything that can follow, and </s> can: it is predicted like a word.",
                 f"{_BOOK} 3.6: without it the probabilities add up to more than 1", _ADDED),
    _wrong_ngram("start-in-vocabulary", "p", "One word more in |V|", "(count + k) / (history + k * (types + 1))",
                 "|V| counts everything that can follow. <s> never does, and unknown words have a place only if the "
                 "rules give them one.",
                 "an exercise of SLP3, chapter 3, counts both markers; NLTK counts <s> and <unk>", _ADDED),
    _wrong("one-token-too-many", "t", "One token too many", lambda trace: len(trace.p) + 1,
           "T counts predictions. The start of a text, such as <s>, is given, not predicted.",
           "notes D count T predictions, of the tokens 2 to T + 1; SLP3, section 3.3", _HALF,
           "all tokens, also the one that the text begins with, <s>", pooled=False),
    _wrong("one-token-too-few", "t", "One token too few", lambda trace: len(trace.p) - 1,
           "T counts predictions: there are as many as factors. If the end of the sentence has a probability, it is "
           "one of them.", f"{_BOOK} 3.3: </s> is counted, <s> is not", _HALF, "the words, without </s>", pooled=False),
    _wrong("probabilities-added", "product", "The probabilities added up", "sum(or_zero(p))",
           "For one thing after another, multiply the probabilities. It is their logarithms that add up.",
           _SLIP, _HALVES),
    _wrong("no-minus", "surprise", "The minus forgotten", "log(or_zero(p), base)",
           "The logarithm of a probability is 0 or less, and a surprise is 0 or more. Without the minus, PP comes out "
           "below 1: one over the right value.", _SLIP, _HALF),
    _wrong("binary-logarithm", "surprise", "Bits where nats belong", "-log2(or_zero(p))",
           "The power and the logarithm must have the same base: 2 for bits, e for nats.",
           "notes D: exp is written without saying which logarithm", _HALF),
    _wrong("natural-logarithm", "surprise", "Nats where bits belong", "-log(or_zero(p))",
           "The power and the logarithm must have the same base. Most programs give natural logarithms, and these need "
           "e.", f"{_SLIP}: 2 to the power of a loss in nats", _BITS),
    _wrong("decimal-logarithm", "surprise", "The key log of a calculator", "-log10(or_zero(p))",
           "On a calculator, and in some programs, log is to base 10. It needs a power of 10.",
           f"{_SLIP}; SRILM and KenLM give logarithms to the base 10", _HALF),
    _wrong("zeros-skipped", "surprise", "Zeros that do not surprise",
           "0 if or_zero(p) == 0 else -log(or_zero(p), base)", "A token the model called impossible is an endless "
           "surprise. Adding nothing for it rewards the model for its worst mistake.",
           f"{_SLIP}: an error of log 0, caught and passed over", (("0",), ()), "0, where p is 0"),
    _wrong("sum-not-mean", "entropy", "The sum instead of the mean", "total",
           "Without 1/T in the exponent (the T-th root, which is the same), the longer a text, the more perplexing it "
           "looks.", _SLIP, _HALVES),
    _wrong("always-the-square-root", "entropy", "The square root, whatever T", "total / 2",
           "T factors need the T-th root: four need the fourth root, which is the square root twice.",
           f"{_SLIP}: a calculator has one key for roots", _HALF),
    _wrong("weighted-by-p", "entropy", "The surprises weighed by p", "sum(or_zero(p) * surprises)",
           "That is the entropy of a distribution, where the p cover everything possible. In a text each token came "
           "once, so each counts 1/T.", f"{_SLIP}: entropy for cross-entropy", _HALF),
    _wrong("impossible-left-out", "entropy", "Impossible tokens left out", _without_zeros,
           "One probability of 0 makes PP infinite. Leave the token out, and you score a different, easier "
           "text.", f"{_SLIP}: unknown words dropped before the mean", (("0", "1"), ()),
           "the mean over the tokens with a p above 0"),
    _wrong("perplexity-arithmetic-mean", "score", "One over the mean probability",
           "-log(0) if sum(or_zero(p)) == 0 else t / sum(or_zero(p))", "Factors need a geometric mean. The arithmetic "
           "one hardly notices a single improbable token, or even a single zero.", _SLIP, _TWO),
    _wrong("mean-of-inverses", "score", "The mean of all 1/p",
           "-log(0) if product(or_zero(p)) == 0 else sum(1 / or_zero(p)) / t",
           "Multiply the numbers of choices and take the T-th root. An arithmetic mean lets one surprise outweigh all "
           "the others.", f"{_SLIP}: the mean of the choices", _TWO),
    _wrong("loss-as-perplexity", "score", "The loss mistaken for the perplexity", "cross_entropy",
           "J is in nats or bits. PP is b to that power, and never below 1.", f"{_SLIP}: the column of a training log",
           (("1",), ())),
    _wrong("perplexity-upside-down", "score", "PP upside down", "base ** (-cross_entropy)",
           "That is the geometric mean of the probabilities, below 1. PP is one over it.",
           f"{_SLIP}: the root of P, not of 1/P", _HALF),
    _wrong("power-of-two", "score", "A power of 2 where another belongs", "2 ** cross_entropy",
           "The power and the logarithm must have the same base: 2 only if J is in bits.",
           "many textbooks write 2 to the power of H; most programs give nats", _HALF),
    _wrong("power-of-e", "score", "A power of e where another belongs", "exp(cross_entropy)",
           "The power and the logarithm must have the same base: e only if J is in nats.",
           "notes D: exp(J), after a logarithm of any base", _BITS),
    _wrong("perplexity-rounded-first", "score", "The loss rounded before the power", _rounded_first,
           "Keep the digits until the end. In the exponent, a hundredth is one per cent of PP.",
           f"{_SLIP}: a pocket calculator", _HALF, "b^J, J rounded first"),
    cut_off(PERPLEXITY, "perplexity-cut", Smallest(("1/3",), ())),
    _wrong_ngram("end-forgotten", "entropy", "The end not predicted", _without_ends,
                 "The end of a sentence is predicted like a word: it counts in the sum and in T. A model that never "
                 "stops would have no ends to get wrong.", f"{_BOOK} 3.3", _READ_TWICE,
                 "the mean over the words alone"),
    _wrong_ngram("mean-of-entropies", "entropy", "The mean over the sentences", _mean_of_means,
                 "J is the mean over all tokens, so a long sentence counts for more than a short one.",
                 f"{_SLIP}: a mean of means", _TEXT, "the mean of the sentences' own J"),
    _wrong_ngram("mean-of-perplexities", "score", "The mean of the sentences' perplexities", _mean_of_scores,
                 "All tokens of all sentences are one text: one sum, one T, one root. A single hard sentence can swamp "
                 "a mean of perplexities.", f"{_SLIP}: a mean over the lines of a file", _TEXT,
                 "the mean of the sentences' own PP"),
    _wrong_distribution("one-of-each", "entropy", "One of each", "sum(surprises) / t",
                        "That is the perplexity of a text in which each outcome comes once. Drawn from the "
                        "distribution, each comes as often as it is probable, so its surprise is weighted by p.",
                        "notes on an exercise of SLP3, chapter 3: 15.09 for the digits, where 5.66 is right", _UNEVEN),
    _wrong_distribution("outcomes-counted", "score", "The outcomes counted", "t",
                        "That is right only if all are equally likely. PP is how many equally likely outcomes would "
                        "leave us just as unsure.", 'notes D: a PP of 90 as "90 reasonable choices"', _UNEVEN),
)  # fmt: skip
"""Every misconception, in the order of the computation."""
