"""What a tool does that its users would not expect, where it shows on this input: its slips, and where it stops."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtexplain.display.parts import Note
from mtexplain.metrics.shared import texts

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.base import Rouge

_HAS = {
    "rouge-score": ("rouge_n", "rouge_l", "rouge_l_sum"),
    "rouge-score-stem": ("rouge_n", "rouge_l", "rouge_l_sum"),
    "coco": ("rouge_l",),
}
"""What a tool computes of the family."""

_LATIN = ("rouge-1.5.5", "rouge-score", "rouge-score-stem")
"""Tokenisers that keep a to z and 0 to 9 alone."""

_COCO = ("coco", "coco-java")
"""Those that cut a text as COCO's tools do before they score it."""


def of(trace: "Rouge") -> Iterator[Note]:
    """The notes on the tool whose rules are in force."""
    rules = trace.rules
    if trace.metric not in _HAS.get(rules.name, (trace.metric,)):
        yield Note(
            "not-in-tool", f"{rules.tool} does not compute this score; it is computed here as it computes others."
        )
    if trace.metric == "rouge_su" and rules.words != "all":
        yield Note("last-word", "ROUGE-1.5.5 never counts the last word of a text as a word. It is a slip of its loop.")
    if trace.metric == "rouge_w" and rules.recall_total != "f(m)":
        yield Note(
            "f-twice", "ROUGE-1.5.5 takes f of f(m) for the recall of ROUGE-W. So it is low even for a perfect match."
        )
    if trace.metric == "rouge_w" and rules.name == "rouge-1.5.5" and not all(trace.references):
        yield Note(
            "tool-stops", "ROUGE-1.5.5 itself stops with an error here: it divides by the length of a reference, 0."
        )
    if rules.name.startswith("rouge-score") and _is_tied(trace):
        yield Note(
            "tied",
            "Two references are equally good: the first counts. rouge-score compares floats, and may take the other, "
            "which has another recall and precision.",
        )
    if rules.name == "coco":
        yield from _of_coco(trace)
    yield from texts.approximate(rules)
    if rules.tokenize in _LATIN:
        yield from _lost(trace)


def _is_tied(trace: "Rouge") -> bool:
    """Whether another reference is as good as the one that counts, with another recall."""
    best, *_ = trace.together.chosen
    chosen, beta = trace.overlaps[best], trace.rules.beta
    others = [one for one in trace.overlaps if one.f(beta) == chosen.f(beta) != 0]
    return trace.rules.references_by == "best" and any(one.recall.value != chosen.recall.value for one in others)


def _of_coco(trace: "Rouge") -> Iterator[Note]:
    """What the class of pycocoevalcap does with a text: with our tokens, and with the text as it was typed."""
    pairs = [(text, " ".join(words)) for _, text, words in texts.named(trace)]
    cut_first = trace.rules.tokenize in _COCO
    if cut_first and any(text not in (None, words) for text, words in pairs):
        yield Note(
            "bare-class",
            "COCO's tools cut every text into tokens before they score it, as here. The class Rouge of pycocoevalcap "
            "does not, where it is called by itself: it splits a text at spaces, and keeps capitals and punctuation "
            'marks. So does tokenize="whitespace".',
        )
    if any("" in (words if cut_first or text is None else text).split(" ") for text, words in pairs):
        yield Note(
            "empty-words",
            "pycocoevalcap counts an empty word between two spaces, and one in an empty text. Here there is none.",
        )


def _lost(trace: "Rouge") -> Iterator[Note]:
    """Letters that the tokeniser drops."""
    for place, text in enumerate((trace.candidate_text, *(trace.reference_texts or ()))):
        where = f"reference {place}" if place else "candidate"
        if text and any(mark.isalnum() and not mark.isascii() for mark in text):
            nothing = not (trace.candidate, *trace.references)[place]
            lost = "Nothing is left of this text" if nothing else "The other letters of this text are dropped"
            yield Note("letters-lost", f"This tokeniser keeps a to z and 0 to 9 alone. {lost}.", where)
