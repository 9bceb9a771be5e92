"""Stemmers by name: each takes the endings off a word, so that words of one family have one stem.

    porter    Porter's stemmer for English, as NLTK has it: it is part of this library
    english   Snowball's stemmers, of the package snowballstemmer: english, french, german, russian, spanish, ...

A stemmer of your own is any function from a word to its stem, both strings.

Snowball's stemmers change with its versions. Those of version 2 are the ones in Meteor 1.5, but for a few letters of
French, German and Russian. Version 3 changed many more: it no longer has one stem for "university" and "universe".
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
"""The languages whose Snowball stemmers may be asked for."""

STEMMERS = ("porter", *SNOWBALL)
PACKAGE = "snowballstemmer"
SERIES = "2."
"""The first part of the versions whose stems are those of Meteor 1.5."""

_VOWELS, _OTHERS = "ùûôê", "\0\1"
"""Letters that no ending has, to stand in for others."""
_NEWER_LETTERS: Mapping[str, Sequence[tuple[str, str, str]]] = {
    "french": ((r"(?<!gu)ë|ë(?!(ment)?s?$)|(?<=^[aeiou].gu)ë", _VOWELS, "ë"), ("ï", _VOWELS, "ï"), ("H", _OTHERS, "H")),
    "german": ((r"(?<=nis)s(?=e[ns]?$)", _OTHERS, "s"), (r"(?<=ni)ß(?=e[ns]?$)", _OTHERS, "ss")),
    "russian": (("ё", _OTHERS, "ё"),),
}
"""Letters that version 2 treats specially and Meteor 1.5 does not: the pattern that finds one, characters to put in its
place, the letter to put back in the stem.

An ë after gu is left alone: there both take it off, but for the shortest words.
"""


@lru_cache
def stemmer_of(name: str) -> Stemmer:
    """The stemmer of that name. MissingPackage (an InputError) where it needs a package that is not there.

    >>> stemmer_of("porter")("jumped")
    'jump'
    """
    return porter.stem if name == "porter" else _snowball(name)


def _snowball(language: str) -> Stemmer:
    """Written in Python, also where snowballstemmer would hand over to PyStemmer, which has versions of its own."""
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
    """The version of the package that is installed."""
    from importlib import metadata

    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:  # it was not installed, but put on the path
        return "of unknown version"
