"""A result that stays folded until someone opens it, so that a class can predict it first."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from mtexplain.display.markup import escaped
from mtexplain.inputs import InputTypeError, check_text, described


class Shown(Protocol):
    """Anything that shows itself as HTML, such as a trace or a step. A figure shows itself as SVG."""

    def _repr_html_(self) -> str | None: ...


class Folded(NamedTuple):
    """A result behind a line to click on. Its repr hides the result; `print(folded.inside)` shows it."""

    inside: Shown | str
    title: str

    def __repr__(self) -> str:
        return f"{self.title}: shown in a notebook, or by print(_.inside)"

    def _repr_html_(self) -> str:
        return f"<details><summary>{escaped(self.title)}</summary>\n{as_html(self.inside)}\n</details>"


def reveal(result: Shown | str | Sequence[str], title: str = "Reveal") -> Folded:
    """Fold a result, so that a notebook shows only the title until a reader clicks on it.

    A result is a trace, a step, a figure, a text, or a list of lines.

    >>> import mtexplain
    >>> reveal(mtexplain.bleu("a b", ["a b"], max_n=2).step("p_1"), "How many words earn credit?").title
    'How many words earn credit?'
    >>> print(reveal(["one", "two"]).inside)
    one
    two

    InputError (a TypeError) for anything else.
    """
    title = check_text(title, "title")
    if hasattr(result, "_repr_html_"):  # before the lists, because some of these results are tuples
        if not isinstance(result, type) and as_html(result):
            return Folded(result, title)
    elif isinstance(result, str) and result:
        return Folded(result, title)
    elif isinstance(result, list | tuple) and result and all(isinstance(line, str) for line in result):
        return Folded("\n".join(result), title)
    raise InputTypeError("result", described(result), "a trace, a step, a figure, a text or a list of lines")


def as_html(result: object) -> str:
    """The HTML of a result in a notebook; empty if the result can't show itself."""
    if isinstance(result, list):
        result = "\n".join(result)
    if isinstance(result, str):  # in a monospaced font, because nbconvert's pages would set it as prose
        return f'<pre style="font-family: mtexplain-mono, mtexplain, monospace">{escaped(result)}</pre>'
    if drawn := getattr(result, "_repr_svg_", None):  # with its numbers as text, for pages that drop drawings
        text = repr(result).removesuffix(getattr(result, "foot", "")).rstrip()  # the drawing already has it
        return f'{drawn()}\n<p class="caption">{escaped(text)}</p>'
    return result._repr_html_() or "" if hasattr(result, "_repr_html_") else ""
