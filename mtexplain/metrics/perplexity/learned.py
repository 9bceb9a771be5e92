"""The sentences that an n-gram model without smoothing holds possible: every n-gram of theirs was learned."""

from typing import NamedTuple

from mtexplain.automaton import Automaton
from mtexplain.counts import NGram
from mtexplain.metrics.perplexity.model import END, START, Model, ends


class _Read(NamedTuple):
    """The last n - 1 tokens, markers among them, and whether a token was predicted yet."""

    history: NGram
    predicted: bool = False


def automaton(model: Model) -> Automaton:
    """Them as a language; there is none without a prediction.

    >>> from mtexplain.metrics.perplexity.model import trained
    >>> from mtexplain.metrics.perplexity.rules import SLP3
    >>> known = automaton(trained([["I", "am", "Sam"], ["Sam", "I", "am"]], SLP3))
    >>> known.holds(["Sam", "I", "am", "Sam", "I", "am"]), known.holds(["am"])
    (True, False)
    """
    n, (before, after) = model.rules.n, ends(model.rules)
    follow: dict[NGram, dict[str, None]] = {}
    for ngram in model.counts:
        for place in range(0 if not before else n - 1, n):
            follow.setdefault(ngram[:place], {})[ngram[place]] = None
    words = {history: tuple(word for word in those if word not in (START, END)) for history, those in follow.items()}

    def step(read: _Read, token: str) -> _Read:
        longer = (*read.history, token)
        return _Read(longer[max(0, len(longer) - n + 1) :], read.predicted or len(longer) == n)

    def may_end(read: _Read) -> bool:
        for _ in range(after):
            if END not in follow.get(read.history, ()):
                return False
            read = step(read, END)
        return read.predicted

    return Automaton(_Read((START,) * before), lambda read: words.get(read.history, ()), step, may_end)
