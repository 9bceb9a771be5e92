"""The content of a trace (formula, parts, steps), the media that show it (plain, html, latex, tables) and the trace.

Nothing here depends on a metric. A medium such as `display.html` or `display.latex` is loaded when it is first used.
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
