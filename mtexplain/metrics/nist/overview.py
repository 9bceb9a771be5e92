"""What a NIST trace shows first: the words, with what each of them earned."""

from mtexplain.display.formula import number
from mtexplain.display.parts import Sentence, Sentences, Words
from mtexplain.display.plain import formula
from mtexplain.metrics.nist.recipe import SegmentNist
from mtexplain.metrics.shared.occurrences import earned, occurrences

_BELOW = "How much a match is worth stands below."


def sentences(trace: SegmentNist) -> Sentences:
    """The words, and what each earned."""
    matches = {row.ngram: row.matches for row in trace.orders[0].rows if row.times}
    states = earned(occurrences(trace.candidate, 1), matches, trace.candidate, trace.references)
    rows = [Sentence("candidate", Words(trace.candidate, states), f"L_sys = {len(trace.candidate)}")]
    in_candidate = set(trace.candidate)
    for place, reference in enumerate(trace.references, 1):
        there = tuple("matched" if token in in_candidate else "" for token in reference)
        several = f"{len(reference)} token{'' if len(reference) == 1 else 's'}"
        rows.append(Sentence(f"reference {place}", Words(reference, there), several))
    first, *rest = rows
    length = f"{first.remark}, L_ref = {formula(number(trace.brevity.reference_length))}"
    return Sentences((first._replace(remark=length), *rest), _BELOW)
