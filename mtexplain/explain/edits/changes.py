"""The change of a sentence, that is, the span where two token lists differ, with its kind and a description."""

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from mtexplain.display.parts import Prose, Words
from mtexplain.metrics.shared.occurrences import so_many

Tokens = tuple[str, ...]
_LONGEST = 4  # the most tokens that are named one by one


class Change(NamedTuple):
    """The tokens `old`, which begin at `position` (counted from 0), became `new`."""

    position: int
    old: Tokens
    new: Tokens

    @property
    def kind(self) -> str:
        """The kind: "delete", "insert", "substitute" (a token), "swap" (two neighbours), "rewrite" or "none"."""
        match len(self.old), len(self.new):
            case (0, 0):
                return "none"
            case (1, 0):
                return "delete"
            case (0, 1):
                return "insert"
            case (1, 1):
                return "substitute"
            case (2, 2) if self.old == self.new[::-1]:
                return "swap"
        return "rewrite"

    def applied(self, tokens: Sequence[str]) -> Tokens:
        """The tokens after the change.

        >>> Change(1, ("cat",), ("dog",)).applied(["the", "cat"])
        ('the', 'dog')
        """
        return (*tokens[: self.position], *self.new, *tokens[self.position + len(self.old) :])

    @property
    def places(self) -> frozenset[int]:
        """The positions of the new tokens; tokens that only moved along are left out."""
        same = SequenceMatcher(None, self.old, self.new, autojunk=False).get_matching_blocks()
        kept = {start + offset for _, start, length in same for offset in range(length)}
        return frozenset(self.position + index for index in range(len(self.new)) if index not in kept)

    def text(self) -> Prose:
        """The change as a clause, without a full stop."""
        if self.kind == "none":
            return Prose(("The candidate is the same",))
        if self.kind == "swap":
            return Prose(("You swapped ", Words(self.old[:1]), " and ", Words(self.old[1:])))
        few = max(len(self.old), len(self.new)) <= _LONGEST
        old, new = (Words(tokens) if few else so_many(len(tokens), "token") for tokens in (self.old, self.new))
        if not few and Counter(self.old) == Counter(self.new):
            return Prose(("You reordered ", old))
        if self.old and self.new:
            return Prose(("You replaced ", old, " with ", new) if few else ("You rewrote ", old, " as ", new))
        return Prose(("You added ", new) if self.new else ("You took out ", old))


def change(before: Sequence[str], after: Sequence[str]) -> Change:
    """The change from one token list to another, which is everything between their common beginning and common end.

    >>> change("the cat sat".split(), "the cat is".split())
    Change(position=2, old=('sat',), new=('is',))
    >>> change("a b c".split(), "b a c".split()).kind
    'swap'
    """
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    old, new = tuple(before[start : len(before) - end]), tuple(after[start : len(after) - end])
    return Change(start, old, new)


def _common(before: Sequence[str], after: Sequence[str]) -> int:
    """The length of the common beginning of both lists."""
    pairs = enumerate(zip(before, after, strict=False))
    return next((index for index, (old, new) in pairs if old != new), min(len(before), len(after)))
