"""A bump chart, which shows how each of several scores ranks the systems. Where lines cross, the scores disagree."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mtexplain.display.picture import TINTS, Box, Label, Line, Picture, Sheet, Span, advance, say

_STEP, _ROW, _TOP, _SIZE, _DOT = 100.0, 46.0, 62.0, 14.0, 10.0
"""The distances between two scores, between two places and above the first place; the sizes of letters and of dots."""
_LARGER = 1.5
"""The width of a name on a narrow page, where it is larger and always bold, relative to its width here."""


class Scored(NamedTuple):
    """A score of all systems, with its name, and with the place (from 1) and the written number of each system."""

    name: str
    places: Mapping[str, float]
    numbers: Mapping[str, str]


def bump(scores: Sequence[Scored]) -> Picture:
    """Draw the chart with a column for each score and a line for each system, in the order of the first score.

    Systems that share a place share a dot and its number.

    >>> bump([Scored("you", {"A": 1, "B": 2}, {"A": "1.2", "B": "1.8"}),
    ...       Scored("BLEU", {"A": 2, "B": 1}, {"A": "20", "B": "30"})]).text
    'you: A 1.2, B 1.8; BLEU: B 30, A 20'
    """
    first = scores[0].places
    sheet, names = Sheet(), sorted(first, key=first.__getitem__)
    left = _SIZE * (_LARGER * max(advance(name) for name in names) + 1)
    columns = [left + _STEP * (column + 0.6) for column in range(len(scores))]
    for row, name in enumerate(names, 1):
        tint, y = 1 + (row - 1) % TINTS, [_y(score.places[name]) for score in scores]
        sheet.lines.append(Line(((left, _y(row)), *zip(columns, y, strict=True)), "curve", tint))
        sheet.labels.append(say(name.replace("_", " "), 0, _y(row) + 5, "says")._replace(tint=tint))
        for score, x, at in zip(scores, columns, y, strict=True):
            sheet.boxes.append(Box("mark", Span(x - _DOT / 2, x + _DOT / 2), at - _DOT / 2, _DOT, tint=tint))
            if all(score.places[other] != score.places[name] for other in names[: row - 1]):
                sheet.labels.append(_label(score.numbers[name], x, at - 12)._replace(tint=tint))
    for score, x in zip(scores, columns, strict=True):
        sheet.labels.append(_label(score.name, x, 22, "here" if score is scores[0] else "number"))
    text = "; ".join(f"{score.name}: {_in_order(score)}" for score in scores)
    return sheet.picture(columns[-1] + 0.6 * _STEP, _y(len(names)) + 26, f"Ranking by each score. {text}", text)


def _y(rank: float) -> float:
    return _TOP + _ROW * (rank - 1)


def _label(text: str, x: float, y: float, kind: str = "number") -> Label:
    return Label(text, Span(x - 0.55 * _STEP, x + 0.55 * _STEP), y, _SIZE, kind)


def _in_order(score: Scored) -> str:
    order = sorted(score.places, key=score.places.__getitem__)
    return ", ".join(f"{name.replace('_', ' ')} {score.numbers[name]}" for name in order)
