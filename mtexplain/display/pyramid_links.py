"""Draw the ties of single words in a pyramid: lines, chunks with their brackets, the table of the LCS."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, count

from mtexplain.display.picture import TINTS, Box, Data, Label, Line, Sheet, Span, advance, say
from mtexplain.display.pyramid import Brick, Pyramid, Ribbon

UNDER = 31.0
"""The start of ribbons and lines, below the top of a text."""
_GAP = 3.0
_BRACKET = 26.0
"""The height of the brackets below the words, if there are chunks."""
_CELL, _ZERO, _FOOT = 33.0, 82.0, 6.0
"""The height of a row of the table; the place of its first zero among the names; the space below the table."""


def tint(brick: Brick) -> int:
    """The colour of a chunk: there are few, so they come again."""
    return (brick.chunk - 1) % TINTS + 1 if brick.chunk else 0


def over(spans: Sequence[Span]) -> Span:
    """From the leftmost to the rightmost of several words, whichever way they run."""
    return Span(min(span.left for span in spans), max(span.right for span in spans))


def is_lost(pyramid: Pyramid, ribbon: Ribbon) -> bool:
    """Return True if the words stand in both texts and still do not match."""
    row = pyramid.others[ribbon.reference].row
    return row is not None and row.bricks[ribbon.reference_start].state != "credited"


def links(
    pyramid: Pyramid,
    mine: Mapping[int, Span],
    theirs: Sequence[Mapping[int, Span]],
    tops: Sequence[float],
    bottom: float,
) -> Iterator[Line]:
    """A line for each word that is linked for a reason, or lost."""
    words = _by_place(pyramid)
    for ribbon in pyramid.ribbons:
        for at, other in zip(range(ribbon.start, ribbon.stop), count(ribbon.reference_start), strict=False):
            if at not in words:
                continue  # of a very long text only the first words are drawn
            kind = "lost" if is_lost(pyramid, ribbon) else words[at].kind
            if kind and at in mine and other in theirs[ribbon.reference]:
                above = theirs[ribbon.reference][other].middle, tops[ribbon.reference] + UNDER
                yield Line((above, (mine[at].middle, bottom)), kind, tint(words[at]))


def draw_crossings(sheet: Sheet) -> None:
    """A dot wherever two links cross; beside them, how many that are."""
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
    """Under the words of each chunk a bracket, with its number."""
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
    """The table under the words: large numbers are bluer, the path has an edge, arrows come from a number's source."""
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
    return y + _FOOT


def _arrow(source: str, span: Span, y: float, to_the_right: bool) -> Label:
    """An arrow into a cell, over the edge or the corner that it shares with the cell at the source."""
    arrow = dict(zip("↖←↑", "↘→↓" if to_the_right else "↙←↓", strict=True))[source]
    corner = span.left + 5 if to_the_right else span.right - 5
    x = span.left + span.width / 4 if source == "↑" else corner
    return Label(arrow, Span(x - 10, x + 10), y + 4 + _CELL / 2 * (source == "←"), 15, "number")


def _by_place(pyramid: Pyramid) -> dict[int, Brick]:
    """The bricks of the words, by their places."""
    return {brick.start: brick for brick in pyramid.rows[0].shown()} if pyramid.has_words else {}
