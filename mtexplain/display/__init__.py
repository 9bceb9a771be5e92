"""The content of a trace (formula, parts, steps); each medium (plain, html, latex, tables); the trace.

Nothing here knows a metric. A medium is loaded when something is first shown in it: `display.html`, `display.latex`.
"""

from importlib import import_module
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mtexplain.display import html as html
    from mtexplain.display import latex as latex
    from mtexplain.display import plain as plain
    from mtexplain.display import tables as tables

_MEDIA = ("html", "latex", "plain", "tables")


def __getattr__(name: str) -> ModuleType:
    if name not in _MEDIA:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")
