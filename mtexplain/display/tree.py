"""A tree from left to right, as a picture: what was tried from each place on, what was kept, and where it led."""

from collections.abc import Iterator
from typing import NamedTuple

from mtexplain.display.picture import Box, Label, Line, Picture, Sheet, Span, advance
from mtexplain.invisible import visible

_ROW, _GAP, _HIGH, _SIZE, _TOP = 46.0, 22.0, 26.0, 15.0, 8.0
"""From one row to the next; between a node and the next one; the height of a node; the size of letters; the edge."""
_LOOKS = {"best": ("credited", "credited", "curve"), "kept": ("length", "number", "strong"),
          "dropped": ("unmatched", "unmatched", "other")}  # fmt: skip
"""How a node looks: its box, what is written in it, the line that leads to it."""
_MARKS = {"best": "#", "kept": "o", "dropped": "."}


class Node(NamedTuple):
    """A word, what is said below it, whether it is on the "best" way, was "kept" or "dropped"; and what follows."""

    word: str
    says: str
    kind: str
    after: "tuple[Node, ...]" = ()


def tree(nodes: tuple[Node, ...], alt: str) -> Picture:
    """The tree as a picture; `nodes` are its first words.

    >>> two = Node("a", "0.6", "kept", (Node("b", "0.3", "dropped"),)), Node("c", "0.4", "best")
    >>> print(tree(two, "A tree.").text)
    o a 0.6
      . b 0.3
    # c 0.4
    <BLANKLINE>
    # best  o kept  . dropped
    """
    widths = list[float]()
    for depth, node in _walk(nodes, 0):
        widths += [0.0] * (depth + 1 - len(widths))
        widths[depth] = max(
            widths[depth], _SIZE * (advance(visible(node.word)) + 1.4), _SIZE * (advance(node.says) + 0.4)
        )
    lefts = [sum(widths[:depth]) + _GAP * depth for depth in range(len(widths) + 1)]
    drawn = _Drawn(
        Sheet(), [Span(left, left + width) for left, width in zip(lefts, widths, strict=False)], [0] * len(widths)
    )
    for node in nodes:
        drawn.place(node, 0, 0)
    return drawn.sheet.picture(max(1.0, lefts[-1] - _GAP), _TOP + _ROW * max(drawn.free, default=0), alt, _text(nodes))


def _walk(nodes: tuple[Node, ...], depth: int) -> Iterator[tuple[int, Node]]:
    for node in nodes:
        yield depth, node
        yield from _walk(node.after, depth + 1)


def _ordered(node: Node) -> list[Node]:
    """What follows, first that which goes on in the same line."""
    return sorted(node.after, key=lambda child: child.kind != node.kind)


class _Drawn(NamedTuple):
    """What is drawn so far: where the columns are, and of each the first row that is free."""

    sheet: Sheet
    columns: list[Span]
    free: list[int]

    def place(self, node: Node, depth: int, least: int) -> int:
        """Draws a node and what follows, not above a row; the row in which it stands.

        It goes up as far as there is room for all that follows in the same line.
        """
        line, row = node, least
        for column in range(depth, len(self.columns)):
            row = max(row, self.free[column])
            if not line.after:
                break
            line = _ordered(line)[0]
        self.free[depth] = row + 1
        for child in _ordered(node):
            below = self.place(child, depth + 1, row)
            self.free[depth] = max(self.free[depth], below + 1)  # nothing crosses the lines to what follows
            self._join(depth, row, below, child.kind)
        self._draw(node, self.columns[depth], self._y(row))
        return row

    @staticmethod
    def _y(row: int) -> float:
        return _TOP + _ROW * row + _HIGH / 2

    def _join(self, depth: int, row: int, below: int, kind: str) -> None:
        start, end = self.columns[depth].right, self.columns[depth + 1].left
        bends = () if row == below else (((start + end) / 2, self._y(row)), ((start + end) / 2, self._y(below)))
        points = ((start, self._y(row)), *bends, (end, self._y(below)))
        self.sheet.lines.append(Line(points, _LOOKS[kind][2]))

    def _draw(self, node: Node, span: Span, y: float) -> None:
        box, word, _ = _LOOKS[node.kind]
        tint = int(box == "length")
        self.sheet.boxes.append(Box(box, span, y - _HIGH / 2, _HIGH, tint=tint))
        self.sheet.labels.append(Label(visible(node.word), span, y + 5, _SIZE, word, tint=tint))
        below = "unmatched" if box == "unmatched" else "number"
        self.sheet.labels.append(Label(node.says, span, y + _HIGH / 2 + 14, 12, below))


def _text(nodes: tuple[Node, ...]) -> str:
    """The tree in letters: what follows a word stands below it, further in; on the way that was taken, in line."""
    rows = [(f"{'  ' * depth}{_MARKS[node.kind]} {visible(node.word)}", node.says) for depth, node in _walk(nodes, 0)]
    return "\n".join([*(f"{word} {says}" for word, says in rows), "", "# best  o kept  . dropped"])
