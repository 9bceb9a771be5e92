"""A set of sentences, defined by where reading begins, which token may come next, and where a sentence may end."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

State = Any
"""Any hashable value that holds what must be remembered about the tokens read so far."""


class Automaton(NamedTuple):
    """The sentences that lead from `start` to a state in which a sentence may end.

    `words(state)` are the tokens that may come next, and `read(state, token)` is the state after a token.

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
