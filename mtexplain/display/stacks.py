"""Words with something standing on them, and perhaps hanging below: surprises as stacks of bricks, weights as bars."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf
from typing import NamedTuple

from mtexplain.display.picture import Box, Label, Line, Picture, Span, advance, say, say_share
from mtexplain.display.words import MOST_SHOWN, text_width

_FONT, _ROOM, _NARROWEST, _LEAST, _PAD = 17.0, 660.0, 480.0, 58.0, 11.0
_TALL, _UNIT = 190.0, 38.0
"""How tall the tallest stack may be, and one unit of height at most."""
_LINE, _TOP, _SHARE = 30.0, 26.0, 28.0
_BRICKS = 24
"""So many units of a stack can be told apart; higher ones are one bar each."""
_WIDE = 80


Inked = tuple[str, tuple[tuple[str, float], ...]]
"""A line of words: what it is called, and each word with its ink."""


class Stack(NamedTuple):
    """A word; how high what stands on it is, and what hangs below, in units; the numbers of both.

    `number` stands on top, `below` under the word. `ink` says how dark the word is written, up to 1. An infinite height
    is drawn as high as there is room. `wide` is how many times as wide it is as another.
    """

    word: str
    number: str
    height: float
    below: str = ""
    depth: float = 0.0
    ink: float = 1.0
    wide: float = 1.0


class Stacks(NamedTuple):
    """Stacks side by side, on one ground.

    `names` says what the words are, the numbers on top and those below. `others` are lines of words above, each with
    its ink. `levels` names heights at the left; `mean` is a height that is marked, with what is said of it there.
    `shares` stand at the right. With `bricks`, each unit is one.
    """

    stacks: tuple[Stack, ...]
    names: tuple[str, str, str]
    alt: str
    others: tuple[Inked, ...] = ()
    levels: tuple[tuple[float, str], ...] = ()
    mean: float | None = None
    shares: tuple[tuple[str, str], ...] = ()
    bricks: bool = False


def draw(piece: Stacks) -> Picture:
    """Where everything in it stands."""
    more = f"… and {rest:,} more" if (rest := len(piece.stacks) - MOST_SHOWN) > 0 else ""
    piece = piece._replace(stacks=piece.stacks[:MOST_SHOWN])
    spans = _spans(piece)
    width = max([_NARROWEST, *(span.right for span in spans)])
    heights = [one.height for one in piece.stacks if one.height < inf]
    highest = max([*heights, *(one.depth for one in piece.stacks)], default=0) or 1
    most = highest * (1.15 if any(one.height == inf for one in piece.stacks) else 1)
    unit = min(_UNIT, _TALL / most)
    top = _LINE * len(piece.others) + _TOP
    ground = top + unit * most
    deepest = unit * max((one.depth for one in piece.stacks), default=0)
    end = ground + _LINE + deepest + (_TOP if any(one.below for one in piece.stacks) else 0)
    boxes, labels = list[Box](), list[Label]()
    for number, (stack, span) in enumerate(zip(piece.stacks, spans, strict=True)):
        high = unit * min(stack.height, most)
        boxes += _boxes(stack, span.within(4), ground, unit, most, piece.bricks and most <= _BRICKS, number)
        y = ground - high - 6
        if piece.mean is not None and -4 < y - (line := ground - unit * min(piece.mean, most)) < 15:
            y = line - 4  # above the line, which would strike it out
        labels.append(Label(stack.number, span, y, 14, "number"))
        labels.append(Label(stack.word, span.within(3), ground + 21, _FONT, "other", stack.ink))
        labels.append(Label(stack.below, span, end - 6, 14, "number"))
    names = [(piece.names[0], ground + 20), (piece.names[2], end - 6)]
    names += [(name, ground - unit * level + 5) for level, name in piece.levels]
    names += [(piece.names[1], top - 4)] * (not piece.levels)
    for place, (name, words) in enumerate(piece.others):
        names.append((name, _LINE * place + 20))
        left = 0.0
        for word, ink in words:
            span = Span(left, left + _natural(word))
            labels.append(Label(word, span, _LINE * place + 21, _FONT, "other", ink))
            left = span.right
        width = max(width, left)
    if more:
        labels.append(say(more, width + 8, ground + 21, "says"))
        width += 20 + labels[-1].width
    lines = [Line(((0.0, ground), (spans[-1].right if spans else width, ground)))]
    first = top + 8
    if piece.mean is not None:
        first = ground - unit * min(piece.mean, most)
        lines.append(Line(((0.0, first), (width, first)), "lost"))
    shares = [label for place, one in enumerate(piece.shares) for label in say_share(*one, first + 6 + _SHARE * place)]
    said = tuple(say(name, 0, y, "name") for name, y in names if name)
    drawn = tuple(label for label in labels if label.text)
    end = max([end, *(label.y + 6 for label in shares)])
    return Picture(
        width,
        end,
        (),
        tuple(boxes),
        drawn,
        said,
        tuple(shares),
        piece.alt,
        "\n".join(filter(None, [written(piece), more])),
        tuple(lines),
    )


def _boxes(
    stack: Stack, span: Span, ground: float, unit: float, most: float, bricks: bool, number: int
) -> Iterator[Box]:
    """A brick for each whole unit, and one for the rest; without end, one that is broken; below, one bar."""
    title, data = f"{stack.word}: {stack.number}", (("n", 1), ("start", number), ("ngram", stack.word))
    if stack.height == inf:
        yield Box("clipped", span, ground - unit * most, unit * most - 1, title, data)
    elif not bricks and stack.height:
        yield Box("credited", span, ground - unit * stack.height, unit * stack.height, title, data)
    elif bricks:
        ends = [*range(int(stack.height) + 1), stack.height]
        for low, high in pairwise(ends):
            if high - low > 0.02:
                yield Box("credited", span, ground - unit * high + 1, unit * (high - low) - 2, title, data)
    if stack.depth:
        yield Box("credited", span, ground + _LINE, unit * stack.depth, title, data)


def _spans(piece: Stacks) -> list[Span]:
    natural = [max(_natural(one.word), _LEAST) for one in piece.stacks]
    scale = max(1.0, min(1.5, _ROOM / sum(natural))) if natural else 1.0
    total = sum(one.wide for one in piece.stacks) or 1
    found, left = list[Span](), 0.0
    for one, width in zip(piece.stacks, natural, strict=True):
        share = _NARROWEST * one.wide / total if any(other.wide != 1 for other in piece.stacks) else width * scale
        found.append(Span(left, left + max(share, 30.0)))
        left = found[-1].right
    return found


def _natural(word: str) -> float:
    return _FONT * max(advance(word), 0.6) + 2 * _PAD


def written(piece: Stacks) -> str:
    """The same in letters: the words, and under each its numbers; what does not fit in 80 columns goes on below."""
    rows = [[one.word for one in piece.stacks], [one.number for one in piece.stacks]]
    if any(one.below for one in piece.stacks):
        rows.append([one.below for one in piece.stacks])
    names = [name for name, _ in piece.others] + list(piece.names)
    edge = max(map(text_width, names)) + 2
    lines = [_padded(name, edge) + "  ".join(word for word, _ in words) for name, words in piece.others]
    for start, stop in _bands(list(zip(*rows, strict=True)), _WIDE - edge):
        lines += [""] * (start > 0)
        widths = [max(map(text_width, cells)) for cells in zip(*(row[start:stop] for row in rows), strict=True)]
        for name, row in zip(piece.names, rows, strict=False):
            cells = map(_padded, row[start:stop], widths)
            lines.append((_padded(name, edge) + "  ".join(cells)).rstrip())
    lines += ["lines at " + ", ".join(name for _, name in piece.levels)] * bool(piece.levels)
    lines += [" ".join(share) for share in piece.shares]
    return "\n".join(line.rstrip() for line in lines)


def _bands(columns: Sequence[tuple[str, ...]], room: int) -> Iterator[tuple[int, int]]:
    """From which column to which each band goes."""
    start, used = 0, 0
    for place, cells in enumerate(columns):
        width = max(map(text_width, cells)) + 2
        if used + width > room and place > start:
            yield start, place
            start, used = place, 0
        used += width
    if columns:
        yield start, len(columns)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - text_width(text))
