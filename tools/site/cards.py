"""Cards and the small pictures on them, which are 160 by 90 and drawn from the same bricks as a score."""

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

import mtexplain
from mtexplain.display.markup import escaped

LATE, RIGHT = "last train leaves at half ten", "the last train leaves at nine thirty"
OTHER = "the last train goes at nine thirty"


class Card(NamedTuple):
    """A link to a page, with the name of its picture, its address, a title, a comment and, on a large card, a call."""

    picture: str
    to: str
    title: str
    says: str
    go: str = ""


def cards(them: Sequence[Card]) -> str:
    """The cards side by side."""
    return f'<div class="cards">{"".join(map(_card, them))}</div>\n'


def doors(them: Sequence[Card]) -> str:
    """The large cards of the front page."""
    return f'<div class="doors">{"".join(map(_door, them))}</div>\n'


def _card(one: Card) -> str:
    told = f"<b>{escaped(one.title)}</b><span>{escaped(one.says)}</span>"
    return f'<a class="card" href="{one.to}">{drawn(one.picture)}{told}</a>'


def _door(one: Card) -> str:
    told = f"<b>{escaped(one.title)}</b><span>{escaped(one.says)}</span><i>{one.go} →</i>"
    return f'<a class="door" href="{one.to}">{drawn(one.picture)}{told}</a>'


def drawn(name: str) -> str:
    """The picture with this name."""
    return f'<svg viewBox="0 0 160 90" aria-hidden="true">{PICTURES[name]}</svg>'


def brick(x: float, y: float, width: float, height: float, kind: str = "credited") -> str:
    """A brick."""
    size = f'x="{x:.4g}" y="{y:g}" width="{width:.4g}" height="{height:.4g}"'
    return f'<rect class="{kind}" {size} rx="{3 if height > 9 else 1.5}"/>'


def pyramid(candidate: str, x: float = 22, width: float = 116, y: float = 17, height: float = 11) -> str:
    """A small picture of the bricks of a score."""
    unit = width / len(candidate.split())
    return "".join(
        brick(x + (one.start + (row.n - 1) / 2) * unit + 1, y + (row.n - 1) * (height + 4), unit - 2, height, one.state)
        for row in mtexplain.bleu(candidate, [RIGHT]).picture.rows
        for one in row.bricks
    )


def bars(values: Sequence[float], x: float = 30) -> str:
    """A bar chart of these values."""
    return "".join(brick(x + at * 22, 74 - 58 * one, 18, max(58 * one, 2)) for at, one in enumerate(values))


def line(d: str, kind: str = "curve") -> str:
    """A line along this path."""
    return f'<path class="{kind}" d="{d}"/>'


def penalty(at: float = 0) -> str:
    """The curve of the brevity penalty, with a dot at the ratio `at` unless that is 0."""
    points = "L".join(f"{18 + x} {74 - 56 * min(1, exp(1 - 100 / x)):.1f}" for x in range(8, 126, 3))
    dot = f'<circle class="dot" cx="{18 + 100 * at:.1f}" cy="{74 - 56 * exp(1 - 1 / at):.1f}" r="5"/>' if at else ""
    return line(f"M{points}") + dot


def sheet(x: float, y: float, inside: str = "") -> str:
    """A sheet of paper."""
    return f'<rect class="sheet" x="{x:g}" y="{y:g}" width="50" height="66" rx="4"/>{inside}'


def writing(x: float, width: float, *heights: float) -> str:
    """Lines that stand for text."""
    return line("".join(f"M{x:g} {y:g}h{width:g}" for y in heights), "rest")


def words(x: float, y: float, text: str, size: float = 23) -> str:
    """Text."""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="middle" font-size="{size:g}">{text}</text>'


def _eye(x: int, y: int) -> str:
    return f"M{x} {y}h20v20h-20zM{x + 3} {y + 3}v14h14v-14zM{x + 6} {y + 6}h8v8h-8z"


