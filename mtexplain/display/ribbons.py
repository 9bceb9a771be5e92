"""Ribbons between two lines of words, which show how a total of 1 for each word above is shared by the words below."""

from collections.abc import Sequence

from mtexplain.display.formula import shown
from mtexplain.display.picture import TINTS, Band, Box, Label, Picture, Sheet, Span, natural_width
from mtexplain.invisible import visible

_WIDE, _GAP, _HIGH, _TOP, _DEEP, _SIZE = 150.0, 26.0, 30.0, 26.0, 150.0, 16.0
"""The width of a share of 1 and of the gap between words; the heights of a word, of the top margin, of the ribbons
and of letters."""
_ROOM = 44.0
"""A ribbon as wide as this has its number beside it."""


def ribbons(
    above: Sequence[str], below: Sequence[str], shares: Sequence[Sequence[float]], names: tuple[str, str]
) -> Picture:
    """Draw the picture. For each word above, `shares` has the share of each word below, and they add up to 1.

    `names` are the names of the two lines.

    >>> print(ribbons(["a"], ["b", "c"], [[0.25, 0.75]], ("from", "to")).text)
    a: b 0.25, c 0.75
    """
    sheet, got = Sheet(), [sum(row[column] for row in shares) for column in range(len(below))]
    upper = _in_line([max(_WIDE, natural_width(visible(word))) for word in above])
    lower = _in_line(
        [max(_WIDE * all_of, natural_width(visible(word))) for word, all_of in zip(below, got, strict=True)]
    )
    width = max(upper[-1].right, lower[-1].right)
    upper, lower = ([span.moved((width - line[-1].right) / 2) for span in line] for line in (upper, lower))
    top, bottom = _TOP + _HIGH, _TOP + _HIGH + _DEEP
    arrived = [span.middle - _WIDE * all_of / 2 for span, all_of in zip(lower, got, strict=True)]
    for row, (word, span, shared) in enumerate(zip(above, upper, shares, strict=True)):
        tint, left = 1 + row % TINTS, span.middle - _WIDE / 2
        for column, share in enumerate(shared):
            wide = _WIDE * share
            end = arrived[column]
            arrived[column] += wide
            if wide >= 0.1:  # on paper, even a width of 0 would be a line
                sheet.bands.append(Band(Span(left, left + wide), Span(end, end + wide), top, bottom, tint, curved=True))
            if wide >= _ROOM:
                middle = left + wide / 2
                label = Label(
                    shown(share), Span(middle - wide / 2, middle + wide / 2), top + 18, 13, "number", tint=tint
                )
                sheet.labels.append(label)
            left += wide
        sheet.boxes.append(Box("length", span, _TOP, _HIGH, tint=tint))
        sheet.labels.append(Label(visible(word), span, _TOP + 20, _SIZE, "number", tint=tint))
    for word, span in zip(below, lower, strict=True):
        sheet.boxes.append(Box("unmatched", span, bottom, _HIGH))
        sheet.labels.append(Label(visible(word), span, bottom + 20, _SIZE, "number"))
    sheet.name(names[0], _TOP + 20)
    sheet.name(names[1], bottom + 20)
    lines = [
        f"{visible(word)}: "
        + ", ".join(f"{visible(other)} {shown(share)}" for other, share in zip(below, row, strict=True))
        for word, row in zip(above, shares, strict=True)
    ]
    alt = f"Ribbons that are as wide as the shares. {'; '.join(lines)}."
    return sheet.picture(width, bottom + _HIGH + 8, alt, "\n".join(lines))


def _in_line(widths: Sequence[float]) -> list[Span]:
    spans, x = list[Span](), 0.0
    for each in widths:
        spans.append(Span(x, x + each))
        x += each + _GAP
    return spans
