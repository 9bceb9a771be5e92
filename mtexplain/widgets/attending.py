"""Attention with numbers to edit. The ribbons, weights and outputs change with every query, key and value."""

from typing import Any

from mtexplain.display import html
from mtexplain.display.parts import Beside
from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.models.dot_product import Attention, attention
from mtexplain.widgets.live import Live, joined, traitlets

_MATRICES = "queries", "keys", "values"


class Attend(Live):
    """Attention whose numbers can be edited. Returned by `attend`; `trace` is the current attention."""

    _esm, _css = joined("make.js", "form.js", "attend.js"), html.style() + joined("make.css", "attend.css")

    trace: Attention
    given: Any = traitlets.Dict().tag(sync=True)  # each matrix as typed
    tokens: Any = traitlets.Dict().tag(sync=True)
    causal = traitlets.Bool().tag(sync=True)
    shown, told = traitlets.Unicode().tag(sync=True), traitlets.Unicode().tag(sync=True)  # told is an error, if any

    def __init__(self, trace: Attention) -> None:
        self.trace = trace
        matrices = zip(_MATRICES, (trace.queries, trace.keys, trace.values), strict=True)
        given = {name: [[str(number) for number in row] for row in matrix] for name, matrix in matrices}
        tokens = {"queries": trace.tokens, "keys": trace.key_tokens, "values": trace.key_tokens}
        super().__init__(given=given, tokens=tokens, causal=trace.causal)

    @traitlets.observe("given", "causal")
    def _changed(self, _: object) -> None:
        now, rows = self.trace, [self.given.get(name) for name in _MATRICES]
        with self.hold_sync():
            try:
                self.trace = attention(*rows, tokens=now.tokens, key_tokens=now.key_tokens, causal=self.causal)
            except InputError as error:
                self.told = str(error)
            else:
                now = self.trace
                numbers = Beside((now.grid("weights", now.weights), now.grid("outputs", now.outputs, has_keys=False)))
                self.told, self.shown = "", html.framed([html.first_screen(self.trace), html.part(numbers)])


def attend(trace: Attention) -> Attend:
    """Attention to play with. Change a number in a query, a key or a value, and all dependent numbers change.

    >>> from mtexplain import models
    >>> live = attend(models.attention("2", "1; 0", "3; 5"))
    >>> live.given = {**live.given, "queries": [["0"]]}
    >>> live.trace.weights
    ((Fraction(1, 2), Fraction(1, 2)),)
    """
    if not isinstance(trace, Attention):
        raise InputTypeError("trace", described(trace), "attention", "Write attend(models.attention(...)).")
    return Attend(trace)
