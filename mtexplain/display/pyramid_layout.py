"""Lay out a pyramid, with the texts in lines, the ribbons, the bricks below them, and the results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from mtexplain.display.charts import Drawing
from mtexplain.display.graphs import graph
from mtexplain.display.picture import FONT, WIDE, Band, Box, Data, Label, Line, Picture, Room, Sheet, Span, fitted, say
from mtexplain.display.picture import beside as right_of
from mtexplain.display.picture import runs_to_the_left as falls
from mtexplain.display.picture import side_by_side as in_line
from mtexplain.display.pyramid import Brick, Pyramid, Row, in_letters_with_key
from mtexplain.display.pyramid_around import (
    UNDER,
    draw_brackets,
    draw_crossings,
    draw_grid,
    draw_legend,
    draw_outcome,
    is_lost,
    links,
    over,
    tint,
)
from mtexplain.display.pyramid_cut import EDGE, LEAST, Part, parts, widths

_MOST, _MOST_OF_LETTERS = 1.5, 1.15
"""The largest scale of words, and of single letters."""
_GAP = 3.0
"""The space around each brick."""
LINE, _STUB, _FALL = 34.0, 14.0, 48.0
"""The height of a line of text; the visible end of a ribbon that passes behind another text; its fall."""
HEIGHT, STEP, _LOW = 34.0, 40.0, 14.0
"""The heights of a brick and of a row of bricks, and how much lower these are if the tokens are letters."""
_SMALL, _LARGEST, _OF_LETTERS = 0.9, 14.0, 0.85
"""The scale of an n-gram's words relative to single words; their largest size; the scale of letters in bricks."""


@dataclass
class _Line:
    """The texts of a part, above each other, with the span of each word by its position in its text."""

    pyramid: Pyramid
    part: Part
    tokens: Sequence[Sequence[str]]
    """The tokens of the text, then the tokens of each other text."""
    mine: Mapping[int, Span]
    theirs: Sequence[Mapping[int, Span]]
    size: float
    tops: Sequence[float] = ()
    """The top of each other text."""
    top: float = 0.0
    """The top of the bricks."""


def lay_out(pyramid: Pyramid, room: Room = WIDE) -> Picture:
    """Draw every text in a line, with the bricks below. Short texts are enlarged to fill the room, others are cut."""
    tokens = [[token for token, _ in text.words.shown()] for text in (pyramid.text, *pyramid.others)]
    wide = widths(pyramid, tokens)
    line_parts = parts(pyramid, wide, room)
    natural = max(
        sum(text_widths[at] for at in there)
        for part in line_parts
        for text_widths, there in zip(wide, (part.mine, *part.theirs), strict=True)
    )
    edge = EDGE * any(_is_cut(tokens, part) for part in line_parts)
    scale = (
        max(LEAST, min(_MOST if pyramid.glue else _MOST_OF_LETTERS, (room.width - 2 * edge) / natural))
        if natural
        else 1.0
    )
    width = max(room.narrowest, natural * scale + 2 * edge)
    sheet, end = Sheet(room.is_narrow), 0.0
    for part in line_parts:
        texts = zip(tokens, wide, (part.mine, *part.theirs), strict=True)
        mine, *theirs = (
            _spans(there, text[there.start : there.stop], [text_widths[at] * scale for at in there], width, edge)
            for text, text_widths, there in texts
        )
        line = _Line(pyramid, part, tokens, mine, theirs, FONT * scale)
        end = _draw(sheet, line, end, width, part is line_parts[-1])
    end = draw_grid(sheet, pyramid, list(mine.values()), end, width)
    end = draw_outcome(sheet, pyramid, end, width)
    if pyramid.others:  # a small picture has none, and the larger pictures around it have the legend
        more = _more(pyramid, tokens, line_parts[-1])
        end, width = draw_legend(sheet, pyramid, more, end, width, max(width, room.width))
    text = "" if room.is_narrow else in_letters_with_key(pyramid)  # the text for the usual page is enough
    return sheet.picture(width, end, pyramid.in_words, text)


