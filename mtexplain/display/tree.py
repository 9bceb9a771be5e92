"""A search tree as a picture, which shows what was tried, what was kept and where it led."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from mtexplain.display.picture import Box, Label, Line, Picture, Sheet, Span, advance, runs_to_the_left
from mtexplain.invisible import visible

_ROW, _GAP, _HIGH, _SIZE, _SMALL, _LARGER, _LONGEST = 54.0, 24.0, 28.0, 17.0, 13.0, 1.5, 24
"""The distance between rows and the gap between columns; the height of a node; the sizes of letters in it and below;
how much larger the letters below are on a phone; the most letters of a word that are shown."""
_LOOKS = {"best": ("#", "credited", "credited", "here", "curve"), "kept": ("o", "length", "number", "number", "rule"),
          "pruned": (".", "unmatched", "unmatched", "number", "other")}  # fmt: skip
"""For each kind of node, the looks of its mark, its box, its word, the label below and the line that leads to it."""


class Node(NamedTuple):
    """A word with a remark, its kind ("best" if it is on the best path, "kept" or "pruned") and the nodes after it."""

    word: str
    says: str
    kind: str
    after: "tuple[Node, ...]" = ()


def tree(nodes: Sequence[Node], alt: str) -> Picture:
    """Draw the tree that begins with these nodes. The best path is on top, and each path continues in its row.

    >>> print(tree([Node("a", "0.6", "kept", (Node("b", "0.3", "pruned"),)), Node("c", "0.4", "best")], "A tree.").text)
    # c 0.4
    o a 0.6
      . b 0.3
    <BLANKLINE>
    # best  o kept  . pruned
    """
    layout, sheet, lines = _Layout(), Sheet(), list[str]()
    for node in sorted(nodes, key=lambda node: node.kind):
        layout.place(node)
    widths = [0.0] * len(layout.free)
    for node, column, *_ in layout.placed:
        wide, narrow = _SIZE * (advance(visible(node.word, _LONGEST)) + 1.4), _SMALL * _LARGER * advance(node.says)
        widths[column] = max(widths[column], wide, narrow)
    ends = [1 + end + _GAP * at for at, end in enumerate(accumulate(widths))]  # so that an outline is not cut off
    spans = [Span(end - width, end) for end, width in zip(ends, widths, strict=True)]
    if turned := runs_to_the_left([node.word for node, *_ in layout.placed]):
        spans = [Span(1 + ends[-1] - span.right, 1 + ends[-1] - span.left) for span in spans]
    for node, column, row, before in layout.placed:
        span, (mark, box, word, says, line) = spans[column], _LOOKS[node.kind]
        y, start = (_ROW * at + _HIGH / 2 + 1 for at in (row, before))
        tint, ink = int(node.kind == "kept"), 0.7 if node.kind == "pruned" else 1.0
        sheet.boxes.append(Box(box, span, y - _HIGH / 2, _HIGH, tint=tint))
        sheet.labels.append(Label(visible(node.word, _LONGEST), span, y + 6, _SIZE, word, tint=tint))
        sheet.labels.append(Label(node.says, span, y + _HIGH / 2 + 16, _SMALL, says, ink))
        if column:
            x, to = (spans[column - 1].left, span.right) if turned else (spans[column - 1].right, span.left)
            corners = [((x + to) / 2, at) for at in (start, y)] * (row != before)
            sheet.lines.append(Line(((x, start), *corners, (to, y)), line))
        lines.append(f"{'  ' * column}{mark} {visible(node.word, _LONGEST)} {node.says}")
    lines += ["", "  ".join(f"{mark} {kind}" for kind, (mark, *_) in _LOOKS.items())]
    return sheet.picture(ends[-1] + 1, _ROW * max(1 + row for *_, row, _ in layout.placed), alt, "\n".join(lines))


class _Layout:
    """The row of each node, which is the highest row with room for all that follows in it, so that no lines cross."""

    def __init__(self) -> None:
        self.placed = list[tuple[Node, int, int, int]]()  # with its column, its row, and the row of the node before it
        self.free = defaultdict[int, int](int)  # for each column, the first row below all its nodes

    def place(self, node: Node, column: int = 0, before: int = 0) -> None:
        """Place a node and everything after it, in no row above the row of the node before it."""
        row, at, line = max(before, self.free[column]), column, node
        while line.after:
            row, at, line = max(row, self.free[at + 1]), at + 1, min(line.after, key=lambda child: child.kind)
        self.placed.append((node, column, row, before))
        self.free[column] = row + 1
        for child in sorted(node.after, key=lambda child: child.kind):
            self.place(child, column + 1, row)
