"""What a ROUGE trace shows first: the words, and which of them match."""

from typing import TYPE_CHECKING

from mtexplain.display.parts import Sentence, Sentences, Words

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.base import Rouge

_CONVENTION = "Which of several equal words matches is a convention: the first, here."


def sentences(trace: "Rouge") -> Sentences:
    """The candidate with what matches in the references that count; each reference with what matches in it."""
    mine, *theirs = trace.earned()
    rows = [Sentence("candidate", Words(trace.candidate, mine), _length("n", trace, 0))]
    for place, states in enumerate(theirs):
        remark = _length("m", trace, place + 1) + _role(trace, place)
        rows.append(Sentence(f"reference {place + 1}", Words(trace.references[place], states), remark))
    return Sentences(tuple(rows), _CONVENTION if "clipped" in mine else "")


def _length(letter: str, trace: "Rouge", text: int) -> str:
    """How many units a text has."""
    overlap = trace.overlaps[max(0, text - 1)]
    words = trace.words_of_text(text)
    return f"{words} {'word' if words == 1 else 'words'}"


def _role(trace: "Rouge", place: int) -> str:
    """What a reference is taken for, where there are several."""
    if len(trace.references) == 1:
        return ""
    chosen = trace.together.chosen
    match trace.rules.references_by:
        case "best":
            return " → the best" if place in chosen else ""
        case "coco":
            shares = [letter for letter, which in zip("RP", chosen, strict=True) if which == place]
            return f" → {' and '.join(shares)}" if shares else ""
    return ""