def laid(figure: Pyramid | Drawing | Picture, room: Room = WIDE) -> Picture:
    """Return the picture of a figure."""
    if isinstance(figure, Picture):
        return figure
    return lay_out(figure, room) if isinstance(figure, Pyramid) else graph(figure)


def _draw(sheet: Sheet, line: _Line, y: float, width: float, is_last: bool) -> float:
    """Draw a part of the picture and return where it ends."""
    pyramid, tops, several = line.pyramid, list[float](), len(line.theirs) > 1
    is_cut = _is_cut(line.tokens, line.part)
    for index, text in enumerate(pyramid.others):
        share = (text.row.share, text.row.remark) if text.row else ("", "")
        y = sheet.head(y, text.label, *share, data=(("n", pyramid.rows[0].n),) if text.row else (), low=22)
        _tell_part(sheet, line, index + 1, line.part.theirs[index], y - 5 if sheet.is_narrow else y + 20)
        tops.append(y)
        _draw_text(sheet, line, index, y)
        y += LINE + _STUB * (several and index < len(pyramid.others) - 1)
    linked = pyramid.has_words and any(brick.chunk for brick in pyramid.rows[0].shown())
    y += (_FALL * (2 if linked else 1)) if pyramid.others else 0
    line.tops, line.top = tops, y + (20 if sheet.is_narrow else 0)
    _tell_part(sheet, line, 0, line.part.mine, y - 6 if pyramid.others else y + 5)
    sheet.bands += _bands(line)
    sheet.labels += _numbers(line, sheet.is_narrow) if several else ()
    if pyramid.has_words:
        sheet.lines += links(pyramid, line.mine, line.theirs, tops, line.top)
    if linked:
        draw_crossings(sheet)
    y = _draw_rows(sheet, line, y, is_last)
    if is_cut:
        _draw_ends(sheet, line)
    return draw_brackets(sheet, pyramid, line.mine, y) + (0 if is_last else STEP / 2)


def _draw_text(sheet: Sheet, line: _Line, index: int, y: float) -> None:
    """Draw the words of a text above. Words with a ribbon stand out, and words in a chunk have its colour."""
    pyramid, text = line.pyramid, line.pyramid.others[index]
    chunks = {brick.start: brick for brick in text.row.shown() if brick.chunk} if text.row else {}
    kinds = {
        at: "lost" if is_lost(pyramid, ribbon) else "taken"
        for ribbon in pyramid.ribbons
        if ribbon.reference == index
        for at in range(ribbon.reference_start, ribbon.reference_start + ribbon.stop - ribbon.start)
    }
    tokens, name = line.tokens[index + 1], "letter" if text.starts else "at"
    for at, span in line.theirs[index].items():
        data: Data = (("text", index), (name, at))
        kind = "linked" if at in chunks else kinds.get(at, "unmatched" if text.row or pyramid.ribbons else "other")
        middle = y + (16 + 0.35 * line.size if at in chunks else 21)
        sheet.labels.append(Label(tokens[at], span.within(2), middle, line.size, kind, data=data))
        if at in chunks:
            sheet.boxes.append(Box("credited", span.within(_GAP), y + 1, UNDER - 1, data=data, tint=tint(chunks[at])))
        if at in text.starts and at:
            sheet.lines.append(Line(((span.left, y + 6), (span.left, y + 28))))


def _draw_rows(sheet: Sheet, line: _Line, y: float, is_last: bool) -> float:
    """Draw the rows of bricks with their names and shares, after the text itself if there is no row of words."""
    pyramid, (tokens, *_), legend = line.pyramid, line.tokens, dict(line.pyramid.legend)
    if not pyramid.has_words:
        y = sheet.head(y, pyramid.text.label)
        for at, span in line.mine.items():
            data: Data = (("n", 1), ("start", at))
            sheet.labels.append(Label(tokens[at], span, y + 23, line.size, "other", data=data))
        y += STEP
    for row, name in zip(pyramid.rows, pyramid.names[-len(pyramid.rows) :], strict=True):
        low = _LOW * (not pyramid.glue and row.n > 1 and all(brick.stop - brick.start == row.n for brick in row.bricks))
        up = 0 if sheet.is_narrow else low / 3
        y = sheet.head(y - up, name, row.share * is_last, row.remark, (("n", row.n),)) + up
        here = [brick for brick in row.shown() if line.part.holds(brick.start, brick.stop)]
        hangs = [_draw_brick(sheet, line, row, brick, y, HEIGHT - low, legend) for brick in here]
        if not all(hangs):
            _draw_ellipsis(sheet, line, tokens, line.mine, y, at_end=False)
        if row.n == 1:
            _draw_words_before(sheet, line, y)
        y += STEP - low
    return y


