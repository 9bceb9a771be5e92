"""Where everything in a pyramid stands: texts in lines, ribbons, the bricks below, the ruler."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from mtexplain.display import pyramid_text
from mtexplain.display.charts import Drawing
from mtexplain.display.graphs import Frame, draw_curve, graph
from mtexplain.display.picture import (
    FONT,
    NARROWEST,
    PITCH,
    ROOM,
    TINTS,
    Band,
    Box,
    Data,
    Label,
    Line,
    Picture,
    Sheet,
    Span,
    advance,
    natural_width,
    say,
    side_by_side,
)
from mtexplain.display.pyramid import LINKS, Brick, Pyramid, Result, Ribbon, Row, Ruler

_LEAST, _MOST = 0.75, 1.5
"""How many times as large as usual words may be."""
_GAP = 3.0
LINE, _FALL, HEIGHT, STEP = 34.0, 58.0, 34.0, 40.0
"""How high a line of a text is, the fall of the ribbons, a brick, a row of bricks."""
_UNDER = 31.0
"""Where the ribbons begin, below the top of a line."""
_FOOT, _RULER, _CURVE, _BAR = 6.0, 62.0, 158.0, 24.0
"""How high it is below these: nothing, the length, a curve; and how high a bar is."""
_KEY = 50.0
"""How far a word of the legend is from the end of the one before."""
_BRACKET = 26.0
"""What stands below the words where there are chunks."""
_CELL, _ZERO = 33.0, 82.0
"""How high a row of a table is, and how far to the right among the names its first zero."""
_OF_KEY: Data = (("key", 1),)
"""What finds the legend."""
_SIZES = {1: 1.0, 2: 0.68}
_SMALL = 0.62
"""How large the words of a brick are written, beside single words."""


def lay_out(piece: Pyramid) -> Picture:
    """Every text in a line, the bricks below; short texts are made larger to fill the room, long ones need more."""
    texts = [[token for token, _ in text.words.shown()] for text in (piece.text, *piece.others)]
    natural = max(sum(map(natural_width, tokens)) for tokens in texts)
    scale = max(_LEAST, min(_MOST, ROOM / natural)) if natural else 1.0
    width, size = max(NARROWEST, natural * scale), FONT * scale
    mine, *theirs = [_spans(tokens, scale, width) for tokens in texts]
    linked = any(one.chunk for one in _by_place(piece).values())
    top = LINE * len(theirs) + (_FALL * (1 + linked) if theirs else 0)
    sheet = Sheet()
    for place, (text, tokens, spans) in enumerate(zip(piece.others, texts[1:], theirs, strict=True)):
        _draw_text(sheet, piece, place, tokens, spans, size)
        sheet.name(text.label, LINE * place + 20)
        if text.row:
            sheet.share(text.row.share, text.row.remark, LINE * place + 22, _of_row(piece.rows[0]))
    sheet.bands += _bands(piece, mine, theirs, top)
    sheet.lines += _links(piece, mine, theirs, top)
    if linked:
        _draw_crossings(sheet)
    end = _draw_rows(sheet, piece, texts[0], mine, top, size)
    end = _draw_brackets(sheet, piece, mine, end)
    end = _draw_grid(sheet, piece, mine, end, width)
    end = _draw_outcome(sheet, piece, end, width)
    if piece.others:  # of a small picture the large ones around it have told
        end, width = _draw_legend(sheet, piece, end, width)
    return sheet.picture(width, end, piece.told, pyramid_text.pyramid(piece))


def _draw_rows(
    sheet: Sheet, piece: Pyramid, tokens: Sequence[str], spans: Sequence[Span], top: float, size: float
) -> float:
    """The rows of bricks, their names and shares; where there is no row of words, the text in a line of its own."""
    y = top
    if not piece.has_words:
        sheet.name(piece.text.label, y + 21)
        for at, (token, span) in enumerate(zip(tokens, spans, strict=True)):
            sheet.labels.append(Label(token, span, y + 23, size, "other", data=(("n", 1), ("start", at))))
        y += STEP
    for row, name in zip(piece.rows, piece.names[-len(piece.rows) :], strict=True):
        sheet.name(name, y + 21, _of_row(row))
        sheet.share(row.share, row.remark, y + 25, _of_row(row))
        made = [_brick(piece, row.n, one, tokens, spans, y, size) for one in row.shown()]
        sheet.boxes += [box for box, _ in made]
        if row.n == 1 or all(label.width <= label.span.width for _, label in made):  # words that fit into all
            sheet.labels += [label for _, label in made]
        y += STEP
    return y


def _draw_brackets(sheet: Sheet, piece: Pyramid, mine: Sequence[Span], y: float) -> float:
    """Under the words of each chunk a bracket, with its number."""
    chunks = {one.chunk: one for one in _by_place(piece).values() if one.chunk and one.stop <= len(mine)}
    for number, last in sorted(chunks.items()):
        first = next(at for at, one in sorted(_by_place(piece).items()) if one.chunk == number)
        span = _over(mine[first : last.stop]).within(_GAP)
        points = (span.left, y - 3), (span.left, y + 2), (span.right, y + 2), (span.right, y - 3)
        name = f"chunk {number}"
        fits = advance(name) * 14 < span.width
        sheet.lines.append(Line(points, "strong", _tint(last)))
        sheet.labels.append(Label(name if fits else str(number), span, y + 18, 14, "number", tint=_tint(last)))
    return y + _BRACKET * bool(chunks)


def _draw_grid(sheet: Sheet, piece: Pyramid, mine: Sequence[Span], y: float, width: float) -> float:
    """The table under the words: large numbers are bluer, the path has an edge, arrows come from a number's source."""
    if not (grid := piece.grid) or not piece.text.row:
        return y
    comes: Data = (("step", piece.text.row.step),)
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
        sheet.lines.append(Line(((_over(mine).right, y - _CELL / 2), (width, y - _CELL / 2)), data=comes))
    return y + _FOOT


