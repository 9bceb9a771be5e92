"""The views of ROUGE, such as titles, sources, summaries, tables and the moments of the stepper."""

from collections.abc import Iterator
from fractions import Fraction

from mtexplain.display import plain, signature, texts
from mtexplain.display.charts import Curve, Guide
from mtexplain.display.formula import Call, Chain, Formula, Over, Power, Symbol, few, shown
from mtexplain.display.parts import Cell, Equation, Note, Part, Prose, Table, Words
from mtexplain.display.pyramid import Pyramid
from mtexplain.display.steps import Moment
from mtexplain.display.texts import keyed
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge import grids, moments, notes, pictures
from mtexplain.metrics.rouge.ngrams import Units
from mtexplain.metrics.rouge.rules import bracketed, decimal, measure
from mtexplain.metrics.rouge.score import AnyRouge
from mtexplain.metrics.rouge.skip_bigrams import between
from mtexplain.metrics.rouge.subsequences import InOrder, RougeL, RougeLSum
from mtexplain.metrics.rouge.trace import Rouge
from mtexplain.metrics.rouge.union_lcs import lines_of
from mtexplain.metrics.rouge.weighted import RougeW
from mtexplain.metrics.shared import scores
from mtexplain.tracing import formulas, views
from mtexplain.tracing.number import number, or_zero

_MULTI = "Lin 2004, section 2.1"
_BETAS = "Most tools use a beta of 1; the tools for COCO captions use 1.2."
_MOST = 8  # references that are written out
_FARTHEST = 4  # the largest beta that is drawn, unless another counts
_USUAL = {Fraction(1): "1", Fraction(6, 5): "1.2"}
_WHY_REFERENCES = {
    "best": "A candidate need only be like one of the references, so the best reference counts.",
    "pooled": "The matches with all references are added up, and so are the totals of the references.",
    "jackknife": "A human summary can only be compared with the other references. To make scores comparable with human "
    "scores, each reference is left out once, the best of the others counts, and the results are averaged.",
    "coco": "The best recall and the best precision are chosen separately and may come from different references.",
}
_LEFT_OUT = "each term leaves out one of the M references, and the best of the others counts"
AnyRouge.candidate_length.say(title="Tokens")
AnyRouge.recall.say(title="Recall", summary="out of the reference")
AnyRouge.precision.say(title="Precision", summary="out of the candidate")
AnyRouge.score.say(title="Score")


@AnyRouge.candidate_length.source
@AnyRouge.recall.source
@AnyRouge.precision.source
def _source(trace: Rouge) -> str:
    return trace.source


@Units.matches.source
@RougeL.matches.source
@RougeLSum.matches.source
@RougeW.matches.source
def _source_of_matches(trace: Rouge, i: int) -> str:
    return trace.source


# Tokens, and what matches.


@AnyRouge.candidate_length.summary
def _cut(trace: Rouge) -> str:
    return signature.cut_by(trace.rules)


@AnyRouge.candidate_length.table
def _texts(trace: Rouge) -> Table:
    """The tokens of each text, or of each of its lines."""
    if not trace.by_lines:
        return trace.text_table
    columns = keyed("text", "line", "tokens", "length")
    rows = tuple(
        (name, number, Words(line), len(line))
        for name, _, text in texts.named(trace)
        for number, line in enumerate(lines_of(text), 1)
    )
    return Table("", columns, rows, names=3)


def which(trace: Rouge, i: int) -> str:
    """The end of a title if there are several references."""
    return f", reference {i}" if len(trace.references) > 1 else ""


@RougeW.matches.why
def _why_weighted(trace: RougeW, i: int) -> str:
    whole_texts, lines = RougeW.matches.method.__doc__, RougeLSum.matches.method.__doc__
    return str(lines if trace.by_lines else whole_texts)


@Units.matches.title
def _units(trace: Units, i: int) -> str:
    return trace.units.capitalize() + which(trace, i)


@RougeL.matches.title
def _subsequence(trace: RougeL, i: int) -> str:
    return f"Longest common subsequence{which(trace, i)}"


@RougeLSum.matches.title
def _union(trace: RougeLSum, i: int) -> str:
    return f"Union over the lines{which(trace, i)}"


@RougeW.matches.title
def _weighted(trace: RougeW, i: int) -> str:
    return f"{'Union over the lines' if trace.by_lines else 'Weighted longest common subsequence'}{which(trace, i)}"


