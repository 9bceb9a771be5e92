"""The stemmer as a setting that metrics share, with its name and its words in a signature."""

from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.text.stemming import PACKAGE, SNOWBALL, STEMMERS, stemmer_of, version

CHOICES: dict[str, str | bool] = {"none": False, **{name: name for name in STEMMERS}}
"""The choices that a form offers."""


def named(given: object, rules: object) -> object:
    """The given `stem`, with a name in place of True or False.

    True means the stemmer of the rules, or "porter" if they have none; False means "none".

    >>> named(True, "none"), named(True, "english"), named(False, "porter"), named("german", "none")
    ('porter', 'english', 'none', 'german')
    """
    if isinstance(given, bool):
        return "none" if not given else "porter" if rules == "none" else rules
    return given


def check_stem(given: object, expected: str = f"one of {', '.join(CHOICES)}; True or False") -> str:
    """The name of an available stemmer, or "none". MissingPackage (an InputError) if it needs a missing package."""
    if not isinstance(given, str):
        raise InputTypeError("stem", described(given), expected)
    if given not in CHOICES:
        raise InputError("stem", described(given), expected)
    if given != "none":
        stemmer_of(given)
    return given


def written(stem: str) -> str:
    """The words for a stemmer in a signature, with the version of its package if that makes a difference.

    >>> written("porter"), written("none")
    ('porter stems', 'no stems')
    """
    package = f" ({PACKAGE} {version()})" if stem in SNOWBALL else ""
    return "no stems" if stem == "none" else f"{stem} stems{package}"
