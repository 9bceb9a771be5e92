"""What a NIST trace shows first: the words, with what each of them earned."""

from collections import Counter

from mtexplain.display.formula import number
from mtexplain.display.parts import Sentence, Sentences, Words
from mtexplain.display.plain import formula
from mtexplain.metrics.nist.recipe import SegmentNist

_CONVENTION = "Of several equal words the first earn the credit, by convention. How much a match is worth stands below."


def sentences(trace: SegmentNist) -> Sentences:
    """The words, and what each earned."""
    earned = _earned(trace)
    rows = [Sentence("candidate", Words(trace.candidate, earned), f"L_sys = {len(trace.candidate)}")]
    in_candidate = set(trace.candidate)
    for place, reference in enumerate(trace.references, 1):
        states = tuple("matched" if token in in_candidate else "" for token in reference)
        several = f"{len(reference)} token{'' if len(reference) == 1 else 's'}"
        rows.append(Sentence(f"reference {place}", Words(reference, states), several))
    first, *rest = rows
    length = f"{first.remark}, L_ref = {formula(number(trace.brevity.reference_length))}"
    return Sentences((first._replace(remark=length), *rest), _CONVENTION)


def _earned(trace: SegmentNist) -> tuple[str, ...]:
    words = trace.orders[0].rows
    left = Counter({row.ngram[0]: row.matches for row in words})
    known = {row.ngram[0] for row in words if row.times}
    states = []
    for token in trace.candidate:
        states.append("credited" if left[token] else "clipped" if token in known else "")
        left[token] -= left[token] > 0
    return tuple(states)