@Units.matches.summary
def _in_candidate(trace: Units, i: int) -> str:
    return f"{trace.number_of_units(trace.candidate):,} in the candidate"


@Units.matches.table
def _overlaps(trace: Units, i: int) -> Part:
    return trace.table_of(trace.listed(i - 1), (i - 1,)) if trace.is_listed else Prose((moments.unlisted(trace),))


@Units.matches.says
def _unlisted(trace: Units, i: int) -> str:
    return "" if trace.is_listed else "the number of units that both texts share"


@Units.matches.legend
def _rows(trace: Units, i: int) -> str:
    return "g runs over the rows of the table; rows that add nothing are left out" if trace.is_listed else ""


@RougeL.matches.summary
@RougeLSum.matches.summary
@RougeW.matches.summary
def _size(trace: InOrder, i: int) -> str:
    return grids.size(trace, i - 1)


@RougeL.matches.table
@RougeLSum.matches.table
@RougeW.matches.table
def _grid(trace: InOrder, i: int) -> Iterator[Part]:
    return grids.tables(trace, i - 1)


@RougeL.matches.legend
def _cells(trace: RougeL, i: int) -> str:
    return grids.WHERE


@RougeLSum.matches.legend
@RougeW.matches.legend
def _over(trace: RougeLSum | RougeW, i: int) -> str:
    if trace.by_lines or not isinstance(trace, RougeW):
        return "r runs over the lines of the reference"
    return f"r runs over the runs; f(k) is k^{bracketed(trace.exponent)}, and k is the number of words in a run"


@RougeL.matches.more
@RougeLSum.matches.more
@RougeW.matches.more
def _which_counts(trace: InOrder, i: int) -> Iterator[Part]:
    return grids.which_counts(trace, i - 1)


# Recall, precision, and the score.


@AnyRouge.recall.legend
def _of_reference(trace: Rouge) -> str:
    return _legend(trace, "m", "reference")


@AnyRouge.precision.legend
def _of_candidate(trace: Rouge) -> str:
    return _legend(trace, "n", "candidate")


def _legend(trace: Rouge, letter: str, text: str) -> str:
    """The legend of a recall (m) or a precision (n)."""
    if trace.way == "jackknife":
        return _LEFT_OUT
    matches = {
        RougeL: "LCS is the length of the longest common subsequence",
        RougeLSum: "matches is the total number of words that count in the unions",
        RougeW: "WLCS is the worth of the runs of matches",
    }
    told = next(
        (words for kind, words in matches.items() if isinstance(trace, kind)), "matches is the sum of the overlaps"
    )
    counted = type(trace).candidate_total.symbol in ("n",)
    units = trace.units if counted else "words"
    where = f"{told}, {letter} is the number of {units} in the {text}"
    if trace.way == "pooled":
        where += ", i runs over the references" if letter == "m" else ", M is the number of references"
    if "skip" in trace.units:
        n, most = letter, trace.rules.max_skip
        where += (
            f"; C({n}, 2) is {n} ({n} - 1)/2, the number of pairs"
            if most is None
            else (f"; pairs({n}) is the number of pairs of {n} words with {between(most)}")
        )
    if not isinstance(trace, RougeW):
        return where
    lines = "; with several lines, f(m) is a sum over the lines" if letter == "m" and trace.by_lines else ""
    return f"{where}, and f(k) is k^{bracketed(trace.exponent)}{lines}"


@AnyRouge.score.summary
def _measure(trace: Rouge) -> str:
    beta = trace.fraction_beta
    return f"F with β = {decimal(beta)}" if beta else measure(beta)


@AnyRouge.score.source
def _equation(trace: Rouge) -> str:
    return f"{trace.source}, with equation 4"


@AnyRouge.score.why
def _why(trace: Rouge) -> str:
    if trace.way == "jackknife":
        return "Each reference is left out in turn, and the best of the others gives an F. The score is their mean."
    if trace.fraction_beta is None:
        return "With an infinite beta, only recall counts, as in the DUC evaluations."
    if trace.fraction_beta == 0:
        return "With a beta of 0, only precision counts."
    return AnyRouge.score.method.__doc__ or ""


@AnyRouge.score.legend
def _mean(trace: Rouge) -> str:
    if _nothing(trace):
        return ""
    if trace.way == "jackknife":
        return _LEFT_OUT
    kind = "harmonic mean" if trace.fraction_beta == 1 else "weighted harmonic mean"
    return f"the {kind} of recall and precision" if trace.fraction_beta else ""


