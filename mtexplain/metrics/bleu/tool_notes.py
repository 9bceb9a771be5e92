"""What a tool does that its users would not expect, where it shows on this input: its slips, and where it stops."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtexplain.display.parts import Note
from mtexplain.metrics.shared import texts

if TYPE_CHECKING:
    from mtexplain.metrics.bleu.base import BleuScore

_STOPS = {
    "multi-bleu": ("c", "multi-bleu.perl itself stops with an error here: it divides by c = 0."),
    "mteval-v11b": ("c", "mteval-v11b.pl itself stops with an error here: it divides by c = 0."),
    "mteval-v13a": ("cr", "mteval-v13a.pl itself stops with an error here: it divides by r, and takes the log of BP."),
    "evaluate": ("cr", "evaluate itself stops with an error here: it divides by r, and by c/r."),
}
"""By rules: of which lengths one must be 0, and what the tool then does."""


def of_score(trace: "BleuScore") -> Iterator[Note]:
    """The notes on the tool whose rules are in force."""
    rules, segments = trace.rules, len(trace.reference_numbers)
    lengths, stops = _STOPS.get(rules.name, ("", ""))
    c, r = trace.brevity.candidate_length, trace.brevity.reference_length
    if ("c" in lengths and not c and not trace.gives_up) or ("r" in lengths and not r):
        yield Note("tool-stops", stops)
    if rules.totals == "at least 1" and trace.counted != trace.ratios:
        where = "A segment" if segments > 1 else "The candidate"
        yield Note(
            "counts-1",
            f"{where} is shorter than n. {rules.tool or 'This rule'} then counts one n-gram that does not match, "
            f"where there is none: max(1, total).",
        )
    if rules.smoothing in ("nltk-method5", "nltk-method6", "nltk-method7") and segments > 1:
        yield Note(
            "last-segment", "NLTK takes some counts of this smoothing from the last segment alone. It is a slip."
        )
    if rules.smoothing == "nltk-method6" and not trace.gives_up and not (rules.max_n > 2 and trace.counted[2].matches):
        yield Note("tool-stops", "NLTK itself stops with an error here: its method 6 wants p_3 above 0, and says p_2.")
    if rules.smoothing == "nltk-method0" and any(not order.matches for order in trace.counted) and trace.score:
        yield Note("least-float", "NLTK means 0, and returns a tiny number: it takes the smallest float for a 0.")
    if trace.floats and trace.score == 1 and trace.reported != rules.scale:
        yield Note("product-of-floats", f"sacreBLEU returns {trace.reported!r} here: a rounded sum of logarithms.")
    yield from texts.approximate(rules)
    if rules.name in ("nltk", "evaluate") and trace.score not in (0, 1):
        yield Note("last-digits", f"{rules.tool} rounds at every step: the last digits that it prints may be others.")
    if rules.name == "torchmetrics":
        yield Note("single-precision", "torchmetrics computes with 32-bit floats: some 7 digits agree, and no more.")
