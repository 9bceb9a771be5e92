"""The output of a command: a trace in one of the formats, or its score in one line."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from mtexplain.display import plain
from mtexplain.display.paper import Paper
from mtexplain.display.parts import MOST_SHOWN
from mtexplain.display.score import Score
from mtexplain.display.text_score import TextScore
from mtexplain.display.trace import Trace

SHORT = "short"
"""Name of the format that prints a score in one line."""
_FEW = 10
"""Largest number of segments that text output shows in full; a longer text gets this many rows in each table."""


def written(made: Trace | Paper | str, form: str) -> str:
    """Return the output of a command in a format; a string is its own output."""
    return made if isinstance(made, str) else _FORMATS[form](made)


def line(score: Score) -> str:
    """Return a score in one line: the number, a tab, and the metric with all its settings.

    The number is the score as printed by the tool whose rules are in force or, if that is unknown, the full score.

    >>> from mtexplain import bleu
    >>> line(bleu("the cat sat", ["the cat sat"], rules="sacrebleu-sentence", lowercase=True)).split()[0]
    '100.00'
    """
    return f"{score.printed or repr(float(score.score))}\t{score.signature}"


def _text(made: Any) -> str:
    """Return a trace as text. If it is a score by the rules of a tool, the number that the tool prints comes first."""
    if not isinstance(made, Score):
        return str(made)
    whole = str(made)
    if isinstance(made, TextScore) and len(made.segments) > _FEW:
        more = f"Tables show {_FEW} rows at most: --format html shows {MOST_SHOWN}, --format json holds all."
        whole = f"{plain.trace(made, _FEW)}\n\n{more}"
    return f"{_as_the_tool_prints(made)}{whole}"


def _as_the_tool_prints(score: Score) -> str:
    """Return a line with the number that the tool prints and ours; empty for the rules of a paper."""
    if not score.printed or score.rules.name == "paper":
        return ""
    low, high = (format(float(one), "g") for one in score.range)
    name, ours = plain.formula(score.symbol), score.headline.value
    tool = score.rules.tool
    return f"{name}: {score.printed} as {tool} prints scores, {ours} on the scale from {low} to {high}\n\n"


def _json(made: Any) -> str:
    return json.dumps(made.to_dict(), ensure_ascii=False, indent=2)


_FORMATS: Mapping[str, Callable[[Any], str]] = {
    "text": _text,
    "html": lambda made: made.to_html(),
    "latex": lambda made: made.to_latex(),
    "json": _json,
    SHORT: line,
}
FORMATS = tuple(name for name in _FORMATS if name != SHORT)
"""Names of the formats that every command offers."""
