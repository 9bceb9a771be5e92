"""What is odd about an input but defined: one note each, the same in every view."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from mtexplain.display import plain, texts
from mtexplain.display.formula import number, shown
from mtexplain.display.parts import Note
from mtexplain.metrics.rouge.grids import is_shown
from mtexplain.metrics.rouge.recipe import RougeScore
from mtexplain.metrics.rouge.union_lcs import BREAK
from mtexplain.metrics.rouge.units import between

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


def of(trace: RougeScore) -> Iterator[Note]:
    """The notes on what is counted, on the tool whose rules are in force, and on the texts."""
    yield from _of_counts(trace)
    yield from _of_references(trace)
    yield from trace.odd()
    yield from _of_tool(trace)
    yield from _of_texts(trace)


def _of_counts(trace: RougeScore) -> Iterator[Note]:
    """Nothing to count, nothing that matches."""
    asked = trace.rules.max_skip
    for place, text in enumerate((trace.candidate, *trace.references)):
        total = trace.of_each("reference_total")[place - 1] if place else trace.candidate_total
        if text and not total:
            where = f"reference {place}" if place else "candidate"
            share = "recall" if place else "precision"
            told = f"It is too short: it has no {trace.units}. The {share} is 0/0, which the paper does not define; "
            yield Note("no-units", f"{told}it counts as 0.", where)
    matches = any(trace.of_each("matches"))
    if trace.candidate_total and all(trace.of_each("reference_total")) and not matches:
        gap = "" if asked is None or "skip" not in trace.units else f", with {between(asked)}"
        yield Note("no-match", f"No {trace.units} are in both texts{gap}: the score is 0.")
    elif trace.score == 0 and matches:
        yield Note("underflow", f"The score is above 0 but too small for a float: it is {trace.exact}.")


def _of_references(trace: RougeScore) -> Iterator[Note]:
    """Recall and precision of different references."""
    chosen = trace.chosen
    if trace.rules.references_by == "coco" and len(set(chosen)) > 1:
        best = float(max(trace.of_each("f_scores")))
        yield Note(
            "apart",
            f"The recall comes from reference {chosen[0] + 1}, the precision from reference {chosen[1] + 1}. With one "
            f"reference alone, F would be {shown(best)} at most.",
        )


def of_joined_lines(trace: RougeScore) -> Iterator[Note]:
    """Several lines that are read as one sentence."""
    typed = (trace.candidate_text, *(trace.reference_texts or ()))
    if any(text and len([line for line in text.split(BREAK) if line.strip()]) > 1 for text in typed):
        told = "ROUGE-L reads all lines of a text as one sentence. rouge_l_sum takes them line by line."
        tool = f" That is what {trace.rules.tool} calls ROUGE-L." if trace.rules.name == "rouge-1.5.5" else ""
        yield Note("lines-joined", told + tool)


def of_lines(trace: RougeScore) -> Iterator[Note]:
    """Only one line in each text; or more matches than words."""
    if not any(BREAK in text for text in (trace.candidate, *trace.references)):
        yield Note("one-line", "Every text is one line, so this is ROUGE-L. Only newlines separate lines.")
    if any(matches > trace.candidate_total for matches in trace.of_each("matches")):
        yield Note(
            "above-1",
            "Words of the candidate match in several lines, so there are more matches than words. The precision would "
            "be above 1, so it is capped there.",
        )


def of_runs(trace: Any) -> Iterator[Note]:
    """Where the paper's procedure breaks a longer run, as far as tables are shown."""
    for place, table in enumerate(() if trace.by_lines else trace.found):
        worth = Fraction(trace.of_each("matches")[place])
        if is_shown(table) and table.most > worth:
            most = plain.formula(number(table.most))
            told = "The paper's procedure takes every match it meets, even where that breaks a longer run: "
            told += f"WLCS is {plain.formula(number(worth))}, though a common subsequence can be worth {most}."
            yield Note("broken-run", told, f"reference {place + 1}")


def _of_tool(trace: RougeScore) -> Iterator[Note]:
    """The notes on the tool whose rules are in force."""
    rules = trace.rules
    if trace.metric not in _HAS.get(rules.name, (trace.metric,)):
        yield Note(
            "not-in-tool", f"{rules.tool} does not compute this score; it is computed here the way it computes others."
        )
    if trace.metric == "rouge_su" and rules.words != "all":
        yield Note("last-word", "ROUGE-1.5.5 never counts the last word of a text as a word. It is a slip in its loop.")
    if trace.metric == "rouge_w" and rules.recall_total != "f(m)":
        yield Note(
            "f-twice", "For the recall of ROUGE-W, ROUGE-1.5.5 takes f of f(m), so it is low even for a perfect match."
        )
    if trace.metric == "rouge_w" and rules.name == "rouge-1.5.5" and not all(trace.references):
        yield Note(
            "tool-stops", "ROUGE-1.5.5 itself stops with an error here: it divides by the length of a reference, 0."
        )
    if rules.name.startswith("rouge-score") and _is_tied(trace):
        yield Note(
            "tied",
            "Two references are equally good: the first counts. rouge-score compares floats, and may take the other, "
            "with a different recall and precision.",
        )
    if rules.name == "coco":
        yield from _of_coco(trace)
    yield from texts.approximate(rules)
    if rules.tokenize in _LATIN:
        yield from _lost(trace)


def _is_tied(trace: RougeScore) -> bool:
    """Whether another reference is as good as the one that counts, with another recall."""
    if trace.rules.references_by != "best" or not (best := trace.of_each("f_scores")[trace.chosen[0]]):
        return False
    recalls, f_scores = trace.of_each("recalls"), trace.of_each("f_scores")
    return any(f == best and recall != recalls[trace.chosen[0]] for f, recall in zip(f_scores, recalls, strict=True))


def _of_coco(trace: RougeScore) -> Iterator[Note]:
    """What the class of pycocoevalcap does with a text: with our tokens, and with the text as it was typed."""
    pairs = [(text, " ".join(words)) for _, text, words in texts.named(trace)]
    cut_first = trace.rules.tokenize in _COCO
    if cut_first and any(text not in (None, words) for text, words in pairs):
        yield Note(
            "bare-class",
            "COCO's tools cut every text into tokens before they score it, as here. Called by itself, the class Rouge "
            "of pycocoevalcap does not: it splits at spaces and keeps capitals and punctuation. So does "
            'tokenize="whitespace".',
        )
    if any("" in (words if cut_first or text is None else text).split(" ") for text, words in pairs):
        yield Note(
            "empty-words",
            "pycocoevalcap counts an empty word between two spaces, and one in an empty text. Here there is none.",
        )


def _lost(trace: RougeScore) -> Iterator[Note]:
    """Letters that the tokeniser drops."""
    for place, text in enumerate((trace.candidate_text, *(trace.reference_texts or ()))):
        where = f"reference {place}" if place else "candidate"
        if text and any(mark.isalnum() and not mark.isascii() for mark in text):
            nothing = not (trace.candidate, *trace.references)[place]
            lost = "Nothing is left of this text" if nothing else "The other letters of this text are dropped"
            yield Note("letters-lost", f"This tokeniser keeps only a to z and 0 to 9. {lost}.", where)


def _of_texts(trace: RougeScore) -> Iterator[Note]:
    for note in texts.notes(trace, "so precision is 0/0, and the score is 0", "Recall is 0/0 there: it counts as 0"):
        breaks_only = trace.by_lines and note.code == "space-in-token"
        if not breaks_only:
            yield note
