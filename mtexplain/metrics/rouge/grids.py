"""How ROUGE-L and ROUGE-W are told: a table of subsequences as a grid, filled row by row, its path walked back.

ROUGE-L tells which of several longest common subsequences counts, ROUGE-W what the runs of matches on the path are
worth.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise

from mtexplain.display import plain
from mtexplain.display.formula import Call, Chain, Formula, Power, SumOver, few, number
from mtexplain.display.moments import Mark, Moment
from mtexplain.display.pairs import Grid
from mtexplain.display.parts import Cell, Equation, Part, Prose, Table, Words
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge.kinds import Subsequence, WeightedSubsequence
from mtexplain.metrics.rouge.lcs import Lcs, Place
from mtexplain.metrics.rouge.recipe import RougeScore
from mtexplain.metrics.rouge.rules import decimal
from mtexplain.metrics.rouge.wlcs import Weights, Wlcs
from mtexplain.metrics.shared.texts import keyed
from mtexplain.recipe.symbols import symbol

LARGEST = 32
"""The most words on a side of a table that is shown, and looked through for other subsequences."""

Grids = Subsequence | WeightedSubsequence
Matched = tuple[tuple[int, ...], tuple[int, ...]]
"""The places of the words that match: in the candidate, and in a reference."""

_MOST = 8  # summands that are written out
_TITLE, _TITLE_W = "Longest common subsequence", "Weighted longest common subsequence"
_WHY = "Words count in their order, whatever stands between them: no length of an n-gram has to be chosen."
_WHY_W = "Of two subsequences of the same length the one without gaps is worth more: k matches in a row count as f(k)."
_WHERE = (
    "c(i, j) is the length for i words of the reference and j of the candidate: one more than c(i - 1, j - 1) where "
    "the words i and j are equal, else the larger of c(i - 1, j) and c(i, j - 1)"
)
_MATCH_W = "f(k + 1) - f(k) more than diagonally above, where k matches in a row have come to an end"
_LONGER = "one more than diagonally above: the length of the run that ends there"
_LENGTHS = "The numbers of this grid are the lengths of the runs: what they are worth is no whole number here."
_BACK = (
    "The path walks back from the last cell: diagonally where the two words are equal, else to the larger neighbour, "
    "and up where both are as large."
)


def is_shown(reference: Sequence[str], candidate: Sequence[str]) -> bool:
    """Whether a table is small enough to be shown, and has a cell at all."""
    return min(len(reference), len(candidate)) > 0 and max(len(reference), len(candidate)) <= LARGEST


def not_shown(reference: Sequence[str], candidate: Sequence[str]) -> Prose:
    """What is said in its place."""
    if not (reference and candidate):
        return Prose(("One of the two texts has no word: there is no table.",))
    rows, columns = f"{len(reference):,} rows", f"{len(candidate):,} columns"
    return Prose((f"The table has {rows} and {columns}, which is too large to be shown. Its last number counts.",))


def grid(table: Lcs | Wlcs, cells: Sequence[Sequence[int]]) -> Grid:
    """The numbers of a table, with its path and its matches."""
    rows = tuple(tuple(row) for row in cells)
    size = f"{len(table.reference)} words of the reference by {len(table.candidate)} of the candidate"
    taken = f"{len(table.matches)} equal word{'s' * (len(table.matches) != 1)}"
    alt = f"A table of {size}. Its last number is {rows[-1][-1]}; its path takes {taken}."
    return Grid(Words(table.candidate), Words(table.reference), rows, table.path, frozenset(table.matches), alt)


def counted(table: Lcs | Wlcs) -> Prose:
    """The subsequence that counts, and how it is found."""
    if not table.matches:
        return Prose(("No word is in both texts.",))
    words = Words(tuple(table.reference[i - 1] for i, _ in table.matches))
    return Prose((f"{_BACK} What it takes diagonally is the subsequence that counts: ", words, "."))


def names(trace: RougeScore) -> list[tuple[str, Formula, str]]:
    """For each reference: the name of its step, of its number, and what is added to the title where it isn't alone."""
    if trace.count == 1:
        return [(trace.below, symbol(trace, "matches"), "")]
    places = [str(place) for place in range(1, trace.count + 1)]
    return [(f"{trace.below}_{place}", symbol(trace, "matches", place), f", reference {place}") for place in places]


