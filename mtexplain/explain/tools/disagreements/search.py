"""What a score of one text can be: every set of rules with no change, one, two, and what each would print.

The text is cut and counted once for each tokenisation and case. After that a set of rules costs a few multiplications.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from mtexplain.explain.tools.disagreements.sides import Candidate, References
from mtexplain.metrics.bleu import Bleu, CorpusBleu, bleu, corpus_bleu
from mtexplain.metrics.bleu.fast_scores import Counts
from mtexplain.rules import MISSING, REFERENCE_LENGTHS, RULES, SMOOTHINGS, TOTALS, ZERO_WHEN, BleuRules
from mtexplain.rules.base import tokenizers_for

_LONGEST = 4
_SAME = ("method1", "method2", "method3")  # as floor, add-k and exp


@dataclass(frozen=True)
class Change:
    """One choice that differs from a named set of rules: what it is called, and its fields with their new values."""

    name: str
    told: str
    fields: Mapping[str, Any]


def _one_hot(n: int) -> dict[str, Any]:
    weights = None if n == 1 else tuple(Fraction(int(order == n)) for order in range(1, n + 1))
    return {"max_n": n, "weights": weights}


def changes() -> Iterator[Change]:
    """Every single change, in the order in which a score is computed. What needs Java is left out."""
    for name in tokenizers_for(RULES):
        yield Change("tokenize", f"tokens: {name}", {"tokenize": name})
    for value, told in ((False, "case kept"), (True, "lower-cased"), ("ascii", "A to Z lower-cased")):
        yield Change("lowercase", told, {"lowercase": value})
    for n in range(1, _LONGEST):
        yield Change("orders", f"BLEU-{n}", {"max_n": n})
    for n in range(2, _LONGEST + 1):
        yield Change("orders", f"p_{n} alone", _one_hot(n))
    for name in TOTALS:
        yield Change("totals", f"totals {name}", {"totals": name})
    for name in REFERENCE_LENGTHS:
        yield Change("reference_length", f"{name} reference length", {"reference_length": name})
    for name in SMOOTHINGS:
        if name not in _SAME:
            told = "no smoothing" if name == "none" else f"smoothing {name}"
            yield Change("smoothing", told, {"smoothing": name, "smoothing_value": None})
    for name, told in MISSING.items():
        yield Change("missing", told, {"missing": name})
    for name, told in ZERO_WHEN.items():
        yield Change("zero_when", told, {"zero_when": name})


def settings(number: int) -> Iterator[tuple[BleuRules, tuple[Change, ...]]]:
    """Every named set of rules with so many changes, none of which says what the set says already."""
    every = list(changes())
    for base in RULES.values():
        real = [one for one in every if any(getattr(base, name) != value for name, value in one.fields.items())]
        for some in combinations(real, number):
            if len({one.name for one in some}) == number:
                fields = {name: value for one in some for name, value in one.fields.items()}
                yield replace(base, **fields), some


class Counted:
    """One text, counted in every way it is asked for."""

    def __init__(self, candidates: Candidate, references: References) -> None:
        self._texts: Any = (candidates, references)
        self._ways: dict[tuple[object, object], _Way] = {}

    def score(self, rules: BleuRules) -> float:
        """The score by these rules, before it is cut at 1."""
        way = (rules.tokenize, rules.lowercase)
        if way not in self._ways:
            score: Any = bleu if isinstance(self._texts[0], str) else corpus_bleu
            self._ways[way] = _Way(score(*self._texts, tokenize=rules.tokenize, lowercase=rules.lowercase, max_n=5))
        return self._ways[way].score(rules)


class _Way:
    """The counts of a text that was cut one way: all that any rules need."""

    def __init__(self, trace: Bleu | CorpusBleu) -> None:
        segments = trace.segments if isinstance(trace, CorpusBleu) else (trace,)
        self._c, self._ratios, self._last = trace.c, trace.ratios, segments[-1].ratios
        self._counted = {totals: trace.under(replace(trace.rules, totals=totals)).counted for totals in TOTALS}
        self._lengths = {name: trace.under(replace(trace.rules, reference_length=name)).r for name in REFERENCE_LENGTHS}

    def score(self, rules: BleuRules) -> float:
        r, counted = self._lengths[rules.reference_length], self._counted[rules.totals]
        return Counts(rules, self._ratios, self._c, r, counted, self._last).uncut
