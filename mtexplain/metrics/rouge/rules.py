"""The rules of ROUGE tools, that is, every choice in which they differ, and the choices of each tool.

paper             ROUGE as Lin 2004 defines it, or if the paper is silent, as the author's package computes it
rouge-1.5.5       that package, ROUGE-1.5.5.pl, without options; -f B is references_by="best", -p 0.2 is beta=2
rouge-score       Google's rouge_score
rouge-score-stem  the same with use_stemmer=True
coco              the ROUGE-L of the COCO caption evaluation, pycocoevalcap, which cuts every text into tokens first
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import inf
from typing import Annotated

from mtexplain.inputs import InputError
from mtexplain.rules import Rules
from mtexplain.rules.base import choice, option, order, resolve, tokenizers_for
from mtexplain.settings import OneOf, check_between, check_whole
from mtexplain.text import Tokenizer

REFERENCES_BY: Mapping[str, str] = {
    "best": "best reference",
    "pooled": "references pooled",
    "jackknife": "references jackknifed",
    "coco": "best recall and best precision of any reference",
}
"""The ways to combine several references (section 2.1; "pooled" is equation 1), in the words of a signature."""

BEST_BY: Mapping[str, str] = {
    "score": "the best reference is the one with the best score",
    "recall": "the best reference is the one with the best recall",
}
UNION: Mapping[str, str] = {
    "clipped": "a word of the candidate matches once",
    "as printed": "a word of the candidate matches in every line",
}
WORDS: Mapping[str, str] = {"all": "all words count", "all but the last": "the last word does not count"}
RUNS: Mapping[str, str] = {"in both": "runs in both texts", "in the reference": "runs in the reference alone"}
RECALL_TOTAL: Mapping[str, str] = {"f(m)": "recall out of f(m)", "f(f(m))": "recall out of f(f(m))"}
ROUNDING: Mapping[str, str] = {"none": "not rounded", "five digits": "rounded to five digits at every step"}

_ANY = "None allows any number of words between the two."
_ENDLESS = "For recall alone, write beta=math.inf."


def check_beta(value: object, name: str = "beta") -> Fraction | None:
    """A beta as a fraction from 0 to 1000, or None for `math.inf`, with which recall alone counts."""
    is_endless = value is None or (isinstance(value, float) and value == inf)
    return None if is_endless else check_between(value, name, 0, 1000, _ENDLESS)


@dataclass(frozen=True)
class RougeRules(Rules):
    """A named set of choices.

    It is frozen. To change a choice, give a keyword or use `dataclasses.replace`.

    >>> PAPER.beta, PAPER.references_by, COCO.beta
    (Fraction(1, 1), 'best', Fraction(6, 5))
    """

    n: int = option(order("ROUGE-2 is n=2."), 2)
    """The length of the n-grams of ROUGE-N."""
    max_skip: int | None = option(
        lambda value, name: None if value is None else check_whole(value, name, 0, 10**9, _ANY), None
    )
    """The largest number of words between the two words of a skip-bigram; None for any number."""
    weight: Fraction = option(
        lambda value, name: check_between(value, name, 1, 100, "With 1, ROUGE-W is ROUGE-L."), Fraction(2)
    )
    """The exponent of f(k) = k^weight in ROUGE-W, 1 or more."""
    beta: Fraction | None = option(check_beta, Fraction(1))
    """The importance of recall relative to precision in F. None means infinite, so that F is the recall."""
    references_by: str = option(choice(REFERENCES_BY), "best")
    """The way in which several references are combined: a name from `REFERENCES_BY`."""
    best_by: str = option(choice(BEST_BY), "score")
    """The number by which the best reference is chosen: a name from `BEST_BY`."""
    union: str = option(choice(UNION), "clipped")
    """The number of lines of a reference in which a word of the candidate may match: a name from `UNION`."""
    words: str = option(choice(WORDS), "all")
    """The words that ROUGE-SU counts besides the skip-bigrams: a name from `WORDS`."""
    runs: str = option(choice(RUNS), "in both")
    """The texts in which the matches of a ROUGE-W run must be consecutive: a name from `RUNS`."""
    recall_total: str = option(choice(RECALL_TOTAL), "f(m)")
    """The number that WLCS is divided by in the recall of ROUGE-W: a name from `RECALL_TOTAL`."""
    rounding: str = option(choice(ROUNDING), "none")
    """The numbers that the tool rounds before it prints: a name from `ROUNDING`."""


PAPER = RougeRules("paper", tool="Lin 2004")

ROUGE_155 = RougeRules(
    "rouge-1.5.5",
    tokenize="rouge-1.5.5",
    references_by="pooled",
    best_by="recall",
    words="all but the last",
    runs="in the reference",
    recall_total="f(f(m))",
    rounding="five digits",
    tool="ROUGE-1.5.5",
)
ROUGE_SCORE = RougeRules("rouge-score", tokenize="rouge-score", tool="rouge-score 0.1.2")
ROUGE_SCORE_STEM = replace(ROUGE_SCORE, name="rouge-score-stem", tokenize="rouge-score-stem")
COCO = RougeRules("coco", tokenize="coco", beta=Fraction(6, 5), references_by="coco", tool="pycocoevalcap 1.2")

RULES: Mapping[str, RougeRules] = {
    rules.name: rules for rules in (PAPER, ROUGE_155, ROUGE_SCORE, ROUGE_SCORE_STEM, COCO)
}
"""Every set of rules, by its name."""

RulesSetting = Annotated[RougeRules | str, OneOf(RULES)]
TokenizeSetting = Annotated[str | Tokenizer | None, OneOf(tokenizers_for(RULES))]
ReferencesBySetting = Annotated[str | None, OneOf({name: name for name in REFERENCES_BY})]


def decimal(setting: Fraction) -> str:
    """A setting as text, in decimals if they are exact, and otherwise as a fraction.

    >>> decimal(Fraction(6, 5)), decimal(Fraction(4, 3))
    ('1.2', '4/3')
    """
    short = f"{float(setting):g}"
    return short if Fraction(short) == setting else str(setting)


def bracketed(setting: Fraction) -> str:
    """A setting as text for a formula, with brackets around a fraction.

    >>> bracketed(Fraction(6, 5)), bracketed(Fraction(4, 3))
    ('1.2', '(4/3)')
    """
    written = decimal(setting)
    return f"({written})" if "/" in written else written


def measure(beta: Fraction | None) -> str:
    """The name of the mean, which is F1, F with another beta, or recall or precision alone.

    >>> measure(Fraction(1)), measure(Fraction(6, 5)), measure(None)
    ('F1', 'F1.2', 'recall')
    """
    if beta is None:
        return "recall"
    return f"F{decimal(beta)}" if beta else "precision"


def resolve_rules(rules: RougeRules | str, **given: object) -> tuple[RougeRules, Tokenizer]:
    """The checked rules, in which the given keywords replace settings, and the tokeniser that the rules name.

    >>> rules, tokenizer = resolve_rules("coco", max_skip=4, beta=inf)
    >>> rules.max_skip, rules.beta, tokenizer("the cat")
    (4, None, ('the', 'cat'))
    """
    try:
        return _remembered(rules, **given)
    except TypeError:  # something is unhashable, or wrong, in which case resolve raises the right error
        return resolve(rules, RULES, **given)


@lru_cache(maxsize=256, typed=True)
def _remembered(rules: RougeRules | str, **given: object) -> tuple[RougeRules, Tokenizer]:
    """Cached, because the same rules are resolved for every sentence of a text and at every key press."""
    return resolve(rules, RULES, **given)


def check_references_by(rules: RougeRules, references: int) -> None:
    """Raise InputError if the jackknife has fewer than two references."""
    if rules.references_by == "jackknife" and references < 2:
        fix = 'With a single reference, write references_by="best".'
        raise InputError("references", "1 reference", "2 or more, because the jackknife leaves out each in turn", fix)