def added(several: Sequence[Formula]) -> Formula:
    """The sum of several, cut where they are many."""
    if len(several) < 2:
        return several[0] if several else "0"
    return Chain("+", few(several, _MOST))


def _tables(trace: Grids) -> Sequence[Lcs | Wlcs]:
    return trace.found


def matched(trace: Grids, place: int) -> Matched:
    """The places of the words that match in a reference."""
    pairs = trace.found[place].matches
    return tuple(j - 1 for _, j in pairs), tuple(i - 1 for i, _ in pairs)


def earned(trace: Grids) -> list[tuple[str, ...]]:
    """The states of the tokens of every text."""
    return states(trace, [matched(trace, place) for place in range(trace.count)])


def states(trace: RougeScore, found: Sequence[Matched]) -> list[tuple[str, ...]]:
    """The same, from the places of the words that match in each reference."""
    mine = {token for place in set(trace.chosen) for token in found[place][0]}
    candidate = tuple("credited" if place in mine else "" for place in range(len(trace.candidate)))
    theirs = []
    for reference, (_, places) in zip(trace.references, found, strict=True):
        there = set(places)
        theirs.append(tuple("matched" if place in there else "" for place in range(len(reference))))
    return [candidate, *theirs]


def table(trace: RougeScore, found: Sequence[Matched]) -> Table:
    """A row for each word that matches: the number of the word in each text, counted from 1."""
    columns = keyed("reference", "word", at="at in the reference", candidate_at="at in the candidate")
    texts = trace.candidate, *trace.references
    mine, *each = [list(accumulate(int(trace.is_word(token)) for token in text)) for text in texts]
    rows: list[tuple[Cell, ...]] = []
    for place, (reference, theirs) in enumerate(zip(trace.references, each, strict=True)):
        for here, there in zip(*found[place], strict=True):
            rows.append((place + 1, Words((reference[there],)), theirs[there], mine[here]))
    return Table("", columns, tuple(rows), names=2)


def steps(trace: Grids) -> Iterator[Step]:
    """A step for each reference."""
    weighs = isinstance(trace, WeightedSubsequence)
    title, why = (_TITLE_W, _WHY_W) if weighs else (_TITLE, _WHY)
    for (name, left, which), matches, found in zip(names(trace), trace.of_each("matches"), _tables(trace), strict=True):
        reference, candidate = found.reference, found.candidate
        value, (m, n) = number(Fraction(matches)), (f"{len(text):,}" for text in (reference, candidate))
        cell = Chain("=", (left, Call("c", Chain(",", ("m", "n")))))
        last = Equation(cell, value, value) if weighs else Equation(cell, Call("c", Chain(",", (m, n))), value, _WHERE)
        parts: tuple[Part, ...] = (not_shown(reference, candidate), last)
        if is_shown(reference, candidate):
            parts = _runs(found, left) if isinstance(found, Wlcs) else (
                grid(found, found.cells), last, counted(found), *_others(found)
            )  # fmt: skip
        yield Step(name, title + which, f"{m} words against {n}", Chain("=", (left, value)), why, trace.source, parts)


def _others(table: Lcs) -> Iterator[Prose]:
    """What is said where there are several: they do not add up."""
    if (number := table.number) > 1:
        mine = tuple(table.reference[i - 1] for i, _ in table.matches)
        another = (Words(table.other), " is another. ") if table.other != mine else ()
        yield Prose((f"There are {number:,} different ones. ", *another, "Only one counts, whichever it is."))


def _runs(table: Wlcs, wlcs: Formula) -> tuple[Part, ...]:
    """The grid, then a row for each run of the path: its words, how many they are, what they are worth; their sum."""
    f, weight = Weights(table.weight), decimal(table.weight)
    rows: list[tuple[Cell, ...]] = []
    for place, run in enumerate(table.runs, 1):
        words = Words(tuple(table.reference[i - 1] for i, _ in run))
        rows.append((place, words, len(run), number(f.of(len(run)))))
    runs = Table("", keyed("run", "words", k="k", worth="f(k)"), tuple(rows), names=2)
    powers: list[Formula] = [Power(str(len(run)), weight) for run in table.runs]
    total = number(sum((f.of(len(run)) for run in table.runs), Fraction(0)))
    where = f"r runs over the runs; f(k) is k^{weight}, and k the number of words in a run"
    whole = Equation(Chain("=", (wlcs, SumOver("r", Call("f", "k")))), added(powers), total, where)
    lengths = () if table.is_whole else (Prose((_LENGTHS,)),)
    return (grid(table, table.numbers), *lengths, counted(table), runs, whole)


