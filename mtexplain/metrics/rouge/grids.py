"""What ROUGE-L, ROUGE-Lsum and ROUGE-W show: the table of subsequences as a grid, or the union over several lines.

The grid is filled row by row, and its path walked back. ROUGE-L tells which of several longest common subsequences
counts, ROUGE-W what the runs of matches on the path are worth. Of several lines it is told what each line of the
reference has in common with each line of the candidate.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from mtexplain.display import plain
from mtexplain.display.charts import Grid
from mtexplain.display.formula import number
from mtexplain.display.parts import MOST_SHOWN, Cell, Marked, Part, Pieces, Prose, Table, Words
from mtexplain.display.steps import Mark, Moment
from mtexplain.display.texts import keyed
from mtexplain.metrics.rouge.lcs import Lcs, Place, SubsequenceTable, Weights, Wlcs
from mtexplain.metrics.rouge.subsequences import InOrder, Lines, RougeL
from mtexplain.metrics.rouge.union_lcs import Union, places_of, runs_in, worth
from mtexplain.metrics.rouge.weighted import RougeW
from mtexplain.tracing.number import plain as value_of

LARGEST = 32
"""The most words on a side of a table that is shown, and looked through for other subsequences."""

WHERE = (
    "c(i, j) is the length of the longest common subsequence of the first i words of the reference and the first j of "
    "the candidate: one more than c(i - 1, j - 1) if words i and j are equal, else the larger of c(i - 1, j) and "
    "c(i, j - 1); with no words it is 0"
)
_MATCH_W = "f(k + 1) - f(k) more than the cell diagonally above, where k matches in a row end"
_LONGER = "one more than the cell diagonally above: the length of the run that ends there"
_LENGTHS = "This grid shows the lengths of the runs: what they are worth is not a whole number here."
_BACK = (
    "The path walks back from the last cell: diagonally if the two words are equal, else to the larger neighbour, or "
    "up in a tie."
)
_BACK_BY_WORTH = (
    "The path walks back from the last cell: diagonally if the two words are equal, else to the neighbour that is "
    "worth more, or up in a tie."
)
CLIPPED = (
    "A word of the candidate counts once: if several lines of the reference use it, the first one gets it. Lin 2004 "
    "does not say so, but ROUGE-1.5.5 and rouge-score do this."
)
EACH = (
    "By these rules one word of the candidate may count in several lines of the reference, as in the printed formula."
)


# The words that match.


# The steps: one for each reference.


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


def compare_lengths(trace: InOrder, place: int) -> str:
    """How large the table is."""
    return f"{len(trace.tokens[place + 1]):,} words against {len(trace.tokens[0]):,}"


def lengths(trace: RougeL, place: int) -> Iterator[Part]:
    """The table of lengths."""
    table = trace.lcs_tables[place]
    yield _grid(table, table.cells) if is_shown(table) else not_shown(table)


def small_grid(trace: InOrder, place: int) -> Grid | None:
    """The table of a reference, where all of it is seen at a glance."""
    if not isinstance(trace, RougeL | RougeW) or trace.by_lines or not is_shown(table := trace.lcs_tables[place]):
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
    back = _BACK if not isinstance(table, Wlcs) or table.is_whole else _BACK_BY_WORTH
    return Prose((f"{back} Its diagonal steps are the subsequence that counts: ", words, "."))


def _words(table: SubsequenceTable, cells: Sequence[Place]) -> Words:
    """The words of the reference in some cells."""
    return Words(tuple(table.reference[i - 1] for i, _ in cells))


def which_counts(trace: RougeL, place: int) -> Iterator[Part]:
    """The subsequence that counts; where there are several, another: they do not add up."""
    table = trace.lcs_tables[place]
    if not is_shown(table):
        return
    yield _counted(table)
    if (number := table.number) > 1:
        another = (Words(table.other), " is another. ") if table.other != _words(table, table.matches).tokens else ()
        several = f"There are {number:,} different longest common subsequences. "
        yield Prose((several, *another, "Only one counts, no matter which."))


def runs(trace: RougeW, place: int) -> Iterator[Part]:
    """The table, then a row for each run of the path: its words, how many they are, what they are worth."""
    table = trace.lcs_tables[place]
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


def compare_lines(trace: Lines, place: int) -> str:
    """How many lines the two texts have."""
    lines = len(trace.unions[place])
    return f"{lines} line{'' if lines == 1 else 's'} of the reference, {len(trace.lines)} of the candidate"


def lines(trace: Lines, place: int) -> Iterator[Table]:
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


# Moment by moment.


def moments(trace: InOrder) -> Iterator[Moment]:
    """Of each reference in turn, how its matches are found."""
    for place, i in enumerate(trace.each_i):
        name = type(trace).matches.name_of_step((i,))
        if isinstance(trace, Lines) and trace.by_lines:
            yield from _line_by_line(trace, place, name)
        elif isinstance(trace, RougeL | RougeW):
            yield from _of_table(trace, place, name)


def _of_table(trace: RougeL | RougeW, place: int, name: str) -> Iterator[Moment]:
    """The table filled row by row, then its path walked back; of ROUGE-W, then what its runs are worth."""
    found = trace.lcs_tables[place]
    if not is_shown(found):
        everything = Mark(0, tuple(range(len(trace.tokens[0]))))
        yield Moment(name, "worth" if isinstance(found, Wlcs) else "length", not_shown(found), (everything,))
    elif isinstance(found, Lcs):
        yield from _filled(name, place, found, "one more than the cell diagonally above")
    else:
        yield from _filled(name, place, found, _MATCH_W if found.is_whole else _LONGER)
        lengths = " and ".join(str(len(run)) for run in found.runs) or "no words"
        worth = plain.formula(number(Fraction(value_of(trace.matches(place + 1)))))
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


def _line_by_line(trace: Lines, place: int, name: str) -> Iterator[Moment]:
    """What each line of the candidate has in common with each of the reference, then their union."""
    mine, theirs = places_of(trace.tokens[0]), places_of(trace.tokens[place + 1])
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
