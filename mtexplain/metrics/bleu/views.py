"""The views of BLEU, with titles, sources and results of its steps and the tables and pictures beside the formulas."""

from collections.abc import Iterator
from fractions import Fraction
from math import isclose, log

from mtexplain.display import signature
from mtexplain.display.formula import Chain, Formula, Symbol, number, ratio, shown
from mtexplain.display.parts import Cell, Part, Prose, Table
from mtexplain.display.pyramid import Pyramid
from mtexplain.display.texts import keyed
from mtexplain.display.trace import Step
from mtexplain.metrics.bleu import charts, smoothing
from mtexplain.metrics.bleu.by_rules import BleuScore
from mtexplain.metrics.bleu.records import Brevity
from mtexplain.metrics.bleu.score import AnyBleu
from mtexplain.metrics.bleu.trace import Bleu, CorpusBleu
from mtexplain.metrics.shared import bricks, scores
from mtexplain.metrics.shared.charts import logarithms
from mtexplain.metrics.shared.orders import named_orders, order_name
from mtexplain.rules import PAPER, ZERO_WHEN
from mtexplain.tracing import views
from mtexplain.tracing.number import plain

_PAPER = "Papineni et al. 2002, section"
_LOG_OF_0 = -700
"""If the logarithm of a number is below this, the number is 0 as a float."""
AnyBleu.c.say(source=f"{_PAPER} 2.1", legend="c is the number of tokens of the candidate")
AnyBleu.bp.say(title="Brevity", source=f"{_PAPER} 2.2.2 and 2.3")
AnyBleu.score.say(title="Score", source=f"{_PAPER} 2.1.3 and 2.3")

# Tokens.


@AnyBleu.c.title
def _tokens(trace: BleuScore) -> str:
    return "Segments" if isinstance(trace, CorpusBleu) else "Tokens"


@AnyBleu.c.summary
def _cut(trace: BleuScore) -> str:
    return f"{len(trace.segments)} in all" if isinstance(trace, CorpusBleu) else signature.cut_by(trace.rules)


@AnyBleu.c.more
def _texts(trace: Bleu | CorpusBleu) -> Iterator[Part]:
    """The table of the texts, segment by segment."""
    table = trace.text_table
    zeros = sum(segment.score == 0 for segment in trace.segments) if isinstance(trace, CorpusBleu) else 0
    caption = f"Scored separately, {zeros} of the segments would have a BLEU of 0, but all matches count here."
    yield table._replace(title=caption) if zeros else table


# Orders.


@AnyBleu.p.title
def _order(trace: BleuScore, n: int) -> str:
    return named_orders(n, trace.rules.token_name)[n - 1][1].capitalize()


@AnyBleu.p.why
def _why(trace: BleuScore, n: int) -> str:
    if isinstance(trace, CorpusBleu):
        block = "all clipped counts are divided by all counts; the segments' precisions are not averaged"
        return f"A text is scored as a whole, so {block}."
    if n > 1:
        token = trace.rules.token_name
        return f"This is the same count for runs of {n} {token}s, so only words in the right order earn credit."
    return (
        "A word earns credit only as often as it occurs in the reference that uses it most. Further repetitions are "
        "clipped, so repeating a good word does not pay."
    )


@AnyBleu.p.source
def _section(trace: BleuScore, n: int) -> str:
    return f"{_PAPER} 2.1.1" if isinstance(trace, CorpusBleu) else f"{_PAPER} 2.1"


@AnyBleu.p.summary
def _credit(trace: BleuScore, n: int) -> str:
    return charts.credited(trace.ratios[n - 1]) + ("" if trace.rules.weight(n) else "; with weight 0 they don't count")


@AnyBleu.p.legend
def _letters(trace: BleuScore, n: int) -> str:
    if isinstance(trace, CorpusBleu):
        return "s runs over the segments"
    return "g runs over the rows of the table; Count_clip(g) is the clipped count, Count(g) the count"


# Smoothing, which is a step only by rules that may change a precision.


