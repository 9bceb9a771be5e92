"""The stemmer as a choice that metrics share: its name, and the words of a signature for it."""

from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.text.stemming import PACKAGE, SNOWBALL, STEMMERS, stemmer_of, version

CHOICES: dict[str, str | bool] = {"none": False, **{name: name for name in STEMMERS}}
"""What a form offers."""


def named(given: object, rules: object) -> object:
    """The `stem` that was given, or that of the rules. True and False become the name that they stand for.

    >>> named(True, "none"), named(True, "english"), named(False, "porter"), named("german", "none")
    ('porter', 'english', 'none', 'german')
    """
    if isinstance(given, bool):
        return "none" if not given else "porter" if rules == "none" else rules
    return given


def check_stem(given: object, expected: str = f"one of {', '.join(CHOICES)}; True or False") -> str:
    """The name of a stemmer that is there, or "none". MissingPackage (an InputError) where it needs a package."""
    if not isinstance(given, str):
        raise InputTypeError("stem", described(given), expected)
    if given not in CHOICES:
        raise InputError("stem", described(given), expected)
    if given != "none":
        stemmer_of(given)
    return given


def written(stem: str) -> str:
    """The words of a signature: whose stems, and of which version where that makes a difference.

    >>> written("porter"), written("none")
    ('porter stems', 'no stems')
    """
    package = f" ({PACKAGE} {version()})" if stem in SNOWBALL else ""
    return "no stems" if stem == "none" else f"{stem} stems{package}"