def _arrow(source: str, span: Span, y: float, to_the_right: bool) -> Label:
    """An arrow into a cell, over the edge or the corner that it shares with the cell at the source."""
    arrow = dict(zip("↖←↑", "↘→↓" if to_the_right else "↙←↓", strict=True))[source]
    corner = span.left + 5 if to_the_right else span.right - 5
    x = span.left + span.width / 4 if source == "↑" else corner
    return Label(arrow, Span(x - 10, x + 10), y + 4 + _CELL / 2 * (source == "←"), 15, "number")


def _draw_outcome(sheet: Sheet, piece: Pyramid, y: float, width: float) -> float:
    """What the shares make; beside it the length, or the curve that the last number stands on, and bars below."""
    numbers, bars = ([one for one in piece.results if (one.height is None) is is_number] for is_number in (True, False))
    end = y + _FOOT + PITCH * max(0, len(numbers) - 1)
    for place, one in enumerate(numbers):
        sheet.share(one.number, one.name, y + 21 + PITCH * place, (("step", one.step),))
    if ruler := piece.ruler:
        comes: Data = (("step", ruler.step),)
        sheet.name("length", y + 25, comes)
        remark = f"was {ruler.was}" if ruler.was else "length"
        sheet.share(f"× {ruler.factor}", remark, y + (57 if numbers else 27), comes)
        sheet.boxes += _ruler(ruler, y + 14, width, comes)
        sheet.labels.append(say(ruler.says, 3, y + 46, "says", comes))
        end = y + _RULER
    if piece.curve:
        comes = (("step", numbers[-1].step),)
        sheet.labels.append(say(piece.curve.y_label, 3, y + 17, "says", comes))
        sheet.name(piece.curve.x_label, y + 138, comes)
        draw_curve(sheet, piece.curve, Frame(28, min(width, ROOM) - 40, y + 40, y + 120), comes)
        end = y + _CURVE
    for one in bars:
        _draw_bar(sheet, one, end, min(width, ROOM) - 6)
        end += PITCH
    return end + _FOOT * bool(bars)


