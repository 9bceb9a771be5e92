"""The foot of a pyramid: what its shares make, the length, a curve, bars, and the legend."""

from collections.abc import Iterator, Sequence

from mtexplain.display.graphs import Frame, draw_curve
from mtexplain.display.picture import PITCH, ROOM, WIDER, Box, Data, Line, Sheet, Span, say
from mtexplain.display.pyramid import LINKS, Pyramid, Result, Ruler

_FOOT, _RULER, _CURVE, _BAR = 6.0, 62.0, 158.0, 24.0
"""Heights below the bricks: of nothing, of the length, of a curve; and the height of a bar."""
_KEY, _KEY_LINE = 50.0, 20.0
"""The space between two entries of the legend; the height of a line of it."""
_OF_KEY: Data = (("key", 1),)
"""The attribute by which scripts find the legend."""


def draw_outcome(sheet: Sheet, pyramid: Pyramid, y: float, width: float) -> float:
    """Draw the results, beside them the length or the curve of the last number, and bars below; return the end."""
    numbers = [result for result in pyramid.results if result.height is None]
    bars = [result for result in pyramid.results if result.height is not None]
    end = y + _FOOT + PITCH * max(0, len(numbers) - 1)
    for index, result in enumerate(numbers):
        if sheet.is_narrow:
            y = end = sheet.head(y, result.name, result.number, result.name, (("step", result.step),))
        else:
            sheet.share(result.number, result.name, y + 21 + PITCH * index, (("step", result.step),))
    if ruler := pyramid.ruler:
        comes: Data = (("step", ruler.step),)
        remark = f"was {ruler.was}" if ruler.was else "length"
        y = sheet.head(y + (4 if not sheet.is_narrow else 0), "length", f"× {ruler.factor}", remark, comes,
                       low=53 if numbers else 23)  # fmt: skip
        y -= 4 if not sheet.is_narrow else 12
        sheet.boxes += _ruler(ruler, y + 14, width, comes)
        sheet.labels.append(say(ruler.says, 3, y + 46, "says", comes))
        end = y + _RULER
    if pyramid.curve:
        comes = (("step", numbers[-1].step),)
        sheet.labels.append(say(pyramid.curve.y_label, 3, y + 17, "says", comes))
        if sheet.is_narrow:
            sheet.labels.append(say(pyramid.curve.x_label, 3, y + _CURVE + 6, "name", comes))
        else:
            sheet.name(pyramid.curve.x_label, y + 138, comes)
        draw_curve(sheet, pyramid.curve, Frame(28, min(width, ROOM) - 40, y + 40, y + 120), comes)
        end = y + _CURVE + 20 * sheet.is_narrow
    for result in bars:
        end = _draw_bar(sheet, result, end, min(width, ROOM) - 6)
    return end + _FOOT * bool(bars)


def _draw_bar(sheet: Sheet, result: Result, y: float, most: float) -> float:
    """A number as a bar; the last part is empty where something is taken off. Where it ends."""
    comes: Data = (("step", result.step),)
    y = sheet.head(y, result.name if sheet.is_narrow else "", result.number, result.name, comes, low=19)
    stop, end = (3 + most * part for part in ((result.height or 0), (result.height or 0) + result.lost))
    is_whole, says = not result.lost, say(result.says, 12 if not result.lost else stop + 12, y + 17, "says", comes)
    sheet.boxes.append(Box("length" if is_whole and result.says else "credited", Span(3, stop), y, _BAR, data=comes))
    if not is_whole:
        sheet.boxes.append(Box("clipped", Span(stop + min(2, (end - stop) / 2), end), y, _BAR, data=comes))
    if is_whole or says.width + 24 < end - stop:
        sheet.labels.append(says)
    return y + PITCH


def _ruler(ruler: Ruler, y: float, width: float, comes: Data) -> Iterator[Box]:
    """The length as a bar; what is missing after it, or a mark where a longer one could end."""
    length, wanted = ruler.length, float(ruler.wanted)
    unit = min(40.0, (width - 8) / max(length, wanted, 1))
    end, enough = 3 + unit * length, 3 + unit * wanted
    yield Box("length", Span(3, end), y, 12, data=comes)
    if end < enough:
        yield Box("missing", Span(end + 2, enough), y, 12, data=comes)
    elif enough < end:
        yield Box("mark", Span(enough - 1, enough + 1), y - 4, 20, data=comes)


def draw_legend(
    sheet: Sheet, pyramid: Pyramid, more: Sequence[str], y: float, width: float, most: float
) -> tuple[float, float]:
    """Draw the legend, and how many words are left out; return where it ends, and the width of the whole picture.

    What does not fit into the most that a line may have stands in the next.
    """
    left = 3.0
    for kind, entry in (*pyramid.legend, *(("", left_out) for left_out in more)):
        by, data = 24 + 7 * (kind in LINKS) if kind else 0, _OF_KEY if kind else ()
        label = say(entry, left + by, y + 13, "says", data)
        if left > 3 and label.span.left + WIDER * label.width > most:
            left, y = 3.0, y + _KEY_LINE
            label = say(entry, left + by, y + 13, "says", data)
        if kind in LINKS:
            sheet.lines.append(Line(((left, y + 8), (left + 24, y + 8)), kind, data=data))
        elif kind:
            sheet.boxes.append(Box(kind, Span(left, left + 16), y + 2, 12, data=data))
        sheet.labels.append(label)
        left += (_KEY - 16 * sheet.is_narrow) + label.width
        width = width if sheet.is_narrow else max(width, left - _KEY / 2)
    return y + _KEY_LINE * (left > 3), width
