"""Stemmers by name. A stemmer removes a word's ending, so that related words have the same stem.

    porter    Porter's stemmer for English, as in NLTK; part of this library
    english   Snowball's stemmers, from the package snowballstemmer (english, french, german, russian, spanish, ...)

A stemmer of your own is any function from a word to its stem, both strings.

Snowball's stemmers differ from version to version. The stemmers of version 2 are the stemmers of Meteor 1.5, except for
a few letters of French, German and Russian. Version 3 changed many more. For example, "university" and "universe" no
longer have the same stem.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from mtexplain.packages import needed_for
from mtexplain.text import porter

Stemmer = Callable[[str], str]

SNOWBALL = (
    "danish dutch english finnish french german hungarian italian norwegian portuguese romanian russian spanish "
    "swedish turkish"
).split()
"""The languages with a Snowball stemmer."""

STEMMERS = ("porter", *SNOWBALL)
PACKAGE = "snowballstemmer"
SERIES = "2."
"""The beginning of the version numbers whose stems agree with Meteor 1.5."""

_VOWELS, _OTHERS = "ùûôê", "\0\1"
"""Letters that occur in no ending, to replace other letters."""
_NEWER_LETTERS: Mapping[str, Sequence[tuple[str, str, str]]] = {
    "french": ((r"(?<!gu)ë|ë(?!(ment)?s?$)|(?<=^[aeiou].gu)ë", _VOWELS, "ë"), ("ï", _VOWELS, "ï"), ("H", _OTHERS, "H")),
    "german": ((r"(?<=nis)s(?=e[ns]?$)", _OTHERS, "s"), (r"(?<=ni)ß(?=e[ns]?$)", _OTHERS, "ss")),
    "russian": (("ё", _OTHERS, "ё"),),
}
"""Letters that version 2 treats specially and Meteor 1.5 does not, each with a pattern that finds it, characters to
replace it, and the letter to put back in the stem.

An ë after gu is not replaced, because both remove it there, except in the shortest words.
"""


@lru_cache
def stemmer_of(name: str) -> Stemmer:
    """Return the stemmer of that name. MissingPackage (an InputError) if it needs a package that is not installed.

    >>> stemmer_of("porter")("jumped")
    'jump'
    """
    return porter.stem if name == "porter" else _snowball(name)


def _snowball(language: str) -> Stemmer:
    """Return the stemmer written in Python, even if snowballstemmer would use PyStemmer, which has its own versions."""
    from importlib import import_module

    with needed_for(f"stem={language!r}"):
        import_module(PACKAGE)
        module = import_module(f"{PACKAGE}.{language}_stemmer")
    stem: Stemmer = getattr(module, f"{language.title()}Stemmer")().stemWord
    newer = _NEWER_LETTERS.get(language, ())

    def stemmed(word: str) -> str:
        back: dict[str, str | int | None] = {}
        for letter, stand_ins, kept in newer:
            free = next((stand_in for stand_in in stand_ins if stand_in not in word), "")
            if free:
                word, back[free] = re.sub(letter, free, word), kept
        return stem(word).translate(str.maketrans(back))

    return lru_cache(maxsize=2**16)(stemmed if newer else stem)


@lru_cache
def version() -> str:
    """The installed version of the package."""
    from importlib import metadata

    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:  # it is on the path without being installed
        return "of unknown version"
