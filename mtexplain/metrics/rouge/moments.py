"""The moments of the stepper for ROUGE, which count units, or fill a table and follow its path back.

Recall, precision and F follow. With several references, they are shown for each reference first.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from mtexplain.display import formula, plain
from mtexplain.display.formula import Chain, shown
from mtexplain.display.parts import MOST_SHOWN, Pieces, Prose, Words
from mtexplain.display.steps import Mark, Moment
from mtexplain.metrics.rouge.grids import is_shown, not_shown, words_in, words_of_line
from mtexplain.metrics.rouge.lcs import Lcs, Place, Wlcs
from mtexplain.metrics.rouge.ngrams import Places, Units
from mtexplain.metrics.rouge.rules import measure
from mtexplain.metrics.rouge.subsequences import InOrder
from mtexplain.metrics.rouge.trace import Rouge
from mtexplain.metrics.rouge.union_lcs import Union, places_of
from mtexplain.metrics.shared.occurrences import marked, times
from mtexplain.tracing import formulas
from mtexplain.tracing.number import number
from mtexplain.tracing.number import plain as value_of

_MATCH_W = "f(k + 1) - f(k) more than the cell diagonally above, in which a run of k matches ends"
_LONGER = "the length of the run that ends there, 1 more than in the cell diagonally above"


def of(trace: Rouge) -> Iterator[Moment]:
    """Every moment of the stepper, in order."""
    length: Pieces = (
        formulas.symbol(type(trace).candidate_length.symbol),
        f" = {trace.candidate_length}. Only identical tokens match.",
    )
    sentence = Prose(("The candidate is cut into tokens: ", *length))
    yield Moment("tokens", "tokens", sentence, (_everything(trace, 0),))
    if isinstance(trace, Units):
        yield from _of_units(trace)
    elif isinstance(trace, InOrder):
        yield from _in_order(trace)
    if len(trace.references) > 1:
        yield from _one_by_one(trace)
    shares = (
        ("recall", type(trace).recall.symbol, trace.recall, "reference", trace.chosen[0] + 1),
        ("precision", type(trace).precision.symbol, trace.precision, "candidate", 0),
    )
    for name, symbol, share, out_of, text in shares:
        outcome = Chain("=", (formulas.symbol(symbol), formulas.value(number(share))))
        pieces: Pieces = (f"The share of the {out_of} that matches is the {name}, ", outcome, ".")
        marks = (_everything(trace, text),) if trace.way in ("best", "coco") else ()
        yield Moment(name, name, Prose(pieces), marks)
    yield Moment("score", "score", Prose(_which_mean(trace)))


def _everything(trace: Rouge, text: int) -> Mark:
    """All words of the candidate (0) or of a reference (from 1)."""
    return Mark(text, tuple(range(len((trace.candidate, *trace.references)[text]))))


def _one_by_one(trace: Rouge) -> Iterator[Moment]:
    """Recall, precision and F with each reference in turn, then which of them count."""
    for i in trace.each_i:
        r, p, f = (formulas.value(number(each(i))) for each in (trace.r, trace.p, trace.f))
        pieces: Pieces = (f"With reference {i}, recall is ", r, ", precision is ", p, ", and F is ", f, ".")
        yield Moment("references", "reference", Prose(pieces), (_everything(trace, i),), i - 1, 5)
    marks = tuple(_everything(trace, index + 1) for index in sorted(set(trace.chosen)))
    yield Moment("references", "choice", Prose((_which_count(trace),)), marks)


def _which_count(trace: Rouge) -> str:
    chosen = [str(index + 1) for index in trace.chosen]
    match trace.way:
        case "pooled":
            return "The matches with all references are added up, and so are the units of the references."
        case "jackknife":
            best = ", then ".join(chosen)
            return f"Each reference is left out in turn, and the best of the others is reference {best}."
        case "coco":
            return f"Reference {chosen[0]} has the best recall, and reference {chosen[1]} the best precision."
    return f"Reference {chosen[0]} is the best, so it counts."


def _which_mean(trace: Rouge) -> Pieces:
    result: Pieces = (trace.symbol, f" = {shown(float(trace.score))}.")
    if trace.way == "jackknife":
        return (f"The mean of the {len(trace.chosen)} scores is ", *result)
    if not trace.fraction_beta:
        return (f"Under these rules, only {measure(trace.fraction_beta)} counts, so ", *result)
    kind = "The harmonic mean of the two is " if trace.fraction_beta == 1 else "Their weighted harmonic mean is "
    return (kind, *result)


# Units: a table of counts.


def unlisted(trace: Units) -> str:
    """A sentence instead of a table that would be too long."""
    return f"There are too many {trace.units} to list here, but all of them are counted."


def _of_units(trace: Units) -> Iterator[Moment]:
    """For each reference, the count and the overlap of each unit. A lecturer stops only at the first row."""
    here = trace.places_in(trace.tokens[0]) if trace.is_listed else {}
    for index, reference in enumerate(trace.tokens[1:]):
        yield from _of_reference(trace, index, here, trace.places_in(reference) if trace.is_listed else {})


def _occurs(number: int) -> str:
    return f"occurs {times(number)}" if number else "does not occur"


def _of_reference(trace: Units, index: int, mine: Places, theirs: Places) -> Iterator[Moment]:
    everything = _everything(trace, 0)
    step = Units.matches.name_of_step((trace.each_i[index],))
    if not trace.is_listed:
        yield Moment(step, "units", Prose((unlisted(trace),)), (everything,))
        return
    n = trace.number_of_units(trace.tokens[0])
    which = "the reference" if len(trace.references) == 1 else f"reference {index + 1}"
    number_of = f"The number of {trace.units} in the candidate is {n:,}."
    sentence = Prose((f"{number_of} {trace.units.capitalize()} that are only in {which} get a row, too.",))
    yield Moment(step, "units", sentence, (everything,), 0, trace.name_columns)
    matched, matched_there = trace.matched_occurrences(index)
    for row, count in enumerate(trace.listed(index)[:MOST_SHOWN]):
        unit, columns = count.unit, trace.name_columns + 1
        words, own = Words(unit), Mark(0, marked(mine.get(unit, ())))
        sentence = Prose((words, f" {_occurs(count.in_candidate)} in the candidate."))
        yield Moment(step, "count", sentence, (own,), row, columns, turning=not row)
        in_reference = count.in_references[index]
        outcome = f"min({count.in_candidate}, {in_reference}) = {count.overlap(index)}"
        marks = (
            own,
            Mark(index + 1, marked(theirs.get(unit, ()))),
            Mark(0, marked(matched.get(unit, ())), "credit"),
            Mark(index + 1, marked(matched_there.get(unit, ())), "credit"),
        )
        sentence = Prose((words, f" {_occurs(in_reference)} in {which}, so the overlap is {outcome}."))
        yield Moment(step, "overlap", sentence, marks, row, columns + 2, turning=not row)
    total = sum(count.overlap(index) for count in trace.counts)
    yield Moment(step, "matches", Prose((f"The overlaps add up to {total:,}.",)))


# Words in their order: a table of subsequences, or the union over several lines.


def _in_order(trace: InOrder) -> Iterator[Moment]:
    """For each reference, the moments in which its matches are found."""
    for index, i in enumerate(trace.each_i):
        name = type(trace).matches.name_of_step((i,))
        if trace.by_lines:
            yield from _line_by_line(trace, index, name)
        else:
            yield from _of_table(trace, index, name)


def _of_table(trace: InOrder, index: int, name: str) -> Iterator[Moment]:
    """The rows of the table, then the path back through it, and for ROUGE-W the worth of the runs."""
    table = trace.lcs_tables[index]
    if not is_shown(table):
        what = "worth" if isinstance(table, Wlcs) else "length"
        yield Moment(name, what, not_shown(table), (_everything(trace, 0),))
    elif isinstance(table, Lcs):
        yield from _filled(name, index, table, "1 more than the cell diagonally above")
    else:
        yield from _filled(name, index, table, _MATCH_W if table.is_whole else _LONGER)
        lengths = " and ".join(str(len(run)) for run in table.runs)
        runs = {0: "no runs", 1: f"a run of {lengths}"}.get(len(table.runs), f"runs of {lengths}")
        worth = plain.formula(formula.number(Fraction(value_of(trace.matches(index + 1)))))
        total = f", with a total worth of {worth}" if table.runs else ", so its worth is 0"
        yield Moment(name, "runs", Prose((f"The path has {runs}{total}.",)))


def _filled(step: str, index: int, table: Lcs | Wlcs, match: str) -> Iterator[Moment]:
    """The rows in turn, then the path. `match` describes the value of a cell with two equal words."""
    whole, has_runs = len(table.candidate) + 2, isinstance(table, Wlcs) and not table.is_whole
    start = "The first row and the first column are 0, because a text without words has nothing in common with another."
    yield Moment(step, "edge", Prose((start,)), (), 0, whole)
    for i, word in enumerate(table.reference, 1):
        equal = tuple(j for j, other in enumerate(table.candidate) if other == word)
        others = "is 0, because no run ends there" if has_runs else "copies the larger neighbour"
        text = f" is in the candidate, too. Where the two words meet, the cell is {match}. Every other cell {others}."
        if not equal:
            row = "every cell of its row is 0" if has_runs else "its row repeats the row above"
            text = f" is not in the candidate, so {row}."
        marks = (Mark(index + 1, (i - 1,)), Mark(0, equal))
        yield Moment(step, "row", Prose((Words((word,)), text)), marks, i, whole)
    yield from _walked(step, index, table)


def _walked(step: str, index: int, table: Lcs | Wlcs) -> Iterator[Moment]:
    """The path from the last cell to the edge, a moment for each step."""
    taken: list[Place] = []
    for walked, (here, after) in enumerate(pairwise(table.path), 1):
        if after == (here[0] - 1, here[1] - 1):
            taken.insert(0, here)
        marks = (*_marks(index, [here]), *_marks(index, taken, "credit"))
        yield Moment(step, "path", _move(table, here, after), marks, walked=walked)
    pieces: Pieces = ("The path has reached the edge. The subsequence is ", words_in(table, taken), ".")
    if not taken:
        pieces = ("The path has reached the edge without a match.",)
    yield Moment(step, "subsequence", Prose(pieces), _marks(index, taken, "credit"))


def _marks(index: int, cells: Sequence[Place], kind: str = "now") -> tuple[Mark, Mark]:
    """The marks of the words of some cells, in the reference and in the candidate."""
    return Mark(index + 1, tuple(i - 1 for i, _ in cells), kind), Mark(0, tuple(j - 1 for _, j in cells), kind)


def _move(table: Lcs | Wlcs, here: Place, after: Place) -> Prose:
    """The reason for the next cell of the path."""
    mine, theirs = Words((table.candidate[here[1] - 1],)), Words((table.reference[here[0] - 1],))
    if after == (here[0] - 1, here[1] - 1):
        return Prose((theirs, " is in both texts, so the path takes it and goes on diagonally."))
    up, left = table.cells[here[0] - 1][here[1]], table.cells[here[0]][here[1] - 1]
    number = "worth" if isinstance(table, Wlcs) and not table.is_whole else "number"
    if after[0] < here[0]:
        reason = "as large as" if up == left else "larger than"
        move = f"The {number} above is {reason} the {number} on the left, so the path goes up."
    else:
        move = f"The {number} on the left is larger than the {number} above, so the path goes left."
    return Prose((theirs, " and ", mine, f" differ. {move}"))


def _line_by_line(trace: InOrder, index: int, name: str) -> Iterator[Moment]:
    """For each line of the reference, the words it has in common with each candidate line, then their union."""
    mine, theirs = places_of(trace.tokens[0]), places_of(trace.tokens[index + 1])
    row = 0
    for line, union in enumerate(trace.unions[index], 1):
        for other, matches in enumerate(union.found, 1):
            if row < MOST_SHOWN:
                there = Mark(index + 1, tuple(theirs[line - 1][position] for position, _ in matches))
                here = Mark(0, tuple(mine[other - 1][position] for _, position in matches))
                yield Moment(name, "line", _common(union, line, other), (here, there), row, 5)
            row += 1
        if row < MOST_SHOWN:
            counted = Mark(index + 1, tuple(theirs[line - 1][position] for position in union.counted), "credit")
            yield Moment(name, "union", _united(union, line), (counted,), row, 5 if trace.exponent is None else 7)
        row += 1


def _common(union: Union, line: int, other: int) -> Prose:
    matches = union.found[other - 1]
    which = f"line {line} of the reference and line {other} of the candidate"
    if not matches:
        return Prose((f"No word is in both {which}.",))
    words = words_of_line(union, [position for position, _ in matches])
    return Prose((words, f" is a common subsequence of {which}."))


def _united(union: Union, line: int) -> Prose:
    covered = f"{len(union.places)} of the {len(union.line)} words of line {line}"
    text = f"Together, the lines of the candidate cover {covered}."
    if lost := len(union.places) - len(union.counted):
        count, its = ("does not count", "its") if lost == 1 else ("do not count", "their")
        text += f" {lost} of the covered words {count}, because {its} occurrences in the candidate are used up."
    return Prose((text,))
