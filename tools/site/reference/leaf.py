"""A page of the reference, before it has its frame: what it says, and what can be found on it."""

from collections.abc import Sequence
from typing import NamedTuple


class Name(NamedTuple):
    """Something that can be found: its place on the page, what it is called, what is said of it."""

    place: str
    called: str
    words: str


class Leaf(NamedTuple):
    """A page: its file name, its title, a line about it, what stands on it.

    `contents` are the places to go to on it, with what they are called; `names` are found by the search.
    """

    file: str
    title: str
    says: str
    body: str
    contents: Sequence[tuple[str, str]]
    names: Sequence[Name]


def heading(level: int, place: str, html: str) -> str:
    """A heading that is a link to itself."""
    return f'<h{level} id="{place}"><a href="#{place}">{html}</a></h{level}>'
