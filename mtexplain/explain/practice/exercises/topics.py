"""What exercises are about: the number that is asked for, and the mistakes that must each give another answer."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from mtexplain.display.formula import Formula


class Level(NamedTuple):
    """How hard an exercise is: what is asked, how much text there is, and which misconceptions must show."""

    asks: str
    max_n: int
    references: int
    shortest: int
    longest: int
    misconceptions: tuple[str, ...]
    segments: int = 1


class Topic(NamedTuple):
    """A topic with three levels, from a first try to an examination."""

    title: str
    levels: tuple[Level, Level, Level]


TOPICS: Mapping[str, Topic] = {
    "clipping": Topic(
        "Clipping",
        (
            Level("p_1", 1, 1, 5, 7, ("no-clipping", "set", "distinct-matches", "reference-ngrams")),
            Level("p_1", 1, 2, 6, 8, ("no-clipping", "sum-over-references", "fewest-in-references", "set",
                                      "reference-ngrams")),
            Level("p_2", 2, 2, 8, 10, ("sum-over-references", "no-clipping", "set", "candidate-length",
                                       "reference-ngrams")),
        ),
    ),
    "precisions": Topic(
        "Precisions of longer n-grams",
        (
            Level("p_2", 2, 1, 5, 7, ("candidate-length", "reference-ngrams", "reference-length")),
            Level("p_3", 3, 2, 7, 9, ("candidate-length", "reference-ngrams", "reference-length", "first-reference")),
            Level("p_2", 2, 3, 8, 10, ("candidate-length", "reference-ngrams", "first-reference", "set",
                                       "one-term-too-many")),
        ),
    ),
    "length": Topic(
        "The brevity penalty",
        (
            Level("bp", 1, 1, 4, 6, ("no-penalty", "upside-down", "ratio", "exponent")),
            Level("r", 1, 3, 6, 8, ("shortest-reference", "longest-reference", "average-reference", "all-references")),
            Level("bp", 1, 3, 5, 8, ("longest-reference", "average-reference", "all-references", "upside-down",
                                     "ratio", "no-penalty")),
        ),
    ),
    "combining": Topic(
        "Combining precisions",
        (
            Level("score", 2, 1, 6, 8, ("arithmetic-mean", "average-without-log", "no-root", "last-order-alone")),
            Level("score", 2, 1, 6, 8, ("arithmetic-mean", "average-without-log", "no-root", "halved-exponents",
                                        "no-penalty", "penalty-under-the-root")),
            Level("score", 3, 2, 7, 9, ("arithmetic-mean", "average-without-log", "no-root", "halved-exponents",
                                        "no-penalty", "penalty-under-the-root", "log-10")),
        ),
    ),
    "texts": Topic(
        "The score of a text",
        (
            Level("p_1", 1, 1, 3, 6, ("mean-of-precisions", "one-string", "reference-ngrams"), segments=2),
            Level("score", 2, 1, 4, 7, ("mean-of-scores", "mean-of-precisions", "mean-of-penalties", "no-penalty"),
                  segments=2),
            Level("score", 2, 2, 4, 7, ("mean-of-scores", "mean-of-precisions", "mean-of-penalties", "one-string",
                                        "no-penalty", "arithmetic-mean"), segments=3),
        ),
    ),
    "bleu": Topic(
        "BLEU by hand",
        (
            Level("score", 2, 1, 5, 7, ("no-clipping", "no-penalty", "arithmetic-mean", "candidate-length")),
            Level("score", 2, 2, 6, 8, ("no-clipping", "sum-over-references", "no-penalty", "arithmetic-mean",
                                        "candidate-length", "longest-reference")),
            Level("score", 4, 2, 9, 11, ("no-clipping", "sum-over-references", "no-penalty", "upside-down",
                                         "arithmetic-mean", "average-without-log", "candidate-length",
                                         "longest-reference")),
        ),
    ),
}  # fmt: skip
"""Every topic by its name, in teaching order."""

_ORDERS = {"p_1": "unigram", "p_2": "bigram", "p_3": "trigram", "p_4": "4-gram"}
_ASKED = {
    "r": ", the reference length that counts?",
    "bp": ", the brevity penalty? Three digits, or a power of e.",
    "score": "-{max_n}? Three digits, or a closed form.",
}


def question(symbol: Formula, asks: str, settings: Mapping[str, Any]) -> tuple[Formula, ...]:
    """The question for a number, in pieces: its symbol, and what is said of it.

    >>> question("p_2", "p_2", {"max_n": 2})[2]
    ', the modified bigram precision? As a pair: matches/total.'
    """
    if asks in _ORDERS:
        return "What is ", symbol, f", the modified {_ORDERS[asks]} precision? As a pair: matches/total."
    return "What is ", symbol, _ASKED[asks].format(**settings)
