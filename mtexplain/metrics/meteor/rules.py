"""Whose rules: every choice two METEOR tools make differently, as data, and what each of them chose.

    paper          METEOR as Banerjee and Lavie 2005 define it
    nltk           nltk.translate.meteor_score, without WordNet
    meteor-1.5     the program Meteor 1.5 (Denkowski and Lavie 2014) for English, without WordNet and paraphrases
    meteor-1.5-de  the same for another language: cz, de, es, fr, ru; universal is for any that brings function words
    meteor-1.5-li  the same, English, for another task: li (language-independent), adq (adequacy), hter, tune

What is left out of Meteor 1.5: its tables of paraphrases, its dictionary of synonyms (give your own), its way to cut
and change text before it scores (-norm), and the task util, which counts letters.

It has function words for other languages too, and does not use them unless it is told to (-s): it looks for the
English ones in every language. We do what it does; function_words="german" gives the German ones.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Any, Self

from mtexplain.display import plain
from mtexplain.display.formula import Formula, number
from mtexplain.inputs import InputError, InputTypeError, accepts, check_list, check_text, described, from_array
from mtexplain.invisible import visible
from mtexplain.metrics.meteor.function_words import LISTS
from mtexplain.metrics.shared import reading, stems
from mtexplain.rules import Rules
from mtexplain.rules.base import Check, choice, one_of, option, resolve, resolved, tokenizers_for
from mtexplain.settings import OneOf, check_between
from mtexplain.text import Tokenizer
from mtexplain.text.stemming import STEMMERS, Stemmer

ALIGN: Mapping[str, str] = {
    "crossings": "stage by stage, fewest crossings",
    "chunks": "all stages at once, fewest chunks",
    "greedy": "stage by stage, from the last word, the last partner",
    "beam": "all stages at once, a beam of 40",
}
"""How an alignment is chosen, in the words of a signature."""

LOOKED_UP: Mapping[str, str] = {
    "words": "words are looked up among the synonyms",
    "stems": "stems are looked up among the synonyms",
}
"""What is looked up among the synonyms, where there are stems as well."""

WHOLE: Mapping[str, str] = {
    "penalised": "one chunk is penalised too",
    "free": "no penalty where everything is one chunk",
}
"""What becomes of the penalty where every word of both texts is in one chunk."""

LANGUAGES: Mapping[str, str] = {
    "cz": "czech", "de": "german", "es": "spanish", "fr": "french", "ru": "russian", "universal": "universal"
}  # fmt: skip
"""The languages of Meteor 1.5 but English, by the ending of its rules' names."""

STAGES = ("exact", "stem", "synonym")
"""The stages of an alignment in their order, which is also that of their weights."""

_STEM = f"one of none, {', '.join(STEMMERS)}; True, False, or a function from a word to its stem"
_SYNONYMS = "a dict from a word to a list of words, or a list of sets of words"
_FUNCTION_WORDS = f"one of {', '.join(LISTS)}; or a list of words"
_WEIGHTS = "three numbers, none negative: for exact matches, stems and synonyms"


def _stem(given: object, name: str) -> str | Stemmer:
    """A function, or the name of a stemmer that is there."""
    if callable(given):
        if not accepts(given, ""):
            raise InputTypeError(name, f"{stemmer_name(given)}, which does not take a word alone", _STEM)
        return given
    if isinstance(given, str) and given.endswith("()"):
        fix = "A record can't hold it: score the texts again with stem=your_function."
        raise InputError(name, f"a function of your own, {described(given)}", _STEM, fix)
    return stems.check_stem(given, _STEM)


def synonym_pairs(given: object, name: str = "synonyms") -> tuple[tuple[str, str], ...]:
    """Synonyms as pairs: of a word and each of its synonyms, or of any two words of a set.

    >>> synonym_pairs([{"car", "auto", "automobile"}])
    (('auto', 'automobile'), ('auto', 'car'), ('automobile', 'car'))
    """
    pairs: set[tuple[str, ...]] = set()
    given = from_array(given)
    if isinstance(given, Mapping):
        for word, others in given.items():
            one = _word(word, name)
            pairs.update((one, other) for other in _words(others, f"{name}[{word!r}]"))
    elif isinstance(given, str) or not isinstance(given, Iterable):
        raise InputTypeError(name, described(given), _SYNONYMS)
    else:
        for place, words in enumerate(given):
            pairs.update(combinations(_words(words, f"{name}[{place}]"), 2))
    return tuple(sorted((min(pair), max(pair)) for pair in pairs if len(set(pair)) == 2))


