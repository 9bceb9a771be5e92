"""Runs of tokens that stand in two texts: how long the longest one is in which an n-gram stands.

All runs of a text are kept in a suffix automaton (Blumer et al. 1985), which is made, and read, in one walk over the
tokens: so a text of ten times the length takes ten times as long, and not a hundred times.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple


class _Automaton(NamedTuple):
    """The runs of some texts. State 0 is the empty run, and `follow` leads from a run to the run with one more token.

    The runs of a state end at the same places. The longest has `length` tokens; `shorter` is the state of the longest
    ending of it that stands in other places, too.
    """

    follow: list[dict[object, int]]
    length: list[int]
    shorter: list[int]


def ends(tokens: Sequence[str], others: Iterable[Sequence[str]]) -> list[int]:
    """For each token, how long the longest run is that ends with it and stands in one of the other texts, too.

    >>> ends("the the cat on the mat".split(), ["there is a cat on the mat".split()])
    [1, 1, 1, 2, 3, 4]
    """
    follow, longest, shorter = _automaton(others)
    found, state, length = [], 0, 0
    for token in tokens:
        while state and token not in follow[state]:
            state = shorter[state]
            length = longest[state]
        state = follow[state].get(token, 0)
        length = length + 1 if state else 0
        found.append(length)
    return found


def around(ends: Sequence[int], n: int) -> list[int]:
    """For each n-gram of a text, how long the longest run is in which it stands; 0 where it stands in none.

    `ends` is what the function `ends` finds.

    >>> around([1, 1, 1, 2, 3, 4], 1), around([1, 1, 1, 2, 3, 4], 2)
    ([1, 1, 4, 4, 4, 4], [0, 0, 4, 4, 4])
    """
    found: list[int] = []
    open_runs: deque[int] = deque()  # their last tokens, of the longest run first
    for last in range(len(ends) - 1, n - 2, -1):
        while open_runs and ends[open_runs[-1]] <= ends[last]:
            open_runs.pop()
        open_runs.append(last)
        while open_runs and open_runs[0] - ends[open_runs[0]] > last - n:  # it begins inside the n-gram
            open_runs.popleft()
        found.append(ends[open_runs[0]] if open_runs else 0)
    return found[::-1]


def _automaton(texts: Iterable[Sequence[str]]) -> _Automaton:
    """The automaton, token by token. No run goes from one text to the next: what parts them equals no token."""
    runs = _Automaton([{}], [0], [-1])
    state = 0
    for token in chain.from_iterable((*text, object()) for text in texts):
        state = _append(runs, state, token)
    return runs


def _append(runs: _Automaton, state: int, token: object) -> int:
    """One token more: the state of the whole text, from that of the text before."""
    follow, length, shorter = runs
    whole = _add(runs, length[state] + 1, {}, 0)
    while state >= 0 and token not in follow[state]:
        follow[state][token] = whole
        state = shorter[state]
    if state < 0:
        return whole
    known = follow[state][token]
    if length[known] > length[state] + 1:  # its longer runs stand in other places from now on
        parted = _add(runs, length[state] + 1, dict(follow[known]), shorter[known])
        shorter[known] = parted
        while state >= 0 and follow[state].get(token) == known:
            follow[state][token] = parted
            state = shorter[state]
        known = parted
    shorter[whole] = known
    return whole


def _add(runs: _Automaton, length: int, follow: dict[object, int], shorter: int) -> int:
    runs.follow.append(follow)
    runs.length.append(length)
    runs.shorter.append(shorter)
    return len(runs.length) - 1
