"""Notes on input that is odd but defined. Every view shows the same notes."""

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
"""What a tool computes of the family."""

_LATIN = ("rouge-1.5.5", "rouge-score", "rouge-score-stem")
"""Tokenisers that keep a to z and 0 to 9 alone."""

_COCO = ("coco", "coco-java")
"""Those that cut a text as COCO's tools do before they score it."""


def of(trace: Rouge) -> Iterator[Note]:
    """The notes on what is counted, and on the tool whose rules are in force."""
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
    """Nothing to count, nothing that matches."""
    asked = trace.rules.max_skip
    for index, text in enumerate((trace.candidate, *trace.references)):
        total = trace.reference_total(index) if index else trace.candidate_total
        if text and not total:
            where = f"reference {index}" if index else "candidate"
            share = "recall" if index else "precision"
            told = f"It is too short: it has no {trace.units}. The {share} is 0/0, which the paper does not define; "
            yield Note("no-units", f"{told}it counts as 0.", where)
    matches = any(map(trace.matches, trace.each_i))
    if trace.candidate_total and all(map(trace.reference_total, trace.each_i)) and not matches:
        gap = "" if asked is None or "skip" not in trace.units else f", with {between(asked)}"
        yield Note("no-match", f"No {trace.units} are in both texts{gap}: the score is 0.")
    elif trace.score == 0 and matches:
        yield Note("underflow", f"The score is above 0 but too small for a float: it is {trace.exact}.")


def _of_references(trace: Rouge) -> Iterator[Note]:
    """Recall and precision of different references."""
    chosen = trace.chosen
    best = max(float(trace.f(i)) for i in trace.each_i)
    if trace.rules.references_by == "coco" and len(set(chosen)) > 1 and float(trace.score) > best:
        yield Note(
            "apart",
            f"The recall comes from reference {chosen[0] + 1}, the precision from reference {chosen[1] + 1}. With one "
            f"reference alone, F would be {shown(best)} at most.",
        )


def of_joined_lines(trace: Rouge) -> Iterator[Note]:
    """Several lines that are read as one sentence."""
    typed = (trace.candidate_text, *(trace.reference_texts or ()))
    if any(text and len([line for line in text.split(BREAK) if line.strip()]) > 1 for text in typed):
        told = "ROUGE-L reads all lines of a text as one sentence. rouge_l_sum takes them line by line."
        tool = f" That is what {trace.rules.tool} calls ROUGE-L." if trace.rules.name == "rouge-1.5.5" else ""
        yield Note("lines-joined", told + tool)


def of_lines(trace: Rouge) -> Iterator[Note]:
    """Only one line in each text; or more matches than words."""
    if not any(BREAK in text for text in (trace.candidate, *trace.references)):
        yield Note("one-line", "Every text is one line, so this is ROUGE-L. Only newlines separate lines.")
    if any(trace.matches(i) > trace.candidate_total for i in trace.each_i):
        yield Note(
            "above-1",
            "Words of the candidate match in several lines, so there are more matches than words. The precision would "
            "be above 1, so it is capped there.",
        )


def of_runs(trace: RougeW) -> Iterator[Note]:
    """Where the paper's procedure breaks a longer run, as far as tables are shown."""
    for index, table in enumerate(() if trace.by_lines else trace.lcs_tables):
        worth = Fraction(value_of(trace.matches(index + 1)))
        if isinstance(table, Wlcs) and is_shown(table) and table.most > worth:
            most = plain.formula(as_formula(table.most))
            text = "The paper's procedure takes every match it meets, even where that breaks a longer run: "
            text += f"WLCS is {plain.formula(as_formula(worth))}, though a common subsequence can be worth {most}."
            yield Note("broken-run", text, f"reference {index + 1}")


def _of_tool(trace: Rouge) -> Iterator[Note]:
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


def _is_tied(trace: Rouge) -> bool:
    """True if another reference is as good as the one that counts, with another recall."""
    best = trace.chosen[0] + 1
    if trace.rules.references_by != "best" or not trace.f(best):
        return False
    return any(trace.f(i) == trace.f(best) and or_zero(trace.r(i)) != or_zero(trace.r(best)) for i in trace.each_i)


def _of_coco(trace: Rouge) -> Iterator[Note]:
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


def _lost(trace: Rouge) -> Iterator[Note]:
    """Letters that the tokeniser drops."""
    for index, text in enumerate((trace.candidate_text, *(trace.reference_texts or ()))):
        where = f"reference {index}" if index else "candidate"
        if text and any(mark.isalnum() and not mark.isascii() for mark in text):
            nothing = not (trace.candidate, *trace.references)[index]
            lost = "Nothing is left of this text" if nothing else "The other letters of this text are dropped"
            yield Note("letters-lost", f"This tokeniser keeps only a to z and 0 to 9. {lost}.", where)