def _words(given: object, where: str) -> list[str]:
    """Words in any kind of list, also in a set."""
    given = from_array(given)
    if isinstance(given, str | bytes | bytearray) or not isinstance(given, Iterable):
        raise InputTypeError(where, described(given), "a list or a set of words", "One synonym is a list of one word.")
    return [_word(word, where) for word in given]


def _word(given: object, where: str) -> str:
    word = check_text(given, where)
    if not word.strip():
        raise InputError(where, described(word), "words")
    return word


def _weights(given: object, name: str) -> tuple[Fraction, ...]:
    weights = check_list(given, name, _WEIGHTS)
    if len(weights) != len(STAGES):
        raise InputError(name, f"{len(weights)} of them", _WEIGHTS)
    return tuple(check_between(weight, f"{name}[{place}]", 0, 1, "") for place, weight in enumerate(weights))


def _function_words(given: object, name: str) -> str | tuple[str, ...]:
    if isinstance(given, str):
        return one_of(LISTS, given, name)
    if isinstance(given, bytes | bytearray) or not isinstance(given, Iterable):
        raise InputTypeError(name, described(given), _FUNCTION_WORDS)
    return tuple(sorted(set(_words(given, name))))


def _between_0_and(most: int, fix: str) -> Check:
    """The check of a parameter, with the advice that goes with an error."""
    return lambda value, name: check_between(value, name, 0, most, fix)


def _delta(given: object, name: str) -> Fraction | None:
    return None if given is None else check_between(given, name, 0, 1, "It is what a content word counts.")