def _smoothing(trace: BleuScore) -> Step:
    """The step that shows what the rules do to each precision."""
    words = smoothing.describe(trace.rules)
    if trace.is_zero_by_rule:
        words += f" But {ZERO_WHEN[trace.rules.zero_when]}, and that is the case here, so nothing is changed."
    changed, left_out = (
        tuple(order_name(factor.n) for factor in trace.factors if not factor.is_raw),
        len(trace.precisions),
    )
    left_out -= len(trace.factors)
    differ = f"{len(changed)} of {len(trace.factors)} differ{'s' * (len(changed) == 1)} from the counts"
    text = differ if changed else "nothing to change"
    text += f", {left_out} left out" if left_out and trace.rules.missing == "left out" else ""
    why = "A single precision of 0 makes the product 0, so these rules change some precisions before multiplying them."
    outcome, parts = ", ".join(changed) or "as counted", (Prose((words,)), _becomes(trace))
    return Step("smoothing", "Smoothing", text, outcome, why, smoothing.source(trace.rules), parts)


def _becomes(trace: BleuScore) -> Table:
    """A table of the orders, with each precision as counted, its working and the value that is multiplied."""
    columns = keyed("order", counted="matches of total", working="by the rules", value="multiplied")
    rows: list[tuple[Cell, ...]] = []
    for order, counted in zip(trace.precisions, trace.counted_ratios, strict=True):
        factor = next((factor for factor in trace.factors if factor.n == order.n), None)
        as_counted = Chain("=", (Symbol("p", str(order.n)), ratio(order.matches, order.total)))
        if factor is None:
            rows.append((order_name(order.n), as_counted, "left out", None))
            continue
        changed: Formula = "as counted" if factor.is_raw else factor.working
        as_ratio = ratio(counted.matches, counted.total)
        if factor.value is None:
            changed = "counts as 0"
        elif counted.total != order.total and not factor.is_raw and factor.working == as_ratio:
            changed = f"counted as {counted}"
        rows.append((order_name(order.n), as_counted, changed, Chain("=", (factor.symbol, factor.short))))
    return Table("", columns, tuple(rows))


# Brevity.

_LOSES = {"closest": "longer", "first closest": "listed later"}
"""The reason why a reference length that is equally close is not chosen."""


@AnyBleu.bp.summary
def _measured(trace: BleuScore) -> str:
    brevity, token = trace.brevity, trace.rules.token_name
    length, r = brevity.candidate_length, brevity.reference_length
    return bricks.measure(length, r, "", charts.which(trace), token=token).says


@AnyBleu.bp.says
def _odd_penalty(trace: BleuScore) -> str:
    if trace.is_penalty_zero and not plain(trace.bp):
        return "0, because r = 0"
    return "0, because c = 0" if trace.c == 0 and not plain(trace.bp) else ""


@AnyBleu.bp.table
def _lengths(trace: Bleu | CorpusBleu) -> Iterator[Part]:
    """Every reference length with its distance from c and the choice by the rules; for a text, a row per segment."""
    yield _segment_lengths(trace) if isinstance(trace, CorpusBleu) else _reference_lengths(trace)


def _reference_lengths(trace: Bleu) -> Table:
    columns = keyed("reference", "length", distance="distance from c", choice="choice")
    brevity, rule = trace.brevity, trace.rules.reference_length
    c, r = brevity.candidate_length, brevity.reference_length
    rows: list[tuple[Cell, ...]] = []
    for index, length in enumerate(brevity.reference_lengths):
        tied = rule.endswith("closest") and length != r and abs(length - c) == abs(r - c)
        choice = f"equally close, but {_LOSES[rule]}" if tied else ""
        choice = f"{rule}: this is r" if index == brevity.chosen else choice
        choice = "the same length" if length == r and index != brevity.chosen else choice
        rows.append((f"reference {index + 1}", length, abs(length - c), choice if rule != "average" else ""))
    average: tuple[Cell, ...] = ("average: this is r", number(Fraction(r)), number(abs(r - Fraction(c))), "")
    return Table("", columns, tuple(rows), total=average if rule == "average" else None)


def _segment_lengths(trace: CorpusBleu) -> Table:
    """The lengths of each segment, and their sums."""
    columns = keyed("segment", c="candidate length", lengths="reference lengths", r=trace.rules.reference_length)
    rows = tuple(
        (index, part.candidate_length, ", ".join(map(str, part.reference_lengths)), _as_cell(part))
        for index, part in enumerate((segment.brevity for segment in trace.segments), 1)
    )
    total: tuple[Cell, ...] = ("sum", trace.brevity.candidate_length, None, _as_cell(trace.brevity))
    return Table("", columns, rows, total=total)


