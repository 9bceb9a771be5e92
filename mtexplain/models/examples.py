"""The example of the course: a translation model so small that its probabilities fit on a page."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import NamedTuple

from mtexplain.copies import read_only


class Story(NamedTuple):
    """A table of probabilities for `decode`, the sentence that it translates, and a reference."""

    table: Mapping[str, Mapping[str, str]]
    source: str
    reference: str


def cat_on_the_mat() -> Story:
    """What the course's decoder knows: a table for `decode`, the French sentence it translates, and its reference.

    >>> table, source, reference = cat_on_the_mat()
    >>> dict(table["the"]), reference
    ({'cat': '0.9', 'kitten': '0.1'}, 'the cat sat on the mat')
    """
    written = tomllib.loads(files(__package__).joinpath("examples.toml").read_text("utf-8"))["cat"]
    table = {text: read_only(row) for text, row in written["table"].items()}
    return Story(read_only(table), written["source"], written["reference"])