def _draw_bar(sheet: Sheet, one: Result, y: float, most: float) -> None:
    """A number as a bar; the last part is empty where something is taken off."""
    comes: Data = (("step", one.step),)
    stop, end = (3 + most * part for part in ((one.height or 0), (one.height or 0) + one.lost))
    sheet.share(one.number, one.name, y + 19, comes)
    is_whole, says = not one.lost, say(one.says, 12 if not one.lost else stop + 12, y + 17, "says", comes)
    sheet.boxes.append(Box("length" if is_whole and one.says else "credited", Span(3, stop), y, _BAR, data=comes))
    if not is_whole:
        sheet.boxes.append(Box("clipped", Span(stop + min(2, (end - stop) / 2), end), y, _BAR, data=comes))
    if is_whole or says.width + 24 < end - stop:
        sheet.labels.append(says)


def _draw_legend(sheet: Sheet, piece: Pyramid, y: float, width: float) -> tuple[float, float]:
    """What the states are called, and how many words are left out. Where that ends, and how wide all is now."""
    left = 3.0
    for kind, name in piece.legend:
        if kind in LINKS:
            sheet.lines.append(Line(((left, y + 8), (left + 24, y + 8)), kind, data=_OF_KEY))
        else:
            sheet.boxes.append(Box(kind, Span(left, left + 16), y + 2, 12, data=_OF_KEY))
        sheet.labels.append(say(name, left + 24 + 7 * (kind in LINKS), y + 13, "says", _OF_KEY))
        left += _KEY + sheet.labels[-1].width
    for text in (piece.text, *piece.others):
        if more := text.words.more():
            sheet.labels.append(say(f"{text.label}{more}", left, y + 13, "says"))
            left += _KEY + sheet.labels[-1].width
    return y + 20 * (left > 3), max(width, left - _KEY / 2)


def _of_row(row: Row) -> Data:
    """What finds all that belongs to a row."""
    return (("n", row.n),)


def laid(piece: Pyramid | Drawing | Picture) -> Picture:
    """What is drawn of either."""
    if isinstance(piece, Picture):
        return piece
    return lay_out(piece) if isinstance(piece, Pyramid) else graph(piece)


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


def _spans(tokens: Sequence[str], scale: float, width: float) -> list[Span]:
    """Where each word stands."""
    return side_by_side([natural_width(token) * scale for token in tokens], tokens, width)


def _draw_text(
    sheet: Sheet, piece: Pyramid, place: int, tokens: Sequence[str], spans: Sequence[Span], size: float
) -> None:
    """The words of a text above. What a ribbon goes to stands out, and what is in a chunk has its colour."""
    row = piece.others[place].row
    chunks = {one.start: one for one in row.bricks if one.chunk} if row else {}
    kinds = {
        at: "lost" if _is_lost(piece, one) else "taken"
        for one in piece.ribbons
        if one.reference == place
        for at in range(one.reference_start, one.reference_start + one.stop - one.start)
    }
    for at, (token, span) in enumerate(zip(tokens, spans, strict=True)):
        data: Data = (("text", place), ("at", at))
        kind = "linked" if at in chunks else kinds.get(at, "unmatched" if row else "other")
        middle = LINE * place + (16 + 0.35 * size if at in chunks else 21)
        sheet.labels.append(Label(token, span.within(2), middle, size, kind, data=data))
        if at in chunks:
            box = Box("credited", span.within(_GAP), LINE * place + 1, _UNDER - 1, data=data, tint=_tint(chunks[at]))
            sheet.boxes.append(box)


