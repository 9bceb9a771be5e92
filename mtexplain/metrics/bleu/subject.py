"""BLEU as something that is computed by hand: what can be claimed of it, and the forms in which that may be written."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from math import inf, prod
from typing import Any

from mtexplain.display.formula import Chain, Symbol
from mtexplain.metrics.bleu import bleu, corpus_bleu
from mtexplain.metrics.bleu.base import BleuScore
from mtexplain.recipe.numbers import AS_ZERO, Between, Numbers, Quotient, Real, Scaled, Value, same, scaled
from mtexplain.recipe.subject import Subject
from mtexplain.recipe.symbols import in_symbols

_RIGHT_PRECISION = BleuScore.p.formula
assert _RIGHT_PRECISION


def _forms_of_p(found: Any) -> Iterator[tuple[Value, ...]]:
    """Yield the forms in which each p_n may be written: as changed by a mistake, as counted, and by the rules.

    A tool with a scale from 0 to 100 prints the precisions in percent, so these are forms, too.
    """
    scale = found.rules.scale
    values = [float(p) if isinstance(p, Decimal) else p for p in found.p]
    usual, counted = found.by_rules("p"), [Quotient(one.matches, one.total) for one in found.ratios]
    by_rules = usual.compute(found, "p") if usual.function else [one.value or 0 for one in counted]
    for ratio, by_rule, made in zip(counted, by_rules, values, strict=True):
        forms: list[Value] = [ratio]
        if made is not None and not same(made, by_rule):
            forms.insert(0, made)
        if by_rule is not None and not same(by_rule, ratio):
            forms.append(by_rule or AS_ZERO)  # 0/0, which counts as 0
        if scale != 1:
            forms += [Scaled(one, scale) for one in (made, by_rule) if one is not None]
        yield tuple(forms)


def _forms_of_score(found: BleuScore) -> tuple[Value, ...]:
    """From 0 to 1, and on the scale of the rules."""
    score: float | None = 0.0 if found.gives_up else found.uncut
    if score is None or score == -inf:  # of a mistake
        return (None,)
    return scaled(score, found.rules.scale)


def _precisions(numbers: Numbers) -> list[Fraction]:
    """Return the precisions that are multiplied; empty if one of them is 0 or has no value."""
    found = [numbers.onward(name) for name in numbers.forms if name.startswith("p_")]
    return [Fraction(p) for p in found if p] if all(found) else []


def _product(numbers: Numbers) -> Real | None:
    return prod(several) if (several := _precisions(numbers)) else None


def _mean(numbers: Numbers) -> Real | None:
    several = _precisions(numbers)
    return float(prod(several)) ** (1 / len(several)) if several else None


def _with_product(numbers: Numbers, product: Real) -> Mapping[str, Real]:
    """Return the first precision for which the product of all precisions is `product`."""
    return {"p_1": Fraction(product) / prod(_precisions(numbers)[1:])}


def _with_mean(numbers: Numbers, mean: Real) -> Mapping[str, Real]:
    return _with_product(numbers, Fraction(mean) ** len(_precisions(numbers)))


BLEU_SUBJECT = Subject(
    "BLEU",
    bleu,
    corpus_bleu,
    BleuScore,
    claims={"p": "p", "c": "c", "r": "r", "bp": "bp", "score": "uncut"},
    places={"clip": "clipped", "total": "p", "match_length": "r", "penalty": "bp", "combine": "uncut"},
    rights={
        "words": "the tokens of both sides, as the rules cut them",
        "total": Chain("=", (Symbol("p", "n"), in_symbols(BleuScore, _RIGHT_PRECISION, inline=("matches", "total")))),
        "smoothing": "every p_n counts as it is, or as the rules smooth it",
        "segments": "matches, totals and lengths are added up over all segments first",
        "writing": "rounded, from 0 to 1",
    },
    forms={"p": _forms_of_p, "bp": lambda found: (float(found.bp),), "score": _forms_of_score},
    chosen={"r"},
    between=(
        Between("the product of the precisions", _product, _with_product),
        Between("the mean of the precisions", _mean, _with_mean),
    ),
)