@AnyRouge.score.says
def _nothing(trace: Rouge) -> str:
    return "" if trace.score or any(map(trace.matches, trace.each_i)) else "0, because nothing matches"


@AnyRouge.score.more
def _betas(trace: Rouge) -> Iterator[Part]:
    yield f_over_beta(trace)
    yield Prose((_BETAS,))


def f_over_beta(trace: Rouge) -> Curve:
    """F as a function of beta, from the precision at 0 towards the recall. Floats are enough for a drawing."""
    beta, pairs = trace.fraction_beta, [(trace.recall, trace.precision)]
    if trace.way == "jackknife":
        pairs = [(trace.r(best + 1), trace.p(best + 1)) for best in trace.chosen]
    floats = [(float(or_zero(recall)), float(or_zero(precision))) for recall, precision in pairs]
    most = max(_FARTHEST, float(beta or 0))
    here = most if beta is None else float(beta)
    points = tuple((x, _mean_f(floats, x)) for x in (most * i / 60 for i in range(61)))
    label = f"beta = {'∞' if beta is None else shown(here)}: F = {shown(float(trace.score))}"
    guides = tuple(Guide(float(x), name, x == beta) for x, name in _USUAL.items())
    ends = [shown(float(or_zero(share))) for share in (trace.precision, trace.recall)]
    alt = f"F as a function of beta, from the precision, {ends[0]}, towards the recall, {ends[1]}. Here {label}."
    return Curve("beta", "F", points, (here, float(trace.score)), label, guides, alt)


def _mean_f(pairs: list[tuple[float, float]], beta: float) -> float:
    """The mean of F over pairs of recall and precision."""
    square = beta * beta
    values = [(1 + square) * r * p / (r + square * p) if r and p else 0.0 for r, p in pairs]
    return sum(values) / len(values)


def value(amount: float) -> Formula:
    """The value of a number, as a formula."""
    return formulas.value(number(amount))


# Steps that are not numbers, for the choice of references and for the number that a tool prints.


@scores.steps.register
def steps(trace: Rouge) -> Iterator[Step]:
    """The steps of the numbers, with the references before recall, and the printed number at the end."""
    for step in views.steps(trace):
        if step.name == "recall" and len(trace.references) > 1:
            yield _references(trace)
        yield step
    if trace.rules.rounding != "none":
        yield _reported(trace)


def _references(trace: Rouge) -> Step:
    """Recall, precision and F with each reference, and which of them count."""
    chosen = [i + 1 for i in trace.chosen]
    number_of = f"{len(trace.references)} references"
    outcome: Formula
    match trace.way:
        case "best":
            letter = "R" if trace.rules.best_by == "recall" else "F"
            if isinstance(trace, RougeW) and trace.ranks_plainly:
                letter = "rank"
            ranks = [value(trace.rank(i)) for i in trace.each_i]
            where = "the script ranks references by rank_i = WLCS_i/f(m_i), then uses f(f(m))" * (letter == "rank")
            equations = [_largest(letter, ranks, ranks[chosen[0] - 1])._replace(where=where)]
            summary, outcome = "the best reference", Chain("=", ("reference", str(chosen[0])))
        case "pooled":
            added = number(trace.sum_of_matches).named(type(trace).matches.symbol.removesuffix("_{i}"))
            equations = [Equation(*formulas.equation(added))]
            summary, outcome = number_of, "all together"
        case "jackknife":
            equations = [views.equation(trace, type(trace).quantities["score"])._replace(where=_LEFT_OUT)]
            summary, outcome = number_of, "each left out once"
        case _:
            kind = type(trace)
            each = [(kind.recall.symbol, trace.r, trace.recall), (kind.precision.symbol, trace.p, trace.precision)]
            equations = [
                _largest(letter, list(map(value, map(of, trace.each_i))), value(best)) for letter, of, best in each
            ]
            summary, outcome = "the best of each", "R of reference {}, P of reference {}".format(*chosen)
    parts: tuple[Part, ...] = (*_tables(trace), *equations)
    return Step("references", "References", summary, outcome, _WHY_REFERENCES[trace.way], _MULTI, parts)