def _is_lost(piece: Pyramid, one: Ribbon) -> bool:
    """Whether its words are in both texts, and do not match all the same."""
    row = piece.others[one.reference].row
    return row is not None and row.bricks[one.reference_start].state != "credited"


def _brick(
    piece: Pyramid, n: int, brick: Brick, tokens: Sequence[str], spans: Sequence[Span], y: float, font: float
) -> tuple[Box, Label]:
    size = font * _SIZES.get(n, _SMALL)
    lefts, rights = zip(*spans[brick.start : brick.stop], strict=True)
    span = Span(sum(lefts) / len(lefts), sum(rights) / len(rights)).within(_GAP)
    words = " ".join(tokens[brick.start : brick.stop])
    look = "linked" if brick.chunk else brick.state
    place: Data = (("n", n), ("start", brick.start))
    new: Data = (("new", 1),) if n == 1 and brick.start in piece.text.words.new else ()
    title = f"{words}: {dict(piece.legend).get(brick.kind or brick.state)}"
    box = Box(brick.state, span, y, HEIGHT, title, (*place, ("ngram", words), *new), _tint(brick))
    return box, Label(words, span.within(3), y + HEIGHT / 2 + 0.35 * size, size, look, data=place)


def _bands(piece: Pyramid, mine: Sequence[Span], theirs: Sequence[Sequence[Span]], top: float) -> Iterator[Band]:
    """A ribbon for each run of credited words; what is lost has lines alone."""
    words = _by_place(piece)
    for one in piece.ribbons:
        stop = one.reference_start + one.stop - one.start
        if one.stop <= len(mine) and stop <= len(theirs[one.reference]) and not _is_lost(piece, one):
            below, above = _over(mine[one.start : one.stop]), _over(theirs[one.reference][one.reference_start : stop])
            tint = _tint(words[one.start]) if words else 0
            yield Band(above.within(_GAP), below.within(_GAP), LINE * one.reference + _UNDER, top, tint)


def _links(piece: Pyramid, mine: Sequence[Span], theirs: Sequence[Sequence[Span]], top: float) -> Iterator[Line]:
    """A line for each word that is linked for a reason, or lost."""
    words = _by_place(piece)
    for one in piece.ribbons:
        there = theirs[one.reference][one.reference_start :]
        for at, span in zip(range(one.start, min(one.stop, len(mine))), there, strict=False):
            kind = "lost" if _is_lost(piece, one) else words[at].kind if words else ""
            if kind:
                ends = (span.middle, LINE * one.reference + _UNDER), (mine[at].middle, top)
                yield Line(ends, kind, _tint(words[at]))


def _draw_crossings(sheet: Sheet) -> None:
    """A dot wherever two links cross; beside them, how many that are."""
    found = [
        (a + (b - a) * (a - c) / (a - c + d - b), y + (low - y) * (a - c) / (a - c + d - b))
        for ((a, y), (b, low)), ((c, _), (d, _)) in combinations([one.points for one in sheet.lines], 2)
        if (a - c) * (b - d) < 0
    ]
    sheet.boxes += [Box("mark", Span(x - 3, x + 3), y - 3, 6) for x, y in found]
    if found:
        middle = (sheet.lines[0].points[0][1] + sheet.lines[0].points[1][1]) / 2
        sheet.shares.append(say(f"{len(found)} crossing{'s' * (len(found) > 1)}", 14, middle + 5, "says"))


def _by_place(piece: Pyramid) -> dict[int, Brick]:
    """The bricks of the words that are shown, by their places."""
    return {one.start: one for one in piece.rows[0].shown()} if piece.has_words else {}


def _tint(brick: Brick) -> int:
    """The colour of a chunk: there are few, so they come again."""
    return (brick.chunk - 1) % TINTS + 1 if brick.chunk else 0


def _over(spans: Sequence[Span]) -> Span:
    """From the leftmost to the rightmost of several words, whichever way they run."""
    return Span(min(one.left for one in spans), max(one.right for one in spans))
