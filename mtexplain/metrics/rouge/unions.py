"""How a union over lines is told: for each line of the reference what it has in common with each candidate line."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import cycle

from mtexplain.counts import NGram
from mtexplain.display.formula import Chain, Formula, SumOver, number, summed
from mtexplain.display.moments import Mark, Moment
from mtexplain.display.parts import MOST_SHOWN, Cell, Equation, Marked, Prose, Table, Words
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge import grids
from mtexplain.metrics.rouge.kinds import Lines
from mtexplain.metrics.rouge.union_lcs import Union, places_of, runs_in, worth
from mtexplain.metrics.shared.occurrences import credited, marked, occurrences
from mtexplain.metrics.shared.texts import keyed

_WHY = "Each line of the reference may be covered by several lines of the candidate: their subsequences are united."
_CLIPPED = (
    "A word of the candidate counts once: where several lines of the reference use it, the first of them has it. "
    "Lin 2004 does not say so; ROUGE-1.5.5 and rouge-score do it."
)
_OVER = "r runs over the lines of the reference"
_EACH = (
    "By these rules one word of the candidate may count in several lines of the reference, as the formula is printed."
)


def matched(trace: Lines, place: int) -> grids.Matched:
    """The places of the words that count, among the tokens: word by word of the reference, with one equal to it."""
    candidate, reference = trace.candidate, trace.references[place]
    lines = places_of(reference)
    theirs = tuple(line[at] for line, union in zip(lines, trace.unions[place], strict=True) for at in union.counted)
    times: Counter[NGram] = Counter((reference[at],) for at in theirs)
    earning = credited(occurrences(candidate, 1), times, candidate, [reference])
    partners = {word: cycle(marked(places)) for (word,), places in earning.items()}
    return tuple(next(partners[reference[at]]) for at in theirs), theirs


def earned(trace: Lines) -> list[tuple[str, ...]]:
    """The states of the tokens of every text."""
    return grids.states(trace, [matched(trace, place) for place in range(trace.count)])


def steps(trace: Lines) -> Iterator[Step]:
    """A step for each reference."""
    clipping = Prose((_CLIPPED if trace.rules.union == "clipped" else _EACH,))
    for place, (name, symbol, which) in enumerate(grids.names(trace)):
        unions = trace.unions[place]
        summary = f"{_lines(len(unions))} of the reference, {len(trace.lines)} of the candidate"
        outcome = Chain("=", (symbol, number(Fraction(trace.of_each("matches")[place]))))
        parts = (_table(unions, trace.exponent), _sum(symbol, unions, trace.exponent), clipping)
        yield Step(name, f"Union over the lines{which}", summary, outcome, _WHY, trace.source, parts)


def _lines(number: int) -> str:
    return "1 line" if number == 1 else f"{number} lines"


def _table(unions: Sequence[Union], weight: Fraction | None) -> Table:
    """For each line of the reference a row for each line of the candidate, then one for their union."""
    columns = (
        *keyed(reference_line="reference line", candidate_line="candidate line"),
        *keyed(common="in common", words="words"),
    )
    columns += keyed("counted") if weight is None else keyed("counted", "runs", "worth")
    empty = (None,) * (len(columns) - 4)
    rows: list[tuple[Cell, ...]] = []
    for line, union in enumerate(unions, 1):
        for other, matches in enumerate(union.found, 1):
            rows.append((line, other, _words(union, [place for place, _ in matches]), len(matches), *empty))
        counted = len(union.counted) if len(union.counted) == len(union.places) else Marked(len(union.counted))
        row: tuple[Cell, ...] = (line, "union", _words(union, union.places), len(union.places), counted)
        rows.append(row if weight is None else (*row, _runs(union), number(worth([union], weight))))
    return Table("", columns, tuple(rows), names=3)


def _words(union: Union, places: Sequence[int]) -> Words:
    return Words(tuple(union.line[place] for place in places))


def _runs(union: Union) -> str:
    return ", ".join(map(str, runs_in(union)))


def _sum(symbol: Formula, unions: Sequence[Union], weight: Fraction | None) -> Equation:
    """The sum over the lines of the reference: of the words that count, or of what their runs are worth."""
    if weight is None:
        counts = [len(union.counted) for union in unions]
        return Equation(Chain("=", (symbol, SumOver("r", "counted"))), summed(counts), str(sum(counts)), _OVER)
    worths = [worth([union], weight) for union in unions]
    total = number(sum(worths, Fraction(0)))
    return Equation(Chain("=", (symbol, SumOver("r", "worth"))), grids.added(list(map(number, worths))), total, _OVER)


def moments(trace: Lines) -> Iterator[Moment]:
    """Line by line of each reference: what each line of the candidate has in common with it, then the union."""
    mine = places_of(trace.candidate)
    for place, ((name, _, _), unions) in enumerate(zip(grids.names(trace), trace.unions, strict=True)):
        theirs = places_of(trace.references[place])
        row = 0
        for line, union in enumerate(unions, 1):
            for other, matches in enumerate(union.found, 1):
                if row < MOST_SHOWN:
                    there = Mark(place + 1, tuple(theirs[line - 1][one] for one, _ in matches))
                    here = Mark(0, tuple(mine[other - 1][one] for _, one in matches))
                    yield Moment(name, "line", _common(union, line, other), (here, there), row, 5)
                row += 1
            if row < MOST_SHOWN:
                marked = Mark(place + 1, tuple(theirs[line - 1][one] for one in union.counted), "credit")
                yield Moment(name, "union", _united(union, line), (marked,), row, 5 if trace.exponent is None else 7)
            row += 1


def _common(union: Union, line: int, other: int) -> Prose:
    matches = union.found[other - 1]
    which = f"line {line} of the reference and line {other} of the candidate"
    if not matches:
        return Prose((f"No word is in both {which}.",))
    words = _words(union, [place for place, _ in matches])
    return Prose((words, f" is what counts as common to {which}, in this order."))


def _united(union: Union, line: int) -> Prose:
    told = (
        f"Together the lines of the candidate cover {len(union.places)} of the {len(union.line)} words of line {line}."
    )
    if lost := len(union.places) - len(union.counted):
        told += f" {lost} of them {'does' if lost == 1 else 'do'} not count: the candidate has no more of that word."
    return Prose((told,))
