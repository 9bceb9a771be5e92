"""The exports of the panel, which are Python, LaTeX, a table, a page, and the state as a short string."""

import base64
import json
import re
import zlib
from collections.abc import Mapping

import mtexplain
from mtexplain.display import html
from mtexplain.display.score import SentenceScore
from mtexplain.explain.metric import Metric
from mtexplain.inputs import InputError, described
from mtexplain.rules import BleuRules
from mtexplain.widgets.session import Session

_LONGEST = 10_000_000  # the most bytes of an unpacked state, because a short word could hold a very long text
_MOST = 1_000  # the most brackets of a state outside its texts; deep nesting crashes Python in a browser
_TEXTS = re.compile(rb'"(?:[^"\\]|\\.)*"')


def made(what: str, session: Session, short_state: str) -> dict[str, str]:
    """Return an export in the form the browser needs, as text to copy or as a file with its name and type."""
    score, now = session.score, session.now
    if score is None:
        raise ValueError("there is no score to take away")
    match what:
        case "python":
            return {"copy": python(session.metric, now.texts[0], session.used(now), session.settings(now))}
        case "latex":
            return {"copy": (session.edit or score).to_latex()}
        case "csv":
            return {"file": score.to_csv(), "name": file_name(session.metric, score, "csv"), "type": "text/csv"}
        case "page":  # the edit, if any, and the whole trace
            document = html.page(score, before=[session.edit] if session.edit else [])
            return {"file": document, "name": file_name(session.metric, score, "html"), "type": "text/html"}
        case "state":
            return {"copy": short_state}
    raise ValueError(f"nothing is called {what!r}")


def python(metric: Metric, candidate: str, references: list[str], settings: Mapping[str, object]) -> str:
    """Return the Python call that gives this score. A comment names any custom function that it needs."""
    name = getattr(metric, "__qualname__", type(metric).__name__)
    public = getattr(mtexplain, str(getattr(metric, "__name__", "")), None) is metric
    arguments = [f"{candidate!r},", "[", *(f"    {reference!r}," for reference in references), "],"]
    arguments += [f"{key}={_literal(value)}," for key, value in settings.items()]
    own = [name] if not public else []
    own += [_literal(value) for value in settings.values() if callable(value)]
    lines = [f"# {function} is a function of your own." for function in own]
    lines += ["from fractions import Fraction"] if any("Fraction(" in line for line in arguments) else []
    call = f"mtexplain.{name}" if public else name
    return "\n".join([*lines, "import mtexplain", "", f"{call}(", *(f"    {line}" for line in arguments), ")"])


def file_name(metric: Metric, score: SentenceScore, ending: str) -> str:
    """Return a file name that any system accepts, made from the metric and the score."""
    name = re.sub("[^a-z0-9]+", "-", getattr(metric, "__name__", "score").lower()).strip("-") or "score"
    return f"{name[:40]}-{score.score:.4f}.{ending}"


def packed(state: Mapping[str, object]) -> str:
    """Return a state as a short word of letters, digits, - and _."""
    text = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(word: str) -> dict[str, object]:
    """Return the state from a word that `packed` wrote. InputError for any other text."""
    try:
        if {*word} & {*"+/"}:  # Python still accepts them, but may stop doing so
            raise ValueError
        data = base64.b64decode(word.strip() + "=" * (-len(word.strip()) % 4), altchars=b"-_", validate=True)
        text = zlib.decompressobj().decompress(data, _LONGEST)
        if sum(map(_TEXTS.sub(b"", text).count, (b"[", b"{"))) > _MOST:
            raise ValueError
        state = json.loads(text)
    except (ValueError, zlib.error, RecursionError):
        state = None
    if not isinstance(state, dict):
        raise InputError("state", described(word), "a dict, or the string that panel.short_state gives")
    return state


def _literal(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, BleuRules):
        return f"mtexplain.{value!r}"
    return str(getattr(value, "__qualname__", type(value).__name__)) if callable(value) else repr(value)
