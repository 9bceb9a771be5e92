"""Notes on scores that are unusual but well defined. Every view shows the same notes."""

from collections.abc import Iterator
from fractions import Fraction

from mtexplain.display import plain, texts
from mtexplain.display.formula import number as as_formula
from mtexplain.display.formula import shown
from mtexplain.display.parts import Note
from mtexplain.metrics.rouge.grids import is_shown
from mtexplain.metrics.rouge.lcs import Wlcs
from mtexplain.metrics.rouge.skip_bigrams import between
from mtexplain.metrics.rouge.subsequences import RougeL, RougeLSum
from mtexplain.metrics.rouge.trace import Rouge
from mtexplain.metrics.rouge.union_lcs import BREAK
from mtexplain.metrics.rouge.weighted import RougeW
from mtexplain.tracing.number import or_zero
from mtexplain.tracing.number import plain as value_of

_HAS = {
    "rouge-score": ("rouge_n", "rouge_l", "rouge_l_sum"),
    "rouge-score-stem": ("rouge_n", "rouge_l", "rouge_l_sum"),
    "coco": ("rouge_l",),
}
"""The kinds of ROUGE that a tool computes."""

_LATIN = ("rouge-1.5.5", "rouge-score", "rouge-score-stem")
"""Tokenisers that keep only a to z and 0 to 9."""

_COCO = ("coco", "coco-java")
"""Tokenisers that cut a text as COCO's tools do before scoring."""


def of(trace: Rouge) -> Iterator[Note]:
    """The notes on the counts, and on the tool whose rules apply."""
    yield from _of_counts(trace)
    yield from _of_references(trace)
    if isinstance(trace, RougeL):
        yield from of_joined_lines(trace)
    elif isinstance(trace, RougeLSum):
        yield from of_lines(trace)
    elif isinstance(trace, RougeW):
        yield from of_runs(trace)
    yield from _of_tool(trace)


def _of_counts(trace: Rouge) -> Iterator[Note]:
    """Notes on texts without units, and on scores of 0."""
    asked = trace.rules.max_skip
    for index, text in enumerate((trace.candidate, *trace.references)):
        total = trace.reference_total(index) if index else trace.candidate_total
        if text and not total:
            where = f"reference {index}" if index else "candidate"
            share = "recall" if index else "precision"
            told = f"It is too short to have any {trace.units}. The {share} is 0/0, which the paper does not define; "
            yield Note("no-units", f"{told}here it counts as 0.", where)
    matches = any(map(trace.matches, trace.each_i))
    if trace.candidate_total and all(map(trace.reference_total, trace.each_i)) and not matches:
        no = "No" if asked is None or "skip" not in trace.units else f"With {between(asked)}, no"
        yield Note("no-match", f"{no} {trace.units} are in both texts, so the score is 0.")
    elif trace.score == 0 and matches:
        yield Note("underflow", f"The score is above 0 but too small for a float. Its exact value is {trace.exact}.")


def _of_references(trace: Rouge) -> Iterator[Note]:
    """A note if recall and precision come from different references."""
    chosen = trace.chosen
    best = max(float(trace.f(i)) for i in trace.each_i)
    if trace.rules.references_by == "coco" and len(set(chosen)) > 1 and float(trace.score) > best:
        yield Note(
            "apart",
            f"The recall comes from reference {chosen[0] + 1}, the precision from reference {chosen[1] + 1}. With a "
            f"single reference, F would be {shown(best)} at most.",
        )


def of_joined_lines(trace: Rouge) -> Iterator[Note]:
    """A note if several lines are read as a single sentence."""
    typed = (trace.candidate_text, *(trace.reference_texts or ()))
    if any(text and len([line for line in text.split(BREAK) if line.strip()]) > 1 for text in typed):
        told = "ROUGE-L reads all lines of a text as a single sentence. rouge_l_sum compares them line by line."
        tool = f" That is what {trace.rules.tool} calls ROUGE-L." if trace.rules.name == "rouge-1.5.5" else ""
        yield Note("lines-joined", told + tool)


