"""A set of sentences, read from left to right: where a reading begins, what may come next, where it may end."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

State = Any
"""The state of a reading, which remembers what it must of the tokens read: anything that can be hashed."""


class Automaton(NamedTuple):
    """The sentences that can be read from `start` to a state in which they may end.

    `words` are the tokens that may come next in a state, `read` is the state after one of them.

    >>> after = {"": ("a",), "a": ("b",)}
    >>> ab = Automaton("", lambda state: after.get(state, ()), lambda state, word: word, lambda state: state == "b")
    >>> ab.holds(["a", "b"]), ab.holds(["a"]), ab.holds(["b"])
    (True, False, False)
    """

    start: State
    words: Callable[[State], Collection[str]]
    read: Callable[[State, str], State]
    ends: Callable[[State], bool]

    def holds(self, tokens: Iterable[str]) -> bool:
        """True if a sentence is in the set."""
        state = self.start
        for token in tokens:
            if token not in self.words(state):
                return False
            state = self.read(state, token)
        return self.ends(state)
