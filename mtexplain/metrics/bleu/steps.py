"""How a BLEU trace is told: equations and tables of the words, of each order, of brevity and the score; their plan."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from mtexplain.display import signature
from mtexplain.display.formula import Call, Chain, Formula, Over, Power, SumOver, Symbol, fraction, number, ratio, shown
from mtexplain.display.parts import Cell, Equation, Part, Prose, Table
from mtexplain.display.texts import keyed
from mtexplain.metrics.bleu import charts, smoothing
from mtexplain.metrics.bleu.base import BleuScore, product, times
from mtexplain.metrics.bleu.maths import Brevity
from mtexplain.metrics.bleu.recipe import BleuRecipe
from mtexplain.metrics.shared import bricks
from mtexplain.metrics.shared.charts import logarithms
from mtexplain.metrics.shared.orders import order_name
from mtexplain.recipe.equations import equation
from mtexplain.recipe.plan import Plan
from mtexplain.rules import PAPER, ZERO_WHEN, BleuRules

_PAPER = "Papineni et al. 2002, section"
_WHY_WORDS = (
    "A word earns credit only as often as it occurs in the reference that uses it most. The rest is clipped: repeating "
    "a good word does not pay."
)
_WHY_RUNS = "The same count for runs of {n} {token}s: only words in the right order earn credit here."
_WHY_SCORE = "The precisions are multiplied, not added: a weak one pulls the score down, and one zero makes it zero."
_WHY_ROOT = " The root brings the product back to the size of one precision."
_WHY_WEIGHTS = " Each is raised to its weight, so that a heavier one counts for more."
_WHY_ALONE = "Only one order counts: its precision, times the brevity penalty."


def _length(trace: BleuScore, place: int) -> Equation:
    """c, and what it is."""
    return Equation("c", str(trace.c), str(trace.c), "c is the number of tokens of the candidate")


def _precision(trace: BleuScore, place: int) -> Equation:
    """p_n as counted, whatever the rules make of it: both sums, and the pair."""
    top, bottom = (equation(trace, name, place) for name in ("matches", "total"))
    symbols = Chain("=", (Symbol("p", str(place + 1)), Over(_right(top.symbols), _right(bottom.symbols))))
    where = "g runs over the rows of the table; Count_clip(g) is the clipped count, Count(g) the count"
    if trace.parts is not None:
        where = "s runs over the segments"
    order = trace.precisions[place]
    return Equation(symbols, Over(top.numbers, bottom.numbers), ratio(order.matches, order.total), where)


def _right(equals: Formula) -> Formula:
    assert isinstance(equals, Chain)
    return equals.terms[1]


def _credit(trace: BleuScore, place: int) -> str:
    order = trace.precisions[place]
    return charts.credited(order) + ("" if trace.rules.weight(order.n) else "; with weight 0 they take no part")


def _count_changed(trace: BleuScore, place: int) -> str:
    """How many precisions are not what was counted."""
    changed, left_out = len(_changed(trace)), len(trace.precisions) - len(trace.factors)
    differ = f"{changed} of {len(trace.factors)} differ{'s' * (changed == 1)} from the counts"
    told = differ if changed else "nothing to change"
    return told + (f", {left_out} left out" if left_out and trace.rules.missing == "left out" else "")


def _changed(trace: BleuScore) -> tuple[str, ...]:
    return tuple(order_name(factor.n) for factor in trace.factors if not factor.is_raw)


def _smoothing(trace: BleuScore, place: int) -> tuple[Part, ...]:
    """What the rules do, and what becomes of each precision."""
    words = smoothing.describe(trace.rules)
    if trace.gives_up:
        words += f" But {ZERO_WHEN[trace.rules.zero_when]}, and that is the case here, so nothing is changed."
    return (Prose((words,)), _becomes(trace))


def penalty(trace: BleuRecipe, place: int = 0) -> Equation:
    """BP = exp(min(0, 1 - r/c)), one formula for short and long candidates."""
    made = equation(trace, "bp")
    if trace.exponent is None:
        return made._replace(numbers="0, as r = 0" if trace.is_void else "0, as there is no candidate")
    if trace.rules.smoothing == "coco":
        return made
    return made._replace(numbers=Chain("=", (made.numbers, Power("e", fraction(trace.exponent)))))


def _product(trace: BleuScore, place: int) -> Equation:
    """BLEU: the brevity penalty times the weighted geometric mean."""
    whole = times(Symbol("BP"), product([(factor.weight, factor.symbol) for factor in trace.factors]))
    return Equation(Chain("=", (trace.symbol, whole)), trace.closed_form, shown(trace.score))


def _mean_times_penalty(trace: BleuScore, place: int) -> str:
    cut = ", capped at 1" if trace.uncut > 1 else ""
    return f"{charts.mean_name(trace)} {shown(trace.mean)} times brevity {shown(trace.brevity.value)}{cut}"


def _why_score(trace: BleuScore, place: int) -> str:
    if len(trace.factors) == 1:
        return _WHY_ALONE
    equal = len({factor.weight for factor in trace.factors}) == 1
    return _WHY_SCORE + (_WHY_ROOT if equal else _WHY_WEIGHTS)


def _has_own_form(trace: BleuScore) -> bool:
    """Whether a tool reports the number on another scale, or with its own digits."""
    rules: BleuRules = trace.rules
    return (rules.scale, rules.form, rules.zero_form) != (PAPER.scale, PAPER.form, PAPER.zero_form)


def _reported(trace: BleuScore, place: int) -> Equation:
    scale = trace.rules.scale
    scaled: Formula = Chain("*", (str(scale), Symbol("BLEU"))) if scale != 1 else Symbol("BLEU")
    return Equation(Chain("=", (Symbol("reported"), scaled)), f"{trace.reported!r}", trace.printed)


def _whole_line(trace: BleuScore, place: int) -> Iterator[Part]:
    if trace.report != trace.printed:
        yield Prose((f"The whole line: {trace.report}",))


def _candidate_length(trace: BleuScore, place: int) -> Formula:
    return Chain("=", ("c", str(trace.c)))


# Tables. References and segments count from 1 here, as in every view.

_LOSES = {"closest": "longer", "first closest": "listed later"}
"""Why one of two equally close reference lengths isn't taken."""