def _draw_brick(
    sheet: Sheet, line: _Line, row: Row, brick: Brick, y: float, height: float, legend: Mapping[str, str]
) -> bool:
    """Draw a brick, with its n-gram if there is room. Return False if one of its words is not in this line."""
    pyramid, size = line.pyramid, line.size if row.n == 1 else min(_SMALL * line.size, _LARGEST)
    tokens, glue = line.tokens[0], pyramid.glue
    cuts = [*range(brick.start, brick.stop), brick.stop]
    if not glue and brick.stop - brick.start != row.n:  # it consists of words, while the others consist of letters
        cuts, glue = [brick.start, *(at for at in cuts[1:-1] if at in pyramid.text.starts), brick.stop], " "
    words = ["".join(tokens[start:stop]) for start, stop in pairwise(cuts)]
    there = [[line.mine[at] for at in range(start, stop) if at in line.mine] for start, stop in pairwise(cuts)]
    if not all(there):
        return False
    spans = [over(each) for each in there]
    left, right = sum(each.left for each in spans) / len(spans), sum(each.right for each in spans) / len(spans)
    span = Span(left, right).within(_GAP)
    ngram = glue.join(words)
    position: Data = (("n", row.n), ("start", brick.start))
    longer: Data = (("stop", brick.stop),) if brick.stop - brick.start != row.n else ()
    new: Data = (("new", 1),) if row.n == 1 and brick.start in pyramid.text.words.new else ()
    title = f"{ngram}: {legend.get(brick.kind or brick.state)}"
    data = (*position, *longer, ("ngram", ngram), *new)
    sheet.boxes.append(Box(brick.state, span, y, height, title, data, tint(brick)))
    look = "linked" if brick.chunk else brick.state
    lines, large = ([ngram], size) if row.n == 1 else fitted(words, span.width - 6, size, glue)
    if row.n == 1 and not glue:
        large *= _OF_LETTERS
    for number, text in enumerate(lines):
        low = y + height / 2 + 0.35 * large + (number - (len(lines) - 1) / 2) * 1.1 * large
        sheet.labels.append(Label(text, span.within(3 if pyramid.glue else 0), low, large, look, data=position))
    return True


def _draw_words_before(sheet: Sheet, line: _Line, y: float) -> None:
    """Draw the words that had their bricks in the previous line, and the edges of words if the tokens are letters."""
    text = line.pyramid.text
    for at, span in line.mine.items():
        if at < line.part.new:
            token, data = line.tokens[0][at], (("n", 1), ("start", at))
            sheet.labels.append(
                Label(token, span, y + HEIGHT / 2 + 0.35 * line.size, line.size, "unmatched", data=data)
            )
        if at in text.starts and at:
            sheet.lines.append(Line(((span.left, y - 4), (span.left, y + HEIGHT + 4))))


def _draw_ends(sheet: Sheet, line: _Line) -> None:
    """Draw an ellipsis wherever a text continues."""
    texts = zip(line.tokens, (line.mine, *line.theirs), (line.top, *line.tops), strict=True)
    for tokens, spans, y in texts:
        if spans and min(spans) > 0:
            _draw_ellipsis(sheet, line, tokens, spans, y, at_end=False)
        if spans and max(spans) < len(tokens) - 1:
            _draw_ellipsis(sheet, line, tokens, spans, y, at_end=True)