def moments(trace: Grids) -> Iterator[Moment]:
    """Each table filled row by row, then its path walked back; of ROUGE-W, then what its runs are worth."""
    for place, ((name, _, _), found) in enumerate(zip(names(trace), _tables(trace), strict=True)):
        if not is_shown(found.reference, found.candidate):
            everything = Mark(0, tuple(range(len(trace.candidate))))
            told = not_shown(found.reference, found.candidate)
            yield Moment(name, "worth" if isinstance(found, Wlcs) else "length", told, (everything,))
        elif isinstance(found, Lcs):
            yield from _filled(name, place, found, "one more than diagonally above")
        else:
            yield from _filled(name, place, found, _MATCH_W if found.is_whole else _LONGER)
            lengths = " and ".join(str(len(run)) for run in found.runs) or "no words"
            worth = plain.formula(number(trace.of_each("matches")[place]))
            yield Moment(name, "runs", Prose((f"Its runs have {lengths}: together they are worth {worth}.",)))


def _filled(step: str, place: int, table: Lcs | Wlcs, match: str) -> Iterator[Moment]:
    """The rows in turn, then the path. `match` says what a cell of two equal words holds."""
    whole = len(table.candidate) + 2
    start = "The first row and the first column are 0: with no words there is nothing in common."
    yield Moment(step, "edge", Prose((start,)), (), 0, whole)
    for i, word in enumerate(table.reference, 1):
        equal = tuple(j for j, other in enumerate(table.candidate) if other == word)
        told = (
            f" is in the candidate too: there stands {match}. Elsewhere the larger of the two neighbours is taken over."
        )
        if not equal:
            told = " is not in the candidate: its row repeats the row above."
        marks = (Mark(place + 1, (i - 1,)), Mark(0, equal))
        yield Moment(step, "row", Prose((Words((word,)), told)), marks, i, whole)
    yield from _walked(step, place, table)


def _walked(step: str, place: int, table: Lcs | Wlcs) -> Iterator[Moment]:
    """The path from its last cell to the edge, a moment for each step."""
    taken: list[Place] = []
    for walked, (here, after) in enumerate(pairwise(table.path), 1):
        (i, j), diagonal = here, after == (here[0] - 1, here[1] - 1)
        if diagonal:
            taken.insert(0, here)
        marks = (
            Mark(place + 1, (i - 1,)),
            Mark(0, (j - 1,)),
            Mark(place + 1, tuple(row - 1 for row, _ in taken), "credit"),
            Mark(0, tuple(column - 1 for _, column in taken), "credit"),
        )
        yield Moment(step, "path", _move(table, here, after), marks, walked=walked)
    words = Words(tuple(table.reference[i - 1] for i, _ in taken))
    told: tuple[Words | str, ...] = ("The path has come to the edge. The subsequence is ", words, ".")
    if not taken:
        told = ("The path has come to the edge without a match.",)
    last = (
        Mark(place + 1, tuple(i - 1 for i, _ in taken), "credit"),
        Mark(0, tuple(j - 1 for _, j in taken), "credit"),
    )
    yield Moment(step, "subsequence", Prose(told), last)


def _move(table: Lcs | Wlcs, here: Place, after: Place) -> Prose:
    """Why the path goes on where it does."""
    mine, theirs = Words((table.candidate[here[1] - 1],)), Words((table.reference[here[0] - 1],))
    if after == (here[0] - 1, here[1] - 1):
        return Prose((theirs, " stands in both: it is taken, and the path goes on diagonally."))
    up, left = table.cells[here[0] - 1][here[1]], table.cells[here[0]][here[1] - 1]
    if after[0] < here[0]:
        reason = "as large as" if up == left else "larger than"
        return Prose((theirs, " and ", mine, f" differ. The number above is {reason} the one at the left: up."))
    return Prose((theirs, " and ", mine, " differ. The number at the left is larger than the one above: to the left."))
