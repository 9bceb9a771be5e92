"""Captions as arrows: how much two words weigh in each, and the cosine. It needs no matplotlib."""

from collections.abc import Sequence

from mtexplain.display.formula import shown
from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.metrics.cider import CaptionCider
from mtexplain.plots import given
from mtexplain.plots.words import MOST_TRACES, cut, written

_PLANE = "captions in which two words at most have a weight: a plane has two directions"

Arrow = tuple[str, float, float, str]
"""A text, how much its two words weigh, and what is said of it."""


def arrows_of(traces: Sequence[CaptionCider], ax: object) -> tuple[str, str, list[Arrow]]:
    """The two words, and an arrow for the reference of the first trace and one for each candidate."""
    if not 1 <= len(traces) <= MOST_TRACES:
        raise InputError("traces", str(len(traces)), f"1 to {MOST_TRACES} traces", "Write plot_cosine(one, two).")
    for trace in traces:
        if not isinstance(trace, CaptionCider):
            raise InputTypeError("traces", described(trace), "traces of mtexplain.caption_cider(candidate, references)")
        given.of_score(trace, ax)
    across, up = _directions(traces)
    arrows = [_arrow(traces[0], across, up, "reference"), *(_arrow(one, across, up, "candidate") for one in traces)]
    return across, up, arrows


def _directions(traces: Sequence[CaptionCider]) -> tuple[str, str]:
    """The words that have a weight in any of the texts, in the order of the first reference."""
    texts = [traces[0].references[0], *(trace.candidate for trace in traces)]
    known = traces[0].document_frequencies
    weighing = list(dict.fromkeys(word for text in texts for word in text if known.idf((word,))))
    if len(weighing) > 2:
        raise InputError("traces", f"{len(weighing)} words with a weight", _PLANE)
    across, up = (*map(written, ([word] for word in weighing)), "…", "…")[:2]
    return across, up


def _arrow(trace: CaptionCider, across: str, up: str, side: str) -> Arrow:
    """A text, its two weights, and what it is."""
    is_ours = side == "candidate"
    place, tokens = (0, trace.candidate) if is_ours else (1, trace.references[0])
    weights = {written(ngram): float(weight) for ngram, weight in trace.weights[0][place].items()}
    said = f"cosine {shown(float(trace.cosine(1, 1)))}" if is_ours else "reference"
    return cut(written(tokens)), weights.get(across, 0.0), weights.get(up, 0.0), said