def _as_cell(brevity: Brevity) -> Cell:
    """r, which may be a fraction if lengths are averaged."""
    r = brevity.reference_length
    return r if isinstance(r, int) else number(r)


@AnyBleu.bp.more
def _curve(trace: BleuScore) -> Iterator[Part]:
    yield charts.brevity(trace)


# The score.


@AnyBleu.score.why
def _why_multiplied(trace: BleuScore) -> str:
    if len(trace.factors) == 1:
        return "Only one order counts, so the score is its precision times the brevity penalty."
    why = "The precisions are multiplied, not added. A low precision pulls the score down, and a single 0 makes it 0."
    if len({factor.weight for factor in trace.factors}) == 1:
        return f"{why} The root brings the product back to the size of a single precision."
    return f"{why} Each precision is raised to its weight, so a larger weight makes it count for more."


@AnyBleu.score.summary
def _mean_times_penalty(trace: BleuScore) -> str:
    cut = ", capped at 1" if trace.uncapped > 1 else ""
    return f"{charts.mean_name(trace)} {shown(float(trace.mean))} times brevity {shown(trace.brevity.value)}{cut}"


@AnyBleu.score.says
def _zero_by_rule(trace: BleuScore) -> str:
    return f"0, because {ZERO_WHEN[trace.rules.zero_when]}" if trace.is_zero_by_rule else ""


AnyBleu.logarithm.say(legend="w_n is the weight of the order n; log is the natural logarithm")


@AnyBleu.score.more
def _logarithms(trace: BleuScore) -> Iterator[Part]:
    """The logarithm of the score as a sum (section 2.3); nothing if a mistake combines the factors differently."""
    added, score = trace.log_score, float(trace.score)
    if not (isclose(added, log(score), abs_tol=1e-9) if score > 0 else score == 0 and added < _LOG_OF_0):
        return
    factors: list[tuple[Formula, Formula]] = [(Symbol("BP"), shown(trace.brevity.value))]
    factors += [(factor.symbol, factor.short) for factor in trace.factors]
    more = trace.terms[len(trace.log_terms) :]  # what the rules do to the sum
    terms, equation = [*trace.log_terms, *(term.name for term in more)], views.equation(trace, AnyBleu.logarithm)
    is_shown = not more and plain(trace.logarithm) is not None
    yield from logarithms(trace, factors, terms, equation if is_shown else None, most=1 + charts.MOST_ORDERS)


def _reported(trace: BleuScore) -> Step:
    """The number that the tool reports, on its own scale and with its own digits."""
    rules = trace.rules
    equation = views.equation(trace, BleuScore.scaled)
    numbers = trace.printed if rules.scale == 1 else equation.numbers
    equations: list[Part] = [equation._replace(numbers=numbers, value=trace.printed)]
    if trace.reported and repr(trace.reported) != trace.printed:
        equations.append(Prose((f"Unrounded, it is {trace.reported!r}.",)))
    if trace.report != trace.printed:
        equations.append(Prose((f"The whole line: {trace.report}",)))
    why, text = "Each tool has its own scale and its own number of digits.", f"{rules.tool or rules.name} prints"
    return Step("reported", "Reported", f"{text} {trace.printed}", trace.printed, why, rules.tool, tuple(equations))


# Beside the steps.


@scores.steps.register
def steps(trace: BleuScore) -> Iterator[Step]:
    """The steps of the formulas, with steps for smoothing and for the tool's report if the rules need them."""
    for step in views.steps(trace):
        if step.name == "brevity" and trace.rules.may_change_precisions:
            yield _smoothing(trace)
        yield step
    own = trace.rules.scale, trace.rules.form, trace.rules.zero_form
    if own != (PAPER.scale, PAPER.form, PAPER.zero_form):
        yield _reported(trace)


@scores.picture.register
def picture(trace: Bleu) -> Pyramid:
    """The picture of the whole score, with a brick for each n-gram below its words."""
    return charts.pyramid(trace)


scores.why.register(charts.why)
scores.why.register(charts.why_of_text)
