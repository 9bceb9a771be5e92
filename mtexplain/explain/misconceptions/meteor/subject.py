"""METEOR as something that is computed by hand: its functions, and the names of its numbers."""

from collections.abc import Callable
from typing import Any

from mtexplain.display.formula import Call, Chain, Formula, Over, Power, Symbol
from mtexplain.explain.misconceptions.meteor import method
from mtexplain.explain.misconceptions.recipe import Recipe, subject
from mtexplain.metrics.meteor import meteor

P, R, MEAN, PENALTY, METEOR = Symbol("P"), Symbol("R"), Symbol("F", "mean"), Symbol("Pen"), Symbol("METEOR")
ALPHA, BETA, GAMMA = (Symbol(letter) for letter in "αβγ")
CHUNKS_SHARE = Over("ch", "m")


def is_(left: Formula, right: Formula) -> Formula:
    """left = right."""
    return Chain("=", (left, right))


def times(*factors: Formula) -> Formula:
    """A product."""
    return Chain("*", factors)


def less(left: Formula, right: Formula) -> Formula:
    """A difference, in parentheses."""
    return Chain("-", (left, right), grouped=True)


def mean_of(one: Formula, other: Formula) -> Formula:
    """PR over alpha times one number, and the rest times the other."""
    return is_(MEAN, Over(times(P, R), Chain("+", (times(ALPHA, one), times(less("1", ALPHA), other)))))


def raised(piece: Formula, exponent: Formula = BETA) -> Formula:
    """A power of something in parentheses."""
    return Power(Chain("*", (piece,), grouped=True), exponent)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "reference": method.reference,
    "links": method.links,
    "matches": method.matches,
    "shares": method.shares,
    "precision": method.precision,
    "recall": method.recall,
    "mean": method.mean,
    "chunks": method.chunks,
    "fragmentation": method.fragmentation,
    "penalty": method.penalty,
    "product": method.product,
    "best": method.best,
    "score": method.score,
}
FORMULAS: dict[str, Formula] = {
    "reference": "the reference that scores best",
    "links": "each word has one partner at most, by the rule that is in force",
    "matches": is_("m", "links"),
    "shares": Chain(",", (is_(P, Over("m", "c")), is_(R, Over("m", "r")))),
    "mean": mean_of(P, R),
    "chunks": is_("ch", "runs of neighbours in both texts"),
    "fragmentation": is_(PENALTY, times(GAMMA, raised(CHUNKS_SHARE))),
    "product": is_(METEOR, times(less("1", PENALTY), MEAN)),
    "best": is_(METEOR, Call("max", Symbol("METEOR", "j"))),
    "writing": "rounded, from 0 to 1",
}
SYMBOLS: dict[str, Formula] = {
    "matches": "m",
    "precision": P,
    "recall": R,
    "mean": MEAN,
    "chunks": "ch",
    "penalty": PENALTY,
    "score": METEOR,
}

METEOR_SUBJECT = subject(
    "METEOR",
    meteor,
    Recipe(FUNCTIONS, tuple(SYMBOLS)),
    FORMULAS,
    SYMBOLS,
    {**{name: name for name in SYMBOLS}, "matches": "alignment"},
    rounding="meteor-rounded-first",
    made_of={
        "precision": ("matches",),
        "recall": ("matches",),
        "mean": ("precision", "recall"),
        "penalty": ("chunks",),
    },
)
