"""Draw everything around the bricks of a pyramid, from the links above to the results and the legend below."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, count

from mtexplain.display.graphs import Frame, draw_curve
from mtexplain.display.picture import PITCH, ROOM, TINTS, WIDER, Box, Data, Label, Line, Sheet, Span, advance, say
from mtexplain.display.pyramid import LINKS, Brick, Pyramid, Result, Ribbon, Ruler

UNDER = 31.0
"""The start of ribbons and lines, below the top of a text."""
_GAP = 3.0
_BRACKET = 26.0
"""The height of the brackets below the words, if there are chunks."""
_CELL, _ZERO, _SPACE = 33.0, 82.0, 6.0
"""The height of a row of the table; the position of its first zero among the names; the space below the table."""
_FOOT, _RULER, _CURVE, _BAR = 6.0, 62.0, 158.0, 24.0
"""The heights of empty space, of the length and of a curve below the bricks, and the height of a bar."""
_KEY, _KEY_LINE = 50.0, 20.0
"""The space between two entries of the legend; the height of a line of it."""
_OF_KEY: Data = (("key", 1),)
"""The attribute by which scripts find the legend."""


def tint(brick: Brick) -> int:
    """Return the colour of a chunk. There are few colours, so they repeat."""
    return (brick.chunk - 1) % TINTS + 1 if brick.chunk else 0


def over(spans: Sequence[Span]) -> Span:
    """Return the span from the leftmost to the rightmost of several words, whichever way they run."""
    return Span(min(span.left for span in spans), max(span.right for span in spans))


def is_lost(pyramid: Pyramid, ribbon: Ribbon) -> bool:
    """Return True if the words are in both texts and still do not match."""
    row = pyramid.others[ribbon.reference].row
    return row is not None and row.bricks[ribbon.reference_start].state != "credited"


def links(
    pyramid: Pyramid,
    mine: Mapping[int, Span],
    theirs: Sequence[Mapping[int, Span]],
    tops: Sequence[float],
    bottom: float,
) -> Iterator[Line]:
    """Yield a line for each word that is lost, or whose link has a reason."""
    words = _by_place(pyramid)
    for ribbon in pyramid.ribbons:
        for at, other in zip(range(ribbon.start, ribbon.stop), count(ribbon.reference_start), strict=False):
            if at not in words:
                continue  # only the first words of a very long text are drawn
            kind = "lost" if is_lost(pyramid, ribbon) else words[at].kind
            if kind and at in mine and other in theirs[ribbon.reference]:
                above = theirs[ribbon.reference][other].middle, tops[ribbon.reference] + UNDER
                yield Line((above, (mine[at].middle, bottom)), kind, tint(words[at]))


def draw_crossings(sheet: Sheet) -> None:
    """Draw a dot wherever two links cross, and the number of crossings beside them."""
    crossings = [
        (a + (b - a) * (a - c) / (a - c + d - b), y + (low - y) * (a - c) / (a - c + d - b))
        for ((a, y), (b, low)), ((c, _), (d, _)) in combinations([line.points for line in sheet.lines], 2)
        if (a - c) * (b - d) < 0
    ]
    sheet.boxes += [Box("mark", Span(x - 3, x + 3), y - 3, 6) for x, y in crossings]
    if crossings:
        middle = (sheet.lines[0].points[0][1] + sheet.lines[0].points[1][1]) / 2
        label = say(f"{len(crossings)} crossing{'s' * (len(crossings) > 1)}", 14, middle + 5, "says")
        (sheet.labels if sheet.is_narrow else sheet.shares).append(label)


def draw_brackets(sheet: Sheet, pyramid: Pyramid, mine: Mapping[int, Span], y: float) -> float:
    """Draw a bracket with its number under the words of each chunk."""
    chunks = {brick.chunk: brick for brick in _by_place(pyramid).values() if brick.chunk and brick.stop - 1 in mine}
    for number, last in sorted(chunks.items()):
        first = next(at for at, brick in sorted(_by_place(pyramid).items()) if brick.chunk == number)
        span = over([mine[at] for at in range(first, last.stop)]).within(_GAP)
        points = (span.left, y - 3), (span.left, y + 2), (span.right, y + 2), (span.right, y - 3)
        name = f"{pyramid.chunk_name} {number}"
        fits = advance(name) * 14 < span.width
        sheet.lines.append(Line(points, "strong", tint(last)))
        sheet.labels.append(Label(name if fits else str(number), span, y + 18, 14, "number", tint=tint(last)))
    return y + _BRACKET * bool(chunks)


def draw_grid(sheet: Sheet, pyramid: Pyramid, mine: Sequence[Span], y: float, width: float) -> float:
    """Draw the table under the words. Larger numbers are bluer, the path is outlined, and arrows show their sources."""
    if not (grid := pyramid.grid) or not pyramid.text.row:
        return y
    comes: Data = (("step", pyramid.text.row.step),)
    most, to_the_right = max(map(max, grid.cells)) or 1, mine[0] <= mine[-1]
    taken = {row for row, _ in {*grid.path} & {*grid.matches}}
    for row, name in enumerate(["", *(token for token, _ in grid.left.shown())]):
        high = _CELL if row else 0.7 * _CELL
        named = say(name, 0, y + high - 9, "name", comes)._replace(tint=int(row in taken))
        zero = say("0" * to_the_right, _ZERO, y + high - 9, "name", comes)
        sheet.names += (label for label in (named, zero) if label.text)
        for column, span in enumerate(mine, 1):
            here, value, cell = (row, column), grid.cells[row][column], span.within(_GAP)
            passes = row and here in grid.path
            kind = "credited" if passes and here in grid.matches else "length" if value else "unmatched"
            sheet.boxes.append(Box(kind, cell, y, high - 3, data=comes, ink=value / most if kind == "length" else 1))
            if passes:
                (left, right), low = cell, y + high - 3
                corners = (left, y), (right, y), (right, low), (left, low), (left, y)
                sheet.lines.append(Line(corners, "strong", data=comes))
            look = "credited" if kind == "credited" else "here" if here in grid.matches else "number"
            sheet.labels.append(Label(str(value), span, y + high - 9, 14, look, data=comes))
            if source := grid.source(*here):
                arrow = _arrow(source, span, y, to_the_right)
                bold = {"size": 20, "kind": "here"} if passes else {"ink": 0.6}
                sheet.labels.append(arrow._replace(data=comes, **bold))
        y += high
    if grid.takes_over:
        sheet.share(str(grid.cells[-1][-1]), "words in order", y - 8, comes)
        sheet.lines.append(Line(((over(mine).right, y - _CELL / 2), (width, y - _CELL / 2)), data=comes))
    return y + _SPACE


def _arrow(source: str, span: Span, y: float, to_the_right: bool) -> Label:
    """Return an arrow into a cell, across the edge or the corner that it shares with the cell its number comes from."""
    arrow = dict(zip("↖←↑", "↘→↓" if to_the_right else "↙←↓", strict=True))[source]
    corner = span.left + 5 if to_the_right else span.right - 5
    x = span.left + span.width / 4 if source == "↑" else corner
    return Label(arrow, Span(x - 10, x + 10), y + 4 + _CELL / 2 * (source == "←"), 15, "number")


def _by_place(pyramid: Pyramid) -> dict[int, Brick]:
    """Return the bricks of the words by their positions."""
    return {brick.start: brick for brick in pyramid.rows[0].shown()} if pyramid.has_words else {}


def draw_outcome(sheet: Sheet, pyramid: Pyramid, y: float, width: float) -> float:
    """Draw the results, with the length or the last number's curve beside them and bars below; return the lower end."""
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
    """Draw a number as a bar, whose last part is empty if something is taken off, and return where it ends."""
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
    """Yield the length as a bar, followed by what is missing, or, if too long, with a mark at the length wanted."""
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
    """Draw the legend and the number of words left out; return where it ends and the width of the whole picture.

    An entry that would make a line wider than `most` goes to the next line.
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
