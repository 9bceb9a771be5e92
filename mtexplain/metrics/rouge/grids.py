"""The grids and tables of ROUGE-L, ROUGE-Lsum and ROUGE-W, for common subsequences or for the union over lines.

A grid shows the table of subsequences with the path back through it. ROUGE-L also says which of several longest common
subsequences counts, and ROUGE-W also shows the worth of the runs of matches on the path. Texts of several lines have a
table of the words that each line of the reference shares with each line of the candidate.
"""

from collections.abc import Iterator, Sequence

from mtexplain.display.charts import Grid
from mtexplain.display.formula import number
from mtexplain.display.parts import Cell, Marked, Part, Prose, Table, Words
from mtexplain.display.texts import keyed
from mtexplain.metrics.rouge.lcs import Lcs, Place, SubsequenceTable, Weights, Wlcs
from mtexplain.metrics.rouge.subsequences import InOrder
from mtexplain.metrics.rouge.union_lcs import Union, runs_in, worth
from mtexplain.metrics.shared.occurrences import so_many

LARGEST = 32
"""The largest number of words on a side of a table that is shown and searched for other subsequences."""

WHERE = (
    "c(i, j) is the length of the longest common subsequence of the first i words of the reference and the first j of "
    "the candidate; it is c(i - 1, j - 1) + 1 if words i and j are equal, else the larger of c(i - 1, j) and "
    "c(i, j - 1); with no words it is 0"
)
_LENGTHS = "This grid shows the lengths of the runs, because their worth is not a whole number here."
_BACK = (
    "The path goes back from the last cell, diagonally if the two words are equal, otherwise to the larger neighbour, "
    "and up if there is a tie."
)
_BACK_BY_WORTH = (
    "The path goes back from the last cell, diagonally if the two words are equal, otherwise to the neighbour that is "
    "worth more, and up if there is a tie."
)
_CLIPPED = (
    "A word of the candidate counts only once. If it matches in several lines of the reference, it counts in the "
    "first. Lin 2004 does not mention this, but ROUGE-1.5.5 and rouge-score do it."
)
_EACH = (
    "Under these rules, a word of the candidate may count in several lines of the reference, as in the paper's formula."
)


def is_shown(table: SubsequenceTable) -> bool:
    """True if a table has a cell and is small enough to be shown."""
    sides = len(table.reference), len(table.candidate)
    return min(sides) > 0 and max(sides) <= LARGEST


def not_shown(table: SubsequenceTable) -> Prose:
    """A sentence instead of a table that is not shown."""
    if not (table.reference and table.candidate):
        return Prose(("One of the two texts has no words, so there is no table.",))
    rows, columns = f"{len(table.reference):,} rows", f"{len(table.candidate):,} columns"
    return Prose((f"The table has {rows} and {columns}, so it is too large to show. Its last number is the result.",))


def size(trace: InOrder, index: int) -> str:
    """The numbers of words or lines that are compared."""
    if not trace.by_lines:
        return f"{so_many(len(trace.tokens[index + 1]), 'word')} against {len(trace.tokens[0]):,}"
    lines = len(trace.unions[index])
    return f"{lines} line{'' if lines == 1 else 's'} of the reference, {len(trace.lines)} of the candidate"


def tables(trace: InOrder, index: int) -> Iterator[Part]:
    """The table of a reference, with the worth of runs if they are weighted; for several lines, their unions."""
    if trace.by_lines:
        yield _lines(trace, index)
        return
    table = trace.lcs_tables[index]
    if not is_shown(table):
        yield not_shown(table)
        return
    yield _grid(table)
    if isinstance(table, Wlcs):
        yield from _runs(table)


def small_grid(trace: InOrder, index: int) -> Grid | None:
    """The table of a reference, if it is small enough to be seen at a glance."""
    if trace.by_lines or not is_shown(table := trace.lcs_tables[index]):
        return None
    grid = _grid(table)
    return grid if grid.is_small else None


def _grid(table: Lcs | Wlcs) -> Grid:
    """The grid of a table, with its path and its matches."""
    rows = tuple(map(tuple, table.cells if isinstance(table, Lcs) else table.numbers))
    size = f"{len(table.reference)} words of the reference by {len(table.candidate)} of the candidate"
    taken = f"{len(table.matches)} equal word{'s' * (len(table.matches) != 1)}"
    alt = f"A table of {size}. Its last number is {rows[-1][-1]}, and its path takes {taken}."
    words = Words(table.candidate), Words(table.reference)
    return Grid(*words, rows, table.path, frozenset(table.matches), alt, isinstance(table, Lcs))


def _counted(table: Lcs | Wlcs) -> Prose:
    """A sentence about the subsequence that counts and the path that finds it."""
    if not table.matches:
        return Prose(("No word is in both texts.",))
    words = words_in(table, table.matches)
    back = _BACK if not isinstance(table, Wlcs) or table.is_whole else _BACK_BY_WORTH
    return Prose((f"{back} Its diagonal steps give the subsequence that counts: ", words, "."))


def words_in(table: SubsequenceTable, cells: Sequence[Place]) -> Words:
    """The words of the reference in some cells."""
    return Words(tuple(table.reference[i - 1] for i, _ in cells))


def which_counts(trace: InOrder, index: int) -> Iterator[Part]:
    """The subsequence that counts, and another if there are several; for texts of several lines, the clipping rule."""
    if trace.by_lines:
        yield Prose((_CLIPPED if trace.rules.union == "clipped" else _EACH,))
        return
    table = trace.lcs_tables[index]
    if isinstance(table, Wlcs) or not is_shown(table):
        return
    yield _counted(table)
    if (several := table.number) > 1:
        another = (Words(table.other), " is another. ") if table.other != words_in(table, table.matches).tokens else ()
        text = f"There are {several:,} different longest common subsequences. "
        yield Prose((text, *another, "Only one counts, no matter which, as all have the same length."))


def _runs(table: Wlcs) -> Iterator[Part]:
    """The subsequence that counts, then a row for each run with its words, their number and their worth."""
    if not table.is_whole:
        yield Prose((_LENGTHS,))
    yield _counted(table)
    f, rows = Weights(table.weight), list[tuple[Cell, ...]]()
    for position, run in enumerate(table.runs, 1):
        rows.append((position, words_in(table, run), len(run), number(f.of(len(run)))))
    yield Table("", keyed("run", "words", k="k", worth="f(k)"), tuple(rows), names=2)


def _lines(trace: InOrder, index: int) -> Table:
    """For each line of the reference, a row for each line of the candidate, then a row for their union."""
    weight = trace.exponent
    columns = keyed(
        reference_line="reference line", candidate_line="candidate line", common="in common", words="words"
    ) + keyed(*(("counted",) if weight is None else ("counted", "runs", "worth")))
    empty = (None,) * (len(columns) - 4)
    rows: list[tuple[Cell, ...]] = []
    for line, union in enumerate(trace.unions[index], 1):
        for other, matches in enumerate(union.found, 1):
            rows.append(
                (line, other, words_of_line(union, [position for position, _ in matches]), len(matches), *empty)
            )
        counted = len(union.counted) if len(union.counted) == len(union.places) else Marked(len(union.counted))
        row: tuple[Cell, ...] = (line, "union", words_of_line(union, union.places), len(union.places), counted)
        if weight is not None:
            row = (*row, ", ".join(map(str, runs_in(union))), number(worth([union], weight)))
        rows.append(row)
    return Table("", columns, tuple(rows), names=3)


def words_of_line(union: Union, places: Sequence[int]) -> Words:
    return Words(tuple(union.line[position] for position in places))
