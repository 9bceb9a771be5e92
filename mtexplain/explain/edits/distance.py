"""The fewest edits that turn a sentence into a sentence with a required property.

The edits are Damerau's, each of cost 1 (delete, replace or insert a token, or swap two neighbours).

`nearest` leads to a sentence that contains a given run of tokens and has a suitable length. It uses the table of
Lowrance and Wagner 1975, "An Extension of the String-to-String Correction Problem", in which tokens between a swapped
pair may be edited. There is a table for each place where the run may begin. If the length requires it, tokens are
inserted after the run or deleted around it.

`shortest` leads to a sentence of a language, given as an automaton. It is Dijkstra's algorithm. A node holds the number
of tokens used, the state of the automaton, and, during a swap, the position of the token that is still to come.
"""

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from mtexplain.automaton import Automaton, State
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
    """The shortest ways to make the run part of a sentence of a length that fits, with a way for each possible window.

    Ways of more than `most` edits are not tried. `word` is inserted if the sentence is too short.

    >>> nearest(("d", "b", "a", "c"), ("d", "a", "b", "c"))
    [(Change(position=1, old=('b', 'a'), new=('a', 'b')),)]
    >>> nearest(("b",), ("a",), lambda length: length == 2)
    [(Change(position=0, old=(), new=('a',)),), (Change(position=1, old=(), new=('a',)),)]
    """
    most = len(tokens) + len(run) if most is None else most
    ways: list[Way] = []
    for start in range(len(tokens) + 1):
        window = tokens[start : start + 2 * len(run)]
        if len(run) - sum(token in window for token in run) > most:
            continue  # at least this many of its tokens are missing
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
    """The difference from this length to the nearest length that fits; None if it is larger than `most`."""
    offsets = (sign * number for number in range(most + 1) for sign in (1, -1))
    return next((more for more in offsets if fits(length + more)), None)


def _around(tokens: Tokens, start: int, end: int, more: int, word: str) -> tuple[list[Change], list[Change]]:
    """The changes after a window and before it, where words are inserted after the window or deleted around it."""
    if more > 0:
        return [Change(end, (), (word,))] * more, []
    positions = [*range(len(tokens) - 1, end - 1, -1), *range(start - 1, -1, -1)][:-more]
    taken = [Change(position, tokens[position : position + 1], ()) for position in positions]
    return [change for change in taken if change.position >= end], [
        change for change in taken if change.position < start
    ]


def _table(tokens: Tokens, run: Tokens) -> tuple[dict[Cell, int], dict[Cell, Cell]]:
    """The least cost of making the first i tokens of the run from the first j of the window, and the cell before."""
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
                (costs[i - 1, j] + 1, (i - 1, j)),  # insert
                (costs[i, j - 1] + 1, (i, j - 1)),  # delete
            ]
            swapped = seen_in_run.get(tokens[j - 1], 0), matched
            if all(swapped):  # delete the tokens between the two, swap them, insert the tokens that belong between
                between = i - swapped[0] + j - swapped[1] - 2
                before = swapped[0] - 1, swapped[1] - 1
                options.append((costs[before] + between + 1, before))
            costs[i, j], origins[i, j] = min(options, key=lambda option: option[0])
            matched = j if same else matched
        seen_in_run[run[i - 1]] = i
    return costs, origins


def _way(window: Tokens, run: Tokens, origins: dict[Cell, Cell], start: int, end: int) -> list[Change]:
    """The edits that turn a window into the run, from right to left, so that no later position changes."""
    changes: list[Change] = []
    cell = (len(run), end)
    while cell != (0, 0):
        (i, j), cell = cell, origins[cell]
        changes += [change._replace(position=start + change.position) for change in _edits(window, run, cell, (i, j))]
    return changes


def _edits(tokens: Tokens, run: Tokens, start: Cell, end: Cell) -> list[Change]:
    """The edits of a step of the table (none, one edit, or a swap with edits between the swapped tokens)."""
    (i, j), (last_i, last_j) = start, end
    wanted, held = run[i:last_i], tokens[j:last_j]
    match len(wanted), len(held):
        case 1, 1:
            return [] if wanted == held else [Change(j, held, wanted)]
        case 1, 0:
            return [Change(j, (), wanted)]
        case 0, 1:
            return [Change(j, held, ())]
    taken = [Change(position, tokens[position : position + 1], ()) for position in range(last_j - 2, j, -1)]
    pair = (held[0], held[-1])
    put = [Change(j + 1, (), (word,)) for word in reversed(wanted[1:-1])]
    return [*taken, Change(j, pair, pair[::-1]), *put]


