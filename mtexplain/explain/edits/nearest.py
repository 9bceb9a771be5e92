"""The fewest edits after which a sentence holds a given run of tokens, and is as long as it must be.

Damerau's four edits, each of cost 1: take out, replace, put in, swap neighbours. The table is that of Lowrance and
Wagner 1975, "An Extension of the String-to-String Correction Problem", in which a swapped pair may be edited between.
There is one for each place where the run may begin. What else the length asks for is put in behind the run, or taken
out around it.
"""

from collections.abc import Callable

from mtexplain.explain.edits.changes import Change

Tokens = tuple[str, ...]
Way = tuple[Change, ...]
Cell = tuple[int, int]


def nearest(
    tokens: Tokens,
    run: Tokens,
    fits: Callable[[int], bool] = lambda length: True,
    most: int | None = None,
    word: str = "",
) -> list[Way]:
    """The shortest ways to make the run part of a sentence whose length fits: one for each window it can come from.

    Ways of more than `most` edits are not looked for. `word` is put in where the sentence is too short.

    >>> nearest(("d", "b", "a", "c"), ("d", "a", "b", "c"))
    [(Change(position=1, old=('b', 'a'), new=('a', 'b')),)]
    >>> nearest(("b",), ("a",), lambda length: length == 2)
    [(Change(position=0, old=(), new=('a',)),), (Change(position=1, old=(), new=('a',)),)]
    """
    most = len(tokens) + len(run) if most is None else most
    ways: list[Way] = []
    for start in range(len(tokens) + 1):
        window = tokens[start : start + 2 * len(run)]
        if len(run) - sum(one in window for one in run) > most:
            continue  # so many of its tokens at least are not there
        costs, origins = _table(window, run)
        for end in range(len(window) + 1):
            cost, length = costs[len(run), end], len(tokens) - end + len(run)
            more = _apart(length, lambda length: length >= len(run) and fits(length), most - cost)
            if more is None:
                continue
            if cost + abs(more) < most:
                most, ways = cost + abs(more), []
            after, before = _around(tokens, start, start + end, more, word)
            ways.append((*after, *_way(window, run, origins, start, end), *before))
    return ways


def _apart(length: int, fits: Callable[[int], bool], most: int) -> int | None:
    """How much longer or shorter than this the nearest length is that fits; None where it is too far."""
    both = (sign * number for number in range(most + 1) for sign in (1, -1))
    return next((more for more in both if fits(length + more)), None)


def _around(tokens: Tokens, start: int, end: int, more: int, word: str) -> tuple[list[Change], list[Change]]:
    """So many words put in behind a window, or taken out around it: what is done behind it, and what before it."""
    if more > 0:
        return [Change(end, (), (word,))] * more, []
    places = [*range(len(tokens) - 1, end - 1, -1), *range(start - 1, -1, -1)][:-more]
    taken = [Change(place, tokens[place : place + 1], ()) for place in places]
    return [one for one in taken if one.position >= end], [one for one in taken if one.position < start]


def _table(tokens: Tokens, run: Tokens) -> tuple[dict[Cell, int], dict[Cell, Cell]]:
    """For the first i tokens of the run, made of the first j of the window: the least cost, the cell it comes from."""
    costs = {(0, j): j for j in range(len(tokens) + 1)}
    origins: dict[Cell, Cell] = {(0, j): (0, j - 1) for j in range(1, len(tokens) + 1)}
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


def _way(window: Tokens, run: Tokens, origins: dict[Cell, Cell], start: int, end: int) -> list[Change]:
    """The edits that make the run of a window, from right to left, so that no place moves before its turn."""
    changes: list[Change] = []
    cell = (len(run), end)
    while cell != (0, 0):
        (i, j), cell = cell, origins[cell]
        changes += [one._replace(position=start + one.position) for one in _edits(window, run, cell, (i, j))]
    return changes


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
