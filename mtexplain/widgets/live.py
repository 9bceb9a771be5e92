"""The base of all widgets, which are live in Jupyter and on the site, and static elsewhere."""

from typing import Any

from mtexplain import data
from mtexplain.display.trace import Trace
from mtexplain.packages import needed_for

with needed_for("a live widget"):
    import anywidget as anywidget
    import traitlets as traitlets


class Live(anywidget.AnyWidget):
    """A widget. `_still()` returns its HTML for pages without Python, which is the HTML of its trace by default."""

    trace: Trace
    _ipython_display_ = None  # the method of ipywidgets 7 would leave out the static HTML

    def _still(self) -> str:
        return self.trace._repr_html_()

    def __repr__(self) -> str:
        return repr(self.trace)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**options)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**data, "text/html": self._still(), "text/plain": repr(self)}, metadata


def joined(*names: str) -> str:
    """Return the joined text of scripts or styles beside this file, which travels to the page with the widget."""
    return "\n".join(data.text(__package__, name) for name in names)