class _Node(NamedTuple):
    used: int
    state: State
    owed: int | None = None
    """The position of a token that was swapped with a later token and is still to come."""


class _Move(NamedTuple):
    """A move to another node, with the number of edits, the next node, and the word that is read, if any."""

    cost: int
    node: _Node
    word: str = ""


_Origins = dict[_Node, list[tuple[_Node, _Move]]]


def shortest(tokens: Tokens, automaton: Automaton) -> Iterator[Way]:
    """Yield the shortest ways to a sentence of the language, as edits from right to left; none if it is empty.

    >>> after = {"": ("a",), "a": ("b",)}
    >>> ab = Automaton("", lambda state: after.get(state, ()), lambda state, word: word, lambda state: state == "b")
    >>> list(shortest(("b", "a"), ab))
    [(Change(position=0, old=('b', 'a'), new=('a', 'b')),)]
    """
    first = _Node(0, automaton.start)
    ends, origins = _searched(tokens, automaton, first)
    for end in ends:
        for moves in _back(end, first, origins):
            yield tuple(_changes(tokens, moves))


def _searched(tokens: Tokens, automaton: Automaton, first: _Node) -> tuple[list[_Node], _Origins]:
    """The nearest nodes at which all tokens are used, and the best predecessors of every node on the way."""
    turn, costs, origins = count(), {first: 0}, _Origins()
    waiting, ends, least = [(0, next(turn), first)], list[_Node](), None
    done: set[_Node] = set()
    while waiting:
        cost, _, node = heappop(waiting)
        if least is not None and cost > least:
            break
        if node in done:
            continue
        done.add(node)
        if node.used == len(tokens) and node.owed is None and automaton.ends(node.state):
            ends.append(node)
            least = cost
        for move in _moves(tokens, automaton, node):
            reached = cost + move.cost
            if reached < costs.get(move.node, reached + 1):
                costs[move.node], origins[move.node] = reached, []
                heappush(waiting, (reached, next(turn), move.node))
            if reached == costs[move.node]:
                origins[move.node].append((node, move))
    return ends, origins


def _moves(tokens: Tokens, automaton: Automaton, node: _Node) -> Iterator[_Move]:
    """Yield the moves from a node, which keep, replace, delete or insert a token, or begin a swap.

    During a swap, the moves insert a token between the swapped tokens, or end the swap.
    """
    used, state, owed = node
    words = automaton.words(state)
    for word in words:
        yield _Move(1, _Node(used, automaton.read(state, word), owed), word)
    if owed is not None:
        if tokens[owed] in words:
            yield _Move(0, _Node(used, automaton.read(state, tokens[owed])))
        return
    if used == len(tokens):
        return
    yield _Move(1, _Node(used + 1, state))
    for word in words:
        yield _Move(int(word != tokens[used]), _Node(used + 1, automaton.read(state, word)), word)
    for later in range(used + 1, len(tokens)):
        if tokens[later] in words:
            yield _Move(later - used, _Node(later + 1, automaton.read(state, tokens[later]), used), tokens[later])


def _back(end: _Node, first: _Node, origins: _Origins) -> Iterator[list[tuple[_Node, _Move]]]:
    """Yield every sequence of moves that leads to this node, from the last move to the first."""
    open_rows = [(end, list[tuple[_Node, _Move]]())]
    while open_rows:
        node, moves = open_rows.pop()
        if node == first and not origins.get(node):
            yield moves
        open_rows += [(before, [*moves, (before, move)]) for before, move in reversed(origins.get(node, ()))]


def _changes(tokens: Tokens, moves: list[tuple[_Node, _Move]]) -> Iterator[Change]:
    """Yield the edits from right to left, so that no later position changes."""
    between: list[Change] = []
    for (used, _, owed), (cost, after, word) in moves:
        if owed is not None:
            between += [Change(owed + 1, (), (word,))] * cost
        elif after.owed is not None:
            yield from (
                Change(position, tokens[position : position + 1], ()) for position in range(after.used - 2, used, -1)
            )
            yield Change(used, (tokens[used], word), (word, tokens[used]))
            yield from between
            between = []
        elif cost:
            yield Change(used, tokens[used : after.used], (word,) if word else ())
