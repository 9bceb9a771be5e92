"""The choices of a perplexity, which are the base of the logarithms and the settings of a small n-gram model.

    slp3   the definitions and examples in Jurafsky and Martin, Speech and Language Processing, 3rd ed. draft, chapter 3
    nltk   nltk.lm with its own padding (`padded_everygram_pipeline`) and MLE, or Lidstone if a k is added

The default is slp3.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from mtexplain.inputs import InputError, described
from mtexplain.rules import Rules
from mtexplain.rules.base import choice, option, order, tokenizers_for
from mtexplain.settings import OneOf, check_value
from mtexplain.text import Tokenizer

BASES: Mapping[str, str] = {
    "e": "natural logarithms",
    "2": "logarithms to the base 2",
    "10": "logarithms to the base 10",
}
UNITS: Mapping[str, str] = {"e": "nats", "2": "bits", "10": "decimal digits"}
"""The units of a surprise."""

SMOOTHINGS: Mapping[str, str] = {
    "none": "maximum likelihood, a count divided by the count of its history",
    "add-k": "k is added to the count of every possible n-gram, seen or unseen",
}
_ELSEWHERE = {
    **dict.fromkeys(("laplace", "addone", "add1", "plusone", "plus1"), "Here it is 'add-k', with a k of 1."),
    **dict.fromkeys(("lidstone", "additive"), "Here it is 'add-k'. k= is the number that is added, by default 1."),
    **dict.fromkeys(("mle", "maximumlikelihood", "false", "no", "off", "null", "0"), "Here it is called 'none'."),
}
"""Hints for the names of smoothing methods in other tools, in lower case without punctuation."""
MARKERS: Mapping[str, str] = {
    "from pairs on": "n - 1 <s> before a sentence and a </s> after it; no markers if n = 1",
    "always": "n - 1 <s> before a sentence and a </s> after it, even if n = 1",
    "both sides": "n - 1 <s> before a sentence and n - 1 </s> after it",
    "never": "no markers, so the first n - 1 words of a sentence are not predicted",
}
VOCABULARIES: Mapping[str, str] = {
    "words and </s>": "the words of the training text, and </s> if it is predicted",
    "words, <s> and </s>": "the words of the training text and both markers",
    "words, </s> and <unk>": "the words of the training text, </s>, and an entry for all unknown words",
    "words, <s>, </s> and <unk>": "the words of the training text, both markers, and an entry for all unknown words",
}
"""The entries that |V| counts. A marker counts only if the rules use it."""


def check_base(value: object, where: str = "base") -> str:
    """Return the name that the rules use for the base of the logarithms. The number e is accepted, too.

    >>> check_base(2), check_base("e"), check_base(2.718281828459045)
    ('2', 'e', 'e')
    """
    name = value if isinstance(value, str) else "e" if isinstance(value, float) and value == math.e else ""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value in (2, 10):
        name = str(int(value))
    if name not in BASES:
        fix = 'For natural logarithms, as in PyTorch, write base="e".'
        raise InputError(where, described(value), '"e", 2 or 10', fix)
    return name


@dataclass(frozen=True)
class PerplexityRules(Rules):
    """The only choice that every perplexity has. It changes the working but not the score."""

    base: str = option(check_base, "e")
    """The base of the logarithms in the working, "e", "2" or "10"."""


@dataclass(frozen=True)
class NgramRules(PerplexityRules):
    """The choices of an n-gram language model, in the order of the computation.

    >>> SLP3.n, SLP3.smoothing, SLP3.markers
    (2, 'none', 'from pairs on')
    """

    n: int = option(order("A bigram model is n=2."), 2)
    """The length of the n-grams. A word is predicted from the n - 1 words before it."""
    markers: str = option(choice(MARKERS), "from pairs on")
    """The markers at the beginning and end of a sentence, a name from `MARKERS`."""
    smoothing: str = option(choice(SMOOTHINGS, _ELSEWHERE), "none")
    """The smoothing, which gives unseen n-grams a probability above 0; a name from `SMOOTHINGS`."""
    k: Fraction = option(lambda value, name: check_value(value, name, "a number above 0 and up to 1000"), Fraction(1))
    """The number that add-k smoothing adds to every count. A k of 1 is Laplace smoothing."""
    vocabulary: str = option(choice(VOCABULARIES), "words and </s>")
    """The vocabulary whose size |V| add-k smoothing uses, a name from `VOCABULARIES`."""

    @property
    def is_smoothed(self) -> bool:
        """True if k is added to the counts."""
        return self.smoothing != "none"

    @property
    def marker_counts(self) -> tuple[int, int]:
        """The numbers of markers before and after a sentence."""
        before = self.n - 1
        match self.markers:
            case "never":
                return 0, 0
            case "both sides":
                return before, before
            case "from pairs on" if not before:
                return 0, 0
        return before, 1


GIVEN = PerplexityRules("given")
"""The rules for given probabilities, where the base is the only choice."""

SLP3 = NgramRules("slp3", tool="Jurafsky and Martin, SLP3, chapter 3")
NLTK = NgramRules("nltk", tool="NLTK 3.10.4", markers="both sides", vocabulary="words, <s>, </s> and <unk>")

RULES: Mapping[str, NgramRules] = {rules.name: rules for rules in (SLP3, NLTK)}
"""The sets of rules of an n-gram model, by name."""

RulesSetting = Annotated[NgramRules | str, OneOf(RULES)]
TokenizeSetting = Annotated[str | Tokenizer | None, OneOf(tokenizers_for(RULES))]
BaseSetting = Annotated[str | int | None, OneOf(BASES)]
SmoothingSetting = Annotated[str | None, OneOf(SMOOTHINGS)]
MarkersSetting = Annotated[str | None, OneOf(MARKERS)]
VocabularySetting = Annotated[str | None, OneOf(VOCABULARIES)]
