"""ROUGE as something that is computed by hand: its functions with their right formulas, and its six metrics."""

from collections.abc import Callable, Mapping

from mtexplain.display.formula import Call, Chain, Formula, Over, SumOver, Symbol
from mtexplain.display.score import Score
from mtexplain.explain.misconceptions.recipe import subject
from mtexplain.explain.misconceptions.rouge.method import RECIPE
from mtexplain.metrics.rouge import rouge_l, rouge_l_sum, rouge_n, rouge_s, rouge_su, rouge_w
from mtexplain.recipe.misconception import Subject

R, P, F, MATCHES = Symbol("R"), Symbol("P"), Symbol("F"), Symbol("matches")
COUNT, IN_REFERENCE = Call("Count", "g"), Call(Symbol("Count", "R"), "g")
F_BETA = Over(
    Chain("*", (Chain("+", ("1", "β²"), grouped=True), R, P)),
    Chain("+", (R, Chain("*", ("β²", P)))),
)


def is_(left: Formula, right: Formula) -> Formula:
    """left = right."""
    return Chain("=", (left, right))


def said(words: str) -> Formula:
    """A term in words."""
    return Chain("*", (words,), grouped=True)


FORMULAS: Mapping[str, Formula] = {
    "texts": "the tokens of both sides, as the rules cut them",
    "units": "n-grams; or skip-bigrams in their order, for ROUGE-SU with the words",
    "overlap": is_(MATCHES, SumOver("g", Call("min", Chain(",", (COUNT, IN_REFERENCE))))),
    "lcs": is_(MATCHES, Call("LCS", "X, Y")),
    "union": is_(MATCHES, SumOver("lines of X", said("words that some line of Y has in common with it"))),
    "wlcs": is_("WLCS", SumOver("runs", Call("f", "k"))),
    "totals": "m and n: the units of the reference and of the candidate, or f of them",
    "together": "R and P with each reference, or as the rules pool them",
    "shares": Chain(",", (is_(R, Over(MATCHES, "m")), is_(P, Over(MATCHES, "n")))),
    "inverse": is_(R, Call("f⁻¹", Over("WLCS", Call("f", "m")))),
    "references": "the best reference, or as the rules choose",
    "score": is_(F, F_BETA),
    "writing": "rounded, from 0 to 1",
}
"""The right formula of every function that can be replaced."""

SYMBOLS: Mapping[str, Formula] = {"matches": MATCHES, "recall": R, "precision": P, "score": F}


def _rouge(name: str, metric: Callable[..., Score], matches: str, each: str) -> Subject:
    """One of the six; `matches` and `each` are the steps that tell its matches, with one reference or with several."""
    steps = {
        "matches": matches,
        "matches_n": each,
        "recall": "recall",
        "precision": "precision",
        "score": "score",
    }
    made_of = {"recall": ("matches",), "precision": ("matches",)}
    return subject(
        name, metric, RECIPE, FORMULAS, SYMBOLS, steps,
        rounding="rouge-rounded-first", family="ROUGE", made_of=made_of,
    )  # fmt: skip


ROUGE_N = _rouge("ROUGE-N", rouge_n, "overlap", "overlap")
ROUGE_L = _rouge("ROUGE-L", rouge_l, "lcs", "lcs_{n}")
ROUGE_L_SUM = _rouge("ROUGE-Lsum", rouge_l_sum, "lcs", "lcs_{n}")
ROUGE_W = _rouge("ROUGE-W", rouge_w, "wlcs", "wlcs_{n}")
ROUGE_S = _rouge("ROUGE-S", rouge_s, "overlap", "overlap")
ROUGE_SU = _rouge("ROUGE-SU", rouge_su, "overlap", "overlap")
SUBJECTS = (ROUGE_N, ROUGE_L, ROUGE_L_SUM, ROUGE_W, ROUGE_S, ROUGE_SU)
