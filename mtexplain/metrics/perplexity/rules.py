"""The choices of a perplexity: the base of its logarithms, and all that a small n-gram model must decide.

    slp3   Jurafsky and Martin, Speech and Language Processing, 3rd ed. draft, chapter 3: its definitions, its examples
    nltk   nltk.lm with its own padding (`padded_everygram_pipeline`): MLE, or Lidstone where a k is added

The first is in force where nothing else is asked for.
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
"""What a surprise is counted in."""

SMOOTHINGS: Mapping[str, str] = {
    "none": "maximum likelihood: a count over the count of its history",
    "add-k": "k is added to the count of every n-gram there could be, seen or not",
}
_ELSEWHERE = {
    **dict.fromkeys(("laplace", "addone", "add1", "plusone", "plus1"), "It is 'add-k' here, with a k of 1."),
    **dict.fromkeys(("lidstone", "additive"), "It is 'add-k' here; k= is what is added, or else 1."),
    **dict.fromkeys(("mle", "maximumlikelihood", "false", "no", "off", "null", "0"), "Here it is called 'none'."),
}
"""Hints for the names that smoothing methods have elsewhere, in lower case without punctuation."""
MARKERS: Mapping[str, str] = {
    "from pairs on": "n - 1 <s> before a sentence and one </s> after it; none for single words",
    "always": "n - 1 <s> before a sentence and one </s> after it, also for single words",
    "both sides": "n - 1 <s> before a sentence, and as many </s> after it",
    "never": "no markers: the first n - 1 words of a sentence are not predicted",
}
VOCABULARIES: Mapping[str, str] = {
    "words and </s>": "the words of the training text, and </s> where it is predicted",
    "words, <s> and </s>": "the words of the training text, and both markers",
    "words, </s> and <unk>": "the words of the training text, </s>, and one more for all unknown words",
    "words, <s>, </s> and <unk>": "the words of the training text, both markers, and one more for all unknown words",
}
"""What |V| counts. A marker counts where there are markers."""


def check_base(value: object, where: str = "base") -> str:
    """The base of the logarithms, as rules name it. The number e is taken too.

    >>> check_base(2), check_base("e"), check_base(2.718281828459045)
    ('2', 'e', 'e')
    """
    name = value if isinstance(value, str) else "e" if isinstance(value, float) and value == math.e else ""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value in (2, 10):
        name = str(int(value))
    if name not in BASES:
        fix = 'Natural logarithms, as PyTorch takes them, are base="e".'
        raise InputError(where, described(value), '"e", 2 or 10', fix)
    return name


@dataclass(frozen=True)
class PerplexityRules(Rules):
    """The choices of every perplexity: here there is one. It changes the working, and not the score."""

    base: str = option(check_base, "e")
    """The base in which the working takes logarithms: "e", "2" or "10"."""


@dataclass(frozen=True)
class NgramRules(PerplexityRules):
    """The choices of an n-gram language model, in the order in which it is trained and asked.

    >>> SLP3.n, SLP3.smoothing, SLP3.markers
    (2, 'none', 'from pairs on')
    """

    n: int = option(order("A bigram model is n=2."), 2)
    """How long the n-grams are: a word is predicted from the n - 1 before it."""
    markers: str = option(choice(MARKERS), "from pairs on")
    """Which markers a sentence gets at its ends: a name from `MARKERS`."""
    smoothing: str = option(choice(SMOOTHINGS, _ELSEWHERE), "none")
    """What is done so that an n-gram that was never seen isn't impossible: a name from `SMOOTHINGS`."""
    k: Fraction = option(lambda value, name: check_value(value, name, "a number above 0 and up to 1000"), Fraction(1))
    """What add-k adds to every count; 1 is Laplace smoothing."""
    vocabulary: str = option(choice(VOCABULARIES), "words and </s>")
    """What |V| counts, where a k is added: a name from `VOCABULARIES`."""

    @property
    def is_smoothed(self) -> bool:
        """True if a k is added."""
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
"""The rules where the probabilities are given: there is nothing to decide but the base."""

SLP3 = NgramRules("slp3", tool="Jurafsky and Martin, SLP3, chapter 3")
NLTK = NgramRules("nltk", tool="NLTK 3.10.4", markers="both sides", vocabulary="words, <s>, </s> and <unk>")

RULES: Mapping[str, NgramRules] = {rules.name: rules for rules in (SLP3, NLTK)}
"""Every set of rules of an n-gram model by its name."""

RulesSetting = Annotated[NgramRules | str, OneOf(RULES)]
TokenizeSetting = Annotated[str | Tokenizer | None, OneOf(tokenizers_for(RULES))]
BaseSetting = Annotated[str | int | None, OneOf(BASES)]
SmoothingSetting = Annotated[str | None, OneOf(SMOOTHINGS)]
MarkersSetting = Annotated[str | None, OneOf(MARKERS)]
VocabularySetting = Annotated[str | None, OneOf(VOCABULARIES)]
