"""What a BLEU trace shows first: the words, with what each of them earned."""

from collections import Counter
from typing import TYPE_CHECKING

from mtexplain.display.parts import Sentence, Sentences, Words

if TYPE_CHECKING:
    from mtexplain.metrics.bleu.segment import Bleu

_CONVENTION = "Clipping only counts. Which of several equal words earns the credit is a convention: the first, here."


def sentences(trace: "Bleu") -> Sentences:
    """The words, and what each earned."""
    earned = _earned(trace)
    rows = [Sentence("candidate", Words(trace.candidate, earned), f"c = {len(trace.candidate)}")]
    r = trace.brevity.reference_length
    in_candidate = set(trace.candidate)
    for number, reference in enumerate(trace.references):
        states = tuple("matched" if token in in_candidate else "" for token in reference)
        away = abs(len(reference) - len(trace.candidate))
        remark = f"{_so_many(len(reference), 'token')}, {away} away" + (
            f" → r = {r}" if number == trace.brevity.chosen else ""
        )
        rows.append(Sentence(f"reference {number + 1}", Words(reference, states), remark))
    return Sentences(tuple(rows), _CONVENTION if "clipped" in earned else "")


def _earned(trace: "Bleu") -> tuple[str, ...]:
    left = Counter({row.ngram[0]: row.clipped for row in trace.precisions[0].counts})
    in_reference = {row.ngram[0] for row in trace.precisions[0].counts if row.max_reference_count}
    states = []
    for token in trace.candidate:
        states.append("credited" if left[token] else "clipped" if token in in_reference else "")
        left[token] -= left[token] > 0
    return tuple(states)


def _so_many(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
