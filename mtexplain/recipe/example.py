"""What a worked example is: a text, where it stands in print, and its numbers as printed and as they are."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from mtexplain.copies import read_only


class Number(NamedTuple):
    """One number of an example: what the source prints (None: nothing), and what is right, as text."""

    quantity: str
    printed: str | None
    right: str
    comment: str = ""


def numbers(right: str, printed: str = "", comments: Mapping[str, str] = read_only({})) -> tuple[Number, ...]:
    """The right numbers, what the source prints of some, and what there is to say of some.

    >>> numbers("BP = 1, r = 7", printed="r = 6")[1]
    Number(quantity='r', printed='6', right='7', comment='')
    """
    in_print = dict(_equations(printed))
    return tuple(Number(name, in_print.get(name), value, comments.get(name, "")) for name, value in _equations(right))


def _equations(text: str) -> list[list[str]]:
    return [one.split(" = ") for one in text.split(", ") if one]


class Example(NamedTuple):
    """A worked example: the text as the source prints it (final periods dropped), and how it is scored there.

    `candidate` and `references` are what the metric takes first: a sentence and its references, or, for the score of a
    corpus, a tuple of candidates and a tuple of the references of each.
    """

    name: str
    title: str
    source: str
    candidate: Any
    references: tuple[Any, ...]
    numbers: tuple[Number, ...]
    metric: Callable[..., Any]
    settings: Mapping[str, Any] = read_only({})
    comment: str = ""

    @property
    def is_sentence(self) -> bool:
        """Whether it is one sentence and its references, which can be edited."""
        return isinstance(self.candidate, str) and bool(self.references)

    def trace(self) -> Any:
        """The example scored by its own metric and settings."""
        given = [_listed(self.candidate), _listed(self.references)] if self.references else [_listed(self.candidate)]
        return self.metric(*given, **self.settings)


def _listed(texts: Any) -> Any:
    """Tuples as lists, all the way down."""
    return [_listed(text) for text in texts] if isinstance(texts, tuple) else texts
