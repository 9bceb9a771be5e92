"""What can be taken away from the panel: Python, LaTeX, a table, a page, the state itself as a short string."""

import base64
import json
import re
import zlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import mtexplain
from mtexplain.display import page as pages
from mtexplain.display import spreadsheet
from mtexplain.display.score import SentenceScore
from mtexplain.explain.edits import Edit
from mtexplain.inputs import InputError, described
from mtexplain.widgets.session import Session

_LONGEST = 100_000  # letters of a state, unpacked


def made(what: str, session: Session, short_state: str) -> dict[str, str]:
    """What was asked for, as the browser wants it: text to copy, or a file with its name and its type."""
    score, now = session.score, session.now
    assert score is not None  # the panel asks only where there is one
    match what:
        case "python":
            settings = session.settings(now)
            return {"copy": python(session.metric, now.texts[0], session.used(now), settings)}
        case "latex":
            return {"copy": (session.edit or score).to_latex()}
        case "csv":
            return {"file": table(score), "name": file_name(session.metric, score, "csv"), "type": "text/csv"}
        case "page":
            page_ = page(score, session.edit)
            return {"file": page_, "name": file_name(session.metric, score, "html"), "type": "text/html"}
    return {"copy": short_state}


def python(metric: Callable[..., object], candidate: str, references: list[str], settings: Mapping[str, Any]) -> str:
    """The call that gives this score."""
    public = getattr(mtexplain, metric.__name__, None) is metric if hasattr(metric, "__name__") else False
    name = getattr(metric, "__qualname__", type(metric).__name__)
    lines = [f"    {candidate!r},", "    [", *(f"        {reference!r}," for reference in references), "    ],"]
    lines += [f"    {key}={_literal(value)}," for key, value in settings.items()]
    fractions = any("Fraction(" in line for line in lines[-len(settings) :]) if settings else False
    first = ["from fractions import Fraction", ""] if fractions else []
    call = f"mtexplain.{name}" if public else name
    start = ["import mtexplain", ""] if public else [f"from {metric.__module__} import {name}", ""]
    return "\n".join([*first, *start, f"{call}(", *lines, ")"])


def table(score: SentenceScore) -> str:
    """Every row of the working, as CSV."""
    return spreadsheet.written(score.table)


def page(score: SentenceScore, edit: Edit | None) -> str:
    """A page that needs nothing from outside: the edit where there was one, and the whole trace."""
    return pages.of_trace(score, before=[edit] if edit else [])


def file_name(metric: Callable[..., object], score: SentenceScore, ending: str) -> str:
    """A name that any system takes, from the metric and the score."""
    name = re.sub("[^a-z0-9]+", "-", getattr(metric, "__name__", "score").lower()).strip("-") or "score"
    return f"{name[:40]}-{score.score:.4f}.{ending}"


def packed(state: Mapping[str, Any]) -> str:
    """A state as one short word of letters, digits, - and _."""
    text = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(word: str) -> dict[str, Any]:
    """The state that `packed` wrote. InputError for anything else."""
    try:
        data = base64.b64decode(word.strip() + "=" * (-len(word.strip()) % 4), altchars=b"-_", validate=True)
        text = zlib.decompressobj().decompress(data, _LONGEST)
        state = json.loads(text)
    except (ValueError, zlib.error):
        state = None
    if not isinstance(state, dict):
        raise InputError("state", described(word), "a dict, or the string that panel.short_state gives")
    return state


def _literal(value: object) -> str:
    if isinstance(value, Fraction):
        return repr(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, bool | int | float | str) or value is None:
        return repr(value)
    return str(getattr(value, "__name__", None) or repr(getattr(value, "name", str(value))))
