"""Wrong probabilities of an n-gram model: other counts, other denominators, another k."""

from collections.abc import Callable, Sequence
from functools import partial

from mtexplain.counts import count_ngrams
from mtexplain.display.formula import Call, Chain, Over
from mtexplain.explain.misconceptions.kinds import Misconception, Smallest
from mtexplain.explain.misconceptions.numbers import Quotient
from mtexplain.explain.misconceptions.perplexity.counting import Ratio, Trace, counted, ratio, sentences
from mtexplain.explain.misconceptions.perplexity.subject import HISTORY, NGRAM, PAIR, SIZE, P, is_, plus, times
from mtexplain.metrics.perplexity.model import Estimate, Model, trained

_ADD = {"smoothing": "add-k"}
_READ_TWICE, _READ = Smallest("a", ("a a",)), Smallest("a", ("a",))
_WORD = Call("Count", "w")
_wrong = partial(Misconception, NGRAM, place="p")
_Texts = Sequence[tuple[str, ...]]


def _plain(divide: Callable[[Estimate, Model], tuple[int, int]]) -> Callable[[Trace], tuple[Quotient, ...]]:
    """Another quotient of counts; to both of its parts the k comes as it should."""

    def wrong(one: Estimate, model: Model) -> Quotient:
        top, bottom = divide(one, model)
        return Quotient(top + one.k, bottom + one.k * one.types)

    return counted(wrong)


def _smoothed(divide: Ratio) -> Callable[[Trace], tuple[Quotient, ...]]:
    """Where a k is added, another way to add it."""
    return counted(lambda one, model: divide(one, model) if one.k else ratio(one, model))


def _read(texts: Callable[[Trace], _Texts]) -> Callable[[Trace], tuple[Quotient, ...]]:
    """The right quotient, from another training text."""

    def p(trace: Trace) -> tuple[Quotient, ...]:
        model = trained(texts(trace), trace.rules)
        rows = [model.estimate(row.ngram) for sentence in sentences(trace) for row in sentence.estimates]
        return tuple(ratio(one, model) for one in rows)

    return p


def _of_the_word(one: Estimate, model: Model) -> int:
    """How often a word was predicted, whatever came before it."""
    return sum(count for ngram, count in model.counts.items() if ngram[-1] == one.word)


def _of_all(model: Model) -> int:
    return sum(model.counts.values())


def _over_the_word(one: Estimate, model: Model) -> tuple[int, int]:
    return one.count, _of_the_word(one, model) or one.history_count


def _history_at_the_end(trace: Trace) -> tuple[Quotient, ...]:
    """Without markers, the history's own count, which has its places at the ends of sentences too."""
    rows = [row for sentence in sentences(trace) for row in sentence.estimates]
    if trace.rules.markers != "never" or trace.rules.n == 1:
        return tuple(ratio(row, trace.model) for row in rows)
    texts = [count_ngrams(text, trace.rules.n - 1) for text in trace.references]
    more = [sum(text[row.history] for text in texts) - row.history_count for row in rows]
    return tuple(Quotient(row.top, row.bottom + (one if row.history_count else 0))
                 for row, one in zip(rows, more, strict=True))  # fmt: skip


def _joined(trace: Trace) -> _Texts:
    return (tuple(token for text in trace.references for token in text),)


def _test_too(trace: Trace) -> _Texts:
    return (*trace.references, *(sentence.candidate for sentence in sentences(trace)))


def _unseen_alone(one: Estimate, model: Model) -> Quotient:
    return Quotient(one.count, one.history_count) if one.count else ratio(one, model)


def _tokens(one: Estimate, model: Model) -> Quotient:
    return Quotient(one.top, one.history_count + one.k * _of_all(model))


def _types(more: int) -> Ratio:
    return lambda one, model: Quotient(one.top, one.history_count + one.k * (one.types + more))


