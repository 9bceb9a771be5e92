"""What a BLEU trace shows first: the words, with what each of them earned."""

from typing import TYPE_CHECKING

from mtexplain.display.parts import Sentence, Sentences, Words
from mtexplain.metrics.shared.occurrences import earned, occurrences

if TYPE_CHECKING:
    from mtexplain.metrics.bleu.segment import Bleu


def sentences(trace: "Bleu") -> Sentences:
    """The words, and what each earned."""
    credits = {row.ngram: row.clipped for row in trace.precisions[0].counts}
    mine = earned(occurrences(trace.candidate, 1), credits, trace.candidate, trace.references)
    rows = [Sentence("candidate", Words(trace.candidate, mine), f"c = {len(trace.candidate)}")]
    r = trace.brevity.reference_length
    in_candidate = set(trace.candidate)
    for number, reference in enumerate(trace.references):
        states = tuple("matched" if token in in_candidate else "" for token in reference)
        away = abs(len(reference) - len(trace.candidate))
        remark = f"{_so_many(len(reference), 'token')}, {away} away" + (
            f" → r = {r}" if number == trace.brevity.chosen else ""
        )
        rows.append(Sentence(f"reference {number + 1}", Words(reference, states), remark))
    return Sentences(tuple(rows))


def _so_many(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