def pooling(trace: Any, place: int) -> Table:
    """What each segment adds to the matches and the total of an order."""
    columns = keyed("segment", "matches", "total", p="alone")
    parts, whole = [segment.ratios[place] for segment in trace.segments], trace.ratios[place]
    rows = tuple((number, part.matches, part.total, str(part)) for number, part in enumerate(parts, 1))
    return Table("", columns, rows, total=("pooled", whole.matches, whole.total, str(whole)))


def _segments(trace: Any) -> Table:
    """The text, segment by segment."""
    zeros = sum(segment.score == 0 for segment in trace.segments)
    caption = f"On its own, BLEU is 0 for {zeros} of them: some order has no match. Their other matches count here."
    found: Table = trace.text_table
    return found._replace(title=caption) if zeros else found


def _lengths(trace: Any) -> Table:
    """Every reference length, its distance from c, and the choice by the rule in force; of a text, its segments'."""
    if trace.parts is not None:
        return _segment_lengths(trace)
    columns = keyed("reference", "length", distance="distance from c", choice="choice")
    brevity, rule = trace.brevity, trace.rules.reference_length
    c, r = brevity.candidate_length, brevity.reference_length
    rows: list[tuple[Cell, ...]] = []
    for place, length in enumerate(brevity.reference_lengths):
        tied = rule.endswith("closest") and length != r and abs(length - c) == abs(r - c)
        choice = f"{rule}: this is r" if place == brevity.chosen else f"as close, but {_LOSES[rule]}" if tied else ""
        choice = "the same length" if length == r and place != brevity.chosen else choice
        rows.append((f"reference {place + 1}", length, abs(length - c), choice if rule != "average" else ""))
    average: tuple[Cell, ...] = ("average: this is r", number(Fraction(r)), number(abs(r - Fraction(c))), "")
    return Table("", columns, tuple(rows), total=average if rule == "average" else None)


def _segment_lengths(trace: Any) -> Table:
    """The lengths of each segment, and their sums."""
    columns = keyed("segment", c="candidate length", lengths="reference lengths", r=trace.rules.reference_length)
    rows = tuple(
        (place, part.candidate_length, ", ".join(map(str, part.reference_lengths)), _as_cell(part))
        for place, part in enumerate((segment.brevity for segment in trace.segments), 1)
    )
    total: tuple[Cell, ...] = ("sum", trace.brevity.candidate_length, None, _as_cell(trace.brevity))
    return Table("", columns, rows, total=total)


def _as_cell(brevity: Brevity) -> Cell:
    """r, which is a fraction where lengths are averaged."""
    r = brevity.reference_length
    return r if isinstance(r, int) else number(r)


