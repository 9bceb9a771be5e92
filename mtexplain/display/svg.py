"""The pictures of a trace as inline SVG: drawn from plain data, coloured by the page they stand in."""

from mtexplain.display.markup import escaped
from mtexplain.display.parts import Curve

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 640, 190, 40, 620, 22, 150


def curve(piece: Curve) -> str:
    """A curve over x with y from 0 to 1, "you are here", and a guide at every marked x."""
    most = max(x for x, _ in piece.points) or 1

    def at(x: float, y: float) -> tuple[str, str]:
        return f"{_LEFT + (_RIGHT - _LEFT) * x / most:.1f}", f"{_BOTTOM - (_BOTTOM - _TOP) * y:.1f}"

    line = " ".join(",".join(at(x, y)) for x, y in piece.points)
    here_x, here_y = at(*piece.here)
    rising = piece.here[1] < 1  # on the slope there is room to the left of the line, on the plateau below it
    left = float(here_x) > (_LEFT + 180 if rising else _RIGHT - 180)
    side, shift, drop = ("end" if left else "start"), (-12 if left else 12), (0 if rising and left else 22)
    guides = []
    for x, label in piece.guides:
        guide_x, _ = at(x, 0)
        guides.append(
            f'<line x1="{guide_x}" y1="{_TOP}" x2="{guide_x}" y2="{_BOTTOM}" stroke="currentColor" '
            f'stroke-dasharray="3 4" opacity=".55"/>'
            f'<text x="{guide_x}" y="{_BOTTOM + 18}" text-anchor="middle">{escaped(label)}</text>'
        )
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escaped(piece.alt)}" '
        f'font-size="13" fill="currentColor">'
        f'<path d="M{_LEFT} {_TOP}V{_BOTTOM}H{_RIGHT}" fill="none" stroke="currentColor" opacity=".45"/>'
        f'<text x="{_LEFT}" y="{_TOP - 8}" text-anchor="middle">{escaped(piece.y_label)}</text>'
        f'<text x="{_LEFT - 8}" y="{_TOP + 4}" text-anchor="end">1</text>'
        f'<text x="{_LEFT - 8}" y="{_BOTTOM + 4}" text-anchor="end">0</text>'
        f'<text x="{_RIGHT}" y="{_HEIGHT - 6}" text-anchor="end">{escaped(piece.x_label)}</text>{"".join(guides)}'
        f'<polyline points="{line}" fill="none" stroke="var(--ok)" stroke-width="2.5" stroke-linejoin="round"/>'
        f'<circle cx="{here_x}" cy="{here_y}" r="6" fill="var(--cut)"/>'
        f'<text x="{float(here_x) + shift:.1f}" y="{float(here_y) + drop:.1f}" text-anchor="{side}" '
        f'font-weight="600">{escaped(piece.here_label)}</text></svg>'
    )
