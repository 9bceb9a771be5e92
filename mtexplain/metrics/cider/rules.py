"""The rules of CIDEr, a record of every choice in which tools may differ, and the sets of rules that tools use.

    usual     the paper's CIDEr as programs print it, without stemming and multiplied by ten
    paper     CIDEr as in section 4 of Vedantam et al. 2015, with stemming and not multiplied by ten; CIDEr-D as in
              section 7
    authors   the CIDEr of the authors' own code, vrama91/cider; its CIDEr-D is the same as in coco
    coco      the CIDEr-D that pycocoevalcap prints as CIDEr, and that COCO reports

The paper's CIDEr stems every word first, so that "fishes" and "fishing" become "fish". The paper names no stemmer, but
the authors' first code used Porter's. No implementation stems any more, and CIDEr-D is defined without stemming. All
implementations multiply by ten, but in the paper only the formula for CIDEr-D does.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, Self

from mtexplain.display import signature
from mtexplain.inputs import InputError, described
from mtexplain.metrics.shared import stems
from mtexplain.rules.base import Rules, choice, option, order, resolve, tokenizers_for
from mtexplain.settings import OneOf, check_flag, check_value
from mtexplain.text import Tokenizer
from mtexplain.text.stemming import stemmer_of

VARIANTS: Mapping[str, str] = {
    "CIDEr": "the cosine similarity of two TF-IDF vectors",
    "CIDEr-D": "the same with weights clipped to the weights of the reference, times a length penalty",
}
TERM_FREQUENCIES: Mapping[str, str] = {
    "shares": "the term frequency is the share of an n-gram among all n-grams of its order in the text",
    "counts": "the term frequency is the count of an n-gram in the text",
}
LENGTHS: Mapping[str, str] = {
    "words": "the length of a text is its number of words",
    "pairs": "the length of a text is its number of pairs of neighbouring words",
}


@dataclass(frozen=True)
class CiderRules(Rules):
    """A named set of choices. To change a choice, give `cider` a keyword or use `dataclasses.replace`.

    >>> PAPER.stem, PAPER.factor, USUAL.stem, USUAL.factor
    ('porter', 1, 'none', 10)
    >>> COCO.variant, COCO.sigma
    ('CIDEr-D', Fraction(6, 1))
    """

    max_n: int = option(order("CIDEr counts n-grams up to max_n=4."), 4)
    """The length of the longest n-grams, N in the paper. The orders 1 to N have the same weight, w_n = 1/N."""
    stem: str = option(lambda value, name: stems.check_stem(value), "none")
    """The stemmer, a name from `mtexplain.text.stemming.STEMMERS`, or "none"."""
    tenfold: bool = option(check_flag, True)
    """True if the score is ten times the mean over the orders, False if it is the mean."""
    variant: str = option(choice(VARIANTS), "CIDEr")
    """The metric, CIDEr or CIDEr-D; a name from `VARIANTS`."""
    term_frequency: str = option(choice(TERM_FREQUENCIES), "shares")
    """The definition of term frequency, a name from `TERM_FREQUENCIES`. It affects CIDEr-D but not CIDEr."""
    sigma: Fraction | None = option(lambda value, name: None if value is None else _check_sigma(value), None)
    """The width of CIDEr-D's length penalty, in words; None for CIDEr, which has no length penalty."""
    length: str = option(choice(LENGTHS), "words")
    """The unit in which CIDEr-D measures texts, a name from `LENGTHS`. It doesn't affect the score (see `lengths`)."""

    @property
    def factor(self) -> int:
        """The factor of the mean over the orders, which is also the best possible score."""
        return 10 if self.tenfold else 1

    @property
    def is_cider_d(self) -> bool:
        """True for CIDEr-D."""
        return self.variant == "CIDEr-D"

    def lengths(self, words: int) -> int:
        """Return l, the length of a text with this number of words.

        If neither of two texts is empty, their lengths differ by the same number in pairs as in words.

        >>> PAPER.lengths(5), COCO.lengths(5), COCO.lengths(0)
        (5, 4, 0)
        """
        return words if self.length == "words" else max(0, words - 1)

    @property
    def reading(self) -> str:
        """A few words about how texts are tokenised."""
        stem = "" if self.stem == "none" else f", {stems.written(self.stem)}"
        return f"cut by {self.tokenize}, {signature.case(self)}{stem}"

    def with_choices(self, given: Mapping[str, Any]) -> Self:
        return super().with_choices({**given, "stem": stems.named(given.get("stem"), self.stem)})

    def checked(self) -> Self:
        rules = super().checked()
        if rules.is_cider_d:
            if rules.stem != "none":
                expected = "none, because CIDEr-D compares words as they are"
                raise InputError("stem", described(rules.stem), expected, "CIDEr can stem them.")
            if not rules.tenfold:
                expected = "True, because the formula of CIDEr-D has the factor of 10"
                raise InputError("tenfold", "False", expected, "CIDEr can do without it.")
            _check_sigma(rules.sigma)
        elif rules.sigma is not None:
            expected = "None, because CIDEr has no length penalty"
            raise InputError("sigma", described(self.sigma), expected, "CIDEr-D has a length penalty.")
        return rules


USUAL = CiderRules("usual")
PAPER = CiderRules("paper", stem="porter", tenfold=False, tool="Vedantam et al. 2015")
PAPER_D = CiderRules("paper", variant="CIDEr-D", sigma=Fraction(6), tool="Vedantam et al. 2015")
AUTHORS = CiderRules("authors", tokenize="coco", term_frequency="counts", tool="vrama91/cider")
COCO = replace(AUTHORS, name="coco", variant="CIDEr-D", sigma=Fraction(6), length="pairs", tool="pycocoevalcap 1.2")

RULES: Mapping[str, CiderRules] = {rules.name: rules for rules in (USUAL, PAPER, AUTHORS, COCO)}
"""The sets of rules that `cider` knows, by name."""
RULES_D: Mapping[str, CiderRules] = {rules.name: rules for rules in (PAPER_D, COCO)}
"""The sets of rules that `cider_d` knows, by name."""

CiderSetting = Annotated[CiderRules | str, OneOf(RULES)]
CiderDSetting = Annotated[CiderRules | str, OneOf(RULES_D)]
StemSetting = Annotated[str | bool | None, OneOf(stems.CHOICES)]
TokenizeSetting = Annotated[str | Tokenizer | None, OneOf(tokenizers_for({**RULES, **RULES_D}))]
TermFrequencySetting = Annotated[str | None, OneOf({name: name for name in TERM_FREQUENCIES})]


def resolve_cider(
    rules: CiderRules | str, known: Mapping[str, CiderRules], **given: Any
) -> tuple[CiderRules, Tokenizer]:
    """Return the checked rules and their tokeniser, which returns stems if the rules name a stemmer.

    >>> rules, cut = resolve_cider("paper", RULES, max_n=2)
    >>> rules.max_n, cut("two fishes fishing")
    (2, ['two', 'fish', 'fish'])
    """
    chosen, tokenizer = resolve(rules, known, **given)
    if known is RULES_D and not chosen.is_cider_d:
        raise InputError("rules", f"{chosen.name!r}, rules of CIDEr", "rules of CIDEr-D", "Use cider for these.")
    if chosen.stem == "none":
        return chosen, tokenizer
    stem_of = stemmer_of(chosen.stem)
    return chosen, lambda text: [stem_of(word) for word in tokenizer(text)]


def _check_sigma(value: object) -> Fraction:
    return check_value(value, "sigma", "a number above 0 and up to 1000")
