"""Words with something standing on them, and perhaps hanging below: surprises as stacks of bricks, weights as bars."""

from typing import NamedTuple

Inked = tuple[str, tuple[tuple[str, float], ...]]
"""A line of words: what it is called, and each word with its ink."""
FAINT = 0.4
"""The ink of a word that weighs nothing. What is stronger has a line below it, the longer, the more it weighs."""


class Stack(NamedTuple):
    """A word; how high what stands on it is, and what hangs below, in units; the numbers of both.

    `number` stands on top, `below` under the word, and `adds` under that: what it adds to a sum. `ink` says how dark
    the word is written, up to 1. An infinite height is drawn as high as there is room. `wide` is how many times as wide
    it is as another; `kind` says what stands there.
    """

    word: str
    number: str
    height: float
    below: str = ""
    depth: float = 0.0
    ink: float = 1.0
    wide: float = 1.0
    kind: str = "credited"
    adds: str = ""


class Names(NamedTuple):
    """What the words of a picture are, and the numbers of a stack: those on top, those below, and what they add."""

    words: str
    numbers: str
    below: str = ""
    adds: str = ""


class Stacks(NamedTuple):
    """Stacks side by side, on one ground.

    `others` are lines of words above, each with its ink. `levels` names heights at the left; `mean` is a height that is
    marked, and `means` what is said of it. `shares` stand at the right, under a `heading`: a number, its name, perhaps
    what it is made of. `head` is the legend of the lines above; `foot` says what a brick means, where each unit is one.
    `aside` is drawn at the right: a "fork" of so many equally likely choices, or an "angle" of so many degrees. `total`
    is the sum of the numbers below; it stands in the first row of shares, too.
    """

    stacks: tuple[Stack, ...]
    names: Names
    alt: str
    others: tuple[Inked, ...] = ()
    levels: tuple[tuple[float, str], ...] = ()
    mean: float | None = None
    means: str = ""
    shares: tuple[tuple[str, ...], ...] = ()
    foot: str = ""
    has_bricks: bool = False
    heading: tuple[str, ...] = ()
    aside: tuple[str, float] = ("", 0.0)
    head: str = ""
    total: str = ""