def _tables(trace: Rouge) -> Iterator[Table]:
    """Recall, precision and F with each reference, and which count; for a jackknife, also F with each left out."""
    symbol = plain.formula(formulas.symbol(type(trace).matches.symbol.removesuffix("_{i}")))
    columns = keyed("reference", matches=symbol, recall="R", precision="P", f="F")
    columns += keyed("choice") if trace.way in ("best", "coco") else ()
    rows: list[tuple[Cell, ...]] = []
    for i in trace.each_i:
        cells = (
            f"reference {i}",
            *(value(of_reference(i)) for of_reference in (trace.matches, trace.r, trace.p, trace.f)),
        )
        rows.append((*cells, _choice(trace, i - 1))[: len(columns)])
    yield Table("", columns, tuple(rows))
    if trace.way == "jackknife":
        out = keyed(out="left out", best="best of the others", f="F")
        others = [
            (f"reference {i}", f"reference {best + 1}", value(trace.f(best + 1)))
            for i, best in enumerate(trace.chosen, 1)
        ]
        yield Table("", out, tuple(others), total=("mean", None, shown(float(trace.score))))


def _choice(trace: Rouge, index: int) -> str:
    """The reason for the choice of a reference."""
    if trace.way == "best":
        return "the best, so it counts" if index == trace.chosen[0] else ""
    if trace.way != "coco":
        return ""
    roles = [name for name, chosen in zip("RP", trace.chosen, strict=True) if chosen == index]
    return f"the best {' and the best '.join(roles)}" if roles else ""


def _largest(symbol: str, values: list[Formula], best: Formula) -> Equation:
    """The equation for the largest of the numbers that several references give."""
    letter = symbol.partition("_")[0]
    names: list[Formula] = [Symbol(letter, str(i)) for i in range(1, len(values) + 1)]
    symbols, numbers = (Call("max", Chain(",", few(terms, _MOST))) for terms in (names, values))
    return Equation(Chain("=", (formulas.symbol(symbol), symbols)), numbers, best)


def _reported(trace: Rouge) -> Step:
    """The number as the tool prints it, computed from recall and precision as the script rounds them."""
    r, p = (f"{share:.5f}" for share in trace.rounded)
    beta = trace.fraction_beta
    names: tuple[Formula, Formula] = (
        formulas.symbol(type(trace).recall.symbol),
        formulas.symbol(type(trace).precision.symbol),
    )
    symbols, numbers = (_mean_of(trace, *pair) for pair in (names, (r, p)))
    if trace.way == "jackknife":
        symbols, numbers = trace.symbol, trace.printed
    elif beta and not any(trace.rounded):
        matches = any(map(trace.matches, trace.each_i))
        numbers = f"0/0, counted as 0, because {'R and P are both rounded to 0' if matches else 'nothing matches'}"
    equation = Equation(Chain("=", ("printed", symbols)), numbers, trace.printed)
    why = "The script rounds recall and precision to five decimal places, computes F from them, and rounds F."
    why = "The script rounds the mean to five decimal places." if trace.way == "jackknife" else why
    prints = Prose((f"{trace.rules.tool or trace.rules.name} prints {trace.printed}.",))
    return Step("reported", "Reported", "as it is printed", trace.printed, why, trace.rules.tool, (equation, prints))


def _mean_of(trace: Rouge, r: Formula, p: Formula) -> Formula:
    """F of a recall and a precision, as a formula."""
    beta = trace.fraction_beta
    if not beta:
        return r if beta is None else p
    if beta == 1:
        return Over(Chain("*", ("2", r, p)), Chain("+", (r, p)))
    square = Power(formulas.grouped(value(trace.beta)), "2")
    return Over(Chain("*", (Chain("+", ("1", square), grouped=True), r, p)), Chain("+", (r, Chain("*", (square, p)))))


# Everything that is shown beside the steps.


@scores.odd.register
def odd(trace: Rouge) -> Iterator[Note]:
    """Notes on the score."""
    return notes.of(trace)


@scores.why.register
def why(trace: Rouge) -> Prose:
    """A sentence about what the reference and the candidate share."""
    return pictures.why(trace)


@scores.picture.register
def picture(trace: Rouge) -> Pyramid:
    """The picture of the texts, in which matches are marked."""
    return pictures.picture(trace)


@scores.moments.register
def moments_of(trace: Rouge) -> Iterator[Moment]:
    """Every moment of the stepper, in order, such as the rows of a table and the cells of a path."""
    return moments.of(trace)
