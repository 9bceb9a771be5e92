"""The choices that METEOR of 2005 and NLTK make differently, as data, with the rules of each.

    paper    METEOR as Banerjee and Lavie 2005 define it
    nltk     nltk.translate.meteor_score, without WordNet

Words are changed only as the rules say, and the only synonyms are the ones you give.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple, Self

from mtexplain.display import plain
from mtexplain.display.formula import Formula, number
from mtexplain.inputs import InputError, InputTypeError, accepts, check_text, described, from_array
from mtexplain.invisible import visible
from mtexplain.metrics.shared import reading, stems
from mtexplain.rules import Rules
from mtexplain.rules.base import Check, choice, option
from mtexplain.settings import check_between
from mtexplain.text.stemming import STEMMERS, Stemmer

PAPER_2005 = "Banerjee and Lavie 2005, section 2.2"
"""The section that defines METEOR."""


class AlignmentRule(NamedTuple):
    """A way to choose an alignment, with its name in a signature, its reason and its source.

    `compares` says in which way this alignment is best. `at_once` is True if the rule considers all stages together.
    """

    signature: str
    why: str
    source: str
    compares: str
    at_once: bool = False

    def __str__(self) -> str:
        """The words of a signature."""
        return self.signature


ALIGN: dict[str, AlignmentRule] = {
    "crossings": AlignmentRule(
        "stage by stage, fewest crossings",
        "Each stage links as many of the remaining words as possible, with as few crossings as possible.",
        PAPER_2005,
        "None has fewer crossings than this alignment, which has {crossings}.",
    ),
    "chunks": AlignmentRule(
        "all stages at once, fewest chunks",
        "Link as many words as possible, in as few chunks as possible, then as close together as possible.",
        "Denkowski and Lavie 2014, section 2",
        "None has fewer chunks than this alignment, which has {chunks}.",
        at_once=True,
    ),
    "greedy": AlignmentRule(
        "stage by stage, from the last word, the last partner",
        "Stage by stage, each word of the candidate, from the last to the first, takes the last free partner.",
        "NLTK, meteor_score.py",
        "This rule does not compare them.",
    ),
}
"""The rules of alignment by their names. A later version of METEOR adds its own."""

LOOKED_UP: Mapping[str, str] = {
    "words": "words are looked up among the synonyms",
    "stems": "stems are looked up among the synonyms",
}
"""The forms that can be looked up among the synonyms if there are stems as well."""

STAGES = ("exact", "stem", "synonym")
"""The stages of an alignment, in order."""

_STEM = f"one of none, {', '.join(STEMMERS)}; True, False, or a function from a word to its stem"
_SYNONYMS = "a dict from a word to a list of words, or a list of sets of words"


def check_stem(given: object, name: str) -> str | Stemmer:
    """Check a stemmer, which is a function or the name of an available stemmer."""
    if callable(given):
        if not accepts(given, ""):
            raise InputTypeError(name, f"{stemmer_name(given)}, which does not take a single word", _STEM)
        return given
    if isinstance(given, str) and given.endswith("()"):
        fix = "A record can't hold a function. Score the texts again with stem=your_function."
        raise InputError(name, f"a function of your own, {described(given)}", _STEM, fix)
    return stems.check_stem(given, _STEM)


def synonym_pairs(given: object, name: str = "synonyms") -> tuple[tuple[str, str], ...]:
    """Synonyms as pairs of a word and each of its synonyms, or of any two words of a set.

    >>> synonym_pairs([{"car", "auto", "automobile"}])
    (('auto', 'automobile'), ('auto', 'car'), ('automobile', 'car'))
    """
    pairs: set[tuple[str, ...]] = set()
    given = from_array(given)
    if isinstance(given, Mapping):
        for key, listed in given.items():
            word = _word(key, name)
            pairs.update((word, synonym) for synonym in check_words(listed, f"{name}[{key!r}]"))
    elif isinstance(given, str) or not isinstance(given, Iterable):
        raise InputTypeError(name, described(given), _SYNONYMS)
    else:
        for index, words in enumerate(given):
            pairs.update(combinations(check_words(words, f"{name}[{index}]"), 2))
    return tuple(sorted((min(pair), max(pair)) for pair in pairs if len(set(pair)) == 2))


def check_words(given: object, where: str) -> list[str]:
    """Check words in any kind of list or set, and return them as a list."""
    given = from_array(given)
    if isinstance(given, str | bytes | bytearray) or not isinstance(given, Iterable):
        raise InputTypeError(where, described(given), "a list or a set of words", "Put even a single word in a list.")
    return [_word(word, where) for word in given]


def _word(given: object, where: str) -> str:
    word = check_text(given, where)
    if not word.strip():
        raise InputError(where, described(word), "words")
    return word


def _between_0_and(most: int, fix: str) -> Check:
    """The check of a parameter, with the advice that an error gives."""
    return lambda value, name: check_between(value, name, 0, most, fix)


@dataclass(frozen=True)
class Rules2005(Rules):
    """A named set of the choices in METEOR of 2005 and in NLTK.

    >>> PAPER.alpha, PAPER.beta, PAPER.gamma
    (Fraction(9, 10), Fraction(3, 1), Fraction(1, 2))
    """

    stem: str | Stemmer = option(check_stem, "none")
    """A name from `mtexplain.text.stemming.STEMMERS`, "none", or a function."""
    synonyms: tuple[tuple[str, str], ...] = option(synonym_pairs, ())
    """Pairs of words that may be linked with each other, in either order."""
    looked_up: str = option(choice(LOOKED_UP), "words")
    """A name from `LOOKED_UP`, which says whether a word or its stem is looked up among the synonyms."""
    align: str = option(choice(ALIGN), "chunks")
    """A name from `ALIGN`, which says which of the alignments with the most links is taken."""
    alpha: Fraction = option(_between_0_and(1, "It is the weight of recall, 0.9 in the paper."), Fraction(9, 10))
    """The weight of recall in Fmean, 0 to 1; precision has the rest."""
    beta: Fraction = option(_between_0_and(100, "It is the exponent of the penalty, 3 in the paper."), Fraction(3))
    """The exponent of the penalty, 0 or more."""
    gamma: Fraction = option(_between_0_and(1, "It is the highest penalty, 0.5 in the paper."), Fraction(1, 2))
    """The highest possible penalty, 0 to 1."""

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages that these rules ask for, by their names."""
        return ("exact", *("stem",) * (self.stem != "none"), *("synonym",) * bool(self.synonyms))

    def checked(self) -> Self:
        """These rules, with each choice checked. Synonyms are lower-cased if the texts are."""
        rules = super().checked()
        pairs = [[reading.tokens(word, "synonyms", rules, lambda text: (text,))[0] for word in pair]
                 for pair in rules.synonyms]  # fmt: skip
        return replace(rules, synonyms=synonym_pairs(pairs)) if pairs else rules

    @property
    def parameters(self) -> dict[str, Fraction]:
        """The parameters of the formulas, by their names."""
        return {"alpha": self.alpha, "beta": self.beta, "gamma": self.gamma}

    def described(self) -> Iterator[str]:
        """Yield every choice in the words of a signature."""
        yield stems.written(stemmer_name(self.stem))
        pairs = len(self.synonyms)
        yield "no synonyms" if not pairs else "1 pair of synonyms" if pairs == 1 else f"{pairs:,} pairs of synonyms"
        if pairs and self.stem != "none" and self.looked_up != "words":
            yield LOOKED_UP[self.looked_up]
        yield ALIGN[self.align].signature
        yield " ".join(f"{name} {plain.formula(decimal(value))}" for name, value in self.parameters.items())


PAPER = Rules2005("paper", stem="porter", align="crossings", tool="Banerjee and Lavie 2005")
NLTK = Rules2005("nltk", lowercase=True, stem="porter", looked_up="stems", align="greedy", tool="NLTK 3.10.4")


def decimal(value: Fraction) -> Formula:
    """An exact value in the usual form of a parameter, such as 0.85; a fraction if it has no short decimal form.

    >>> decimal(Fraction(17, 20)), decimal(Fraction("100.1234")), decimal(Fraction(2, 3))
    ('0.85', '100.1234', Over(top='2', bottom='3'))
    """
    return f"{float(value):.8g}" if 10**5 % value.denominator == 0 and value < 1000 else number(value)


def stemmer_name(stem: str | Stemmer) -> str:
    """The name of a stemmer. The name of a function ends in (), so that it is never mistaken for one of our names.

    >>> stemmer_name("porter"), stemmer_name(str.lower)
    ('porter', 'str.lower()')
    """
    return stem if isinstance(stem, str) else f"{visible(getattr(stem, '__qualname__', type(stem).__name__))}()"
