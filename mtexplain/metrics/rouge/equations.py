"""ROUGE's equations: in symbols, with the numbers of a trace put in, and their value."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from mtexplain.display.formula import Call, Chain, Formula, Over, SumOver, Symbol, few, number, shown
from mtexplain.display.formula import summed as counted
from mtexplain.display.parts import Equation
from mtexplain.metrics.rouge import report
from mtexplain.metrics.rouge.formulas import MOST, closed_form, exactly, f, mean, rooted, share, summed, value
from mtexplain.metrics.rouge.lines import lines_of
from mtexplain.metrics.rouge.maths import Mean, Share

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.base import Rouge


def length(trace: "Rouge") -> Equation:
    """n, the number of words of the candidate: of its lines, where it has some."""
    lines = lines_of(trace.candidate) if trace.by_lines else (trace.candidate,)
    counts = [len(line) for line in lines] if trace.by_lines else list(Counter(trace.candidate).values())
    over, name = ("l", Symbol("n", "l")) if trace.by_lines else ("w", Call("Count", "w"))
    where = "l runs over the lines" if trace.by_lines else "w runs over the different words"
    total = str(trace.length_of(trace.candidate))
    symbols = Chain("=", ("n", SumOver(over, name)))
    return Equation(symbols, counted(counts), total, f"{where} of the candidate")


def choices(trace: "Rouge") -> Iterator[Equation]:
    """How several references make one: the best of several numbers, a sum, a mean."""
    overlaps, beta = trace.overlaps, trace.rules.beta
    match trace.rules.references_by:
        case "pooled":
            names = [Symbol(trace.matched, str(place)) for place in range(1, len(overlaps) + 1)]
            matches = [number(Fraction(one.matches)) for one in overlaps]
            total = number(Fraction(trace.together.used[0].matches))
            yield Equation(Chain("=", (Symbol(trace.matched), summed(names))), summed(matches), total)
        case "jackknife":
            yield score(trace)
        case "coco":
            yield _best("R", [value(one.recall) for one in overlaps], value(trace.together.recall))
            yield _best("P", [value(one.precision) for one in overlaps], value(trace.together.precision))
        case "best" if trace.rules.best_by == "recall":
            ranks = [exactly(one.rank) for one in overlaps]
            yield _best("R", ranks, ranks[trace.together.chosen[0]])
        case _:
            scores = [exactly(one.f(beta)) for one in overlaps]
            yield _best("F", scores, scores[trace.together.chosen[0]])


def _best(letter: str, values: Sequence[Formula], best: Formula) -> Equation:
    """The best of the numbers that several references give."""
    names: list[Formula] = [Symbol(letter, str(place)) for place in range(1, len(values) + 1)]
    symbols, numbers = (Call("max", Chain(",", few(terms, MOST))) for terms in (names, values))
    return Equation(Chain("=", (letter, symbols)), numbers, best)


def recall(trace: "Rouge") -> Equation:
    """R, out of the units of the references that count."""
    totals = [one.reference_total for one in trace.overlaps]
    return _share(trace, trace.together.recall, "R", "m", totals, trace.together.chosen[0])


def precision(trace: "Rouge") -> Equation:
    """P, out of the units of the candidate."""
    totals = [one.candidate_total for one in trace.overlaps]
    return _share(trace, trace.together.precision, "P", "n", totals, trace.together.chosen[-1])


def _share(
    trace: "Rouge", one: Share, letter: str, total: str, totals: Sequence[int | Fraction], chosen: int
) -> Equation:
    name = Symbol(letter, trace.below)
    if isinstance(one, Mean):
        symbols = mean([Symbol(letter, str(place + 1)) for place in trace.together.chosen])
        where = "a summand for each reference that is left out: the best of the others counts"
        return Equation(Chain("=", (name, symbols)), share(one), value(one), where)
    pools = trace.rules.references_by == "pooled"
    places = range(len(totals)) if pools else [chosen]
    numbered = [str(place + 1) if len(totals) > 1 else "" for place in places]
    matches = summed([Symbol(trace.matched, which) for which in numbered])
    weighed = summed([trace.weighed(Symbol(total, which if total == "m" else ""), total) for which in numbered])
    symbols = rooted(Over(matches, weighed), trace.root)
    texts = trace.references if total == "m" else [trace.candidate] * len(totals)
    tops = [number(Fraction(each)) for each in (_matches(trace) if len(places) > 1 else [one.matches])]
    counts = [(number(Fraction(totals[place])), trace.length_of(texts[place])) for place in places]
    bottoms = [trace.out_of(count, words, total) for count, words in counts]
    numbers = rooted(Over(summed(tops), summed(bottoms)), trace.root)
    return Equation(Chain("=", (name, symbols)), numbers, value(one), trace.where(total))


def reported(trace: "Rouge") -> Equation:
    """F of the recall and the precision as the script rounds them."""
    beta = trace.rules.beta
    symbols = f(beta, Symbol("R", trace.below), Symbol("P", trace.below))
    numbers: Formula = trace.printed if trace.rules.references_by == "jackknife" else f(beta, *report.shares(trace))
    return Equation(Chain("=", ("printed", symbols)), numbers, trace.printed)


def _matches(trace: "Rouge") -> list[int | Fraction]:
    return [one.matches for one in trace.overlaps]


def score(trace: "Rouge") -> Equation:
    """The score: F of R and P; jackknifed, the mean of the F with each reference that counts."""
    beta = trace.rules.beta
    if trace.rules.references_by == "jackknife":
        symbols = mean([Symbol("F", str(place + 1)) for place in trace.together.chosen])
        where = "a summand for each reference that is left out: the best of the others counts"
    else:
        symbols = f(beta, Symbol("R", trace.below), Symbol("P", trace.below))
        kind = "harmonic mean" if beta == 1 else "weighted harmonic mean"
        where = f"the {kind} of recall and precision" if beta else ""
    return Equation(Chain("=", (trace.symbol, symbols)), closed_form(trace), shown(trace.score), where)