def of_lines(trace: Rouge) -> Iterator[Note]:
    """Notes if every text is a single line, or if there are more matches than words."""
    if not any(BREAK in text for text in (trace.candidate, *trace.references)):
        yield Note("one-line", "Every text is a single line, so this equals ROUGE-L. Only newlines separate lines.")
    if any(trace.matches(i) > trace.candidate_total for i in trace.each_i):
        yield Note(
            "above-1",
            "Words of the candidate match in several lines, so there are more matches than words. The precision is "
            "capped at 1, because it would be larger.",
        )


def of_runs(trace: RougeW) -> Iterator[Note]:
    """A note if the paper's procedure breaks a longer run in a table that is shown."""
    for index, table in enumerate(() if trace.by_lines else trace.lcs_tables):
        worth = Fraction(value_of(trace.matches(index + 1)))
        if isinstance(table, Wlcs) and is_shown(table) and table.most > worth:
            most = plain.formula(as_formula(table.most))
            text = "The paper's procedure takes every match it reaches, even if that breaks a longer run. Here "
            text += f"WLCS is {plain.formula(as_formula(worth))}, though a common subsequence can be worth {most}."
            yield Note("broken-run", text, f"reference {index + 1}")


def _of_tool(trace: Rouge) -> Iterator[Note]:
    """The notes on the tool whose rules apply."""
    rules = trace.rules
    if trace.metric not in _HAS.get(rules.name, (trace.metric,)):
        yield Note(
            "not-in-tool",
            f"{rules.tool} does not compute this score. Here it is computed as the tool computes other scores.",
        )
    if trace.metric == "rouge_su" and rules.words != "all":
        slip = "Because of a slip in its loop, ROUGE-1.5.5 never counts the last word of a text as a single word."
        yield Note("last-word", slip)
    if trace.metric == "rouge_w" and rules.recall_total != "f(m)":
        yield Note(
            "f-twice", "For recall, ROUGE-1.5.5 divides by f(f(m)), not f(m), so even a perfect match has a low recall."
        )
    if trace.metric == "rouge_w" and rules.name == "rouge-1.5.5" and not all(trace.references):
        yield Note(
            "tool-stops", "ROUGE-1.5.5 itself stops with an error here, because it divides by a reference length of 0."
        )
    if rules.name.startswith("rouge-score") and _is_tied(trace):
        yield Note(
            "tied",
            "Two references are equally good, so the first counts. rouge-score compares floats and may take the other, "
            "with a different recall and precision.",
        )
    if rules.name == "coco":
        yield from _of_coco(trace)
    yield from texts.approximate(rules)
    if rules.tokenize in _LATIN:
        yield from _lost(trace)


def _is_tied(trace: Rouge) -> bool:
    """True if another reference is as good as the chosen reference, with a different recall."""
    best = trace.chosen[0] + 1
    if trace.rules.references_by != "best" or not trace.f(best):
        return False
    return any(trace.f(i) == trace.f(best) and or_zero(trace.r(i)) != or_zero(trace.r(best)) for i in trace.each_i)


def _of_coco(trace: Rouge) -> Iterator[Note]:
    """Notes on how pycocoevalcap itself would split the texts."""
    pairs = [(text, " ".join(words)) for _, text, words in texts.named(trace)]
    cut_first = trace.rules.tokenize in _COCO
    if cut_first and any(text not in (None, words) for text, words in pairs):
        yield Note(
            "bare-class",
            "COCO's tools cut every text into tokens before they score it, as is done here. The class Rouge of "
            "pycocoevalcap, called by itself, only splits at spaces and keeps capitals and punctuation. "
            'tokenize="whitespace" does the same.',
        )
    if any("" in (words if cut_first or text is None else text).split(" ") for text, words in pairs):
        yield Note(
            "empty-words",
            "pycocoevalcap counts an empty word between two spaces or in an empty text. Here there is no such word.",
        )


def _lost(trace: Rouge) -> Iterator[Note]:
    """Notes on letters that the tokeniser drops."""
    for index, text in enumerate((trace.candidate_text, *(trace.reference_texts or ()))):
        where = f"reference {index}" if index else "candidate"
        if text and any(mark.isalnum() and not mark.isascii() for mark in text):
            nothing = not (trace.candidate, *trace.references)[index]
            lost = "Nothing is left of this text" if nothing else "The other letters of this text are dropped"
            yield Note("letters-lost", f"This tokeniser keeps only a to z and 0 to 9. {lost}.", where)
