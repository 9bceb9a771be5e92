"""CIDEr and CIDEr-D as something that is computed by hand: their functions, and the names of their numbers."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from mtexplain.display.formula import Call, Chain, Formula, Minus, Over, Power, Root, SumOver, Symbol
from mtexplain.explain.misconceptions.cider import combining, method
from mtexplain.explain.misconceptions.recipe import Recipe, subject
from mtexplain.metrics.cider import caption_cider, caption_cider_d, cider, cider_d

H, IDF, DF, G = Symbol("h", "k"), Symbol("idf", "k"), Symbol("df", "k"), Symbol("g", "k")
OURS, THEIRS, CIDER_N, W = Call(G, "c"), Call(G, "s"), Symbol("CIDEr", "n"), Symbol("w", "n")
LENGTHS = Call("l", "c"), Call("l", "s")
PENALTY, CIDER, SIMILAR = Symbol("penalty"), Symbol("CIDEr"), Call("sim", Chain(",", ("c", Symbol("s", "j"))))


def is_(left: Formula, right: Formula) -> Formula:
    """left = right."""
    return Chain("=", (left, right))


def times(*factors: Formula) -> Formula:
    """A product."""
    return Chain("*", factors)


def log(top: Formula, bottom: Formula) -> Formula:
    """The logarithm of a quotient."""
    return Call("log", Over(top, bottom))


def norm(weight: Formula) -> Formula:
    """The length of a vector."""
    return Root(SumOver("k", Power(weight, "2")))


def cosine(ours: Formula, below: Formula) -> Formula:
    """The sum of products over something."""
    return is_("cos", Over(SumOver("k", times(ours, THEIRS)), below))


def least(*terms: Formula) -> Formula:
    """The smallest of some terms."""
    return Call("min", Chain(",", terms))


def bell(difference: Formula, width: Formula) -> Formula:
    """e to the power of minus a quotient."""
    return is_(PENALTY, Power("e", Minus(Over(difference, width))))


def difference() -> Formula:
    """l(c) - l(s), in parentheses."""
    return Chain("-", LENGTHS, grouped=True)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "variant": method.variant,
    "document_frequencies": method.document_frequencies,
    "counts": method.counts,
    "idf": method.idf,
    "weights": method.weights,
    "clipped_weights": method.clipped_weights,
    "norms": method.norms,
    "cosine": method.cosine,
    "gaussian": method.gaussian,
    "penalty": combining.penalty,
    "mean_over_references": combining.mean_over_references,
    "cider": combining.cider,
    "mean_over_orders": combining.mean_over_orders,
    "image": combining.image,
    "score": combining.score,
}
FORMULAS: dict[str, Formula] = {
    "variant": "CIDEr, or CIDEr-D, as the rules say",
    "document_frequencies": is_(DF, "how many images have k in a reference"),
    "counts": is_(H, "how often a text has k"),
    "idf": is_(IDF, log("|I|", Call("max", Chain(",", ("1", DF))))),
    "weights": Chain(",", (is_(G, times("tf", IDF)), "tf being a share or a count, as the rules say")),
    "clipped_weights": Chain(",", (OURS, "for CIDEr-D", least(OURS, THEIRS))),
    "norms": is_("length of c", norm(OURS)),
    "cosine": cosine(OURS, times(norm(OURS), norm(THEIRS))),
    "gaussian": bell(Power(difference(), "2"), times("2", Power("σ", "2"))),
    "mean_over_references": is_(CIDER_N, Over(SumOver("j", SIMILAR), "m")),
    "mean_over_orders": Chain(
        ",", (is_(CIDER, times("10", SumOver("n", times(W, CIDER_N)))), "by the paper's rules without the 10")
    ),
    "score": is_(CIDER, Over(SumOver("i", Symbol("CIDEr", "i")), "images")),
    "writing": "rounded, from 0 to 10; by the paper's rules, from 0 to 1",
}


def _symbol(variant: str, name: str) -> Formula:
    kind, _, place = name.partition("_")
    found: dict[str, Formula] = {
        "penalty": Symbol("penalty", place),
        "cider": Symbol(variant, place),
        "image": f"image {place}",
        "score": Symbol(variant),
    }
    return found[kind]


def _of_cider(name: str) -> Formula:
    return _symbol("CIDEr", name)


def _of_cider_d(name: str) -> Formula:
    return _symbol("CIDEr-D", name)


_SUBJECT = subject(
    "CIDEr",
    caption_cider,
    Recipe(FUNCTIONS, ("penalty", "cider", "image", "score")),
    FORMULAS,
    {},
    {"penalty": "penalty", "cider": "CIDEr_{n}", "image": "images", "score": "score"},
    text_metric=cider,
    rounding="cider-rounded-first",
    family="CIDEr",
)
CIDER_SUBJECT = replace(_SUBJECT, symbol_of=_of_cider)
CIDER_D_SUBJECT = replace(_SUBJECT, name="CIDEr-D", metric=caption_cider_d, text_metric=cider_d, symbol_of=_of_cider_d)
"""Computed by the same functions: what goes wrong with CIDEr goes wrong with it, too."""
