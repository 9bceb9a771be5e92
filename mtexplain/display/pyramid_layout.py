"""Where everything in a pyramid stands: texts in lines, ribbons, the bricks below, the ruler."""

import unicodedata
from collections.abc import Iterator, Sequence

from mtexplain.display import pyramid_text
from mtexplain.display.picture import TINTS, Band, Box, Data, Label, Line, Picture, Span, advance, say, say_share
from mtexplain.display.pyramid import LINKS, Brick, Pyramid, Ribbon, Ruler

FONT, ROOM, _NARROWEST = 17.0, 660.0, 480.0
"""The size of the words, the room there is for them, before they are made larger or smaller to fill it, and the least.
"""
_LEAST, _MOST = 0.75, 1.5
_PAD, _GAP = 12.0, 3.0
LINE, _FALL, HEIGHT, STEP, _RULER, _FOOT = 34.0, 58.0, 34.0, 40.0, 62.0, 6.0
"""How high a line of a text is, the fall of the ribbons, a brick, a row of bricks, and what stands below these."""
_KEY = 50.0
"""How far a word of the legend is from the end of the one before."""
_BRACKET = 26.0
"""What stands below the words where there are chunks."""
_OF_KEY: Data = (("key", 1),)
"""What finds the legend."""
_SIZES = {1: 1.0, 2: 0.68}
_SMALL = 0.62
"""How large the words of a brick are written, beside single words."""


def lay_out(piece: Pyramid) -> Picture:
    """Every text in a line, the bricks below; short texts are made larger to fill the room, long ones need more."""
    texts = [[token for token, _ in text.words.shown()] for text in (piece.text, *piece.others)]
    natural = max(sum(map(_natural, tokens)) for tokens in texts)
    scale = max(_LEAST, min(_MOST, ROOM / natural)) if natural else 1.0
    width, size = max(_NARROWEST, natural * scale), FONT * scale
    mine, *theirs = [_spans(tokens, scale, width) for tokens in texts]
    linked = any(one.chunk for one in _by_place(piece).values())
    top = LINE * len(theirs) + (_FALL * (1 + 0.45 * linked) if theirs else 0)
    lines = [top + STEP * place for place in range(len(piece.names))]
    rows = lines if piece.has_words else lines[1:]
    end = top + STEP * len(lines)
    words = [
        label for one in zip(range(len(theirs)), texts[1:], theirs, strict=True) for label in _text(piece, *one, size)
    ]
    if not piece.has_words:
        each = zip(texts[0], mine, strict=True)
        words += [Label(*one, top + 23, size, "other", 1, (("n", 1), ("start", at))) for at, one in enumerate(each)]
    bricks = [*_bricks(piece, texts[0], mine, rows, size)]
    boxes, labels = [box for box, _ in bricks], [label for _, label in bricks if label]
    orders: list[Data] = [(("n", row.n),) for row in piece.rows]
    names: list[tuple[str, float, Data]] = [
        (one.label, LINE * place + 20, ()) for place, one in enumerate(piece.others)
    ]
    of_lines = orders if piece.has_words else [(), *orders]
    names += [(name, y + 21, data) for name, y, data in zip(piece.names, lines, of_lines, strict=True)]
    shares: list[tuple[str, str, float, Data]] = [
        (text.row.share, text.row.remark, LINE * place + 22, orders[0])
        for place, text in enumerate(piece.others)
        if text.row
    ]
    shares += [(row.share, row.remark, y + 25, data) for row, y, data in zip(piece.rows, rows, orders, strict=True)]
    links, brackets = [*_links(piece, mine, theirs, top)], [*_brackets(piece, mine, end)]
    lines_drawn = [*links, *(line for line, _ in brackets)]
    labels += [label for _, label in brackets]
    end += _BRACKET * bool(brackets)
    for place, one in enumerate(piece.results):
        shares.append((one.number, one.name, end + 21 + 28 * place, (("step", one.step),)))
    if piece.ruler:
        comes: Data = (("step", piece.ruler.step),)
        names.append(("length", end + 25, comes))
        remark = f"was {piece.ruler.was}" if piece.ruler.was else "length"
        shares.append((f"× {piece.ruler.factor}", remark, end + (51 if piece.results else 27), comes))
        boxes += _ruler(piece.ruler, end + 14, width, comes)
        labels.append(say(piece.ruler.says, 3, end + 46, "says", comes))
    end += _RULER if piece.ruler else _FOOT + 28 * max(0, len(piece.results) - 1)
    if piece.others:  # of a small picture the large ones around it have told
        left = 3.0
        for kind, name in piece.legend:
            if kind in LINKS:
                lines_drawn.append(Line(((left, end + 8), (left + 24, end + 8)), kind))
            else:
                boxes.append(Box(kind, Span(left, left + 16), end + 2, 12, data=_OF_KEY))
            labels.append(say(name, left + 24 + 7 * (kind in LINKS), end + 13, "says", _OF_KEY))
            left += _KEY + labels[-1].width
        end += 20
        for text in (piece.text, *piece.others):
            if more := text.words.more():
                labels.append(say(f"{text.label}{more}", left, end - 7, "says"))
                left += _KEY + labels[-1].width
        width = max(width, left - _KEY / 2)
    return Picture(
        width,
        end,
        tuple(_bands(piece, mine, theirs, top)),
        tuple(boxes),
        (*words, *labels),
        tuple(say(name, 0, y, "name", data) for name, y, data in names),
        tuple(label for each in shares for label in say_share(*each)),
        piece.told,
        pyramid_text.pyramid(piece),
        tuple(lines_drawn),
    )


