"""The output of a command: a trace in one of the formats, or its score in one line."""

import json
from typing import Protocol

from mtexplain.display import plain
from mtexplain.display.parts import MOST_SHOWN
from mtexplain.display.score import Score
from mtexplain.display.text_score import TextScore

SHORT = "short"
"""Name of the format that prints a score in one line."""
_FEW = 10
"""Largest number of segments that text output shows in full; a longer text gets this many rows in each table."""


FORMATS = ("text", "html", "latex", "json")
"""Names of the formats that every command offers."""


class Output(Protocol):
    """A trace or a paper, which every format can show."""

    def to_html(self) -> str:
        """Return it as a page."""

    def to_latex(self) -> str:
        """Return it as LaTeX."""

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""


def written(output: Output | str, form: str) -> str:
    """Return the output of a command in a format; a string is its own output."""
    if isinstance(output, str):
        return output
    match form:
        case "html":
            return output.to_html()
        case "latex":
            return output.to_latex()
        case "json":
            return json.dumps(output.to_dict(), ensure_ascii=False, indent=2)
    return line(output) if form == SHORT and isinstance(output, Score) else _text(output)


def line(score: Score) -> str:
    """Return a score in one line, with the number, a tab, and the metric with all its settings.

    The number is the score as printed by the tool whose rules are in force or, if that is unknown, the full score.

    >>> from mtexplain import bleu
    >>> line(bleu("the cat sat", ["the cat sat"], rules="sacrebleu-sentence", lowercase=True)).split()[0]
    '100.00'
    """
    return f"{score.printed or repr(float(score.score))}\t{score.signature}"


def _text(output: object) -> str:
    """Return a trace as text. If it is a score by the rules of a tool, the number that the tool prints comes first."""
    if not isinstance(output, Score):
        return str(output)
    text = str(output)
    if isinstance(output, TextScore) and len(output.segments) > _FEW:
        more = f"Tables show {_FEW} rows at most; --format html shows {MOST_SHOWN}, and --format json has all rows."
        text = f"{plain.trace(output, _FEW)}\n\n{more}"
    return f"{_as_the_tool_prints(output)}{text}"


def _as_the_tool_prints(score: Score) -> str:
    """Return a line with the number that the tool prints and our number; empty for the rules of a paper."""
    if not score.printed or score.rules.name == "paper":
        return ""
    low, high = (format(float(end), "g") for end in score.range)
    name, ours = plain.formula(score.symbol), score.headline.value
    tool = score.rules.tool
    return f"{name}: {score.printed} as {tool} prints scores, {ours} on the scale from {low} to {high}\n\n"
