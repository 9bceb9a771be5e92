"""What the trace of a caption shows first: the words, and which of them earn anything."""

from collections import Counter
from typing import TYPE_CHECKING

from mtexplain.display.formula import shown
from mtexplain.display.parts import Sentence, Sentences, Words
from mtexplain.metrics.cider.rows import rows

if TYPE_CHECKING:
    from mtexplain.metrics.cider.caption import CaptionCider

_IDLE = "A word that every image has in a reference has idf 0 and earns nothing, wherever it is."


def sentences(trace: "CaptionCider") -> Sentences:
    """The words: what each of the candidate earned, and what each reference has that the candidate has too."""
    first = Sentence("candidate", Words(trace.candidate, _earned(trace)), _so_many(len(trace.candidate)))
    there = {token for token in trace.candidate if trace.document_frequencies.idf((token,))}
    found = [first]
    for place, tokens in enumerate(trace.references):
        states = tuple("matched" if token in there else "" for token in tokens)
        penalty = f", penalty {shown(trace.orders[0].penalties[place].value)}" if trace.rules.is_defended else ""
        found.append(Sentence(f"reference {place + 1}", Words(tokens, states), _so_many(len(tokens)) + penalty))
    known = trace.candidate and not all(trace.document_frequencies.idf((token,)) for token in trace.candidate)
    return Sentences(tuple(found), _IDLE if known else "")


def _earned(trace: "CaptionCider") -> tuple[str, ...]:
    """What each word of the candidate earned. Of several equal ones the first are credited: a convention."""
    left = Counter({row.ngram[0]: row.credited for row in rows(trace.orders[0], trace.rules) if row.idf})
    known = {word for word, credited in left.items() if credited}
    states = []
    for token in trace.candidate:
        states.append("credited" if left[token] else "clipped" if token in known else "")
        left[token] -= left[token] > 0
    return tuple(states)


def _so_many(words: int) -> str:
    return "1 token" if words == 1 else f"{words} tokens"
