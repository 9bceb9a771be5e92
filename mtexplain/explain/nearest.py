"""The fewest edits after which a sentence holds a given run of tokens: an edit distance with free ends.

Damerau's four edits, each of cost 1: take out, replace, put in, swap neighbours. The table is that of Lowrance and
Wagner 1975, "An Extension of the String-to-String Correction Problem", in which a swapped pair may be edited between;
as in Sellers 1980 the run may begin and end anywhere in the sentence.
"""

from mtexplain.explain.changes import Change

Tokens = tuple[str, ...]
Way = tuple[Change, ...]
Cell = tuple[int, int]


def nearest(tokens: Tokens, run: Tokens) -> list[Way]:
    """The shortest ways to make the run part of the sentence: one for each place where it can end.

    >>> nearest(("d", "b", "a", "c"), ("d", "a", "b", "c"))
    [(Change(position=1, old=('b', 'a'), new=('a', 'b')),)]
    """
    costs, origins = _table(tokens, run)
    ends = range(len(tokens) + 1)
    least = min(costs[len(run), end] for end in ends)
    return [_way(tokens, run, origins, end) for end in ends if costs[len(run), end] == least]


def _table(tokens: Tokens, run: Tokens) -> tuple[dict[Cell, int], dict[Cell, Cell]]:
    """For the first i tokens of the run, ended at j in the sentence: the least cost, and the cell it comes from."""
    costs = {(0, j): 0 for j in range(len(tokens) + 1)}
    origins: dict[Cell, Cell] = {}
    seen_in_run: dict[str, int] = {}
    for i in range(1, len(run) + 1):
        costs[i, 0], origins[i, 0] = i, (i - 1, 0)
        matched = 0  # the last j before this one at which the sentence has the run's token i
        for j in range(1, len(tokens) + 1):
            same = run[i - 1] == tokens[j - 1]
            options = [
                (costs[i - 1, j - 1] + (not same), (i - 1, j - 1)),  # keep or replace
                (costs[i - 1, j] + 1, (i - 1, j)),  # put in
                (costs[i, j - 1] + 1, (i, j - 1)),  # take out
            ]
            swapped = seen_in_run.get(tokens[j - 1], 0), matched
            if all(swapped):  # take out what stands between the two, swap them, put in what belongs between
                between = i - swapped[0] + j - swapped[1] - 2
                before = swapped[0] - 1, swapped[1] - 1
                options.append((costs[before] + between + 1, before))
            costs[i, j], origins[i, j] = min(options, key=lambda option: option[0])
            matched = j if same else matched
        seen_in_run[run[i - 1]] = i
    return costs, origins


def _way(tokens: Tokens, run: Tokens, origins: dict[Cell, Cell], end: int) -> Way:
    """The edits that lead to a cell of the last row, from right to left, so that no place moves before its turn."""
    changes: list[Change] = []
    cell = (len(run), end)
    while cell[0]:
        (i, j), cell = cell, origins[cell]
        changes += _edits(tokens, run, cell, (i, j))
    return tuple(changes)


def _edits(tokens: Tokens, run: Tokens, start: Cell, end: Cell) -> list[Change]:
    """What one step of the table does: nothing, one edit, or a swap with edits between."""
    (i, j), (last_i, last_j) = start, end
    wanted, held = run[i:last_i], tokens[j:last_j]
    match len(wanted), len(held):
        case 1, 1:
            return [] if wanted == held else [Change(j, held, wanted)]
        case 1, 0:
            return [Change(j, (), wanted)]
        case 0, 1:
            return [Change(j, held, ())]
    taken = [Change(place, tokens[place : place + 1], ()) for place in range(last_j - 2, j, -1)]
    pair = (held[0], held[-1])
    put = [Change(j + 1, (), (word,)) for word in reversed(wanted[1:-1])]
    return [*taken, Change(j, pair, pair[::-1]), *put]
