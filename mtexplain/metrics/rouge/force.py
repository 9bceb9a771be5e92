"""The rules of ROUGE in force: a set of rules, the keywords that win over it, and the checks of both."""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import inf
from typing import Annotated, Any

from mtexplain.inputs import InputError
from mtexplain.metrics.rouge.rules import (
    BEST_BY,
    RECALL_TOTAL,
    REFERENCES_BY,
    ROUNDING,
    RULES,
    RUNS,
    UNION,
    WORDS,
    RougeRules,
)
from mtexplain.rules.base import checked_reading, chosen, one_of, tokenizers_for
from mtexplain.rules.tools import LowercaseSetting as LowercaseSetting
from mtexplain.settings import OneOf, check_between, check_whole
from mtexplain.text import Tokenizer

RougeRulesSetting = Annotated[RougeRules | str, OneOf(RULES)]
TokenizeSetting = Annotated[str | Tokenizer | None, OneOf(tokenizers_for(RULES))]
ReferencesBySetting = Annotated[str | None, OneOf({name: name for name in REFERENCES_BY})]

_MOST = 1000
_ANY = "None allows any number of words between the two."
_ENDLESS = "For recall alone write beta=math.inf."


def rules_in_force(rules: RougeRules | str, **given: Any) -> tuple[RougeRules, Tokenizer]:
    """The rules after the given keywords have won over them, checked, and the tokeniser they name.

    >>> rules, tokenizer = rules_in_force("coco", max_skip=4, beta=inf)
    >>> rules.max_skip, rules.beta, tokenizer("the cat")
    (4, None, ('the', 'cat'))
    """
    try:
        return _remembered(rules, **given)
    except TypeError:  # of something that can't be remembered, or is wrong: then it is told below
        pass
    return _in_force(rules, **given)


def _in_force(rules: RougeRules | str, **given: Any) -> tuple[RougeRules, Tokenizer]:
    found, tokenizer = chosen(rules, RULES, RougeRules, given)
    return checked(found), tokenizer


_remembered = lru_cache(maxsize=256, typed=True)(_in_force)
"""The same rules are asked for again and again: for every sentence of a text, for every key that is pressed."""


def checked(rules: RougeRules) -> RougeRules:
    """The same rules, every choice checked, a tokeniser of one's own by its name."""
    return replace(
        checked_reading(rules),
        n=check_whole(rules.n, "n", 1, _MOST, "ROUGE-2 is n=2."),
        max_skip=None if rules.max_skip is None else check_whole(rules.max_skip, "max_skip", 0, 10**9, _ANY),
        weight=check_between(rules.weight, "weight", 1, 100, "With 1, ROUGE-W is ROUGE-L."),
        beta=check_beta(rules.beta),
        references_by=one_of(REFERENCES_BY, rules.references_by, "references_by"),
        best_by=one_of(BEST_BY, rules.best_by, "best_by"),
        union=one_of(UNION, rules.union, "union"),
        words=one_of(WORDS, rules.words, "words"),
        runs=one_of(RUNS, rules.runs, "runs"),
        recall_total=one_of(RECALL_TOTAL, rules.recall_total, "recall_total"),
        rounding=one_of(ROUNDING, rules.rounding, "rounding"),
    )


def check_beta(value: object) -> Fraction | None:
    """A beta: a number from 0 to 1000; endless (None) for `math.inf`, so that recall alone counts."""
    return None if value is None or value == inf else check_between(value, "beta", 0, _MOST, _ENDLESS)


def check_references_by(rules: RougeRules, references: int) -> None:
    """There must be two references at least to leave one out."""
    if rules.references_by == "jackknife" and references < 2:
        fix = 'With one reference write references_by="best".'
        raise InputError("references", "1 reference", "2 or more: the jackknife leaves out each in turn", fix)
