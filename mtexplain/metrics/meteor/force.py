"""The rules of METEOR in force: a set of rules, the keywords that win over it, and the checks of both."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Any

from mtexplain.inputs import InputError, InputTypeError, check_list, check_text, described
from mtexplain.metrics.meteor.function_words import LISTS
from mtexplain.metrics.meteor.rules import ALIGN, LOOKED_UP, RULES, WHOLE, MeteorRules
from mtexplain.metrics.shared import reading, stems
from mtexplain.rules.base import checked_reading, chosen, one_of, resolved, tokenizers_for
from mtexplain.rules.tools import LowercaseSetting as LowercaseSetting
from mtexplain.settings import OneOf, check_between
from mtexplain.text import Tokenizer
from mtexplain.text.stemming import STEMMERS, Stemmer

MeteorRulesSetting = Annotated[MeteorRules | str, OneOf(RULES)]
TokenizeSetting = Annotated[str | Tokenizer | None, OneOf(tokenizers_for(RULES))]
StemSetting = Annotated[str | bool | Stemmer | None, OneOf(stems.CHOICES)]
AlignSetting = Annotated[str | None, OneOf({name: name for name in ALIGN})]
WholeSetting = Annotated[str | None, OneOf({name: name for name in WHOLE})]
FunctionWordsSetting = Annotated[str | Iterable[str] | None, OneOf({name: name for name in LISTS})]
SynonymsSetting = Mapping[str, Iterable[str]] | Iterable[Iterable[str]] | None

_STAGES = 3
_STEM = f"one of none, {', '.join(STEMMERS)}; True, False, or a function from a word to its stem"
_SYNONYMS = "a dict from a word to a list of words, or a list of sets of words"
_FUNCTION_WORDS = f"one of {', '.join(LISTS)}; or a list of words"
_WEIGHTS = "three numbers, none negative: for exact matches, stems and synonyms"


def rules_in_force(rules: MeteorRules | str, **given: Any) -> tuple[MeteorRules, Tokenizer]:
    """The rules after the given keywords have won over them, checked, and the tokeniser they name.

    >>> rules, _ = rules_in_force("paper", stem=False, synonyms={"car": ["auto"]})
    >>> rules.stem, rules.synonyms
    ('none', (('auto', 'car'),))
    """
    try:
        return _remembered(rules, **given)
    except TypeError:  # of a dict or a list, which can't be remembered, or of something wrong: then it is told below
        pass
    return _in_force(rules, **given)


def _in_force(rules: MeteorRules | str, **given: Any) -> tuple[MeteorRules, Tokenizer]:
    found = resolved(rules, RULES, MeteorRules)
    given["stem"] = stems.named(given.get("stem"), found.stem)
    if given.get("synonyms") is not None:
        given["synonyms"] = synonym_pairs(given["synonyms"])
    if found.delta is None and given.get("delta") is not None and given.get("function_words") is None:
        given["function_words"] = "english"  # without any, a delta would change nothing
    found, tokenizer = chosen(found, RULES, MeteorRules, given)
    return checked(found), tokenizer


_remembered = lru_cache(maxsize=256, typed=True)(_in_force)
"""The same rules are asked for again and again: for every sentence of a text, for every key that is pressed."""


def checked(rules: MeteorRules) -> MeteorRules:
    """The same rules, every choice checked, a tokeniser of one's own by its name."""
    read = checked_reading(rules)
    return replace(
        read,
        stem=rules.stem if callable(rules.stem) else _stem(rules.stem),
        synonyms=synonym_pairs([[_as_in_texts(word, read) for word in pair] for pair in synonym_pairs(rules.synonyms)]),
        looked_up=one_of(LOOKED_UP, rules.looked_up, "looked_up"),
        align=one_of(ALIGN, rules.align, "align"),
        alpha=check_between(rules.alpha, "alpha", 0, 1, "It is the part of recall in Fmean: 0.9 in the paper."),
        beta=check_between(rules.beta, "beta", 0, 100, "It is the exponent of the penalty: 3 in the paper."),
        gamma=check_between(rules.gamma, "gamma", 0, 1, "It is the highest penalty: 0.5 in the paper."),
        delta=None
        if rules.delta is None
        else check_between(rules.delta, "delta", 0, 1, "It is what a content word counts."),
        weights=_weights(rules.weights),
        function_words=_function_words(rules.function_words),
        whole=one_of(WHOLE, rules.whole, "whole"),
    )


def synonym_pairs(given: object) -> tuple[tuple[str, str], ...]:
    """Synonyms as pairs: of a word and each of its synonyms, or of any two words of a set.

    >>> synonym_pairs([{"car", "auto", "automobile"}])
    (('auto', 'automobile'), ('auto', 'car'), ('automobile', 'car'))
    """
    pairs: set[tuple[str, ...]] = set()
    if isinstance(given, Mapping):
        for word, others in given.items():
            one = _word(word)
            pairs.update((one, other) for other in _words(others, f"synonyms[{word!r}]"))
    elif isinstance(given, str) or not isinstance(given, Iterable):
        raise InputTypeError("synonyms", described(given), _SYNONYMS)
    else:
        for place, words in enumerate(given):
            pairs.update(combinations(_words(words, f"synonyms[{place}]"), 2))
    return tuple(sorted((min(pair), max(pair)) for pair in pairs if len(set(pair)) == 2))


def _as_in_texts(word: str, rules: MeteorRules) -> str:
    """A word with its capitals changed as those of the texts are."""
    return reading.tokens(word, "synonyms", rules, lambda text: (text,))[0]


def _words(given: object, where: str) -> list[str]:
    """Words in any kind of list, also in a set."""
    if isinstance(given, str | bytes | bytearray) or not isinstance(given, Iterable):
        raise InputTypeError(where, described(given), "a list or a set of words", "One synonym is a list of one word.")
    return [_word(word, where) for word in given]


def _word(given: object, where: str = "synonyms") -> str:
    word = check_text(given, where)
    if not word.strip():
        raise InputError(where, described(word), "words")
    return word


def _stem(given: object) -> str:
    """The name of a stemmer that is there."""
    if isinstance(given, str) and given.endswith("()"):
        fix = "A record does not hold it: score the texts anew with stem=your_function."
        raise InputError("stem", f"a function of one's own, {described(given)}", _STEM, fix)
    return stems.check_stem(given, _STEM)


def _weights(given: object) -> tuple[Fraction, ...]:
    weights = check_list(given, "weights", _WEIGHTS)
    if len(weights) != _STAGES:
        raise InputError("weights", f"{len(weights)} of them", _WEIGHTS)
    return tuple(check_between(weight, f"weights[{place}]", 0, 1, "") for place, weight in enumerate(weights))


def _function_words(given: object) -> str | tuple[str, ...]:
    if isinstance(given, str):
        return one_of(LISTS, given, "function_words")
    if isinstance(given, bytes | bytearray) or not isinstance(given, Iterable):
        raise InputTypeError("function_words", described(given), _FUNCTION_WORDS)
    return tuple(sorted(set(_words(given, "function_words"))))
