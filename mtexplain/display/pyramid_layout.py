"""Where everything in a pyramid stands: texts in lines, ribbons, the bricks below, the ruler."""

import unicodedata
from collections.abc import Iterator, Sequence

from mtexplain.display import pyramid_text
from mtexplain.display.picture import Band, Box, Label, Picture, Span, advance
from mtexplain.display.pyramid import STATES, Pyramid, Ruler

FONT, ROOM, _NARROWEST = 17.0, 660.0, 480.0
"""The size of the words, the room there is for them, before they are made larger or smaller to fill it, and the least.
"""
_LEAST, _MOST = 0.75, 1.5
_PAD, _GAP = 12.0, 3.0
LINE, _FALL, HEIGHT, STEP, _RULER, _FOOT = 34.0, 58.0, 34.0, 40.0, 62.0, 6.0
"""How high a line of a text is, the fall of the ribbons, a brick, a row of bricks, and what stands below these."""
_KEY = 104.0
"""How far the three words of the legend are from each other."""
_SIZES = {1: 1.0, 2: 0.68}
_SMALL = 0.62
"""How large the words of a brick are written, beside single words."""


def lay_out(piece: Pyramid) -> Picture:
    """Every text in a line, the bricks below; short texts are made larger to fill the room, long ones need more."""
    texts = [[token for token, _, _ in text.words.shown()] for text in (piece.text, *piece.others)]
    natural = max(sum(map(_natural, tokens)) for tokens in texts)
    scale = max(_LEAST, min(_MOST, ROOM / natural)) if natural else 1.0
    width, size = max(_NARROWEST, natural * scale), FONT * scale
    mine, *theirs = [_spans(tokens, scale, width) for tokens in texts]
    top = LINE * len(theirs) + (_FALL if theirs else 0)
    lines = [top + STEP * place for place in range(len(piece.names))]
    rows = lines if piece.has_words else lines[1:]
    end = top + STEP * len(lines)
    words = [*_words(piece, texts[1:], theirs, size)]
    if not piece.has_words:
        each = zip(texts[0], mine, strict=True)
        words += [Label(*one, top + 23, size, "other", (("n", 1), ("start", at))) for at, one in enumerate(each)]
    bricks = [*_bricks(piece, texts[0], mine, rows, size)]
    boxes, labels = [box for box, _ in bricks], [label for _, label in bricks if label]
    names = [(text.label, LINE * place + 20) for place, text in enumerate(piece.others)]
    names += [(name, y + 21) for name, y in zip(piece.names, lines, strict=True)]
    shares = [(row.share, row.remark, y + 25) for row, y in zip(piece.rows, rows, strict=True)]
    if piece.ruler:
        names.append(("length", end + 25))
        was = f"was {piece.ruler.was}" if piece.ruler.was else ""
        shares.append((f"× {piece.ruler.factor}", was, end + 27))
        boxes += _ruler(piece.ruler, end + 14, width)
        labels.append(_say(piece.ruler.says, 3, end + 46, "says"))
    end += _RULER if piece.ruler else _FOOT
    if piece.others:  # of a small picture the large ones around it have told
        for place, state in enumerate(STATES):
            boxes.append(Box(state, Span(3, 19).moved(_KEY * place), end + 2, 12))
            labels.append(_say(state, 26 + _KEY * place, end + 13, "says"))
        end += 20
    return Picture(
        width,
        end,
        tuple(_bands(piece, mine, theirs, top)),
        tuple(boxes),
        (*words, *labels),
        tuple(_say(name, 0, y, "name") for name, y in names),
        tuple(label for share, name, y in shares for label in _share(share, name, y)),
        piece.alt,
        pyramid_text.pyramid(piece),
    )


def laid(piece: Pyramid | Picture) -> Picture:
    """What is drawn of either."""
    return lay_out(piece) if isinstance(piece, Pyramid) else piece


def _share(share: str, remark: str, y: float) -> Iterator[Label]:
    first = _say(share, 14, y, "share")
    yield first
    yield _say(remark, max(84.0, 24 + first.width), y, "name")


def _say(text: str, left: float, y: float, kind: str) -> Label:
    return Label(text, Span(left, left), y, 21 if kind == "share" else 14, kind)


def _ruler(ruler: Ruler, y: float, width: float) -> Iterator[Box]:
    """The length as a bar; what is missing after it, or a mark where a longer one could end."""
    length, wanted = ruler.length, float(ruler.wanted)
    unit = min(40.0, (width - 8) / max(length, wanted, 1))
    end, enough = 3 + unit * length, 3 + unit * wanted
    yield Box("length", Span(3, end), y, 12)
    if end < enough:
        yield Box("missing", Span(end + 2, enough), y, 12)
    elif enough < end:
        yield Box("mark", Span(enough - 1, enough + 1), y - 4, 20)


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


def _words(
    piece: Pyramid, texts: Sequence[Sequence[str]], spans: Sequence[Sequence[Span]], size: float
) -> Iterator[Label]:
    """The words of the texts above. What a ribbon goes to stands out."""
    taken = {
        (one.reference, at)
        for one in piece.ribbons
        for at in range(one.reference_start, one.reference_start + one.stop - one.start)
    }
    for place, (tokens, each) in enumerate(zip(texts, spans, strict=True)):
        for at, (token, span) in enumerate(zip(tokens, each, strict=True)):
            kind = "taken" if (place, at) in taken else "other"
            yield Label(token, span.within(2), LINE * place + 21, size, kind, (("text", place),))


def _bricks(
    piece: Pyramid, tokens: Sequence[str], spans: Sequence[Span], tops: Sequence[float], font: float
) -> Iterator[tuple[Box, Label | None]]:
    """Each brick is as wide as one of its words, and hangs where they hang, on average; with its words, if they fit."""
    for row, y in zip(piece.rows, tops, strict=True):
        size = font * _SIZES.get(row.n, _SMALL)
        for brick in row.bricks:
            if brick.stop > len(spans):  # of very long texts the first words are shown
                break
            lefts, rights = zip(*spans[brick.start : brick.stop], strict=True)
            span = Span(sum(lefts) / len(lefts), sum(rights) / len(rights)).within(_GAP)
            words = " ".join(tokens[brick.start : brick.stop])
            place = (("n", row.n), ("start", brick.start))
            label = Label(words, span.within(3), y + HEIGHT / 2 + 0.35 * size, size, brick.state, place)
            fits = row.n == 1 or label.width <= label.span.width
            new = (("new", 1),) if row.n == 1 and brick.start in piece.text.words.new else ()
            data = (*place, ("ngram", words), *new)
            yield Box(brick.state, span, y, HEIGHT, f"{words}: {brick.state}", data), label if fits else None


def _bands(piece: Pyramid, mine: Sequence[Span], theirs: Sequence[Sequence[Span]], top: float) -> Iterator[Band]:
    for one in piece.ribbons:
        stop = one.reference_start + one.stop - one.start
        if one.stop <= len(mine) and stop <= len(theirs[one.reference]):
            below, above = _over(mine[one.start : one.stop]), _over(theirs[one.reference][one.reference_start : stop])
            yield Band(above.within(_GAP), below.within(_GAP), LINE * one.reference + 28, top)


def _over(spans: Sequence[Span]) -> Span:
    """From the leftmost to the rightmost of several words, whichever way they run."""
    return Span(min(one.left for one in spans), max(one.right for one in spans))
