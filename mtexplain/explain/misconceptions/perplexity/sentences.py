"""Wrong ends of sentences, and wrong means over several of them."""

from functools import partial
from math import inf

from mtexplain.display.formula import Over, SumOver, Symbol
from mtexplain.explain.misconceptions.perplexity.counting import Trace, sentences
from mtexplain.explain.misconceptions.perplexity.method import Surprises, divided
from mtexplain.explain.misconceptions.perplexity.subject import NGRAM, PP, J, is_
from mtexplain.metrics.perplexity.model import END
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.numbers import Value

_entropy = partial(Misconception, NGRAM, place="entropy")
_TWO = Smallest(("a", "a a"), ("a a",))


def _end_forgotten(trace: Trace, surprise: Surprises) -> Value:
    """The mean over words alone; over all, where there are no words."""
    rows = [row for sentence in sentences(trace) for row in sentence.estimates]
    words = [one for one, row in zip(surprise, rows, strict=True) if row.word != END] or surprise
    return divided(sum(words), len(words)) if words else inf


def _by_sentence(trace: Trace, surprise: Surprises) -> list[float]:
    """The mean surprise of each sentence; without end where nothing is predicted."""
    rest, found = iter(surprise), []
    for sentence in sentences(trace):
        own = [next(rest) for _ in sentence.estimates]
        found.append(sum(own) / len(own) if own else inf)
    return found


def _mean_of_entropies(trace: Trace, surprise: Surprises) -> float:
    found = _by_sentence(trace, surprise)
    return sum(found) / len(found)


def _mean_of_perplexities(trace: Trace, entropy: float) -> Value:
    scores = [sentence.score for sentence in sentences(trace)]
    return entropy if not scores else sum(scores) / len(scores)


SENTENCES = (
    _entropy(
        name="end-forgotten",
        title="The end not predicted",
        wrong="J = the mean over the words alone",
        explanation="The end of a sentence is predicted like a word: its surprise counts, and so does it in T. "
        "A model that never stops would have no ends to be wrong about.",
        source="SLP3, section 3.3",
        example=Smallest("a", ("a a",)),
        replacement=_end_forgotten,
    ),
    _entropy(
        name="mean-of-entropies",
        title="The mean over the sentences",
        wrong=is_(J, Over(SumOver("s", Symbol("J", "s")), "sentences")),
        explanation="J is the mean over all tokens, so that a long sentence counts for more than a short one.",
        source="a common slip: a mean of means",
        example=_TWO,
        replacement=_mean_of_entropies,
    ),
    Misconception(
        NGRAM,
        name="mean-of-perplexities",
        place="score",
        title="The mean of the sentences' perplexities",
        wrong=is_(PP, Over(SumOver("s", Symbol("PP", "s")), "sentences")),
        explanation="All tokens of all sentences are one text: one sum, one T, one root. A single hard sentence can "
        "carry a mean of perplexities away.",
        source="a common slip: a mean over the lines of a file",
        example=_TWO,
        replacement=_mean_of_perplexities,
    ),
)
