"""A result folded away until someone asks for it, so that a class can predict first."""

from typing import NamedTuple, Protocol

from mtexplain.display.markup import escaped


class Shown(Protocol):
    """Anything that shows itself as HTML: a trace, a step."""

    def _repr_html_(self) -> str: ...


class Folded(NamedTuple):
    """A result behind a line to click on. As text it keeps its secret; `print(folded.inside)` tells it."""

    inside: Shown
    title: str

    def __repr__(self) -> str:
        return f"{self.title}: shown by a notebook, or by print(_.inside)"

    def _repr_html_(self) -> str:
        return f"<details><summary>{escaped(self.title)}</summary>\n{self.inside._repr_html_()}\n</details>"


def reveal(result: Shown, title: str = "Reveal") -> Folded:
    """The result, folded: a notebook shows the title, and the result once it is clicked on.

    >>> import mtexplain
    >>> reveal(mtexplain.bleu("a b", ["a b"], max_n=2).step("p_1"), "How many words earn credit?").title
    'How many words earn credit?'
    """
    return Folded(result, title)
