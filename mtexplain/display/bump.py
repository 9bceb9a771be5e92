"""A bump chart: who is first, second, third by each of several scores; where lines cross, the scores disagree."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mtexplain.display.picture import TINTS, Box, Label, Line, Picture, Sheet, Span, advance, say

_NAMES, _STEP, _ROW, _TOP, _SIZE, _DOT = 136.0, 84.0, 46.0, 62.0, 14.0, 10.0
"""Of the names; from one score to the next; from one place to the next; above the first; of letters; of dots."""


class Scored(NamedTuple):
    """One score of everybody: what it is called, and of each the place, from 1, and the number as it is written."""

    name: str
    places: Mapping[str, float]
    numbers: Mapping[str, str]


def bump(scores: Sequence[Scored]) -> Picture:
    """The chart, as a picture: a column for each score, a line for each system, in the order of the first score.

    >>> bump([Scored("you", {"A": 1, "B": 2}, {"A": "1.2", "B": "1.8"}),
    ...       Scored("BLEU", {"A": 2, "B": 1}, {"A": "20", "B": "30"})]).text
    'you: A 1.2, B 1.8; BLEU: B 30, A 20'
    """
    first = scores[0].places
    sheet, names = Sheet(), sorted(first, key=first.__getitem__)
    for column, score in enumerate(scores):
        sheet.labels.append(_label(score.name, _x(column), 22, "here" if column == 0 else "number"))
    for row, name in enumerate(names, 1):
        tint = 1 + (row - 1) % TINTS
        points = [(_x(column), _y(score.places[name])) for column, score in enumerate(scores)]
        sheet.lines.append(Line(((_NAMES, _y(row)), *points), "curve", tint))
        sheet.labels.append(say(name.replace("_", " "), 0, _y(row) + 5, "says")._replace(tint=tint))
        for score, (x, y) in zip(scores, points, strict=True):
            sheet.boxes.append(Box("mark", Span(x - _DOT / 2, x + _DOT / 2), y - _DOT / 2, _DOT, tint=tint))
            shift = _among_equals(name, names, score.places)
            sheet.labels.append(_label(score.numbers[name], x + shift, y - 12)._replace(tint=tint))
    told = "; ".join(f"{one.name}: {_in_order(one)}" for one in scores)
    return sheet.picture(_x(len(scores) - 1) + _STEP / 2, _y(len(names)) + 26, f"Places by each score. {told}", told)


def _x(column: int) -> float:
    return _NAMES + _STEP * (column + 0.6)


def _y(place: float) -> float:
    return _TOP + _ROW * (place - 1)


def _among_equals(name: str, names: Sequence[str], places: Mapping[str, float]) -> float:
    """How far to the side a number stands, where several have the same place."""
    equal = [one for one in names if places[one] == places[name]]
    return 34.0 * (equal.index(name) - (len(equal) - 1) / 2)


def _label(text: str, x: float, y: float, kind: str = "number") -> Label:
    half = _SIZE * advance(text) / 2
    return Label(text, Span(x - half, x + half), y, _SIZE, kind)


def _in_order(score: Scored) -> str:
    order = sorted(score.places, key=score.places.__getitem__)
    return ", ".join(f"{name.replace('_', ' ')} {score.numbers[name]}" for name in order)