_SLIDE = '<rect class="sheet" x="24" y="12" width="112" height="63" rx="5"/>'
_DOTS = "M82 58h8v8h-8zM96 64h6v6h-6zM86 70h6v6h-6zM104 56h6v6h-6z"
_SUMMARY = ((20, 26, 36, "credited"), (60, 26, 52, "unmatched"), (20, 50, 24, "credited"), (48, 50, 44, "credited"))
_LINKS = "M30 22L102 66M54 22L126 66M78 22L30 66M102 22L54 66M126 22L78 66"
_TREE = "M26 45L66 26L106 14M26 45L66 64L106 54", "M66 26L106 34M66 64L106 74"
_LEAVES = ((16, 45), (58, 26), (58, 64), (100, 34))
_SEEN = "credited " * 12 + "clipped " + "unmatched " * 12
_JUDGED = line("M26 24L80 24L134 62") + line("M26 45L80 66L134 41M26 66L80 45L134 20", "thin")
PICTURES = {
    "00_start_here": pyramid(LATE),
    "01_clipping": "".join(brick(17 + at * 21, 36, 18, 18, "clipped" if at else "credited") for at in range(6)),
    "02_combining_orders": bars([1, 2 / 3, 0.4, 0.2, 1 / 15]),
    "10_logarithm": line("M20 14L44 14L44 30L68 30L68 44L92 44L92 56L116 56L116 74L140 74"),
    "03_brevity_penalty": penalty(),
    "04_corpus_bleu": pyramid(LATE, 8, 40, 12, 5) + pyramid(OTHER, 58, 44, 12, 5) + pyramid(RIGHT, 112, 44, 12, 5)
    + line("M30 50l44 13M80 50v13M132 50l-46 13", "thin") + brick(62, 68, 36, 10),
    "07_which_is_better": line("M20 74C44 74 48 24 66 24S90 74 112 74")
    + line("M50 74C74 74 78 24 96 24S120 74 142 74", "thin"),
    "11_what_if": brick(18, 38, 34, 18) + brick(56, 38, 34, 18) + brick(94, 38, 34, 18, "unmatched")
    + brick(94, 12, 34, 18) + line("M138 22C152 28 152 44 138 47M138 47l7-6M138 47l8 3", "thin"),
    "05_why_tools_disagree": words(44, 52, "0.50") + words(80, 52, "≠") + words(116, 52, "0.54"),
    "20_chrf": "".join(brick(20 + at * 15, 38, 12, 18, "unmatched" if at in (3, 4) else "credited")
                                 for at in range(8)),
    "12_common_mistakes": "".join(line(f"M40 {26 + 20 * row}H{end}", "thin") for row, end in enumerate((120, 104, 114)))
    + line("M21 26l4 5l8-9M21 66l4 5l8-9") + line("M22 41l9 9M31 41l-9 9", "thin"),
    "22_rouge": "".join(brick(x, y, w, 14, kind) for x, y, w, kind in (*_SUMMARY, (96, 50, 40, "unmatched"))),
    "23_meteor": line(_LINKS) + "".join(brick(x - 8, y, 16, 10) for x in (30, 54, 78, 102, 126) for y in (14, 66)),
    "24_cider": "".join(f'<circle class="credited" cx="{x}" cy="{y}" r="24" opacity=".35"/>'
                        for x, y in ((62, 38), (98, 38), (80, 58))),
    "25_perplexity": bars([0.9, 0.45, 0.28, 0.16, 0.08], 26),
    "06_you_be_the_judge": _JUDGED,
    "13_agreement": "".join(brick(x, y, 9, 9) for x, y in ((34, 60), (52, 50), (70, 52), (88, 36), (128, 62)))
    + line("M26 70L104 24", "thin"),
    "14_other_tests": '<circle class="credited" cx="80" cy="45" r="30" opacity=".35"/>' + words(80, 55, "½", 30),
    "21_nist": bars([0.4, 1, 0.6, 0.8, 1], 26),
    "26_ter": "".join(brick(18 + at * 21, 26, 18, 14, "unmatched" if at < 2 else "credited") for at in range(6))
    + "".join(brick(18 + at * 21, 58, 18, 14) for at in range(6))
    + line("M38 42C44 56 108 34 120 54M120 54l-8-2M120 54l2-8", "thin"),
    "30_decoding": line(_TREE[0], "thin") + line(_TREE[1], "thin")
    + "".join(brick(x, y - 5, 18, 10) for x, y in _LEAVES)
    + "".join(brick(100, y - 5, 18, 10, "unmatched") for y in (14, 54, 74)),
    "31_attention": "".join(brick(x, y, 18, 12) for x in (30, 71, 112) for y in (14, 64))
    + line("M121 64L39 26M121 64L80 26") + line("M121 64L121 26M80 64L39 26M39 64L39 26", "thin"),
    "32_layer_costs": line("M20 74C60 72 96 60 124 14") + line("M20 74L140 34", "thin"),
    "33_image_transformer": "".join(brick(48 + at % 5 * 13, 13 + at // 5 * 13, 11, 11, kind)
                                    for at, kind in enumerate(_SEEN.split())),
    "34_gpt_objectives": bars([0.5, 0.25, 0.125, 0.25], 20) + brick(118, 14, 24, 62),
    "play": pyramid(LATE, 10, 96) + brick(124, 17, 22, 11, "clipped")
    + line("M135 50V34M135 34l-5 6M135 34l5 6", "thin"),
    "penalty": penalty(6 / 7),
    "slide": _SLIDE + words(80, 54, "0.43", 30),
    "lecture": _SLIDE + pyramid(LATE, 44, 72, 26, 7),
    "handout": sheet(55, 12, pyramid(LATE, 61, 38, 20, 4) + writing(62, 36, 52, 58, 64, 70)),
    "sheets": sheet(37, 9) + sheet(47, 13) + sheet(57, 17, words(82, 46, "?/6", 16) + writing(66, 32, 60, 68)),
    "code": '<rect x="44" y="9" width="72" height="72" rx="5" fill="#fff"/><path fill="#000" fill-rule="evenodd" '
    f'd="{_eye(50, 15)}{_eye(90, 15)}{_eye(50, 55)}{_DOTS}"/>',
    "stairs": line("M24 68L24 56L48 56L48 44L72 44L72 32L96 32L96 20L132 20"),
    "sheet": sheet(55, 12, words(80, 44, "?/6", 18) + writing(64, 32, 58, 68)),
    "judged": _JUDGED,
    "unequal": words(80, 54, "0.50 ≠ 0.54"),
    "bars": bars([0.9, 0.7, 0.75, 0.6, 0.72], 24),
    "lists": brick(24, 24, 40, 14) + brick(24, 46, 52, 14) + brick(92, 24, 46, 14, "clipped")
    + brick(92, 46, 30, 14, "unmatched"),
    "checked": line("M40 30l5 7l12-14M40 62l5 7l12-14") + writing(68, 60, 30, 62),
}  # fmt: skip
"""The pictures by name. A picture of a chapter has the name of its notebook."""
