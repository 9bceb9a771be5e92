"""Whatever is built on words: other words change the text of a view and nothing else."""

import json
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

from mtexplain import best_edits, bleu, explain_edit, leave_one_out, misconceptions, stepper
from mtexplain.display.score import Score, SentenceScore
from mtexplain.display.trace import Trace
from mtexplain.explain.practice.misconceptions import subjects
from mtexplain.explain.practice.working.claims import Claim
from mtexplain.explain.practice.working.diagnosis import Diagnosis
from mtexplain.metrics.nist import corpus_nist, nist
from mtexplain.metrics.perplexity import (
    corpus_ngram_perplexity,
    distribution_perplexity,
    ngram_perplexity,
    perplexity,
)
from tests.display.test_hostile_text import CONTROLS, HOSTILE, Tree, with_word, without_words

pytestmark = pytest.mark.usefixtures("words_of_one_width")
"""The fixture is used by every test here, too."""


class Kept:
    """A tokeniser that takes hostile words as they are: texts are split at a character nobody uses."""

    __qualname__ = "kept"

    def __call__(self, text: str) -> list[str]:
        return [word for word in text.split("\ue123") if word]


def joined(*words: str) -> str:
    return "\ue123".join(words)


def edit(word: str) -> Trace:
    start = bleu("", ["cat on"], max_n=1).with_candidate((word, "cat", "on"))
    return explain_edit(start, start.with_candidate((word, word, "on")))


TRACES: dict[str, Callable[[str], Trace]] = {
    "perplexity": lambda word: perplexity(["1/2", 0.25, 0], tokens=[word, "cat", word]),
    "distribution": lambda word: distribution_perplexity(["1/2", 0.5], outcomes=[word, "cat"]),
    "ngram": lambda word: ngram_perplexity(
        joined(word, "cat", "mat"), [joined("the", word), joined(word, "cat")], tokenize=Kept(), smoothing="add-k"
    ),
    "unseen ngram": lambda word: ngram_perplexity(joined(word, word), [joined("the", word)], tokenize=Kept(), n=3),
    "ngram corpus": lambda word: corpus_ngram_perplexity([joined(word, "cat"), word], [word], tokenize=Kept(), n=1),
    "nist": lambda word: nist(joined(word, "cat", word), [joined(word, "cat"), "the"], tokenize=Kept()),
    "nist corpus": lambda word: corpus_nist([joined(word, "cat"), word], [[word], ["the", word]], tokenize=Kept()),
    "edit": edit,
    "each left out": lambda word: leave_one_out(joined(word, "q"), [joined(word, "r")], max_n=1, tokenize=Kept()),
    "best edits": lambda word: best_edits(joined(word, "q"), [word], 2, max_n=1, tokenize=Kept()),
    "mistake": lambda word: misconceptions.get("no-clipping").of(with_word(word)),
    "diagnosis": lambda word: Diagnosis(next(iter(subjects())), with_word(word), (Claim("p_1", word, Fraction(4, 5)),)),
}


def lines(trace: Trace) -> int:
    """How many lines the text has without the notes, because odd words have notes."""
    return re.sub(r"\n+Note: .*", "", str(trace), flags=re.DOTALL).count("\n")


def views(trace: Trace) -> list[object]:
    """What no word changes."""
    return [
        Tree(trace._repr_html_()).elements, Tree(trace.to_html()).elements, without_words(trace.to_latex()),
        lines(trace), len(trace.to_frame()),
    ]  # fmt: skip


@cache
def harmless(kind: str) -> list[object]:
    return views(TRACES[kind]("harmless"))


@pytest.mark.parametrize("kind", TRACES)
@pytest.mark.parametrize("word", HOSTILE.values(), ids=HOSTILE)
def test_every_view_is_that_of_a_harmless_word(kind: str, word: str) -> None:
    trace = TRACES[kind](word)
    assert views(trace) == harmless(kind)
    assert len(str(trace)) < 100_000
    assert not CONTROLS.search(str(trace).replace("\n", "") + repr(trace))
    assert not isinstance(trace, Score) or json.dumps(trace.to_dict(), allow_nan=False)


@pytest.mark.parametrize("kind", [kind for kind in TRACES if kind in ("ngram", "unseen ngram", "nist")])
@pytest.mark.parametrize("word", HOSTILE.values(), ids=HOSTILE)
def test_the_stepper_is_that_of_a_harmless_word(kind: str, word: str) -> None:
    trace, harmless = TRACES[kind](word), TRACES[kind]("harmless")
    assert isinstance(trace, SentenceScore)
    assert isinstance(harmless, SentenceScore)
    told, plain = stepper(trace).story["moments"], stepper(harmless).story["moments"]
    assert [(one["step"], one["marks"], one["row"], one["columns"]) for one in told] == [
        (one["step"], one["marks"], one["row"], one["columns"]) for one in plain
    ]
    assert [Tree(one["told"]).elements for one in told] == [Tree(one["told"]).elements for one in plain]


def test_the_tokeniser_here_keeps_words_whole() -> None:
    trace = nist(joined("a b", "$x"), ["a b"], tokenize=Kept(), max_n=1)
    assert trace.candidate == ("a b", "$x")
