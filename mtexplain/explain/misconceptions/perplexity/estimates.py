"""Wrong probabilities of an n-gram model: other counts."""

from collections.abc import Callable, Sequence
from functools import partial

from mtexplain.counts import count_ngrams
from mtexplain.display.formula import Call, Over
from mtexplain.explain.misconceptions.perplexity.counting import Trace, all_of, counted, learned, ratio, sentences
from mtexplain.explain.misconceptions.perplexity.subject import NGRAM, PAIR, P, is_
from mtexplain.metrics.perplexity.model import Estimate, Model, trained
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.numbers import Quotient

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


def _over_the_word(one: Estimate, model: Model) -> tuple[int, int]:
    return one.count, _of_the_word(one, model) if one.count else one.history_count


def _history_at_the_end(trace: Trace) -> tuple[Quotient, ...]:
    """Without markers, the history's own count, which has its places at the ends of sentences too."""
    rows = [row for sentence in sentences(trace) for row in sentence.estimates]
    if trace.rules.markers != "never" or trace.rules.n == 1:
        return tuple(ratio(row, trace.model) for row in rows)
    texts = [count_ngrams(text, trace.rules.n - 1) for text in learned(trace)]
    more = [sum(text[row.history] for text in texts) - row.history_count for row in rows]
    return tuple(Quotient(row.top, row.bottom + (one if row.history_count else 0))
                 for row, one in zip(rows, more, strict=True))  # fmt: skip


def _joined(trace: Trace) -> _Texts:
    return (tuple(token for text in learned(trace) for token in text),)


def _test_too(trace: Trace) -> _Texts:
    return (*learned(trace), *(sentence.candidate for sentence in sentences(trace)))


ESTIMATES = (
    _wrong(
        name="joint-probability",
        title="Divided by all pairs",
        wrong=is_(P, Over(PAIR, "all that was counted")),
        explanation="That says how probable the pair is, history and all. But the history has come already. What "
        "counts is how often this word followed, of all the times it came.",
        source="SLP3, section 3.1: joint and conditional probability",
        example=_READ,
        replacement=_plain(lambda one, model: (one.count, all_of(model))),
    ),
    _wrong(
        name="word-alone",
        title="The history ignored",
        wrong=is_(P, Over(_WORD, "all words")),
        explanation="That is a model of single words, n = 1. With a history, only what came after it counts.",
        source="a common slip",
        example=_READ,
        replacement=_plain(lambda one, model: (_of_the_word(one, model), all_of(model))),
    ),
    _wrong(
        name="divided-by-the-word",
        title="Divided by the word, not by its history",
        wrong=is_(P, Over(PAIR, _WORD)),
        explanation="That asks the other way round: how often this history came before the word, of all the times the "
        "word came.",
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
)
