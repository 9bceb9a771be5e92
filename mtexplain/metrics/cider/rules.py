"""Whose CIDEr: every choice that two tools may make differently, as one frozen record, and the sets that tools use.

    usual     the paper's CIDEr as everybody prints it: words as they are typed, and ten times the mean
    paper     CIDEr as Vedantam et al. 2015 define it in section 4: stems, and the mean; CIDEr-D as in section 7
    authors   the CIDEr of the authors' own code, vrama91/cider; its CIDEr-D is that of coco
    coco      what pycocoevalcap prints as CIDEr, and what COCO reports: CIDEr-D

The paper's CIDEr stems every word first: "fishes" and "fishing" are both "fish". It names no stemmer; that of the
authors' first code was Porter's. No code stems any more, and CIDEr-D does not by definition. The ten is in the paper's
formula for CIDEr-D alone, and in all code.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from mtexplain.inputs import InputError, described
from mtexplain.metrics.shared import stems
from mtexplain.rules.base import Rules, checked_reading, chosen, one_of, resolved, tokenizers_for
from mtexplain.settings import OneOf, check_flag, check_order, check_value
from mtexplain.text import Tokenizer
from mtexplain.text.stemming import stemmer_of

VARIANTS: Mapping[str, str] = {
    "CIDEr": "the cosine of two tf-idf vectors",
    "CIDEr-D": "the same with weights clipped to the reference's, times a penalty on another length",
}
TERM_FREQUENCIES: Mapping[str, str] = {
    "shares": "tf is the share of an n-gram among all n-grams of its order in the text",
    "counts": "tf is the count of an n-gram",
}
LENGTHS: Mapping[str, str] = {
    "words": "a text is as long as it has words",
    "pairs": "a text is as long as it has pairs of neighbouring words",
}


@dataclass(frozen=True)
class CiderRules(Rules):
    """A named set of choices. Frozen: to change one, give `cider` a keyword, or use `dataclasses.replace`.

    >>> PAPER.stem, PAPER.factor, USUAL.stem, USUAL.factor
    ('porter', 1, 'none', 10)
    >>> COCO.variant, COCO.sigma
    ('CIDEr-D', Fraction(6, 1))
    """

    max_n: int = 4
    """The longest n-gram, N in the paper. The orders 1 to N weigh the same: w_n = 1/N."""
    stem: str = "none"
    """By whose stems words are compared: a name from `mtexplain.text.stemming.STEMMERS`, or "none"."""
    tenfold: bool = True
    """Whether the score is ten times the mean over the orders, or that mean."""
    variant: str = "CIDEr"
    """Which of the two metrics: a name from `VARIANTS`."""
    term_frequency: str = "shares"
    """What tf is: a name from `TERM_FREQUENCIES`. It makes no difference to CIDEr, but one to CIDEr-D."""
    sigma: Fraction | None = None
    """The width of CIDEr-D's length penalty, in words; None for CIDEr, which has none."""
    length: str = "words"
    """How CIDEr-D measures a text: a name from `LENGTHS`. It makes no difference to any score; see `lengths`."""

    @property
    def factor(self) -> int:
        """What the mean over the orders is multiplied by: the best score there is."""
        return 10 if self.tenfold else 1

    @property
    def is_defended(self) -> bool:
        """Whether this is CIDEr-D, for defended."""
        return self.variant == "CIDEr-D"

    def lengths(self, words: int) -> int:
        """l of a text of so many words. Two texts that have words differ by as many pairs as words.

        >>> PAPER.lengths(5), COCO.lengths(5), COCO.lengths(0)
        (5, 4, 0)
        """
        return words if self.length == "words" else max(0, words - 1)


USUAL = CiderRules("usual")
PAPER = CiderRules("paper", stem="porter", tenfold=False, tool="Vedantam et al. 2015")
PAPER_D = CiderRules("paper", variant="CIDEr-D", sigma=Fraction(6), tool="Vedantam et al. 2015")
AUTHORS = CiderRules("authors", tokenize="coco", term_frequency="counts", tool="vrama91/cider")
COCO = replace(AUTHORS, name="coco", variant="CIDEr-D", sigma=Fraction(6), length="pairs", tool="pycocoevalcap 1.2")

