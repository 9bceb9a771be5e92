"""What HTML draws by itself: bars in a row that multiplies, and words shaded by their weight."""

from mtexplain.display.charts import Bar, Bars
from mtexplain.display.markup import escaped, formula
from mtexplain.display.parts import Weighed

_SIGNS = {"*": "×", "=": "=", ">": "→"}


def bars(piece: Bars) -> str:
    """A row of bars, each over its number and its name. Where there is too little room, it scrolls."""
    cells = "\n".join(map(_bar, piece.bars))
    room = f"min-width: {4.2 * len(piece.bars):.1f}em"  # so that no number meets the next
    table = f'<table class="factors" style="{room}" aria-label="{escaped(piece.alt)}">'
    return f'<div class="wide">{table}<tbody><tr>\n{cells}\n</tr></tbody></table></div>'


def _bar(bar: Bar) -> str:
    sign = f'<td class="op">{_SIGNS[bar.joined]}</td>' if bar.joined else ""
    height = "" if bar.height is None else f'<i class="{bar.kind}" style="height:{bar.height:.0%}"></i>'
    label = f"{formula(bar.label)} {escaped(bar.name)}".strip()
    number = formula(bar.number)
    if bar.was:
        ghost = f'<i class="ghost" style="height:{bar.was_height or 0:.0%}"></i>'
        height, number = ghost + height, f"{number} <s>{formula(bar.was)}</s>"
    drawn = f'<span class="bar">{height}</span>'
    return f"{sign}<td>{drawn}<strong>{number}</strong><br><small>{label}</small></td>"


def weighed(piece: Weighed) -> str:
    """Each token over its number: blue where it holds up, orange where it holds down, as strong as its weight."""
    shown = []
    for (token, _, _), number, weight in zip(piece.words.shown(), piece.numbers, piece.weights, strict=False):
        colour = "var(--ok, #0072b2)" if weight > 0 else "var(--cut, #c04e00)"
        shade = f"background: color-mix(in srgb, {colour} {abs(weight) ** 0.5 * 45:.0f}%, transparent)"
        shown.append(f'<ruby style="{shade}">{escaped(token)}<rp> (</rp><rt>{formula(number)}</rt><rp>)</rp></ruby>')
    words = f'<p class="weighed"><code dir="auto">{" ".join(shown)}</code>{piece.words.more()}</p>'
    return f'{words}\n<p class="caption">{escaped(piece.caption)}</p>'
