"""BLEU as something that is computed by hand: what can be claimed of it, and its numbers with quantities replaced."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import inf
from typing import Any

from mtexplain.display.formula import Chain, Formula, Symbol
from mtexplain.display.score import Score
from mtexplain.metrics.bleu import Bleu, CorpusBleu, bleu, corpus_bleu
from mtexplain.metrics.bleu.base import BleuScore, Pair
from mtexplain.recipe.misconception import WRITING, Subject
from mtexplain.recipe.numbers import AS_ZERO, Numbers, Quotient, Real, Value, as_it_is, same
from mtexplain.recipe.quantity import Quantity
from mtexplain.recipe.symbols import in_symbols

Pairs = Sequence[Pair]
QUANTITIES = {"clip": "clipped", "total": "p", "match_length": "r", "penalty": "bp", "combine": "uncut"}
"""What the places of mistakes compute. Around them stand words, smoothing, segments, and writing."""
_RIGHT = {
    "words": "the tokens of both sides, as the rules cut them",
    "smoothing": "every p_n takes part as it is, or as the rules smooth it",
    "segments": "matches, totals and lengths are added up over all segments first",
    "writing": "rounded, from 0 to 1",
}


class BleuSubject(Subject):
    """BLEU: p_n is a pair, as counted or as smoothed, and the score stands on either scale."""

    def quantity(self, place: str) -> str:
        return QUANTITIES.get(place) or super().quantity(place)

    def right(self, place: str, score: Any = None) -> Formula:
        if place in _RIGHT:
            return _RIGHT[place]
        if place == "total":  # p_n by its sums
            formula = self.recipe.quantities["p"].formula
            assert formula
            return Chain("=", (Symbol("p", "n"), in_symbols(self.recipe, formula, inline=("matches", "total"))))
        return super().right(place, score)

    def working(self, score: Score, number: str) -> Formula:
        """The working of a number; r is chosen, not computed."""
        return score.step(self.step(number)).summary if number == "r" else super().working(score, number)

    def sheet(self, score: Any) -> Any:
        """The score, all computed once: what a mistake leaves as it is stays so."""
        return _computed(score)

    def numbers(self, sheet: Any, replaced: Mapping[str, Any], given: Mapping[str, Real] = {}) -> Numbers:
        changed: dict[str, Quantity[Any]] = {}
        for place, one in replaced.items():
            if place == "words":
                sheet = _in_other_words(sheet, one)
            elif place != WRITING:
                changed |= one
        found: BleuScore = sheet.with_quantities(changed)
        pinned = {name: Fraction(value) if isinstance(value, float) else value for name, value in given.items()}
        for name in ("bp", "w", "uncut") if pinned else ():  # what follows is not what it was
            vars(found).pop(name, None)
        forms: dict[str, tuple[Value, ...]] = {}
        for name in ("c", "r", "bp"):
            value = getattr(found, name)
            forms[name] = (value if value is None or name != "bp" else float(value),)
            vars(found)[name] = pinned.get(name, value)
        of_p = {f"p_{n}": one for n, one in enumerate(_forms_of_p(found), 1)}
        vars(found)["p"] = tuple(pinned.get(f"p_{n}", one) for n, one in enumerate(found.p, 1))
        score = 0.0 if found.gives_up else None if found.uncut == -inf else found.uncut
        scale = found.rules.scale
        forms["score"] = (score,) if scale == 1 or score is None else (score, score * scale)
        return Numbers({**of_p, **forms}, replaced.get(WRITING, as_it_is))


def _computed(score: BleuScore) -> BleuScore:
    """The same, with every quantity worked out."""
    for one in (*(score.parts or ()), score):
        for name in one.quantities if one.parts is None else ("p", "uncut"):
            getattr(one, name)
    return score


@lru_cache(maxsize=64)
def _in_other_words(trace: BleuScore, change: Callable[[Pairs], Pairs]) -> BleuScore:
    words = [Bleu(*pair, trace.rules) for pair in change(trace.pairs)]
    return _computed(words[0] if len(words) == 1 else CorpusBleu(tuple(words), trace.rules))


def _forms_of_p(found: BleuScore) -> Iterator[tuple[Value, ...]]:
    """What may be written for each p_n: what someone made of it, what was counted, what the rules make of that."""
    ratios: Any = tuple(map(Quotient, found.matches, found.total))  # of any two numbers
    vars(found)["ratios"] = ratios
    made: Any = found.p
    if is_counted := isinstance(made[0], Quotient):  # pairs that stand for what was counted
        ratios = made
        vars(found).update(ratios=ratios, counted=ratios)
    usual = found.by_rules("p")
    by_rules = usual.compute(found, "p") if usual.function else tuple(one.value or 0 for one in ratios)
    if is_counted:
        vars(found)["p"] = made = by_rules
    for counted, by_rule, one in zip(ratios, by_rules, made, strict=True):
        forms: list[Value] = [counted]
        one = float(one) if isinstance(one, Decimal) else one
        if one is not None and not same(one, by_rule):
            forms.insert(0, one)
        if by_rule is not None and not same(by_rule, counted):
            forms += [by_rule] if by_rule else [AS_ZERO] if found.rules.missing == "zero" else []
        yield tuple(forms)


BLEU_SUBJECT = BleuSubject(
    "BLEU", bleu, corpus_bleu, BleuScore, {"p": "p", "c": "c", "r": "r", "bp": "bp", "score": "uncut"},
    "rounded-first",
)  # fmt: skip
