"""The rules of Meteor 1.5, with four choices that METEOR of 2005 lacks, and the parameters of each language and task.

    meteor-1.5     the program Meteor 1.5 (Denkowski and Lavie 2014) for English, without WordNet and paraphrases
    meteor-1.5-de  the same for cz, de, es, fr and ru, and -universal, for any language whose function words you give
    meteor-1.5-li  the same for other tasks in English, which are li (language-independent), adq (adequacy), hter, tune

Some parts of Meteor 1.5 are left out. They are its tables of paraphrases, its dictionary of synonyms (give your own),
the way it cuts and changes text before scoring (-norm), and the task util, which counts letters.

The program has function words for other languages too, but does not use them without the option -s. It looks for
English function words in texts of every language. We do the same; function_words="german" selects the German list.
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
    "penalised": "a single chunk is penalised too",
    "free": "no penalty if everything is one chunk",
}
"""The choices for the penalty if every word of both texts is in a single chunk."""

LANGUAGES: Mapping[str, str] = {
    "cz": "czech", "de": "german", "es": "spanish", "fr": "french", "ru": "russian", "universal": "universal"
}  # fmt: skip
"""The languages of Meteor 1.5 other than English, by the endings of its rules' names."""

ALIGN["beam"] = AlignmentRule(
    "all stages at once, a beam of 40",
    "Along the reference, the 40 best beginnings are kept, with the most exact matches in the fewest chunks.",
    "Meteor 1.5, Aligner",
    "This rule compares some of them.",
    at_once=True,
)

_FUNCTION_WORDS = f"one of {', '.join(LISTS)}; or a list of words"
_WEIGHTS = "three numbers, none negative, for exact matches, stems and synonyms"


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
    return None if given is None else check_between(given, name, 0, 1, "It is the weight of a content word.")


@dataclass(frozen=True)
class MeteorRules(Rules2005):
    """A named set of choices. It is frozen, so to change a choice, use a keyword of `meteor` or `dataclasses.replace`.

    The last four choices belong to Meteor 1.5. Their defaults leave METEOR of 2005 as it is.

    >>> RULES["paper"].alpha, RULES["paper"].delta
    (Fraction(9, 10), None)
    """

    delta: Fraction | None = option(_delta, None)
    """The weight of a content word, 0 to 1; a function word has the rest. With None all words count the same."""
    weights: tuple[Fraction, ...] = option(_weights, (Fraction(1),) * 3)
    """The weights in precision and recall of exact, stem and synonym matches."""
    function_words: str | tuple[str, ...] = option(_function_words, "none")
    """A name of a list in function_words.py, "none", or words of your own."""
    whole: str = option(choice(WHOLE), "penalised")
    """A name from `WHOLE`, which says what happens to the penalty if everything is one chunk."""

    @property
    def language(self) -> str:
        """The language of the rules, if their name or their stemmer names a language other than English."""
        named = LANGUAGES.get(self.name.rpartition("-")[2], self.stem)
        return named if isinstance(named, str) and named in LANGUAGES.values() else ""

    @property
    def counts_alike(self) -> bool:
        """True if every word and every match counts 1."""
        return self.delta is None and self.weights.count(Fraction(1)) == len(STAGES)

    @property
    def listed(self) -> frozenset[str]:
        """The function words, in lower case; none if there is no delta."""
        words = self.function_words
        if self.delta is None:
            return frozenset()
        return LISTS[words] if isinstance(words, str) else frozenset(word.lower() for word in words)

    @property
    def parameters(self) -> dict[str, Fraction]:
        """The parameters of the formulas, with delta if there is any."""
        return super().parameters | ({} if self.delta is None else {"delta": self.delta})

    def described(self) -> Iterator[str]:
        """Yield every choice in the words of a signature."""
        yield from super().described()
        if any(weight != 1 for weight in self.weights):
            yield f"weights {' '.join(plain.formula(decimal(weight)) for weight in self.weights)}"
        if self.delta is not None:
            words = self.function_words
            yield f"function words: {words if isinstance(words, str) else f'{len(words)} of your own'}"
        if self.whole != "penalised":
            yield WHOLE[self.whole]


def _tuned(name: str, stem: str, parameters: str, weights: str) -> MeteorRules:
    """A set of rules of Meteor 1.5, from its alpha, beta, gamma and delta and the weights of the three stages."""
    alpha, beta, gamma, delta = map(Fraction, parameters.split())
    return MeteorRules(
        f"meteor-1.5{name}", tokenize="ascii-whitespace", stem=stem, align="beam", alpha=alpha, beta=beta, gamma=gamma,
        delta=delta, weights=tuple(map(Fraction, weights.split())), function_words="english", whole="free",
        tool="Meteor 1.5",
    )  # fmt: skip


METEOR_15 = _tuned("", "english", "0.85 0.2 0.6 0.75", "1 0.6 0.8")

# If a set has no weight for synonyms, they count as in the language-independent set.
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
