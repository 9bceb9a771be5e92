"""The pictures of a trace as inline SVG: drawn from plain data, coloured by the page they stand in."""

import json
from math import copysign, isinf

from mtexplain.display import plain
from mtexplain.display.charts import Curve, Drawing, Fall, Waterfall
from mtexplain.display.markup import escaped
from mtexplain.display.picture import advance

_OK, _CUT = "var(--ok, #0072b2)", "var(--cut, #c04e00)"  # the colour stands where a page has lost our style
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 640, 220, 40, 620, 37, 165
_MARK, _LABEL = 38, 70  # the room a number under the axis needs, and the room of a term
_SIZE = 13  # of letters


def drawing(piece: Drawing) -> str:
    return curve(piece) if isinstance(piece, Curve) else waterfall(piece)


def curve(piece: Curve) -> str:
    """A curve over x with y from 0 to 1, "you are here", and a guide at every marked x."""

    def at(x: float, y: float) -> tuple[str, str]:
        return f"{_LEFT + (_RIGHT - _LEFT) * x / piece.most:.1f}", f"{_BOTTOM - (_BOTTOM - _TOP) * y:.1f}"

    line = " ".join(",".join(at(x, y)) for x, y in piece.points)
    here_x, here_y = at(*piece.here)
    side, shift = ("end", -12) if piece.left else ("start", 12)
    label_y = _TOP - 6.0 if piece.low else float(here_y) - 22 * piece.rise
    begin = float(here_x) + shift
    reach = sorted((begin, begin + copysign(_SIZE * advance(piece.here_label), shift)))
    guides = []
    for guide in piece.guides:
        x, _ = at(guide.x, 0)
        gap = f"V{label_y - _SIZE:.1f}M{x} {label_y + 5:.1f}" if reach[0] < float(x) < reach[1] else ""  # for the label
        guides.append(
            f'<path d="M{x} {_TOP}{"" if piece.low else gap}V{_BOTTOM}" stroke="currentColor" '
            f'stroke-dasharray="{"3 4" if guide.chosen else "1 4"}" opacity=".55"/>'
        )
    for guide, row in piece.labels(_MARK / (_RIGHT - _LEFT)):
        weight = "600" if guide.chosen else "400"
        guides.append(_text(at(guide.x, 0)[0], _BOTTOM + 18 + 16 * row, "middle", escaped(guide.label), weight))
    if piece.low:
        guides.append(f'<path d="M{here_x} {here_y}V{label_y:.1f}" stroke="currentColor" opacity=".45"/>')
    return _framed(
        piece.alt,
        f'<path d="M{_LEFT} {_TOP}V{_BOTTOM}H{_RIGHT}" fill="none" stroke="currentColor" opacity=".45"/>',
        _text(_LEFT, _TOP - 22, "middle", escaped(piece.y_label)),
        _text(_LEFT - 8, _TOP + 4, "end", "1"),
        _text(_LEFT - 8, _BOTTOM + 4, "end", "0"),
        _text(_RIGHT, _HEIGHT - 6, "end", escaped(piece.x_label)),
        *guides,
        f'<polyline points="{line}" fill="none" stroke="{_OK}" stroke-width="2.5" stroke-linejoin="round"/>',
        f'<circle cx="{here_x}" cy="{here_y}" r="6" fill="{_CUT}"/>',
        _text(f"{begin:.1f}", f"{label_y:.1f}", side, escaped(piece.here_label), "600"),
    ) + (_slide(piece, [(*at(x, y), label) for x, y, label in piece.stops]) if piece.stops else "")


def _slide(piece: Curve, stops: list[tuple[str, str, str]]) -> str:
    """What draws the dot along the curve: from stop to stop, each with its label. It needs the script."""
    here = [x for x, _, _ in piece.stops].index(piece.here[0])
    name = f"Draw the dot: {piece.x_label}"
    data = f'aria-label="{escaped(name)}" data-stops="{escaped(json.dumps(stops))}"'
    return f'<input class="slide" type="range" max="{len(stops) - 1}" value="{here}" {data}/>'


def waterfall(piece: Waterfall) -> str:
    """Summands that hang one from the other, and the sum; one without end falls to the lower edge, or rises."""
    high, low = piece.bounds()
    step = (_RIGHT - 40) / len(piece.falls)
    labelled = set(piece.labelled((_RIGHT - 40) // _LABEL))

    def level(value: float) -> float:
        return _TOP + (_BOTTOM - _TOP) * (high - min(high, max(value, low))) / (high - low)

    def block(place: int, fall: Fall) -> str:
        middle = 30 + (place + 0.5) * step
        top, bottom = level(max(fall.start, fall.end)), level(min(fall.start, fall.end))
        lost = isinf(fall.end) or fall.kind == "loss"
        fill = "currentColor" if fall.kind == "result" else _CUT if lost else _OK
        drawn = (
            f'<rect x="{middle - step * 0.3:.1f}" y="{top:.1f}" width="{step * 0.6:.1f}" '
            f'height="{max(bottom - top, 2):.1f}" fill="{fill}"/>'
        )
        if place not in labelled:
            return drawn
        edge = level(0) if 0 < level(0) - bottom < 1.6 * _SIZE else bottom  # the axis does not cross the number
        number = _text(f"{middle:.1f}", f"{edge + 17:.1f}", "middle", escaped(plain.drawn(fall.number)), "600")
        return drawn + number + _text(f"{middle:.1f}", _BOTTOM + 40, "middle", escaped(plain.drawn(fall.label)))

    axis = f'<path d="M20 {level(0):.1f}H{_RIGHT}" stroke="currentColor" opacity=".45"/>'
    return _framed(piece.alt, axis, *(block(place, fall) for place, fall in enumerate(piece.falls)))


def _framed(alt: str, *pieces: str) -> str:
    start = f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escaped(alt)}" font-size="{_SIZE}"'
    return f'{start} fill="currentColor">{"".join(pieces)}</svg>'


def _text(x: str | float, y: str | float, anchor: str, text: str, weight: str = "400") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-weight="{weight}">{text}</text>'
