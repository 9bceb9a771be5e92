"""The rules of Meteor 1.5: four choices that METEOR of 2005 has not, and the numbers of each language and task.

    meteor-1.5     the program Meteor 1.5 (Denkowski and Lavie 2014) for English, without WordNet and paraphrases
    meteor-1.5-de  the same for another language: cz, de, es, fr, ru; universal is for any that brings function words
    meteor-1.5-li  the same, English, for another task: li (language-independent), adq (adequacy), hter, tune

What is left out of Meteor 1.5: its tables of paraphrases, its dictionary of synonyms (give your own), its way to cut
and change text before it scores (-norm), and the task util, which counts letters.

It has function words for other languages too, and does not use them unless it is told to (-s): it looks for the
English ones in every language. We do what it does; function_words="german" gives the German ones.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction

from mtexplain.display import plain
from mtexplain.inputs import InputError, InputTypeError, check_list, described
from mtexplain.metrics.meteor import rules as rules_2005
from mtexplain.metrics.meteor.meteor15.function_words import LISTS
from mtexplain.metrics.meteor.rules import ALIGN, STAGES, AlignmentRule, Rules2005, check_words, decimal
from mtexplain.rules.base import choice, one_of, option
from mtexplain.settings import check_between

WHOLE: Mapping[str, str] = {
    "penalised": "one chunk is penalised too",
    "free": "no penalty where everything is one chunk",
}
"""What becomes of the penalty where every word of both texts is in one chunk."""

LANGUAGES: Mapping[str, str] = {
    "cz": "czech", "de": "german", "es": "spanish", "fr": "french", "ru": "russian", "universal": "universal"
}  # fmt: skip
"""The languages of Meteor 1.5 but English, by the ending of its rules' names."""

ALIGN["beam"] = AlignmentRule(
    "all stages at once, a beam of 40",
    "Along the reference, the 40 best beginnings are kept: those with the most exact matches, in the fewest chunks.",
    "Meteor 1.5, Aligner",
    "This rule compares some of them.",
    at_once=True,
)

_FUNCTION_WORDS = f"one of {', '.join(LISTS)}; or a list of words"
_WEIGHTS = "three numbers, none negative: for exact matches, stems and synonyms"


def _weights(given: object, name: str) -> tuple[Fraction, ...]:
    weights = check_list(given, name, _WEIGHTS)
    if len(weights) != len(STAGES):
        raise InputError(name, f"{len(weights)} of them", _WEIGHTS)
    return tuple(check_between(weight, f"{name}[{index}]", 0, 1, "") for index, weight in enumerate(weights))


def _function_words(given: object, name: str) -> str | tuple[str, ...]:
    if isinstance(given, str):
        return one_of(LISTS, given, name)
    if isinstance(given, bytes | bytearray) or not isinstance(given, Iterable):
        raise InputTypeError(name, described(given), _FUNCTION_WORDS)
    return tuple(sorted(set(check_words(given, name))))


def _delta(given: object, name: str) -> Fraction | None:
    return None if given is None else check_between(given, name, 0, 1, "It is what a content word counts.")


