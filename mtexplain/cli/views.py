"""What a command prints: a trace in one of the formats, or its score in one line."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from mtexplain.display import plain
from mtexplain.display.paper import Paper
from mtexplain.display.parts import MOST_SHOWN
from mtexplain.display.score import Score, TextScore
from mtexplain.display.trace import Trace

SHORT = "short"
"""The format of a score in one line."""
_FEW = 10
"""A text with more segments than this is shown as text with so many rows in each table."""


def written(made: Trace | Paper | str, form: str) -> str:
    """What is printed of what a command made."""
    return made if isinstance(made, str) else _FORMATS[form](made)


def line(score: Score) -> str:
    """A score in one line: the number, a tab, and the metric with all its settings.

    The number is what the tool prints whose rules are in force; where we do not know that, the whole score.

    >>> from mtexplain import bleu
    >>> line(bleu("the cat sat", ["the cat sat"], rules="sacrebleu-sentence", lowercase=True)).split()[0]
    '100.00'
    """
    return f"{score.printed or repr(score.score)}\t{score.signature}"


def _text(made: Any) -> str:
    """A trace as text. Where it is a score by the rules of a tool, the number of the tool comes first."""
    if not isinstance(made, Score):
        return str(made)
    whole = str(made)
    if isinstance(made, TextScore) and len(made.segments) > _FEW:
        more = f"Tables show {_FEW} rows at most: --format html shows {MOST_SHOWN}, --format json holds all."
        whole = f"{plain.trace(made, _FEW)}\n\n{more}"
    return f"{_as_the_tool_prints(made)}{whole}"


def _as_the_tool_prints(score: Score) -> str:
    """The number of the tool whose rules are in force, beside ours; nothing for the rules of a paper."""
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
"""The formats that every command has."""