ESTIMATES = (
    _wrong(
        name="joint-probability",
        title="Divided by all pairs",
        wrong=is_(P, Over(PAIR, "all that was counted")),
        explanation="That says how probable the pair is, history and all. The history has come already: of all the "
        "times it came, how often did this word follow?",
        source="SLP3, section 3.1: joint and conditional probability",
        example=_READ,
        replacement=_plain(lambda one, model: (one.count, _of_all(model))),
    ),
    _wrong(
        name="word-alone",
        title="The history ignored",
        wrong=is_(P, Over(_WORD, "all words")),
        explanation="That is a model of single words, n = 1. With a history, only what came after it counts.",
        source="a common slip",
        example=_READ,
        replacement=_plain(lambda one, model: (_of_the_word(one, model), _of_all(model))),
    ),
    _wrong(
        name="divided-by-the-word",
        title="Divided by the word, not by its history",
        wrong=is_(P, Over(PAIR, _WORD)),
        explanation="That asks the other way round: of all the times the word came, how often after this history?",
        source="a common slip: the condition turned round",
        example=_READ_TWICE,
        replacement=_plain(_over_the_word),
    ),
    _wrong(
        name="history-at-the-end",
        title="A history that nothing followed",
        wrong=is_(P, Over(PAIR, "the places of h, also at the end of a sentence")),
        explanation="Count(h) is how often any word came after it. Without markers, nothing comes after the last word "
        "of a sentence, and the probabilities would add up to less than 1.",
        source="SLP3, section 3.1: why sentences end with </s>",
        example=Smallest("a a", ("a a",), {"markers": "never"}),
        replacement=_history_at_the_end,
    ),
    _wrong(
        name="sentences-joined",
        title="The training text as one long sentence",
        wrong="pairs counted across the ends of sentences",
        explanation="Each sentence begins and ends on its own, with markers of its own. Joined, the last word of one "
        "stands before the first of the next.",
        source="a common slip: file.read() in place of its lines",
        example=Smallest("a", ("a", "a")),
        replacement=_read(_joined),
    ),
    _wrong(
        name="test-counted-too",
        title="The test counted with the training text",
        wrong="Count over the training text and the test",
        explanation="Who has read the examination beforehand is not surprised. A model may count only what it was "
        "trained on.",
        source="SLP3, section 3.2: training and test sets",
        example=Smallest("a", ("b",)),
        replacement=_read(_test_too),
    ),
    _wrong(
        name="add-k-above-alone",
        title="k added above, and not below",
        wrong=is_(P, Over(plus(PAIR, "k"), HISTORY)),
        explanation="Each of |V| words gets k more, so the count of the history gets k|V| more. Otherwise the "
        "probabilities add up to more than 1.",
        source="a common slip; SLP3, section 3.6",
        example=_READ._replace(settings=_ADD),
        replacement=_smoothed(lambda one, model: Quotient(one.top, one.history_count)),
    ),
    _wrong(
        name="add-k-once-below",
        title="k added once below",
        wrong=is_(P, Over(plus(PAIR, "k"), plus(HISTORY, "k"))),
        explanation="Not only this word gets k more, but each that could follow: k|V| in all.",
        source="a common slip; SLP3, section 3.6",
        example=_READ._replace(settings=_ADD),
        replacement=_smoothed(lambda one, model: Quotient(one.top, one.history_count + one.k)),
    ),
    _wrong(
        name="vocabulary-without-k",
        title="|V| below, where k|V| belongs",
        wrong=is_(P, Over(plus(PAIR, "k"), plus(HISTORY, SIZE))),
        explanation="Only for k = 1 is it |V|. Half a count for each of ten words is five, not ten.",
        source="a common slip: the formula for add-1, with another k; SLP3, section 3.6",
        example=_READ._replace(settings={**_ADD, "k": 2}),
        replacement=_smoothed(lambda one, model: Quotient(one.top, one.history_count + one.types)),
    ),
    _wrong(
        name="k-for-the-unseen-alone",
        title="k for the unseen alone",
        wrong=Chain(",", (is_(P, Over(PAIR, HISTORY)), "where it is not 0")),
        explanation="What the unseen get is taken from the seen: all counts get k. Otherwise the probabilities add up "
        "to more than 1.",
        source="a common slip: zeros repaired one by one",
        example=_READ._replace(settings=_ADD),
        replacement=_smoothed(_unseen_alone),
    ),
    _wrong(
        name="tokens-for-types",
        title="|V| counts tokens",
        wrong=is_(P, Over(plus(PAIR, "k"), plus(HISTORY, times("k", "all words that were read")))),
        explanation="|V| is the number of different words. A word that was read ten times is one.",
        source="a common slip: len(tokens) for len(set(tokens))",
        example=_READ_TWICE._replace(settings=_ADD),
        replacement=_smoothed(_tokens),
    ),
    _wrong(
        name="end-not-in-vocabulary",
        title="|V| without </s>",
        wrong=is_(P, Over(plus(PAIR, "k"), plus(HISTORY, times("k", Chain("-", (SIZE, "1"), grouped=True))))),
        explanation="|V| counts all that can follow, and </s> can: it is predicted like a word.",
        source="SLP3, section 3.6: without it the probabilities add up to more than 1",
        example=_READ._replace(settings=_ADD),
        replacement=_smoothed(_types(-1)),
    ),
    _wrong(
        name="start-in-vocabulary",
        title="|V| with one word more",
        wrong=is_(P, Over(plus(PAIR, "k"), plus(HISTORY, times("k", Chain("+", (SIZE, "1"), grouped=True))))),
        explanation="|V| counts all that can follow. <s> never does, and unknown words have a place only where the "
        "rules give them one.",
        source="an exercise of SLP3, chapter 3, counts both markers; NLTK counts <s> and <unk>",
        example=_READ._replace(settings=_ADD),
        replacement=_smoothed(_types(1)),
    ),
)
