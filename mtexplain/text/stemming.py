"""Stemmers by name: each takes the endings off a word, so that words of one family have one stem.

    porter    Porter's stemmer for English, as NLTK has it: it is part of this library
    english   Snowball's stemmers, of the package snowballstemmer: english, french, german, russian, spanish, ...

A stemmer of your own is any function from a word to its stem, both strings.
"""

from collections.abc import Callable
from functools import lru_cache

from mtexplain.inputs import InputError
from mtexplain.text import porter

Stemmer = Callable[[str], str]

SNOWBALL = (
    "danish dutch english finnish french german hungarian italian norwegian portuguese romanian russian spanish "
    "swedish turkish"
).split()
"""The languages whose Snowball stemmers may be asked for."""

STEMMERS = ("porter", *SNOWBALL)
PACKAGE = "snowballstemmer"


@lru_cache
def stemmer_of(name: str) -> Stemmer:
    """The stemmer of that name. InputError where the package is missing that it is part of.

    >>> stemmer_of("porter")("jumped")
    'jump'
    """
    return porter.stem if name == "porter" else _snowball(name)


def _snowball(language: str) -> Stemmer:
    from importlib import import_module

    try:
        package = import_module(PACKAGE)
    except ImportError:
        fix = f"Install it (pip install {PACKAGE}), or write stem='porter' or stem=False."
        raise InputError(
            f"stem={language!r}", f"no package {PACKAGE} in this Python", f"the package {PACKAGE}", fix
        ) from None
    stem: Stemmer = package.stemmer(language).stemWord
    return lru_cache(maxsize=2**16)(stem)
