"""The fewest edits that make a sentence one of a language: an edit distance to an automaton.

The edits are those of `nearest`, each of cost 1. The search goes from state to state, the nearest first (Dijkstra); a
state is how much of the sentence is used up, where the language stands, and, where two tokens are being swapped, the
place of the one that is still to come.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from mtexplain.automaton import Automaton, State
from mtexplain.explain.edits.changes import Change

Tokens = tuple[str, ...]
Way = tuple[Change, ...]


class _Node(NamedTuple):
    used: int
    state: State
    owed: int | None = None
    """The place of a token that was swapped with a later one, and has not come yet."""


class _Move(NamedTuple):
    """A way from one node to another: how many edits it takes, and the word that is put there, or put in."""

    cost: int
    node: _Node
    word: str = ""


_Origins = dict[_Node, list[tuple[_Node, _Move]]]


def shortest(tokens: Tokens, automaton: Automaton) -> Iterator[Way]:
    """The shortest ways to a sentence of the language, as edits in turn, from right to left; none where it is empty.

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
    """The nearest nodes at which all is read, and for every node on the way those it is best reached from."""
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
    """Keep, replace, take out, put in, begin a swap; and where one was begun, put in between, or end it."""
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
    """Every row of moves that leads there, the last first."""
    open_rows = [(end, list[tuple[_Node, _Move]]())]
    while open_rows:
        node, moves = open_rows.pop()
        if node == first and not origins.get(node):
            yield moves
        open_rows += [(before, [*moves, (before, move)]) for before, move in reversed(origins.get(node, ()))]


def _changes(tokens: Tokens, moves: list[tuple[_Node, _Move]]) -> Iterator[Change]:
    """The edits, from right to left, so that no place moves before its turn."""
    between: list[Change] = []
    for (used, _, owed), (cost, after, word) in moves:
        if owed is not None:
            between += [Change(owed + 1, (), (word,))] * cost
        elif after.owed is not None:
            yield from (Change(place, tokens[place : place + 1], ()) for place in range(after.used - 2, used, -1))
            yield Change(used, (tokens[used], word), (word, tokens[used]))
            yield from between
            between = []
        elif cost:
            yield Change(used, tokens[used : after.used], (word,) if word else ())
