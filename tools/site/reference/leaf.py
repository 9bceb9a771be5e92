"""The content of a page of the reference, without the frame, and the entries that the search finds on it."""

from collections.abc import Sequence
from typing import NamedTuple


class Name(NamedTuple):
    """An entry for the search, with its place on the page, its name and a description."""

    place: str
    called: str
    words: str


class Leaf(NamedTuple):
    """A page with its file name, its title, a line about it and its body.

    `contents` are the places on the page that the contents link to, with their titles. `names` are found by the search.
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