@dataclass(frozen=True)
class MeteorRules(Rules2005):
    """A named set of choices. Frozen: to change one, give `meteor` a keyword, or use `dataclasses.replace`.

    The four last are those of Meteor 1.5. As they stand here, they leave METEOR of 2005 as it is.

    >>> RULES["paper"].alpha, RULES["paper"].delta
    (Fraction(9, 10), None)
    """

    delta: Fraction | None = option(_delta, None)
    """What a content word counts, 0 to 1; a function word has the rest. None: all words count the same."""
    weights: tuple[Fraction, ...] = option(_weights, (Fraction(1),) * 3)
    """What a match counts in precision and recall, by its stage: exact, stem, synonym."""
    function_words: str | tuple[str, ...] = option(_function_words, "none")
    """A name of a list in function_words.py, "none", or words of your own."""
    whole: str = option(choice(WHOLE), "penalised")
    """What becomes of the penalty where everything is one chunk: a name from `WHOLE`."""

    @property
    def language(self) -> str:
        """The language that the rules are for, where their name or their stemmer names one other than English."""
        named = LANGUAGES.get(self.name.rpartition("-")[2], self.stem)
        return named if isinstance(named, str) and named in LANGUAGES.values() else ""

    @property
    def counts_alike(self) -> bool:
        """True if every word and every match counts 1."""
        return self.delta is None and self.weights.count(Fraction(1)) == len(STAGES)

    @property
    def listed(self) -> frozenset[str]:
        """The function words, in lower case; none, where no delta asks for them."""
        words = self.function_words
        if self.delta is None:
            return frozenset()
        return LISTS[words] if isinstance(words, str) else frozenset(word.lower() for word in words)

    @property
    def parameters(self) -> dict[str, Fraction]:
        """The parameters of the formulas, delta where there is one."""
        return super().parameters | ({} if self.delta is None else {"delta": self.delta})

    def described(self) -> Iterator[str]:
        """Every choice in the words of a signature."""
        yield from super().described()
        if any(weight != 1 for weight in self.weights):
            yield f"weights {' '.join(plain.formula(decimal(weight)) for weight in self.weights)}"
        if self.delta is not None:
            words = self.function_words
            yield f"function words: {words if isinstance(words, str) else f'{len(words)} of your own'}"
        if self.whole != "penalised":
            yield WHOLE[self.whole]


def _tuned(name: str, stem: str, parameters: str, weights: str) -> MeteorRules:
    """A set of parameters of Meteor 1.5: alpha, beta, gamma, delta; and what the three stages count."""
    alpha, beta, gamma, delta = map(Fraction, parameters.split())
    return MeteorRules(
        f"meteor-1.5{name}", tokenize="ascii-whitespace", stem=stem, align="beam", alpha=alpha, beta=beta, gamma=gamma,
        delta=delta, weights=tuple(map(Fraction, weights.split())), function_words="english", whole="free",
        tool="Meteor 1.5",
    )  # fmt: skip


METEOR_15 = _tuned("", "english", "0.85 0.2 0.6 0.75", "1 0.6 0.8")

# Where a set knows no synonyms, those that are given count as in the language-independent one.
_TUNED = (
    METEOR_15,
    _tuned("-cz", "none", "0.95 0.2 0.6 0.8", "1 0.5 0.5"),
    _tuned("-de", "german", "0.95 1 0.55 0.55", "1 0.8 0.5"),
    _tuned("-es", "spanish", "0.65 1.3 0.5 0.8", "1 0.8 0.5"),
    _tuned("-fr", "french", "0.9 1.4 0.6 0.65", "1 0.2 0.5"),
    _tuned("-ru", "russian", "0.75 1.4 0.7 0.5", "1 0.5 0.5"),
    _tuned("-li", "english", "0.75 1.4 0.7 0.5", "1 0.5 0.5"),
    _tuned("-adq", "english", "0.75 1.4 0.45 0.7", "1 1 0.6"),
    _tuned("-hter", "english", "0.4 1.5 0.35 0.55", "1 0.2 0.6"),
    _tuned("-tune", "english", "0.5 1 0.5 0.5", "1 0.5 0.5"),
    # Its function words come with each new language, whose texts are lower-cased.
    replace(_tuned("-universal", "none", "0.7 1.4 0.3 0.7", "1 0.5 0.5"), lowercase=True, function_words="none"),
)

PAPER, NLTK = (MeteorRules(**asdict(rules)) for rules in (rules_2005.PAPER, rules_2005.NLTK))
RULES: Mapping[str, MeteorRules] = {rules.name: rules for rules in (PAPER, NLTK, *_TUNED)}
"""Every set of rules by its name."""
