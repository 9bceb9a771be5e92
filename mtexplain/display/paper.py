"""Handouts for a class, printed with each leaf on a page of its own, as text, as HTML or as LaTeX."""

from abc import ABC, abstractmethod
from typing import NamedTuple

from mtexplain.copies import Result
from mtexplain.display import html, latex, plain
from mtexplain.display.markup import escaped
from mtexplain.display.parts import Part


class Block(NamedTuple):
    """Parts under a heading, with `room` below for handwritten lines. A block is not split across pages."""

    heading: str
    parts: tuple[Part, ...]
    room: int = 0


class Leaf(NamedTuple):
    """A leaf with its title, a line such as a name, and its blocks. It begins on a new page."""

    title: str
    line: str
    blocks: tuple[Block, ...]


class Paper(Result, ABC):
    """Leaves to print. Show them with `print`, in a notebook, or with `to_html` and `to_latex`."""

    @property
    @abstractmethod
    def leaves(self) -> tuple[Leaf, ...]:
        """The leaves, each on as many pages as it takes."""

    def __str__(self) -> str:
        return "\n\n\n".join(map(_plain, self.leaves))

    def _repr_html_(self) -> str:
        return html.framed([f"<style>\n{html.style('paper')}</style>", *map(_html, self.leaves)])

    def to_html(self) -> str:
        """Return a whole HTML page that needs nothing from outside. In print, each leaf begins on a new page."""
        return html.page_of(self.leaves[0].title, self._repr_html_())

    def to_latex(self) -> str:
        """Return a whole LaTeX document for xelatex."""
        parts = [part for leaf in self.leaves for block in leaf.blocks for part in block.parts]
        return latex.of_body("\n\\newpage\n".join(map(_latex, self.leaves)), parts)


def _plain(leaf: Leaf) -> str:
    blocks = ["\n".join([block.heading, *map(plain.part, block.parts), *[""] * block.room]) for block in leaf.blocks]
    return "\n\n".join(filter(None, [leaf.title, leaf.line, *blocks]))


def _html(leaf: Leaf) -> str:
    line = f'<p class="line">{escaped(leaf.line)}</p>' if leaf.line else ""
    blocks = []
    for block in leaf.blocks:
        parts = "".join(map(html.part, block.parts))
        room = f'<div class="room" style="height: {1.6 * block.room:g}em"></div>' if block.room else ""
        blocks.append(f'<div class="block"><h3>{escaped(block.heading)}</h3>{parts}{room}</div>')
    return f'<div class="leaf"><h2>{escaped(leaf.title)}</h2>{line}\n{chr(10).join(blocks)}\n</div>'


def _latex(leaf: Leaf) -> str:
    blocks = [rf"\section*{{{latex.escaped(leaf.title)}}}", latex.escaped(leaf.line)]
    for block in leaf.blocks:
        blocks += [rf"\subsection*{{{latex.escaped(block.heading)}}}", *map(latex.part, block.parts)]
        blocks += [rf"\vspace{{{block.room}\baselineskip}}"] if block.room else []
    return "\n\n".join(filter(None, blocks))
