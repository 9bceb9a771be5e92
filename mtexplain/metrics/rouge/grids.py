"""What ROUGE-L, ROUGE-Lsum and ROUGE-W show: the table of subsequences as a grid, or the union over several lines.

The grid is filled row by row, and its path walked back. ROUGE-L tells which of several longest common subsequences
counts, ROUGE-W what the runs of matches on the path are worth. Of several lines it is told what each line of the
reference has in common with each line of the candidate.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, cycle, pairwise
from typing import Any

from mtexplain.counts import NGram
from mtexplain.display import plain
from mtexplain.display.charts import Grid
from mtexplain.display.formula import Call, Chain, Formula, Power, SumOver, few, number, summed
from mtexplain.display.parts import MOST_SHOWN, Cell, Equation, Marked, Part, Pieces, Prose, Table, Words
from mtexplain.display.steps import Mark, Moment
from mtexplain.display.texts import keyed
from mtexplain.metrics.rouge.lcs import Lcs, Place, SubsequenceTable, Weights, Wlcs
from mtexplain.metrics.rouge.recipe import RougeScore
from mtexplain.metrics.rouge.rules import bracketed, decimal
from mtexplain.metrics.rouge.union_lcs import Union, places_of, runs_in, worth
from mtexplain.metrics.shared.occurrences import credited, ends, marked, occurrences
from mtexplain.recipe.symbols import symbol

LARGEST = 32
"""The most words on a side of a table that is shown, and looked through for other subsequences."""

Matched = tuple[tuple[int, ...], tuple[int, ...]]
"""The places of the words that match: in the candidate, and in a reference."""

_MOST = 8  # summands that are written out
_WHERE = (
    "c(i, j) is the length for i words of the reference and j of the candidate: one more than c(i - 1, j - 1) if words "
    "i and j are equal, else the larger of c(i - 1, j) and c(i, j - 1)"
)
_MATCH_W = "f(k + 1) - f(k) more than the cell diagonally above, where k matches in a row end"
_LONGER = "one more than the cell diagonally above: the length of the run that ends there"
_LENGTHS = "This grid shows the lengths of the runs: what they are worth is not a whole number here."
_BACK = (
    "The path walks back from the last cell: diagonally if the two words are equal, else to the larger neighbour, or "
    "up in a tie."
)
_CLIPPED = (
    "A word of the candidate counts once: if several lines of the reference use it, the first one gets it. Lin 2004 "
    "does not say so, but ROUGE-1.5.5 and rouge-score do this."
)
_OVER = "r runs over the lines of the reference"
_EACH = (
    "By these rules one word of the candidate may count in several lines of the reference, as in the printed formula."
)


# The words that match.


def matched(trace: Any, place: int) -> Matched:
    """The places of the words that match in a reference."""
    if trace.by_lines:
        return _matched_by_lines(trace, place)
    pairs = trace.found[place].matches
    return tuple(j - 1 for _, j in pairs), tuple(i - 1 for i, _ in pairs)


def _matched_by_lines(trace: Any, place: int) -> Matched:
    """The places of the words that count, among the tokens: word by word of the reference, with one equal to it."""
    candidate, reference = trace.candidate, trace.references[place]
    lines = places_of(reference)
    theirs = tuple(line[at] for line, union in zip(lines, trace.unions[place], strict=True) for at in union.counted)
    times: Counter[NGram] = Counter((reference[at],) for at in theirs)
    earning = credited(occurrences(candidate, 1), times, lambda: ends(candidate, [reference]))
    partners = {word: cycle(marked(places)) for (word,), places in earning.items()}
    return tuple(next(partners[reference[at]]) for at in theirs), theirs


def table(trace: Any) -> Table:
    """A row for each word that matches: the number of the word in each text, counted from 1."""
    columns = keyed("reference", "word", at="at in the reference", candidate_at="at in the candidate")
    texts = trace.candidate, *trace.references
    mine, *each = [list(accumulate(int(trace.is_word(token)) for token in text)) for text in texts]
    rows: list[tuple[Cell, ...]] = []
    for place, (reference, theirs) in enumerate(zip(trace.references, each, strict=True)):
        for here, there in zip(*matched(trace, place), strict=True):
            rows.append((place + 1, Words((reference[there],)), theirs[there], mine[here]))
    return Table("", columns, tuple(rows), names=2)


# The steps: one for each reference.


def each_reference(trace: RougeScore) -> list[tuple[str, str]]:
    """What tells the steps of several references apart: the end of their names, and of their titles."""
    if trace.number_of_references == 1:
        return [("", "")]
    return [(f"_{place}", f", reference {place}") for place in range(1, trace.number_of_references + 1)]


def names(trace: RougeScore) -> list[tuple[str, Formula, str]]:
    """For each reference: the name of its step, of its number, and the end of its title."""
    return [
        (trace.below + end, _symbol(trace, place), title) for place, (end, title) in enumerate(each_reference(trace))
    ]


def _symbol(trace: RougeScore, place: int) -> Formula:
    return symbol(trace, "matches", str(place + 1) if trace.number_of_references > 1 else "")


def is_shown(table: SubsequenceTable) -> bool:
    """Whether a table is small enough to be shown, and has a cell at all."""
    sides = len(table.reference), len(table.candidate)
    return min(sides) > 0 and max(sides) <= LARGEST


def not_shown(table: SubsequenceTable) -> Prose:
    """What is said in its place."""
    if not (table.reference and table.candidate):
        return Prose(("One of the two texts has no words, so there is no table.",))
    rows, columns = f"{len(table.reference):,} rows", f"{len(table.candidate):,} columns"
    return Prose((f"The table has {rows} and {columns}, too large to show. Its last number counts.",))


def compare_lengths(trace: RougeScore, place: int) -> str:
    """How large the table is."""
    return f"{len(trace.references[place]):,} words against {len(trace.candidate):,}"


def last_cell(trace: Any, place: int) -> Equation:
    """The number in the last cell of the table, and by what rule the cells are filled."""
    value, (m, n) = _value(trace, place), (f"{len(text):,}" for text in (trace.references[place], trace.candidate))
    symbols = Chain("=", (_symbol(trace, place), Call("c", Chain(",", ("m", "n")))))
    if isinstance(trace.found[place], Wlcs):
        return Equation(symbols, value, value)
    return Equation(symbols, Call("c", Chain(",", (m, n))), value, _WHERE)


def _value(trace: RougeScore, place: int) -> Formula:
    return number(Fraction(trace.of_each("matches")[place]))


def lengths(trace: Any, place: int) -> Iterator[Part]:
    """The table of lengths."""
    table = trace.found[place]
    yield _grid(table, table.cells) if is_shown(table) else not_shown(table)


def small_grid(trace: Any, place: int) -> Grid | None:
    """The table of a reference, where all of it is seen at a glance."""
    if trace.by_lines or not is_shown(table := trace.found[place]):
        return None
    grid = _grid(table, table.cells if isinstance(table, Lcs) else table.numbers)
    return grid if grid.is_small else None


def _grid(table: Lcs | Wlcs, cells: Sequence[Sequence[int]]) -> Grid:
    """The numbers of a table, with its path and its matches."""
    rows = tuple(tuple(row) for row in cells)
    size = f"{len(table.reference)} words of the reference by {len(table.candidate)} of the candidate"
    taken = f"{len(table.matches)} equal word{'s' * (len(table.matches) != 1)}"
    alt = f"A table of {size}. Its last number is {rows[-1][-1]}; its path takes {taken}."
    words = Words(table.candidate), Words(table.reference)
    return Grid(*words, rows, table.path, frozenset(table.matches), alt, isinstance(table, Lcs))


def _counted(table: Lcs | Wlcs) -> Prose:
    """The subsequence that counts, and how it is found."""
    if not table.matches:
        return Prose(("No word is in both texts.",))
    words = _words(table, table.matches)
    return Prose((f"{_BACK} Its diagonal steps are the subsequence that counts: ", words, "."))


def _words(table: SubsequenceTable, cells: Sequence[Place]) -> Words:
    """The words of the reference in some cells."""
    return Words(tuple(table.reference[i - 1] for i, _ in cells))


def which_counts(trace: Any, place: int) -> Iterator[Part]:
    """The subsequence that counts; where there are several, another: they do not add up."""
    table = trace.found[place]
    if not is_shown(table):
        return
    yield _counted(table)
    if (number := table.number) > 1:
        another = (Words(table.other), " is another. ") if table.other != _words(table, table.matches).tokens else ()
        yield Prose((f"There are {number:,} different ones. ", *another, "Only one counts, no matter which."))


def runs(trace: Any, place: int) -> Iterator[Part]:
    """The table, then a row for each run of the path: its words, how many they are, what they are worth."""
    table = trace.found[place]
    if not is_shown(table):
        yield not_shown(table)
        return
    yield _grid(table, table.numbers)
    if not table.is_whole:
        yield Prose((_LENGTHS,))
    yield _counted(table)
    f, rows = Weights(table.weight), list[tuple[Cell, ...]]()
    for number_of, run in enumerate(table.runs, 1):
        rows.append((number_of, _words(table, run), len(run), number(f.of(len(run)))))
    yield Table("", keyed("run", "words", k="k", worth="f(k)"), tuple(rows), names=2)


def worth_of_runs(trace: Any, place: int) -> Equation:
    """What the runs are worth together."""
    if not is_shown(trace.found[place]):
        return last_cell(trace, place)
    weight = decimal(trace.exponent)
    powers: list[Formula] = [Power(str(len(run)), weight) for run in trace.found[place].runs]
    where = f"r runs over the runs; f(k) is k^{bracketed(trace.exponent)}, and k the number of words in a run"
    symbols = Chain("=", (_symbol(trace, place), SumOver("r", Call("f", "k"))))
    return Equation(symbols, _added(powers), _value(trace, place), where)


def _added(several: Sequence[Formula]) -> Formula:
    """The sum of several, cut where they are many."""
    if len(several) < 2:
        return several[0] if several else "0"
    return Chain("+", few(several, _MOST))


def compare_lines(trace: Any, place: int) -> str:
    """How many lines the two texts have."""
    lines = len(trace.unions[place])
    return f"{lines} line{'' if lines == 1 else 's'} of the reference, {len(trace.lines)} of the candidate"


def lines(trace: Any, place: int) -> Iterator[Table]:
    """For each line of the reference a row for each line of the candidate, then one for their union."""
    weight = trace.exponent
    columns = keyed(
        reference_line="reference line", candidate_line="candidate line", common="in common", words="words"
    ) + keyed(*(("counted",) if weight is None else ("counted", "runs", "worth")))
    empty = (None,) * (len(columns) - 4)
    rows: list[tuple[Cell, ...]] = []
    for line, union in enumerate(trace.unions[place], 1):
        for other, matches in enumerate(union.found, 1):
            rows.append((line, other, _words_of_line(union, [place for place, _ in matches]), len(matches), *empty))
        counted = len(union.counted) if len(union.counted) == len(union.places) else Marked(len(union.counted))
        row: tuple[Cell, ...] = (line, "union", _words_of_line(union, union.places), len(union.places), counted)
        if weight is not None:
            row = (*row, ", ".join(map(str, runs_in(union))), number(worth([union], weight)))
        rows.append(row)
    yield Table("", columns, tuple(rows), names=3)


def _words_of_line(union: Union, places: Sequence[int]) -> Words:
    return Words(tuple(union.line[place] for place in places))


def sum_of_lines(trace: Any, place: int) -> Equation:
    """The sum over the lines of the reference: of the words that count, or of what their runs are worth."""
    unions, weight = trace.unions[place], trace.exponent
    counts = [len(union.counted) for union in unions]
    numbers = summed(counts) if weight is None else _added([number(worth([union], weight)) for union in unions])
    symbols = Chain("=", (_symbol(trace, place), SumOver("r", "counted" if weight is None else "worth")))
    return Equation(symbols, numbers, _value(trace, place), _OVER)


def how_often_words_count(trace: Any, place: int) -> Iterator[Part]:
    """Whether a word of the candidate counts in several lines."""
    yield Prose((_CLIPPED if trace.rules.union == "clipped" else _EACH,))


# Moment by moment.


def moments(trace: Any) -> Iterator[Moment]:
    """Of each reference in turn, how its matches are found."""
    for place, (name, _, _) in enumerate(names(trace)):
        yield from (_line_by_line if trace.by_lines else _of_table)(trace, place, name)


def _of_table(trace: Any, place: int, name: str) -> Iterator[Moment]:
    """The table filled row by row, then its path walked back; of ROUGE-W, then what its runs are worth."""
    found = trace.found[place]
    if not is_shown(found):
        everything = Mark(0, tuple(range(len(trace.candidate))))
        yield Moment(name, "worth" if isinstance(found, Wlcs) else "length", not_shown(found), (everything,))
    elif isinstance(found, Lcs):
        yield from _filled(name, place, found, "one more than the cell diagonally above")
    else:
        yield from _filled(name, place, found, _MATCH_W if found.is_whole else _LONGER)
        lengths = " and ".join(str(len(run)) for run in found.runs) or "no words"
        worth = plain.formula(_value(trace, place))
        yield Moment(name, "runs", Prose((f"Its runs have {lengths}: together they are worth {worth}.",)))


def _filled(step: str, place: int, table: Lcs | Wlcs, match: str) -> Iterator[Moment]:
    """The rows in turn, then the path. `match` says what a cell of two equal words holds."""
    whole = len(table.candidate) + 2
    start = "The first row and the first column are 0: with no words there is nothing in common."
    yield Moment(step, "edge", Prose((start,)), (), 0, whole)
    for i, word in enumerate(table.reference, 1):
        equal = tuple(j for j, other in enumerate(table.candidate) if other == word)
        told = f" is in the candidate too: its cell is {match}. Every other cell copies the larger neighbour."
        if not equal:
            told = " is not in the candidate: its row repeats the row above."
        marks = (Mark(place + 1, (i - 1,)), Mark(0, equal))
        yield Moment(step, "row", Prose((Words((word,)), told)), marks, i, whole)
    yield from _walked(step, place, table)


def _walked(step: str, place: int, table: Lcs | Wlcs) -> Iterator[Moment]:
    """The path from its last cell to the edge, a moment for each step."""
    taken: list[Place] = []
    for walked, (here, after) in enumerate(pairwise(table.path), 1):
        if after == (here[0] - 1, here[1] - 1):
            taken.insert(0, here)
        marks = (*_marks(place, [here]), *_marks(place, taken, "credit"))
        yield Moment(step, "path", _move(table, here, after), marks, walked=walked)
    told: Pieces = ("The path has reached the edge. The subsequence is ", _words(table, taken), ".")
    if not taken:
        told = ("The path has reached the edge without a match.",)
    yield Moment(step, "subsequence", Prose(told), _marks(place, taken, "credit"))


def _marks(place: int, cells: Sequence[Place], kind: str = "now") -> tuple[Mark, Mark]:
    """The words that meet in some cells, in the reference and in the candidate."""
    return Mark(place + 1, tuple(i - 1 for i, _ in cells), kind), Mark(0, tuple(j - 1 for _, j in cells), kind)


def _move(table: Lcs | Wlcs, here: Place, after: Place) -> Prose:
    """Why the path goes on where it does."""
    mine, theirs = Words((table.candidate[here[1] - 1],)), Words((table.reference[here[0] - 1],))
    if after == (here[0] - 1, here[1] - 1):
        return Prose((theirs, " is in both texts: the path takes it, and goes on diagonally."))
    up, left = table.cells[here[0] - 1][here[1]], table.cells[here[0]][here[1] - 1]
    if after[0] < here[0]:
        reason = "as large as" if up == left else "larger than"
        return Prose((theirs, " and ", mine, f" differ. The number above is {reason} the one on the left: go up."))
    return Prose((theirs, " and ", mine, " differ. The number on the left is larger than the one above: go left."))


def _line_by_line(trace: Any, place: int, name: str) -> Iterator[Moment]:
    """What each line of the candidate has in common with each of the reference, then their union."""
    mine, theirs = places_of(trace.candidate), places_of(trace.references[place])
    row = 0
    for line, union in enumerate(trace.unions[place], 1):
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
    words = _words_of_line(union, [place for place, _ in matches])
    return Prose((words, f" is what {which} have in common, in this order."))


def _united(union: Union, line: int) -> Prose:
    told = (
        f"Together the lines of the candidate cover {len(union.places)} of the {len(union.line)} words of line {line}."
    )
    if lost := len(union.places) - len(union.counted):
        told += f" {lost} of them {'does' if lost == 1 else 'do'} not count: the candidate has no more of that word."
    return Prose((told,))
