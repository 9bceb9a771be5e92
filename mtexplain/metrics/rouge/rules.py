"""Whose rules: every choice two ROUGE tools make differently, as data, and what each of them chose.

paper             ROUGE as Lin 2004 defines it; where the paper is silent, as the author's package does it
rouge-1.5.5       that package, ROUGE-1.5.5.pl, without options; -f B is references_by="best", -p 0.2 is beta=2
rouge-score       Google's rouge_score
rouge-score-stem  the same with use_stemmer=True
coco              the ROUGE-L of the COCO caption evaluation, pycocoevalcap, which cuts every text first
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from mtexplain.rules import Rules

REFERENCES_BY: Mapping[str, str] = {
    "best": "best reference",
    "pooled": "references pooled",
    "jackknife": "references jackknifed",
    "coco": "best recall and best precision of any reference",
}
"""How several references make one score (section 2.1; "pooled" is equation 1), in the words of a signature."""

BEST_BY: Mapping[str, str] = {
    "score": "the best reference is the one with the best score",
    "recall": "the best reference is the one with the best recall",
}
UNION: Mapping[str, str] = {
    "clipped": "a word of the candidate matches once",
    "as printed": "a word of the candidate matches in every line",
}
WORDS: Mapping[str, str] = {"all": "all words count", "all but the last": "the last word does not count"}
RUNS: Mapping[str, str] = {
    "in both": "runs in both texts",
    "in the reference": "runs in the reference alone",
}
RECALL_TOTAL: Mapping[str, str] = {"f(m)": "recall out of f(m)", "f(f(m))": "recall out of f(f(m))"}
ROUNDING: Mapping[str, str] = {"none": "not rounded", "five digits": "rounded to five digits at every step"}


@dataclass(frozen=True)
class RougeRules(Rules):
    """A named set of choices. Frozen: to change one, give a keyword, or use `dataclasses.replace`.

    >>> PAPER.beta, PAPER.references_by, COCO.beta
    (Fraction(1, 1), 'best', Fraction(6, 5))
    """

    n: int = 2
    """The length of the n-grams of ROUGE-N."""
    max_skip: int | None = None
    """How many words may lie between the two of a skip-bigram; None: any number."""
    weight: Fraction = Fraction(2)
    """The exponent of f(k) = k^weight in ROUGE-W, 1 or more."""
    beta: Fraction | None = Fraction(1)
    """How much more recall counts than precision in F; None: endlessly, so that F is the recall."""
    references_by: str = "best"
    """How several references make one score: a name from `REFERENCES_BY`."""
    best_by: str = "score"
    """What makes a reference the best one: a name from `BEST_BY`."""
    union: str = "clipped"
    """How often a word of the candidate may match in the lines of a reference: a name from `UNION`."""
    words: str = "all"
    """Which words ROUGE-SU counts besides the skip-bigrams: a name from `WORDS`."""
    runs: str = "in both"
    """Where the matches of ROUGE-W must stand in a row: a name from `RUNS`."""
    recall_total: str = "f(m)"
    """What a perfect match would be worth, for the recall of ROUGE-W: a name from `RECALL_TOTAL`."""
    rounding: str = "none"
    """What the tool rounds before it prints: a name from `ROUNDING`."""


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
"""Every set of rules by its name."""
