"""Porter's stemmer, which removes the endings of English words, with the changes that NLTK made.

Porter 1980, "An algorithm for suffix stripping", Program 14(3). By default, NLTK's `PorterStemmer`
differs in a few places, each marked here. Its stems are the stems that rouge-score compares.

    m, the measure    `_measure`, the number of times that vowels are followed by consonants
    *v*               `_has_vowel`
    *o                `_ends_short`, for an ending of consonant, vowel, consonant, the last not w, x or y
"""

from collections.abc import Mapping
from functools import lru_cache

_IRREGULAR = {
    **dict.fromkeys(("sky", "skies"), "sky"),
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    **dict.fromkeys(("inning", "innings"), "inning"),
    **dict.fromkeys(("outing", "outings"), "outing"),
    **dict.fromkeys(("canning", "cannings"), "canning"),
    **{word: word for word in ("exceed", "howe", "news", "proceed", "succeed")},
}  # NLTK's

_PLURALS = {"sses": "ss", "ies": "i", "ss": "ss", "s": ""}
_AFTER_ED = {"at": "ate", "bl": "ble", "iz": "ize"}
_DOUBLE = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble", "alli": "al",
    "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate", "alism": "al",
    "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble",
    "fulli": "ful",  # NLTK's
}  # fmt: skip
_SHORTENED = {
    "icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": "",
}  # fmt: skip
_DROPPED = dict.fromkeys(
    "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split(), ""
)  # fmt: skip


@lru_cache(maxsize=2**16)
def stem(word: str) -> str:
    """Return the stem of a lower-case English word. The stem need not be a word.

    >>> [stem(word) for word in ("killed", "happily", "relational", "flies", "skies")]
    ['kill', 'happili', 'relat', 'fli', 'sky']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 2:
        return word
    for step in (_plural, _past, _final_y, _double_ending, _long_ending, _last_ending, _final_e, _final_ll):
        word = step(word)
    return word


def _plural(word: str) -> str:
    """Step 1a, as in caresses, ponies and cats."""
    if word.endswith("ies") and len(word) == 4:  # NLTK's: dies
        return word[:-1]
    return _replaced(word, _PLURALS, least=None)


def _past(word: str) -> str:
    """Step 1b, as in agreed, plastered and motoring."""
    if word.endswith("ied"):  # NLTK's: died, spied
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for ending in ("ed", "ing"):
        if word.endswith(ending) and _has_vowel(word.removesuffix(ending)):
            return _mended(word.removesuffix(ending))
    return word


def _mended(word: str) -> str:
    """The stem before -ed or -ing, with its final e if it had one, as in conflat(ed), hopp(ing) and fil(ing)."""
    if word.endswith(tuple(_AFTER_ED)):
        return word + "e"
    if word[-1] == word[-2:-1] and _shape(word)[-1] == "c":
        return word if word[-1] in "lsz" else word[:-1]
    return word + "e" if _measure(word) == 1 and _ends_short(word) else word


def _final_y(word: str) -> str:
    """Step 1c of NLTK, as in happy but not enjoy. Porter asks for a vowel before the y, and so gets enjoi."""
    return f"{word[:-1]}i" if word.endswith("y") and len(word) > 2 and _shape(word)[-2] == "c" else word


def _double_ending(word: str) -> str:
    """Step 2, as in relational and radicalli."""
    if word.endswith("alli") and _measure(word[:-4]):  # NLTK repeats the step on what remains
        return _double_ending(word[:-2])
    if word.endswith("logi"):  # NLTK's
        return word[:-1] if _measure(word[:-3]) else word
    return _replaced(word, _DOUBLE)


def _long_ending(word: str) -> str:
    """Step 3, as in triplicate and hopeful."""
    return _replaced(word, _SHORTENED)


def _last_ending(word: str) -> str:
    """Step 4, as in revival and adoption."""
    if word.endswith("ion") and word[-4:-3] not in ("s", "t"):
        return word
    return _replaced(word, _DROPPED, least=2)


def _final_e(word: str) -> str:
    """Step 5a, as in probate and cease but not in rate."""
    before = word.removesuffix("e")
    if before == word:
        return word
    measure = _measure(before)
    return before if measure > 1 or (measure == 1 and not _ends_short(before)) else word


def _final_ll(word: str) -> str:
    """Step 5b, as in controll but not in roll."""
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _replaced(word: str, endings: Mapping[str, str], least: int | None = 1) -> str:
    """The word with its first matching ending replaced, if what precedes the ending has at least that measure."""
    for ending, other in endings.items():
        if word.endswith(ending):
            before = word.removesuffix(ending)
            return before + other if least is None or _measure(before) >= least else word
    return word


def _shape(word: str) -> str:
    """A c for each consonant of the word and a v for each vowel. A y after a consonant is a vowel.

    >>> _shape("toy"), _shape("syzygy")
    ('cvc', 'cvcvcv')
    """
    shape = ""
    for letter in word:
        shape += "v" if letter in "aeiou" or (letter == "y" and shape.endswith("c")) else "c"
    return shape


def _measure(word: str) -> int:
    """The number of times that vowels are followed by consonants, the m in Porter's form [C](VC)^m[V].

    >>> [_measure(word) for word in ("tree", "trouble", "private")]
    [0, 1, 2]
    """
    return _shape(word).count("vc")


def _has_vowel(word: str) -> bool:
    return "v" in _shape(word)


def _ends_short(word: str) -> bool:
    """True if the word ends like hop or fil or, for NLTK, if it is only a vowel and a consonant, like us."""
    shape = _shape(word)
    return (shape.endswith("cvc") and word[-1] not in "wxy") or shape == "vc"