def _becomes(trace: BleuScore) -> Table:
    """What every order that takes part becomes before it is multiplied: as counted, with its working, its value."""
    columns = keyed("order", counted="matches of total", working="by the rules", value="multiplied")
    rows: list[tuple[Cell, ...]] = []
    for order, one in zip(trace.precisions, trace.counted, strict=True):
        factor = next((factor for factor in trace.factors if factor.n == order.n), None)
        as_counted = Chain("=", (Symbol("p", str(order.n)), ratio(order.matches, order.total)))
        if factor is None:
            rows.append((order_name(order.n), as_counted, "left out", None))
            continue
        changed: Formula = "as counted" if factor.is_raw else factor.working
        if factor.value is None:
            changed = "counts as 0"
        elif one.total != order.total and not factor.is_raw and factor.working == ratio(one.matches, one.total):
            changed = f"counted as {one}"
        rows.append((order_name(order.n), as_counted, changed, Chain("=", (factor.symbol, factor.short))))
    return Table("", columns, tuple(rows))


def _logarithms(trace: BleuScore, place: int) -> Iterator[Part]:
    """The same as a sum of logarithms (section 2.3)."""
    factors: list[tuple[Formula, Formula]] = [(Symbol("BP"), shown(trace.brevity.value))]
    factors += [(factor.symbol, factor.short) for factor in trace.factors]
    p = Symbol("p" if all(factor.is_raw for factor in trace.factors) else "p′", "n")
    weighted = SumOver("n", Chain("*", (Symbol("w", "n"), Call("log", p))))
    terms = [*trace.log_terms, *(term.name for term in trace.terms[len(trace.log_terms) :])]
    added = Chain("+", (Call("log", Symbol("BP")), weighted))
    where = "w_n is the weight of the order n; log is the natural logarithm"
    return logarithms(trace, factors, terms, added, where, most=1 + charts.MOST_ORDERS)


# The plan.

_WHY_TOKENS = "BLEU compares whole tokens: a token matches one in a reference only if the two are identical."
_FROM_PRECISIONS = (
    Plan("smoothing", "Smoothing", "One precision of 0 makes the product 0, so these rules change some precisions "
         "before multiplying.", lambda trace, _: smoothing.source(trace.rules), (), _count_changed, _smoothing,
         outcome=lambda trace, _: ", ".join(_changed(trace)) or "as counted",
         applies=lambda trace: trace.may_change_precisions),
    Plan("brevity", "Brevity", "Precision alone would reward saying little, so a text shorter than the best match "
         "length r is punished.", f"{_PAPER} 2.2.2 and 2.3", (penalty,),
         lambda trace, _: bricks.measure(trace.c, trace.r, "", charts.which(trace), token=trace.rules.token_name).says,
         lambda trace, _: (_lengths(trace),), more=lambda trace, _: (charts.brevity(trace),)),
    Plan("score", "Score", _why_score, f"{_PAPER} 2.1.3 and 2.3", (_product,), _mean_times_penalty,
         more=_logarithms),
    Plan("reported", "Reported", "Each tool has its own scale and its own number of digits.",
         lambda trace, _: trace.rules.tool, (_reported,),
         lambda trace, _: f"{trace.rules.tool or trace.rules.name} prints {trace.printed}",
         more=_whole_line, outcome=lambda trace, _: trace.printed, applies=_has_own_form),
)  # fmt: skip
OF_SEGMENT: tuple[Plan, ...] = (
    Plan("tokens", "Tokens", _WHY_TOKENS, f"{_PAPER} 2.1", (_length,), lambda trace, _: signature.cut_by(trace.rules),
         more=lambda trace, _: (trace.text_table,), outcome=_candidate_length),
    Plan("p_{n}", "{Order}",
         lambda trace, place: _WHY_RUNS.format(n=place + 1, token=trace.rules.token_name) if place else _WHY_WORDS,
         f"{_PAPER} 2.1", (_precision,), _credit),
    *_FROM_PRECISIONS,
)  # fmt: skip
OF_TEXT: tuple[Plan, ...] = (
    Plan("tokens", "Segments", _WHY_TOKENS, f"{_PAPER} 2.1", ("c",), lambda trace, _: f"{len(trace.segments)} in all",
         more=lambda trace, _: (_segments(trace),), outcome=_candidate_length),
    Plan("p_{n}", "{Order}", "A text is scored as one block: all clipped counts over all counts, not the mean of the "
         "segments' precisions.", f"{_PAPER} 2.1.1", (_precision,), _credit),
    *_FROM_PRECISIONS,
)  # fmt: skip
"""The steps of a segment, and those of a text: from the precisions on they are the same."""