RULES: Mapping[str, CiderRules] = {rules.name: rules for rules in (USUAL, PAPER, AUTHORS, COCO)}
"""What `cider` knows by name."""
RULES_D: Mapping[str, CiderRules] = {rules.name: rules for rules in (PAPER_D, COCO)}
"""What `cider_d` knows by name."""

CiderSetting = Annotated[CiderRules | str, OneOf(RULES)]
CiderDSetting = Annotated[CiderRules | str, OneOf(RULES_D)]
StemSetting = Annotated[str | bool | None, OneOf(stems.CHOICES)]
TokenizeSetting = Annotated[str | Tokenizer | None, OneOf(tokenizers_for({**RULES, **RULES_D}))]
TermFrequencySetting = Annotated[str | None, OneOf({name: name for name in TERM_FREQUENCIES})]


def in_force(
    rules: CiderRules | str, known: Mapping[str, CiderRules], given: Mapping[str, Any]
) -> tuple[CiderRules, Tokenizer]:
    """The rules after the given keywords have won over them, checked, and the tokeniser they name.

    >>> rules, _ = in_force("coco", RULES_D, {"sigma": 3.5, "max_n": None})
    >>> rules.sigma, rules.max_n
    (Fraction(7, 2), 4)
    """
    named = resolved(rules, known, CiderRules)
    found, tokenizer = chosen(named, known, CiderRules, {**given, "stem": stems.named(given.get("stem"), named.stem)})
    checked_rules = checked(found)
    return checked_rules, stemmed(tokenizer, checked_rules.stem)


def stemmed(tokenizer: Tokenizer, stem: str) -> Tokenizer:
    """The same tokeniser with words as their stems.

    >>> stemmed(str.split, "porter")("two fishes fishing")
    ['two', 'fish', 'fish']
    """
    if stem == "none":
        return tokenizer
    stem_of = stemmer_of(stem)
    return lambda text: [stem_of(word) for word in tokenizer(text)]


def in_force_d(rules: CiderRules | str, given: Mapping[str, Any]) -> tuple[CiderRules, Tokenizer]:
    """The same for CIDEr-D. InputError for rules of CIDEr."""
    found, tokenizer = in_force(rules, RULES_D, given)
    if not found.is_defended:
        raise InputError("rules", f"{found.name!r}, rules of CIDEr", "rules of CIDEr-D", "Use cider for these.")
    return found, tokenizer


def checked(rules: CiderRules) -> CiderRules:
    """The same rules, every choice checked. InputError says what is wrong with one."""
    variant = one_of(VARIANTS, rules.variant, "variant")
    if variant == "CIDEr" and rules.sigma is not None:
        raise InputError("sigma", described(rules.sigma), "None: CIDEr has no length penalty", "CIDEr-D has one.")
    stem, tenfold = stems.check_stem(rules.stem), check_flag(rules.tenfold, "tenfold")
    if stem != "none" and variant == "CIDEr-D":
        raise InputError("stem", described(stem), "none: CIDEr-D compares words as they are", "CIDEr may stem them.")
    if not tenfold and variant == "CIDEr-D":
        raise InputError("tenfold", "False", "True: the formula of CIDEr-D has the ten", "CIDEr may do without.")
    return replace(
        checked_reading(rules),
        max_n=check_order(rules.max_n, "max_n", "CIDEr counts n-grams up to max_n=4."),
        term_frequency=one_of(TERM_FREQUENCIES, rules.term_frequency, "term_frequency"),
        length=one_of(LENGTHS, rules.length, "length"),
        sigma=None if variant == "CIDEr" else check_value(rules.sigma, "sigma", "a number above 0, and 1000 at most"),
    )
