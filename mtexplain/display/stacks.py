"""Words with something above and perhaps below them, such as surprises as stacks of bricks, or weights as bars."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, cos, inf, radians, sin
from typing import NamedTuple

from mtexplain.display.picture import (
    FONT,
    NARROWEST,
    PITCH,
    ROOM,
    Box,
    Label,
    Line,
    Picture,
    Sheet,
    Span,
    natural_width,
    say,
    side_by_side,
)
from mtexplain.display.words import COLUMNS, MOST_SHOWN, in_columns, text_width

Inked = tuple[str, tuple[tuple[str, float], ...]]
"""A line of words, with its name, and with each word and its ink."""
FAINT = 0.4
"""The ink of a word that weighs nothing. A stronger word has a line below it, whose length shows its weight."""
_NARROW, _LEAST = 58.0, 36.0
"""The smallest width of a stack, and the smallest width if the widths of the stacks have a meaning."""
_TALL, _UNIT = 220.0, 48.0
"""The largest height of a stack, and the largest height of a unit."""
_LINE, _OTHER, _TOP = 30.0, 30.0, 26.0
_SMALL, _CLOSER = 0.88, 15.0
"""The scale of the words of other lines, and the space by which they are closer together."""
_ASIDE, _FEW, _CHOICES = {"fork": 174.0, "angle": 100.0}, 10, 24
"""The room beside the stacks, the most stacks that leave such room, and the most choices in it."""
_PARTS, _PART = 168.0, 84.0
"""The left edge of the parts of a share, and the width of each part."""
_LARGER = 1.35
"""The width of labels below the stacks on a narrow page, where they are larger, relative to their width here."""
_BRICKS = 24
"""The most units of a stack that readers can distinguish. A taller stack is a single bar."""


class Stack(NamedTuple):
    """A word, with the height of the stack on top of it and the depth of the bar below it, in units, and their numbers.

    `number` is on top, `below` is under the word, and `adds`, the contribution to a sum, is under that. `ink` is how
    dark the word is, up to 1. An infinite height is drawn as high as there is room. `wide` is the width relative to
    other stacks, and `kind` is the kind of the boxes.
    """

    word: str
    number: str
    height: float
    below: str = ""
    depth: float = 0.0
    ink: float = 1.0
    wide: float = 1.0
    kind: str = "credited"
    adds: str = ""


class Names(NamedTuple):
    """Names for the words of a picture, and for the numbers of a stack on top, below, and added to a sum."""

    words: str
    numbers: str
    below: str = ""
    adds: str = ""


class Stacks(NamedTuple):
    """Stacks side by side, on the same ground.

    `others` are lines of words above, each with its ink. `levels` names heights on the left. `mean` is a marked height,
    and `means` explains it. `shares` are on the right, under a `heading`, and each is a number, its name, and perhaps
    the parts that it is made of. `head` is the legend of the lines above. `foot` says what a brick means, if each unit
    is a brick. `aside` is drawn on the right, and is either a "fork" with a number of equally likely choices or an
    "angle" in degrees. `total` is the sum of the numbers below, which is also in the first row of shares.
    """

    stacks: tuple[Stack, ...]
    names: Names
    alt: str
    others: tuple[Inked, ...] = ()
    levels: tuple[tuple[float, str], ...] = ()
    mean: float | None = None
    means: str = ""
    shares: tuple[tuple[str, ...], ...] = ()
    foot: str = ""
    has_bricks: bool = False
    heading: tuple[str, ...] = ()
    aside: tuple[str, float] = ("", 0.0)
    head: str = ""
    total: str = ""


class _Scale(NamedTuple):
    """The ground, the height of a unit, the number of units that fit, and whether each unit is a brick."""

    ground: float
    unit: float
    most: float
    bricks: bool

    def above(self, units: float) -> float:
        """Return the position of a height above the ground, at most as high as there is room."""
        return self.ground - self.unit * min(units, self.most)


def draw(stacks: Stacks) -> Picture:
    """Draw the words in a line, the stacks on top and the bars below them, and lines of other words above."""
    more = f"… and {left_out:,} more" if (left_out := len(stacks.stacks) - MOST_SHOWN) > 0 else ""
    stacks = stacks._replace(stacks=stacks.stacks[:MOST_SHOWN])
    sheet, top = Sheet(), _OTHER * (len(stacks.others) + bool(stacks.head)) + _TOP
    spans, scale = _spans(stacks), _scale(stacks, top)
    below, adds = any(stack.below for stack in stacks.stacks), any(stack.adds for stack in stacks.stacks)
    deepest = max((stack.depth for stack in stacks.stacks), default=0)
    low = scale.ground + _LINE + scale.unit * deepest + _TOP * below - 6
    mean = None if stacks.mean is None else scale.above(stacks.mean)
    for index, (stack, span) in enumerate(zip(stacks.stacks, spans, strict=True)):
        _draw_stack(sheet, stack, span, scale, index, mean, low)
    right = max((span.right for span in spans), default=NARROWEST)
    if beside := _ASIDE[stacks.aside[0]] if _has_aside(stacks) else 0.0:
        _draw_aside(sheet, stacks, right, low if mean is None else mean, low)
    width = max([NARROWEST, right + beside, *_draw_others(sheet, stacks)])
    sheet.name(stacks.names.words, scale.ground + (-8 if deepest else 20))
    if below or deepest:
        sheet.name(stacks.names.below, low if below else scale.ground + _LINE + 14)
    if adds:
        sheet.name(stacks.names.adds, low + _TOP)
        sheet.labels.append(Label(f"= {stacks.total}", Span(right, right + 76), low + _TOP, 14, "here", tint=1))
    for level, name in stacks.levels:
        sheet.name(name, scale.above(level) + 5)
    if not stacks.levels:
        sheet.name(stacks.names.numbers, top - 4)
    if more:
        sheet.labels.append(say(more, width + 8, scale.ground + 21, "says"))
        width += 20 + sheet.labels[-1].width
    right = max((span.right for span in spans), default=width)
    sheet.lines.append(Line(((0.0, scale.ground), (right, scale.ground))))
    if mean is not None:
        sheet.lines.append(Line(((0.0, mean), (right, mean)), "lost"))
    y = (top + 20 if mean is None else mean) + 6
    for index, (share, name, *parts) in enumerate(stacks.shares):
        sheet.share(share, name, y + PITCH * index)
        for at, part in enumerate(parts):
            tint = int(not index and part == stacks.total)
            sheet.shares.append(say(part, _PARTS + _PART * at, y + PITCH * index, "says")._replace(tint=tint))
    sheet.shares += [
        say(title, x, y - 24, "says") for title, x in zip(stacks.heading, (14, _PARTS, _PARTS + _PART), strict=False)
    ]
    end = max([low + _TOP * adds + 6, *(label.y + 6 for label in sheet.shares)])
    x = 3.0
    if scale.bricks:
        sheet.boxes.append(Box("credited", Span(3, 19), end + 6, 12))
        sheet.labels.append(say(stacks.foot, 27, end + 17, "says"))
        x = 27 + _LARGER * sheet.labels[-1].width
    if stacks.means:  # there is room for it here, but not beside the line
        sheet.lines.append(Line(((x + 9, end + 12), (x + 27, end + 12)), "lost"))
        sheet.labels.append(say(stacks.means, x + 32, end + 17, "says"))
    end += 24 * bool(scale.bricks or stacks.means)
    text = "\n".join(filter(None, [in_letters(stacks), more]))
    return sheet.picture(width, end, stacks.alt, text)


def _has_aside(stacks: Stacks) -> bool:
    """True if there is room for the drawing beside the stacks."""
    kind, number = stacks.aside
    return bool(kind) and 0 < len(stacks.stacks) <= _FEW and (kind == "angle" or 1 <= number <= _CHOICES)


def _draw_aside(sheet: Sheet, stacks: Stacks, x: float, y: float, low: float) -> None:
    """Draw a fork with an end for each choice, or an angle above `y`, to the right of `x`.

    If the number of choices is not whole, the last end is smaller.
    """
    kind, number = stacks.aside
    if kind == "fork":
        ends = ceil(round(number, 6))
        pitch = min(36.0, low / ends)
        middle = min(y, low - pitch * (ends - 1) / 2 - 6)
        node = x + 106, max(middle, pitch * (ends - 1) / 2 + 6)
        sheet.lines.append(Line(((x, y), node), "lost"))
        for choice in range(ends):
            end = x + 164, node[1] + pitch * (choice - (ends - 1) / 2)
            size = max(2.0, 9 * min(1.0, number - choice) ** 0.5)
            sheet.lines.append(Line((node, end)))
            sheet.boxes.append(Box("credited", Span(end[0] - size / 2, end[0] + size / 2), end[1] - size / 2, size))
        return
    start, reach = (x + 6, y - 34), 80.0
    tip = _on_arc(start, reach, number)
    sheet.lines += [Line((start, tip), "curve"), Line((start, (start[0] + reach, start[1])), "strong")]
    sheet.lines.append(Line(tuple(_on_arc(start, 34, number * part / 8) for part in range(9))))
    middle = max(tip[0] - 40 + number / 2, x + 52)  # not inside the last word
    sheet.labels += [
        Label(stacks.names.words, Span(middle - 44, middle + 44), tip[1] - 8, 14, "number"),
        Label(f"{number:.0f}°", Span(start[0], start[0] + reach), start[1] + 38, 14, "here"),
        Label(stacks.names.below, Span(start[0], start[0] + reach), start[1] + 19, 14, "number"),
    ]


def _on_arc(middle: tuple[float, float], reach: float, degrees: float) -> tuple[float, float]:
    return middle[0] + reach * cos(radians(degrees)), middle[1] - reach * sin(radians(degrees))


def _scale(stacks: Stacks, top: float) -> _Scale:
    """Return the scale at which the highest stack fills the room. An infinite stack is higher than any finite stack."""
    heights = [stack.height for stack in stacks.stacks if stack.height < inf]
    highest = max([*heights, *(stack.depth for stack in stacks.stacks)], default=0) or 1
    most = highest * (1.15 if any(stack.height == inf for stack in stacks.stacks) else 1)
    unit = min(_UNIT, _TALL / most)
    return _Scale(top + unit * most, unit, most, stacks.has_bricks and most <= _BRICKS)


def _draw_others(sheet: Sheet, stacks: Stacks) -> Iterator[float]:
    """Draw the lines of words above, close together under their legend, and yield the width of each."""
    if stacks.head:
        sheet.labels.append(say(stacks.head, 3, 20, "says"))
    for row, (name, words) in enumerate(stacks.others, bool(stacks.head)):
        sheet.name(name, _OTHER * row + 20)
        tokens = [word for word, _ in words]
        natural = [_SMALL * (natural_width(token) - _CLOSER) for token in tokens]
        for (word, ink), span in zip(words, side_by_side(natural, tokens, max(NARROWEST, sum(natural))), strict=True):
            sheet.labels.append(Label(word, span, _OTHER * row + 21, _SMALL * FONT, "other", ink))
            if (half := (span.width / 2 - 3) * (min(ink, 1.0) - FAINT) / (1 - FAINT)) > 0:
                sheet.boxes.append(Box("length", Span(span.middle - half, span.middle + half), _OTHER * row + 25, 3))
        yield sum(natural)


def _draw_stack(
    sheet: Sheet, stack: Stack, span: Span, scale: _Scale, index: int, mean: float | None, low: float
) -> None:
    """Draw a word, its stack, the bar below it and their numbers. The numbers below begin at `low`."""
    sheet.boxes += _boxes(stack, span.within(4), scale, index)
    y = scale.above(stack.height) - 6
    if mean is not None and -4 < y - mean < 15:
        y = mean - 4  # above the line, which would cross it out
    labels = (
        Label(stack.number, span.within(2), y, 14, "number"),
        Label(stack.word, span.within(3), scale.ground + 21, FONT, "other", stack.ink),
        Label(stack.below, span.within(2), low, 14, "number"),
        Label(stack.adds, span.within(2), low + _TOP, 14, "number"),
    )
    sheet.labels += (label for label in labels if label.text)


def _boxes(stack: Stack, span: Span, scale: _Scale, index: int) -> Iterator[Box]:
    """Yield a brick for each whole unit and the rest, or a dashed box if the height is infinite, and a bar below."""
    title, data = f"{stack.word}: {stack.number}", (("n", 1), ("start", index), ("ngram", stack.word))
    top, unit = scale.above(stack.height), scale.unit
    if stack.height == inf:
        yield Box("clipped", span, top, unit * scale.most - 1, title, data)
    elif not scale.bricks and stack.height:
        yield Box(stack.kind, span, top, unit * stack.height, title, data)
    elif scale.bricks:
        ends = [*range(int(stack.height) + 1), stack.height]
        for low, high in pairwise(ends):
            if high - low > 0.02:
                yield Box(stack.kind, span, scale.above(high) + 1, unit * (high - low) - 2, title, data)
    if stack.depth:
        yield Box(stack.kind, span, scale.ground + _LINE, unit * stack.depth, title, data)


def _spans(stacks: Stacks) -> list[Span]:
    """Return the span of each stack. A stack is as wide as its word needs, or, if widths are given, shares the room."""
    words, room = [stack.word for stack in stacks.stacks], NARROWEST
    if stacks.aside[0] == "angle" and _has_aside(stacks):  # many lines of shares are beside it
        room -= _ASIDE["angle"]
    widths = [max(natural_width(word), _NARROW) for word in words]
    if any(stack.wide != 1 for stack in stacks.stacks):
        widths, left, total = [_LEAST] * len(words), room, sum(stack.wide for stack in stacks.stacks)
        for index in sorted(range(len(words)), key=lambda at: stacks.stacks[at].wide):  # the wider share the rest
            wide = stacks.stacks[index].wide
            widths[index] = max(left * wide / total, _LEAST)
            left, total = left - widths[index], total - wide
    elif widths:
        if (widest := max(widths)) * len(widths) <= ROOM:  # so a wide one does not look heavier
            widths = [widest] * len(widths)
        stretch = max(1.0, min(1.5, room / sum(widths)))
        widths = [width * stretch for width in widths]
    return side_by_side(widths, words, max(room, sum(widths)))


def in_letters(stacks: Stacks) -> str:
    """Return the stacks as text, with the words and their numbers below. Text wider than 80 columns continues below."""
    every = zip(*((stack.word, stack.number, stack.below, stack.adds) for stack in stacks.stacks), strict=True)
    named = [(name, row) for name, row in zip(stacks.names, every, strict=False) if any(row)]
    rows = [row for _, row in named]
    edge = max(map(text_width, [name for name, _ in (*stacks.others, *named)]), default=0) + 2
    lines = [in_columns(name, edge, "  ".join(word for word, _ in words)) for name, words in stacks.others]
    for start, stop in _bands(list(zip(*rows, strict=True)), COLUMNS - edge):
        lines += [""] * (start > 0)
        widths = [max(map(text_width, cells)) for cells in zip(*(row[start:stop] for row in rows), strict=True)]
        for name, row in named:
            cells = (in_columns(cell, width, "") for cell, width in zip(row[start:stop], widths, strict=True))
            lines.append(in_columns(name, edge, "  ".join(cells)))
    lines += ["lines at " + ", ".join(name for _, name in stacks.levels)] * bool(stacks.levels)
    lines += [stacks.means] * bool(stacks.means)
    kind, number = stacks.aside
    lines += [f"angle between {stacks.names.words} and {stacks.names.below}: {number:.0f}°"] * (kind == "angle")
    lines += [f"sum: {stacks.total}"] * bool(stacks.total)
    lines += [f"{', '.join(filter(None, stacks.heading))}:"] * any(stacks.heading)
    lines += [" ".join(share) for share in stacks.shares]
    return "\n".join(text.rstrip() for text in lines)


def _bands(columns: Sequence[tuple[str, ...]], room: int) -> Iterator[tuple[int, int]]:
    """Yield the first column and the end of each band."""
    start, used = 0, 0
    for index, cells in enumerate(columns):
        width = max(map(text_width, cells)) + 2
        if used + width > room and index > start:
            yield start, index
            start, used = index, 0
        used += width
    if columns:
        yield start, len(columns)
