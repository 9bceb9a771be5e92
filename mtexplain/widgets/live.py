"""What the widgets have in common: live in Jupyter and on the site, and elsewhere the same as it stands."""

from typing import Any

from mtexplain.packages import needed_for

with needed_for("a live widget"):
    import anywidget as anywidget
    import traitlets as traitlets


class Live(anywidget.AnyWidget):
    """A widget whose `_still()` is the HTML for pages without Python: unless it says more, that of its trace."""

    trace: Any
    _ipython_display_ = None  # that of ipywidgets 7, which would leave out what stands still

    def _still(self) -> str:
        return str(self.trace._repr_html_())

    def __repr__(self) -> str:
        return repr(self.trace)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        made: Any = super()._repr_mimebundle_(**options)
        data, metadata = made if isinstance(made, tuple) else (made or {}, {})
        return {**data, "text/html": self._still(), "text/plain": repr(self)}, metadata
