"""Why an alignment was taken, in a sentence."""

from mtexplain.display.parts import Prose
from mtexplain.metrics.meteor.score import MANY, AnyMeteor
from mtexplain.metrics.shared.occurrences import so_many

_CHOSEN = {
    "crossings": "None has fewer crossings than this one: {crossings}.",
    "chunks": "None has fewer chunks than this one: {chunks}.",
    "greedy": "This rule does not compare them.",
    "beam": "This rule compares some of them.",
}


def choice(trace: AnyMeteor) -> Prose:
    """How many alignments there are with so many links, and why this one was taken."""
    ways, alignment = trace.number_of_alignments, trace.alignment
    if not trace.matches:
        return Prose(("There is nothing to link.",))
    if ways == 1:
        return Prose(("There is only one alignment with that many links: no word has two partners to choose from.",))
    several = "Several alignments link" if ways is None else f"{ways:,} alignments link"
    several = f"More than {MANY:,} alignments link" if ways == MANY else several
    chosen = _CHOSEN[trace.rules.align].format(crossings=alignment.crossings, chunks=trace.chunks)
    if alignment.doubt == "distance":
        chosen += " Of those with as few, it is the closest one found."
    elif alignment.doubt:
        chosen = "There were too many to try them all: this is the best one found."
    return Prose((f"{several} {so_many(int(trace.matches), 'word')}. {chosen}",))