def laid(piece: Pyramid | Picture) -> Picture:
    """What is drawn of either."""
    return lay_out(piece) if isinstance(piece, Pyramid) else piece


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


def _natural(token: str) -> float:
    return FONT * max(advance(token), 0.6) + 2 * _PAD


def _spans(tokens: Sequence[str], scale: float, width: float) -> list[Span]:
    """Where each word stands; those of a script that runs from right to left begin at the right."""
    found, x = [], 0.0
    for token in tokens:
        end = x + _natural(token) * scale
        found.append(Span(x, end))
        x = end
    if runs_to_the_left(tokens):
        return [Span(width - right, width - left) for left, right in found]
    return found


def runs_to_the_left(tokens: Sequence[str]) -> bool:
    """Whether the first letter that has a direction runs from right to left."""
    strong = (unicodedata.bidirectional(letter) for token in tokens for letter in token)
    return next((kind for kind in strong if kind in ("L", "R", "AL")), "L") != "L"


def _text(piece: Pyramid, place: int, tokens: Sequence[str], spans: Sequence[Span], size: float) -> Iterator[Label]:
    """The words of a text above. What a ribbon goes to stands out."""
    kinds = {
        at: "lost" if _is_lost(piece, one) else "taken"
        for one in piece.ribbons
        if one.reference == place
        for at in range(one.reference_start, one.reference_start + one.stop - one.start)
    }
    for at, (token, span) in enumerate(zip(tokens, spans, strict=True)):
        data: Data = (("text", place), ("at", at))
        yield Label(token, span.within(2), LINE * place + 21, size, kinds.get(at, "other"), data=data)


def _is_lost(piece: Pyramid, one: Ribbon) -> bool:
    """Whether its words are in both texts, and do not match all the same."""
    row = piece.others[one.reference].row
    return row is not None and row.bricks[one.reference_start].state != "credited"


def _bricks(
    piece: Pyramid, tokens: Sequence[str], spans: Sequence[Span], tops: Sequence[float], font: float
) -> Iterator[tuple[Box, Label | None]]:
    """Each brick is as wide as one of its words, and hangs where they hang, on average.

    Words are written in the bricks of a row where they fit into all of them.
    """
    for row, y in zip(piece.rows, tops, strict=True):
        made = [_brick(piece, row.n, one, tokens, spans, y, font) for one in row.bricks if one.stop <= len(spans)]
        fit = row.n == 1 or all(label.width <= label.span.width for _, label in made)
        yield from ((box, label if fit else None) for box, label in made)


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
            yield Band(above.within(_GAP), below.within(_GAP), LINE * one.reference + 28, top, tint)


def _links(piece: Pyramid, mine: Sequence[Span], theirs: Sequence[Sequence[Span]], top: float) -> Iterator[Line]:
    """A line for each word that is linked for a reason, or lost."""
    words = _by_place(piece)
    for one in piece.ribbons:
        there = theirs[one.reference][one.reference_start :]
        for at, span in zip(range(one.start, min(one.stop, len(mine))), there, strict=False):
            kind = "lost" if _is_lost(piece, one) else words[at].kind if words else ""
            if kind:
                ends = (span.middle, LINE * one.reference + 28), (mine[at].middle, top)
                yield Line(ends, kind, _tint(words[at]))


def _brackets(piece: Pyramid, mine: Sequence[Span], y: float) -> Iterator[tuple[Line, Label]]:
    """Under the words of each chunk a bracket, with its number."""
    chunks = {one.chunk: one for one in _by_place(piece).values() if one.chunk and one.stop <= len(mine)}
    for number, last in sorted(chunks.items()):
        first = next(at for at, one in sorted(_by_place(piece).items()) if one.chunk == number)
        span = _over(mine[first : last.stop]).within(_GAP)
        points = (span.left, y - 3), (span.left, y + 2), (span.right, y + 2), (span.right, y - 3)
        name = f"chunk {number}"
        fits = advance(name) * 14 < span.width
        yield Line(points, "strong", _tint(last)), Label(name if fits else str(number), span, y + 18, 14, "number")


def _by_place(piece: Pyramid) -> dict[int, Brick]:
    """The bricks of the words, by their places."""
    return {one.start: one for one in piece.rows[0].bricks} if piece.has_words else {}


def _tint(brick: Brick) -> int:
    """The colour of a chunk: there are few, so they come again."""
    return (brick.chunk - 1) % TINTS + 1 if brick.chunk else 0


def _over(spans: Sequence[Span]) -> Span:
    """From the leftmost to the rightmost of several words, whichever way they run."""
    return Span(min(one.left for one in spans), max(one.right for one in spans))
