"""What the trace of a caption shows first: the words, and which of them earn anything."""

from typing import TYPE_CHECKING

from mtexplain.display.formula import shown
from mtexplain.display.parts import Sentence, Sentences, Words
from mtexplain.metrics.cider.rows import rows
from mtexplain.metrics.shared.occurrences import earned, occurrences

if TYPE_CHECKING:
    from mtexplain.metrics.cider.caption import CaptionCider

_IDLE = "A word that every image has in a reference has idf 0 and earns nothing, wherever it is."


def sentences(trace: "CaptionCider") -> Sentences:
    """The words: what each of the candidate earned, and what each reference has that the candidate has too."""
    credits = {row.ngram: row.credited for row in rows(trace.orders[0], trace.rules) if row.idf}
    mine = earned(occurrences(trace.candidate, 1), credits, trace.candidate, trace.references)
    first = Sentence("candidate", Words(trace.candidate, mine), _so_many(len(trace.candidate)))
    there = {token for token in trace.candidate if trace.document_frequencies.idf((token,))}
    found = [first]
    for place, tokens in enumerate(trace.references):
        states = tuple("matched" if token in there else "" for token in tokens)
        penalty = f", penalty {shown(trace.orders[0].penalties[place].value)}" if trace.rules.is_defended else ""
        found.append(Sentence(f"reference {place + 1}", Words(tokens, states), _so_many(len(tokens)) + penalty))
    known = trace.candidate and not all(trace.document_frequencies.idf((token,)) for token in trace.candidate)
    return Sentences(tuple(found), _IDLE if known else "")


def _so_many(words: int) -> str:
    return "1 token" if words == 1 else f"{words} tokens"
