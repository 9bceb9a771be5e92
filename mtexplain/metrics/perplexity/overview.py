"""What a perplexity shows first: the words of the text, where they are known."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtexplain.display.parts import Sentence, Sentences, Words

if TYPE_CHECKING:
    from mtexplain.metrics.perplexity.given import Perplexity
    from mtexplain.metrics.perplexity.sentence import NgramPerplexity

_LEGEND = "[x] earns credit, or is in the candidate too; a bare x earns nothing."
_CAPTION = "In the candidate: a word earns credit where the model has seen it after the words before it."


def of_given(trace: "Perplexity") -> Iterator[Sentences]:
    """The tokens, where they were given."""
    if trace.tokens:
        yield Sentences((Sentence("text", Words(trace.tokens), f"T = {len(trace.tokens)}"),))


def of_candidate(trace: "NgramPerplexity") -> Sentences:
    """The candidate, with what the model has seen, and the texts it was trained on."""
    known = trace.model.words
    seen = tuple("credited" if one.count else "" for one in trace.estimates)
    first = len(trace.candidate) - len(seen) + trace.ending
    states = (("",) * first + seen)[: len(trace.candidate)]
    rows = [Sentence("candidate", Words(trace.candidate, states), f"T = {len(trace.predictions)}")]
    in_candidate = set(trace.candidate) & known
    for place, text in enumerate(trace.references, 1):
        matched = tuple("matched" if token in in_candidate else "" for token in text)
        rows.append(Sentence(f"reference {place}", Words(text, matched), f"learned: {_so_many(len(text))}"))
    return Sentences(tuple(rows), _CAPTION, _LEGEND)


def _so_many(number: int) -> str:
    return "1 token" if number == 1 else f"{number} tokens"
