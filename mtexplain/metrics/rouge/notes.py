"""What is odd about an input but defined: one note each, the same in every view."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtexplain.display.formula import shown
from mtexplain.display.parts import Note
from mtexplain.metrics.rouge import tool_notes
from mtexplain.metrics.rouge.lines import BREAK
from mtexplain.metrics.rouge.skips import between
from mtexplain.metrics.shared import texts

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.base import Rouge
    from mtexplain.metrics.rouge.sequence import RougeL
    from mtexplain.metrics.rouge.summary import RougeLSum


def of(trace: "Rouge") -> Iterator[Note]:
    """The notes on what is counted, on the tool whose rules are in force, and on the texts."""
    yield from _of_counts(trace)
    yield from _of_references(trace)
    yield from trace.own_notes()
    yield from tool_notes.of(trace)
    yield from _of_texts(trace)


def _of_counts(trace: "Rouge") -> Iterator[Note]:
    """Nothing to count, nothing that matches."""
    asked = trace.rules.max_skip
    for place, text in enumerate((trace.candidate, *trace.references)):
        one = trace.overlaps[max(0, place - 1)]
        total = one.reference_total if place else one.candidate_total
        if text and not total:
            where = f"reference {place}" if place else "candidate"
            share = "recall" if place else "precision"
            told = f"It is too short: it has no {trace.units}. The {share} is 0/0, which the paper does not define; "
            yield Note("no-units", f"{told}it counts as 0.", where)
    both = all(one.candidate_total and one.reference_total for one in trace.overlaps)
    if both and not any(one.matches for one in trace.overlaps):
        gap = "" if asked is None or "skip" not in trace.units else f", with {between(asked)}"
        yield Note("no-match", f"No {trace.units} are in both texts{gap}: the score is 0.")
    elif trace.score == 0 and any(one.matches for one in trace.overlaps) and trace.together.f(trace.rules.beta):
        yield Note("underflow", f"The score is above 0 but smaller than any float: it is {trace.exact}.")


def _of_references(trace: "Rouge") -> Iterator[Note]:
    """Recall and precision of different references."""
    chosen = trace.together.chosen
    if trace.rules.references_by == "coco" and len(set(chosen)) > 1:
        best = max(float(one.f(trace.rules.beta)) for one in trace.overlaps)
        yield Note(
            "apart",
            f"The recall is that of reference {chosen[0] + 1}, the precision that of reference {chosen[1] + 1}. "
            f"With one reference alone, F would be {shown(best)} at most.",
        )


def on_joined_lines(trace: "RougeL") -> Iterator[Note]:
    """Several lines that are read as one sentence."""
    typed = (trace.candidate_text, *(trace.reference_texts or ()))
    if any(text and len([line for line in text.split(BREAK) if line.strip()]) > 1 for text in typed):
        told = "ROUGE-L reads all lines of a text as one sentence. rouge_l_sum takes them line by line."
        tool = f" That is what {trace.rules.tool} calls ROUGE-L." if trace.rules.name == "rouge-1.5.5" else ""
        yield Note("lines-joined", told + tool)


def on_lines(trace: "RougeLSum") -> Iterator[Note]:
    """Only one line in each text; or more matches than words."""
    if not any(BREAK in text for text in (trace.candidate, *trace.references)):
        yield Note("one-line", "Every text is one line, so this is ROUGE-L. Lines are told apart by newlines alone.")
    if any(one.matches > one.candidate_total for one in trace.overlaps):
        yield Note(
            "above-1",
            "Words of the candidate match in several lines: there are more matches than words. The precision would be "
            "above 1, so it is cut there.",
        )


def _of_texts(trace: "Rouge") -> Iterator[Note]:
    for note in texts.notes(
        trace, "so precision is 0/0, and the score is 0", lambda: "Recall is 0/0 there: it counts as 0"
    ):
        breaks_only = trace.by_lines and note.code == "space-in-token"
        if not breaks_only:
            yield note
