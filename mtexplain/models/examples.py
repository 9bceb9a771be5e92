"""The example of the course: a translation model so small that its probabilities fit on a page."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files

from mtexplain.copies import read_only


def cat_on_the_mat() -> tuple[Mapping[str, Mapping[str, str]], str, str]:
    """What the course's decoder knows: a table for `decode`, the French sentence it translates, and its reference.

    >>> table, source, reference = cat_on_the_mat()
    >>> dict(table["the"]), reference
    ({'cat': '0.9', 'kitten': '0.1'}, 'the cat sat on the mat')
    """
    cat = tomllib.loads(files(__package__).joinpath("examples.toml").read_text("utf-8"))["cat"]
    return read_only({text: read_only(row) for text, row in cat["table"].items()}), cat["source"], cat["reference"]
