"""Perplexities as something that is computed by hand: their functions, and the names of their numbers."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from mtexplain.display.formula import Call, Chain, Formula, Minus, Over, Power, SumOver, Symbol
from mtexplain.explain.misconceptions.perplexity import counting, method
from mtexplain.explain.misconceptions.recipe import Recipe, subject
from mtexplain.metrics.perplexity import (
    corpus_ngram_perplexity,
    distribution_perplexity,
    ngram_perplexity,
    perplexity,
)

PP, J, H, P, S = Symbol("PP"), "J", "H", Symbol("p", "t"), Symbol("s", "t")
PAIR, HISTORY, ENTROPY = Call("Count", "h w"), Call("Count", "h"), Over(SumOver("t", S), "T")
SIZE = "|V|"


def is_(left: Formula, right: Formula) -> Formula:
    """left = right."""
    return Chain("=", (left, right))


def times(*factors: Formula) -> Formula:
    """A product."""
    return Chain("*", factors)


def plus(*summands: Formula) -> Formula:
    """A sum."""
    return Chain("+", summands)


def log(base: str) -> Formula:
    """Minus the logarithm of p_t to a base; to e the natural one."""
    return Minus(Call("log" if base == "e" else Symbol("log", base), P))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "base": method.base,
    "p": method.given,
    "t": method.number,
    "product": method.product,
    "surprise": method.surprise,
    "entropy": method.entropy,
    "score": method.score,
}
FORMULAS: dict[str, Formula] = {
    "t": "T = the tokens that are predicted: </s> is one of them, <s> is not",
    "product": is_("P", times(Symbol("p", "1"), "…", Symbol("p", "T"))),
    "surprise": is_(S, Minus(Call(Symbol("log", "b"), P))),
    "entropy": is_(J, ENTROPY),
    "score": is_(PP, Power("b", J)),
    "writing": "rounded",
}
SYMBOLS: dict[str, Formula] = {
    "p": Symbol("p"), "t": "T", "product": "P", "surprise": Symbol("s"), "entropy": J, "score": PP,
}  # fmt: skip
STEPS = {
    "p": "probabilities", "t": "tokens", "product": "ledger", "surprise": "ledger", "entropy": "entropy",
    "score": "score",
}  # fmt: skip
_CLAIMS = ("t", "product", "surprise", "entropy", "score")

PERPLEXITY = subject(
    "Perplexity",
    perplexity,
    Recipe(FUNCTIONS, _CLAIMS),
    FORMULAS,
    SYMBOLS,
    STEPS,
    rounding="perplexity-rounded-first",
)
_NGRAM = subject(
    "Perplexity under an n-gram model",
    ngram_perplexity,
    Recipe({**FUNCTIONS, "p": counting.p}, ("p", *_CLAIMS)),
    {
        "p": is_(P, Chain(",", (Over(PAIR, HISTORY), "or", Over(plus(PAIR, "k"), plus(HISTORY, times("k", SIZE)))))),
        **FORMULAS,
    },
    SYMBOLS,
    STEPS,
    text_metric=corpus_ngram_perplexity,
    rounding="perplexity-rounded-first",
)
NGRAM = replace(_NGRAM, goes_on_to=PERPLEXITY, shared=frozenset(FORMULAS))
"""Once the probabilities are had, the rest is the same: what goes wrong there goes wrong here, too."""
_DISTRIBUTION = subject(
    "Perplexity of a distribution",
    distribution_perplexity,
    Recipe(
        {**FUNCTIONS, "p": method.of_outcomes, "entropy": method.entropy_of_outcomes},
        ("surprise", "entropy", "score"),
    ),
    {
        "surprise": FORMULAS["surprise"],
        "entropy": is_(H, SumOver("i", times(Symbol("p", "i"), Symbol("s", "i")))),
        "score": is_(PP, Power("b", H)),
        "writing": FORMULAS["writing"],
    },
    {**SYMBOLS, "entropy": H},
    {**STEPS, "surprise": "entropy"},
    rounding="perplexity-rounded-first",
)
DISTRIBUTION = replace(_DISTRIBUTION, goes_on_to=PERPLEXITY, shared=frozenset(("surprise", "score", "writing")))
