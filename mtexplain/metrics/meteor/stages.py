"""The stages of an alignment: exact, stem, synonym, as far as the rules have them."""

from functools import lru_cache
from typing import NamedTuple

from mtexplain.inputs import InputTypeError, described
from mtexplain.metrics.meteor.links import Finder, exact, stemmed, synonymous
from mtexplain.metrics.meteor.rules import MeteorRules
from mtexplain.text.stemming import Stemmer, stemmer_of

NAMES = ("exact", "stem", "synonym")
"""The stages in their order, which is also that of their weights."""


class Stage(NamedTuple):
    """One way for two words to match: its name, and what lists the links it allows."""

    name: str
    options: Finder


_EXACT = Stage("exact", exact)


def stages(rules: MeteorRules) -> tuple[Stage, ...]:
    """The stages that these rules ask for. InputError where a stemmer is not installed.

    >>> from mtexplain.metrics.meteor.rules import PAPER
    >>> [stage.name for stage in stages(PAPER)]
    ['exact', 'stem']
    """
    found = [_EXACT]
    if rules.stem != "none":
        found.append(Stage("stem", stemmed(stemmer(rules))))
    if rules.synonyms:
        find = _synonyms(rules.synonyms)
        stems = rules.looked_up == "stems" and rules.stem != "none"
        found.append(Stage("synonym", stemmed(stemmer(rules), find) if stems else find))
    return tuple(found)


def stemmer(rules: MeteorRules) -> Stemmer:
    """The stemmer of these rules, which have one."""
    return stemmer_of(rules.stem) if isinstance(rules.stem, str) else _checking(rules.stem)


_synonyms = lru_cache(maxsize=16)(synonymous)
"""A dictionary is read once, and not for each sentence."""


def _checking(stem: Stemmer) -> Stemmer:
    """A stemmer of one's own, whose stems are checked."""

    def checked(word: str) -> str:
        try:
            found: object = stem(word)
        except Exception as error:
            error.add_note(f"The stemmer failed on {described(word)}.")
            raise
        if not isinstance(found, str):
            raise InputTypeError("stem", f"{described(found)} for {described(word)}", "a string for each word")
        return found

    return checked