@dataclass(frozen=True)
class MeteorRules(Rules):
    """A named set of choices. Frozen: to change one, give `meteor` a keyword, or use `dataclasses.replace`.

    >>> PAPER.alpha, PAPER.beta, PAPER.gamma
    (Fraction(9, 10), Fraction(3, 1), Fraction(1, 2))
    """

    stem: str | Stemmer = option(_stem, "none")
    """A name from `mtexplain.text.stemming.STEMMERS`, "none", or a function."""
    synonyms: tuple[tuple[str, str], ...] = option(synonym_pairs, ())
    """Pairs of words that may be linked with each other, in either order."""
    looked_up: str = option(choice(LOOKED_UP), "words")
    """What is looked up among the synonyms, a word or its stem: a name from `LOOKED_UP`."""
    align: str = option(choice(ALIGN), "chunks")
    """Which of the alignments that link most words is taken: a name from `ALIGN`."""
    alpha: Fraction = option(_between_0_and(1, "It is the part of recall in Fmean: 0.9 in the paper."), Fraction(9, 10))
    """How much recall counts in Fmean, 0 to 1; precision has the rest."""
    beta: Fraction = option(_between_0_and(100, "It is the exponent of the penalty: 3 in the paper."), Fraction(3))
    """The exponent of the penalty, 0 or more."""
    gamma: Fraction = option(_between_0_and(1, "It is the highest penalty: 0.5 in the paper."), Fraction(1, 2))
    """The highest penalty there can be, 0 to 1."""
    delta: Fraction | None = option(_delta, None)
    """What a content word counts, 0 to 1; a function word has the rest. None: all words count the same."""
    weights: tuple[Fraction, ...] = option(_weights, (Fraction(1),) * 3)
    """What a match counts in precision and recall, by its stage: exact, stem, synonym."""
    function_words: str | tuple[str, ...] = option(_function_words, "none")
    """A name from `mtexplain.metrics.meteor.function_words.LISTS`, "none", or words of your own."""
    whole: str = option(choice(WHOLE), "penalised")
    """What becomes of the penalty where everything is one chunk: a name from `WHOLE`."""

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages that these rules ask for, by their names."""
        return ("exact", *("stem",) * (self.stem != "none"), *("synonym",) * bool(self.synonyms))

    @property
    def language(self) -> str:
        """The language that the rules are for, where their name or their stemmer names one other than English."""
        named = LANGUAGES.get(self.name.rpartition("-")[2], self.stem)
        return named if isinstance(named, str) and named in LANGUAGES.values() else ""

    @property
    def counts_alike(self) -> bool:
        """Whether every word and every match counts 1."""
        return self.delta is None and self.weights.count(Fraction(1)) == len(STAGES)

    @property
    def listed(self) -> frozenset[str]:
        """The function words, in lower case; none, where no delta asks for them."""
        words = self.function_words
        if self.delta is None:
            return frozenset()
        return LISTS[words] if isinstance(words, str) else frozenset(word.lower() for word in words)

    def checked(self) -> Self:
        """The same, each choice checked; the capitals of synonyms are changed as those of the texts are."""
        found = super().checked()
        pairs = [[reading.tokens(word, "synonyms", found, lambda text: (text,))[0] for word in pair]
                 for pair in found.synonyms]  # fmt: skip
        return replace(found, synonyms=synonym_pairs(pairs)) if pairs else found


PAPER = MeteorRules("paper", stem="porter", align="crossings", tool="Banerjee and Lavie 2005")
NLTK = MeteorRules("nltk", lowercase=True, stem="porter", looked_up="stems", align="greedy", tool="NLTK 3.10.4")


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

RULES: Mapping[str, MeteorRules] = {rules.name: rules for rules in (PAPER, NLTK, *_TUNED)}
"""Every set of rules by its name."""

MeteorRulesSetting = Annotated[MeteorRules | str, OneOf(RULES)]
TokenizeSetting = Annotated[str | Tokenizer | None, OneOf(tokenizers_for(RULES))]
StemSetting = Annotated[str | bool | Stemmer | None, OneOf(stems.CHOICES)]
AlignSetting = Annotated[str | None, OneOf({name: name for name in ALIGN})]
WholeSetting = Annotated[str | None, OneOf({name: name for name in WHOLE})]
FunctionWordsSetting = Annotated[str | Iterable[str] | None, OneOf({name: name for name in LISTS})]
SynonymsSetting = Mapping[str, Iterable[str]] | Iterable[Iterable[str]] | None


def resolve_rules(rules: MeteorRules | str, **given: Any) -> tuple[MeteorRules, Tokenizer]:
    """The rules after the given keywords have won over them, checked, and the tokeniser they name.

    >>> rules, _ = resolve_rules("paper", stem=False, synonyms={"car": ["auto"]})
    >>> rules.stem, rules.synonyms
    ('none', (('auto', 'car'),))
    """
    try:
        return _remembered(rules, **given)
    except TypeError:  # of a dict or a list, which can't be remembered, or of something wrong: then it is told below
        return _resolve(rules, **given)


def _resolve(rules: MeteorRules | str, **given: Any) -> tuple[MeteorRules, Tokenizer]:
    found = resolved(rules, RULES, MeteorRules)
    given["stem"] = stems.named(given.get("stem"), found.stem)
    if given.get("synonyms") is not None:
        given["synonyms"] = synonym_pairs(given["synonyms"])
    if found.delta is None and given.get("delta") is not None and given.get("function_words") is None:
        given["function_words"] = "english"  # without any, a delta would change nothing
    chosen, tokenizer = resolve(found, RULES, **given)
    _stem(chosen.stem, "stem")  # that of a tool may need a package that is missing
    return chosen, tokenizer


_remembered = lru_cache(maxsize=256, typed=True)(_resolve)
"""The same rules are asked for again and again: for every sentence of a text, for every key that is pressed."""


def decimal(value: Fraction) -> Formula:
    """An exact value as people write a parameter: 0.85, 4.35; as a fraction where it has no short decimal form.

    >>> decimal(Fraction(17, 20)), decimal(Fraction("100.1234")), decimal(Fraction(2, 3))
    ('0.85', '100.1234', Over(top='2', bottom='3'))
    """
    return f"{float(value):.8g}" if 10**5 % value.denominator == 0 and value < 1000 else number(value)


def stemmer_name(stem: str | Stemmer) -> str:
    """The name of a stemmer; that of a function ends in (), so that it is never taken for one of ours.

    >>> stemmer_name("porter"), stemmer_name(str.lower)
    ('porter', 'str.lower()')
    """
    return stem if isinstance(stem, str) else f"{visible(getattr(stem, '__qualname__', type(stem).__name__))}()"


def describe(rules: MeteorRules) -> Iterator[str]:
    """Every choice in the words of a signature."""
    yield stems.written(stemmer_name(rules.stem))
    pairs = len(rules.synonyms)
    yield "no synonyms" if not pairs else "1 pair of synonyms" if pairs == 1 else f"{pairs:,} pairs of synonyms"
    if pairs and rules.stem != "none" and rules.looked_up != "words":
        yield LOOKED_UP[rules.looked_up]
    yield ALIGN[rules.align]
    names = {"alpha": rules.alpha, "beta": rules.beta, "gamma": rules.gamma, "delta": rules.delta}
    yield " ".join(f"{name} {plain.formula(decimal(value))}" for name, value in names.items() if value is not None)
    if any(weight != 1 for weight in rules.weights):
        yield f"weights {' '.join(plain.formula(decimal(weight)) for weight in rules.weights)}"
    if rules.delta is not None:
        listed = rules.function_words
        own = isinstance(listed, tuple)
        yield f"function words: {f'{len(listed)} of your own' if own else listed}"
    if rules.whole != "penalised":
        yield WHOLE[rules.whole]
