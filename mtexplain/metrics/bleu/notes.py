"""Notes on input that is unusual but has a defined score. Every view shows the same notes."""

from collections.abc import Iterator

from mtexplain.display import plain, texts
from mtexplain.display.formula import shown
from mtexplain.display.parts import Note
from mtexplain.metrics.bleu.by_rules import BleuScore
from mtexplain.metrics.bleu.smoothing import METHODS
from mtexplain.metrics.bleu.trace import Bleu, CorpusBleu
from mtexplain.metrics.shared import scores
from mtexplain.metrics.shared.orders import none_of
from mtexplain.rules import PAPER, ZERO_WHEN

_STOPS = {
    "multi-bleu": ("c", "multi-bleu.perl itself stops with an error here, because it divides by c = 0."),
    "mteval-v11b": ("c", "mteval-v11b.pl itself stops with an error here, because it divides by c = 0."),
    "mteval-v13a": (
        "cr",
        "mteval-v13a.pl itself stops with an error here, because it divides by r and takes the log of BP.",
    ),
    "evaluate": ("cr", "evaluate itself stops with an error here, because it divides by r and by c/r."),
}
"""The lengths that make a tool fail if either of them is 0, and a note about it, by the name of the rules."""


@scores.odd.register
def odd(trace: Bleu) -> Iterator[Note]:
    """Notes on the score of a segment."""
    return _of_score(trace, "the candidate is")


@scores.odd.register
def odd_text(trace: CorpusBleu) -> Iterator[Note]:
    """Notes on the score of a text."""
    yield from _of_score(trace, "every candidate is")
    segments, k = trace.segments, len(trace.segments)
    if trace.brevity.candidate_length == 0:
        yield Note("empty-candidate", "No candidate has any tokens, so BP and the score are 0.")
    if k > 1 and all(len(segment.references) == k for segment in segments):
        yield Note(
            "square",
            f"There are {k} segments with {k} references each, so a transposed list would have the same shape. "
            f"references[0] was read as the {k} references of candidates[0].",
        )


def _of_score(trace: BleuScore, short: str) -> Iterator[Note]:
    yield from _of_tool(trace)
    if trace.brevity.candidate_length == 0:
        return
    if trace.is_zero_by_rule:
        yield Note("gives-up", f"By these rules {ZERO_WHEN[trace.rules.zero_when]}, and that is the case here.")
    left = {n for n, ratio in enumerate(trace.ratios, 1) if trace.rules.weight(n) and not ratio.total}
    factors = {factor.n: factor for factor in trace.factors}
    if missing := [n for n in sorted(left) if n in factors and factors[n].value is None]:
        strict = "our strict rule counts" if trace.rules == PAPER else "these rules count"
        yield Note(
            "no-ngrams",
            f"There is no {none_of(missing)}, because {short} too short. {_precisions(missing)} 0/0, which the paper "
            f"does not define; {strict} {'it' if len(missing) == 1 else 'them'} as 0, so the score is 0. To leave an "
            "order out, use a smaller max_n or a weight of 0.",
        )
    elif left:
        remedy = "leave it out" if left - set(factors) else "give it a value (see the step on smoothing)"
        if len(left) > 1:
            remedy = remedy.replace(" it ", " them ")
        yield Note(
            "no-ngrams",
            f"There is no {none_of(sorted(left))}, because {short} too short. {_precisions(sorted(left))} 0/0, which "
            f"the paper does not define; these rules {remedy}.",
        )
    unmatched = [factor for factor in trace.factors if factor.raw.total and not factor.raw.matches]
    if not trace.score and (zero := [factor.n for factor in unmatched if not factor.value]):
        yield Note(
            "zero-precision",
            f"No {none_of(zero)} of the candidate is in a reference. A single factor of 0 makes the whole product 0, "
            f"however good the other factors are.",
        )
    if changed := [factor for factor in unmatched if factor.value]:
        named = ", ".join(
            f"{plain.formula(factor.symbol)} = {plain.formula(factor.short)} for {factor.raw}" for factor in changed
        )
        yield Note(
            "smoothed",
            f"No {none_of([factor.n for factor in changed])} of the candidate is in a reference. The score uses "
            f"smoothed values instead of the counts: {named}.",
        )
    if trace.score == 0 and not (trace.is_zero_by_rule or missing or zero):
        yield Note("underflow", f"The score is above 0 but too small for a float. Its exact value is {trace.exact}.")
    if trace.brevity.value == 0 and not trace.is_penalty_zero:
        yield Note("underflow-bp", f"BP is above 0 but too small for a float. Its exact value is {_penalty(trace)}.")
    if trace.uncapped > 1:
        yield Note(
            "above-1",
            f"This smoothing takes the product to {shown(float(trace.uncapped))}, and the tool returns that number. "
            "BLEU is at most 1, so the score is capped there.",
        )


def _of_tool(trace: BleuScore) -> Iterator[Note]:
    """Notes on unexpected behaviour of the tool with this input, such as bugs and crashes."""
    rules, segments = trace.rules, len(trace.reference_numbers)
    lengths, stops = _STOPS.get(rules.name, ("", ""))
    c, r = trace.brevity.candidate_length, trace.brevity.reference_length
    if ("c" in lengths and not c and not trace.is_zero_by_rule) or ("r" in lengths and not r):
        yield Note("tool-stops", stops)
    if rules.totals == "at least 1" and trace.counted_ratios != trace.ratios:
        where = "A segment" if segments > 1 else "The candidate"
        yield Note(
            "counts-1",
            f"{where} is too short to have n-grams of all orders. {rules.tool or 'This rule'} then uses max(1, total), "
            "as if there were an n-gram that does not match.",
        )
    if METHODS[rules.smoothing].needs_last and segments > 1:
        yield Note("last-segment", "For this smoothing, NLTK takes some counts from the last segment only, by mistake.")
    counted = trace.counted_ratios
    if rules.smoothing == "nltk-method6" and not trace.is_zero_by_rule and not (rules.max_n > 2 and counted[2].matches):
        needs = "because its method 6 needs p_3 above 0 (its message says p_2)"
        yield Note("tool-stops", f"NLTK itself stops with an error here, {needs}.")
    if rules.smoothing == "nltk-method0" and any(not order.matches for order in counted) and trace.score:
        yield Note(
            "least-float", "NLTK should return 0 but returns a tiny number, because it uses the smallest float as 0."
        )
    if trace.floats and trace.score == 1 and trace.reported != rules.scale:
        yield Note(
            "product-of-floats", f"sacreBLEU returns {trace.reported!r} here, because it adds rounded logarithms."
        )
    yield from texts.approximate(rules)
    if rules.name in ("nltk", "evaluate") and trace.score not in (0, 1):
        yield Note("last-digits", f"{rules.tool} rounds at every step, so the last digits that it prints may differ.")
    if rules.name == "torchmetrics":
        yield Note("single-precision", "torchmetrics computes with 32-bit floats, so only about 7 digits agree.")


def _penalty(trace: BleuScore) -> str:
    adds = trace.rules.smoothing == "coco"
    return f"e^({shown(float(trace.brevity.exponent or 0))})" if adds else f"e^({trace.brevity.exponent})"


def _precisions(orders: list[int]) -> str:
    names = [f"p_{n}" for n in orders]
    if len(names) == 1:
        return f"{names[0]} is"
    return f"{', '.join(names[:-1])} and {names[-1]} are" if len(names) < 5 else f"{names[0]} to {names[-1]} are"
