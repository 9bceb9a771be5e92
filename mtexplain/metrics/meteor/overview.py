"""What a METEOR trace shows first: the words, and which of them are linked."""

from typing import TYPE_CHECKING

from mtexplain.display.parts import Sentence, Sentences, Words
from mtexplain.metrics.shared.occurrences import so_many

if TYPE_CHECKING:
    from mtexplain.metrics.meteor.against import Against
    from mtexplain.metrics.meteor.sentence import Meteor

_BEST = "The links of the candidate are those with the best reference. Each reference shows its own."
_LEGEND = "[x] is linked; a bare x has no partner."
_CLIPPED = "[x] is linked; x(clipped) could be, but is not; a bare x has no partner."
_TAKEN = "A clipped word has partners in the reference, but others took them."


def sentences(trace: "Meteor") -> Sentences:
    """The words: those of the candidate as they are linked with the best reference, and each reference."""
    best = trace.best
    earned = _earned(best)
    rows = [Sentence("candidate", Words(trace.candidate, earned), so_many(len(trace.candidate), "token"))]
    for place, one in enumerate(trace.against):
        linked = {link.reference for link in one.alignment.links}
        states = tuple("matched" if token in linked else "" for token in range(len(one.reference)))
        remark = f"{so_many(len(one.reference), 'token')}, {one.matches} matched in {so_many(one.chunks, 'chunk')}"
        chosen = " → best" if len(trace.against) > 1 and place == trace.place else ""
        rows.append(Sentence(f"reference {place + 1}", Words(one.reference, states), remark + chosen))
    clipped = "clipped" in earned
    captions = (_BEST if len(trace.against) > 1 else "", _TAKEN if clipped else "")
    return Sentences(tuple(rows), " ".join(filter(None, captions)), _CLIPPED if clipped else _LEGEND)


def _earned(one: "Against") -> tuple[str, ...]:
    """What each word of the candidate earned; "clipped" could be linked, but others have all its partners."""
    linked = {link.candidate for link in one.alignment.links}
    could = {word for options in one.possible.values() for word in options}
    return tuple(
        "credited" if place in linked else "clipped" if place in could else "" for place in range(len(one.candidate))
    )