def _draw_ellipsis(
    sheet: Sheet, line: _Line, tokens: Sequence[str], spans: Mapping[int, Span], y: float, at_end: bool
) -> None:
    """Draw an ellipsis before the first of these words or after the last, whichever way they run."""
    near = spans[max(spans) if at_end else min(spans)]
    x = near.right if at_end != falls([tokens[at] for at in spans]) else near.left - EDGE
    sheet.labels.append(Label("…", Span(x, x + EDGE), y + 22, line.size, "number"))


def _bands(line: _Line) -> Iterator[Band]:
    """Yield a ribbon for each run of credited words. Lost words only have lines.

    A ribbon is hidden where it passes behind the texts in between. If its other end is in a different line, it breaks
    off.
    """
    pyramid, last = line.pyramid, line.tops[-1] if line.tops else 0.0
    words = {brick.start: brick for brick in pyramid.rows[0].shown()} if pyramid.has_words else {}
    for ribbon in pyramid.ribbons:
        if is_lost(pyramid, ribbon):
            continue
        by, there, colour = ribbon.reference_start - ribbon.start, line.theirs[ribbon.reference], 0
        if words:
            colour = tint(words[ribbon.start])
        mine = [at for at in range(ribbon.start, ribbon.stop) if at in line.mine and at >= line.part.new]
        both = [at for at in mine if at + by in there]
        if both:
            above = over([there[at + by] for at in both]).within(_GAP)
            for top in line.tops[ribbon.reference : -1]:
                yield Band(above, above, top + UNDER, top + LINE + _STUB - 2, colour)
            below = over([line.mine[at] for at in both]).within(_GAP)
            yield Band(above, below, last + UNDER, line.top, colour)
        for alone in (at for at in mine if at + by not in there):
            span = line.mine[alone].within(_GAP)
            yield Band(span, span, line.top - _STUB, line.top, colour)


def _numbers(line: _Line, is_narrow: bool) -> Iterator[Label]:
    """Yield, for the end of each ribbon, the number of the text it comes from. Only used if there are several texts."""
    for ribbon in line.pyramid.ribbons:
        by, there = ribbon.reference_start - ribbon.start, line.theirs[ribbon.reference]
        both = [at for at in range(ribbon.start, ribbon.stop) if at in line.mine and at + by in there]
        if both and both[0] >= line.part.new:
            span = over([line.mine[at] for at in both])
            yield Label(str(ribbon.reference + 1), span, line.top - (26 if is_narrow else 6), 13, "taken")


def _is_cut(tokens: Sequence[Sequence[str]], part: Part) -> bool:
    return any(len(there) < len(text) for text, there in zip(tokens, (part.mine, *part.theirs), strict=True))


def _more(pyramid: Pyramid, tokens: Sequence[Sequence[str]], last: Part) -> list[str]:
    """Return the number of words after the last line for each text whose lines do not already show this number."""
    texts = zip((pyramid.text, *pyramid.others), (last.mine, *last.theirs), strict=True)
    remarks = [(text.label, text.words.more(there.stop)) for text, there in texts]
    remarks = [] if last.is_window else remarks[:1] if _is_cut(tokens, last) else remarks
    return [f"{label}{more}" for label, more in remarks if more]


def _tell_part(sheet: Sheet, line: _Line, text: int, there: range, y: float) -> None:
    """Write which words of a text this line shows, unless it shows them all."""
    if len(there) < len(line.tokens[text]):
        cut = (line.pyramid.text, *line.pyramid.others)[text]
        shown = f"{line.pyramid.token}s {there.start + 1} to {there.stop} of {len(cut.words.tokens)}"
        if sheet.is_narrow:
            sheet.labels.append(say(shown, right_of(cut.label), y, "says"))
        else:
            sheet.shares.append(say(shown, 14, y, "says"))


def _spans(there: range, tokens: Sequence[str], widths: Sequence[float], width: float, edge: float) -> dict[int, Span]:
    """Return the span of each word by its index in its text."""
    spans = in_line(widths, tokens, width - 2 * edge)
    return {index: span.moved(edge) for index, span in zip(there, spans, strict=True)}
