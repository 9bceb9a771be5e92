"""NIST as something that is computed by hand: its functions, and the names of its numbers."""

from collections.abc import Callable
from typing import Any

from mtexplain.display.formula import Call, Chain, Formula, Over, Power, SumOver, Symbol
from mtexplain.explain.misconceptions.nist import method
from mtexplain.explain.misconceptions.recipe import Recipe, subject
from mtexplain.metrics.nist import corpus_nist, nist
from mtexplain.metrics.nist.formulas import BETA, BP, L_REF, L_SYS, NIST

WHOLE, BEGINNING = Call("Count", Symbol("w", "1…n")), Call("Count", Symbol("w", "1…n-1"))
S, TOTAL, INFO, MATCHES = Symbol("s", "n"), Symbol("total", "n"), Symbol("Info"), Call("matches", "g")


def is_(left: Formula, right: Formula) -> Formula:
    """left = right."""
    return Chain("=", (left, right))


def times(*factors: Formula) -> Formula:
    """A product."""
    return Chain("*", factors)


def least(*terms: Formula) -> Formula:
    """The smallest of some terms."""
    return Call("min", Chain(",", terms))


def log2(top: Formula, bottom: Formula) -> Formula:
    """The information of a quotient, in bits."""
    return is_(INFO, Call(Symbol("log", "2"), Over(top, bottom)))


def squared(ratio: Formula) -> Formula:
    """The square of a logarithm."""
    return Power(Chain("*", (Call("log", ratio),), grouped=True), "2")


def bell(exponent: Formula) -> Formula:
    """BP as e to a power."""
    return is_(BP, Call("exp", exponent))


RATIO = Over(L_SYS, L_REF)
CAPPED = least(RATIO, "1")

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "known": method.known,
    "information": method.information,
    "matches": method.matches,
    "gain": method.gain,
    "total": method.total,
    "s": method.s,
    "l_sys": method.l_sys,
    "l_ref": method.l_ref,
    "bp": method.bp,
    "score": method.score,
}
FORMULAS: dict[str, Formula] = {
    "information": log2(BEGINNING, WHOLE),
    "matches": is_(MATCHES, least(Call("Count", "g"), "the most that one reference has")),
    "total": is_(TOTAL, SumOver("g", Call("Count", "g"))),
    "l_ref": is_(L_REF, "the mean length of a reference"),
    "bp": bell(times(BETA, squared(CAPPED))),
    "score": is_(NIST, times(BP, SumOver("n", S))),
    "writing": "rounded",
}
SYMBOLS: dict[str, Formula] = {
    "gain": Symbol("gain"), "total": Symbol("total"), "s": Symbol("s"), "l_sys": L_SYS, "l_ref": L_REF, "bp": BP,
    "score": NIST,
}  # fmt: skip
STEPS = {
    "gain": "s_{n}", "total": "s_{n}", "s": "s_{n}", "l_sys": "tokens", "l_ref": "brevity", "bp": "brevity",
    "score": "score",
}  # fmt: skip

NIST_SUBJECT = subject(
    "NIST",
    nist,
    Recipe(FUNCTIONS, ("gain", "total", "s", "l_sys", "l_ref", "bp", "score")),
    FORMULAS,
    SYMBOLS,
    STEPS,
    text_metric=corpus_nist,
    rounding="nist-rounded-first",
)
