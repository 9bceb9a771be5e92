"""What the widgets have in common: live in Jupyter and on the site, and elsewhere the same as it stands."""

from typing import Any

from mtexplain import data
from mtexplain.display.trace import Trace
from mtexplain.packages import needed_for

with needed_for("a live widget"):
    import anywidget as anywidget
    import traitlets as traitlets


class Live(anywidget.AnyWidget):
    """A widget whose `_still()` is the HTML for pages without Python: unless it says more, that of its trace."""

    trace: Trace
    _ipython_display_ = None  # that of ipywidgets 7, which would leave out what stands still

    def _still(self) -> str:
        return self.trace._repr_html_()

    def __repr__(self) -> str:
        return repr(self.trace)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**options)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**data, "text/html": self._still(), "text/plain": repr(self)}, metadata


def joined(*names: str) -> str:
    """Scripts and styles beside this file, one after the other, as text: they travel to the page with the widget."""
    return "\n".join(data.text(__package__, name) for name in names)
