"""What a ROUGE trace shows first: the words, and which of them match."""

from typing import TYPE_CHECKING

from mtexplain.display.parts import Sentence, Sentences, Words

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.base import Rouge

_LEGEND = "[x] is part of what matches."
_CLIPPED = "[x] is part of what matches; x(clipped) came too often."


def sentences(trace: "Rouge") -> Sentences:
    """The candidate with what matches in the references that count; each reference with what matches in it."""
    mine, *theirs = trace.earned()
    rows = [Sentence("candidate", Words(trace.candidate, mine), _words(trace.length_of(trace.candidate)))]
    for place, (reference, states) in enumerate(zip(trace.references, theirs, strict=True)):
        remark = _words(trace.length_of(reference)) + _role(trace, place)
        rows.append(Sentence(f"reference {place + 1}", Words(reference, states), remark))
    return Sentences(tuple(rows), legend=_CLIPPED if "clipped" in mine else _LEGEND)


def _words(number: int) -> str:
    return "1 word" if number == 1 else f"{number:,} words"


def _role(trace: "Rouge", place: int) -> str:
    """What a reference is taken for, where there are several."""
    if len(trace.references) == 1:
        return ""
    chosen = trace.together.chosen
    match trace.rules.references_by:
        case "best":
            return " → it counts" if place in chosen else ""
        case "coco":
            shares = [letter for letter, which in zip("RP", chosen, strict=True) if which == place]
            return f" → {' and '.join(shares)}" if shares else ""
    return ""
