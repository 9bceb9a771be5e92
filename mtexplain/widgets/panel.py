"""The what-if panel, in which you type a different word and see which numbers change.

The browser's side (panel.js) has the boxes and the buttons. Every number comes from here, as HTML, in a single message
for each change. The widget itself stays the same, and only its values change.
"""

from collections.abc import Mapping
from typing import Any

from mtexplain.display import html
from mtexplain.display.score import SentenceScore
from mtexplain.explain.edits.edit import Edit
from mtexplain.explain.metric import Metric
from mtexplain.explain.practice.missions import Mission
from mtexplain.explain.practice.missions import mission as mission_named
from mtexplain.inputs import check_kind, check_references, check_text
from mtexplain.metrics.bleu import bleu
from mtexplain.widgets import exports, screen
from mtexplain.widgets.demand import Demand
from mtexplain.widgets.live import anywidget, joined, traitlets
from mtexplain.widgets.session import SINCE, Session

_BOTH_WAYS = {"sync": True, "echo_update": False}  # the page knows what it sent, so an echo would only cost time


class WhatIf(anywidget.AnyWidget):
    """A panel for what-if questions. Returned by `what_if`.

    You can also use it from Python. Fill its boxes (`candidate`, `references`, `settings` as text), set its switches
    (`covered`, `since` to "edit" or "start", `opened` to the keys of open folds, with "more" for the fold around the
    others) and press its buttons (`undo()`, `redo()`, `reset()`, `preset(name)`). It shows `score` and `edit`.

    >>> from mtexplain import bleu, what_if
    >>> panel = what_if(bleu, "a", ["a b"], max_n=1)
    >>> panel.candidate = "a b"
    >>> print(panel.score.score)
    1.0
    """

    _esm = html.script() + joined("make.js", "form.js", "take.js", "flip.js", "panel.js")
    _css = html.style() + joined("make.css", "panel.css")

    texts = traitlets.List(traitlets.Unicode(), minlen=2).tag(**_BOTH_WAYS)  # the candidate, then the references
    settings = traitlets.Dict(value_trait=traitlets.Unicode(), key_trait=traitlets.Unicode()).tag(**_BOTH_WAYS)
    covered = traitlets.Bool().tag(**_BOTH_WAYS)
    since = traitlets.Enum(SINCE, "edit").tag(**_BOTH_WAYS)
    opened = traitlets.List(traitlets.Unicode()).tag(**_BOTH_WAYS)
    caret = traitlets.Int().tag(**_BOTH_WAYS)  # the number of letters of the candidate before it
    prediction = traitlets.List(traitlets.Unicode()).tag(**_BOTH_WAYS)  # the name of a number, and the answer
    form = traitlets.Dict().tag(sync=True)  # the settings and the examples
    screen = traitlets.Dict().tag(sync=True)  # everything that is shown

    def __init__(self, session: Session) -> None:
        check_kind(session, Session, "session", "Session")
        self._session, self._demand, self._busy = session, Demand(), False
        now = session.now
        first = screen.whole(session, self._demand, False, [], "")
        super().__init__(texts=list(now.texts), settings=dict(now.settings), form=screen.form(session), screen=first)
        self.on_msg(self._asked)
        self.observe(self._changed, ["texts", "settings", "since", "covered", "opened", "prediction", "caret"])

    @property
    def candidate(self) -> str:
        """The text in the candidate's box."""
        return str(self.texts[0])

    @candidate.setter
    def candidate(self, text: str) -> None:
        self.texts = [check_text(text, "candidate"), *self.texts[1:]]

    @property
    def references(self) -> list[str]:
        """The texts in the reference boxes. Empty boxes are not scored."""
        return list(self.texts[1:])

    @references.setter
    def references(self, texts: list[str]) -> None:
        self.texts = [self.candidate, *check_references(texts)]

    @property
    def score(self) -> SentenceScore | None:
        """The current score; None if the library rejects the input."""
        return self._session.score

    @property
    def edit(self) -> Edit | None:
        """The effect of the last edit, or of all edits since the start; None if there was no edit."""
        return self._session.edit

    @property
    def mission_done(self) -> bool:
        """True if the panel has a mission and it is done."""
        reached = self._session.reached
        return reached is not None and reached.kind == "right"

    @property
    def state(self) -> dict[str, object]:
        """The state of the panel, as a dict for JSON. You can set it to such a dict or to a `short_state`."""
        return {**self._session.kept(), "covered": self.covered, "opened": list(self.opened)}

    @state.setter
    def state(self, state: Mapping[str, object] | str) -> None:
        kept = exports.unpacked(state) if isinstance(state, str) else state
        self._session.restore(kept)
        opened = kept.get("opened")
        keys = [key for key in opened if isinstance(key, str)] if isinstance(opened, list) else []
        self._put(covered=kept.get("covered") is True, opened=keys)

    @property
    def short_state(self) -> str:
        """The state as a word of letters, digits, - and _, which somebody else can load with `panel.state = "..."`."""
        return exports.packed(self.state)

    def undo(self) -> None:
        """Undo the last edit."""
        self._session.history.undo()
        self._looked()

    def redo(self) -> None:
        """Redo the last undone edit."""
        self._session.history.redo()
        self._looked()

    def reset(self) -> None:
        """Start over, from the first state. This can be undone."""
        self._session.put(self._session.history.start)
        self._put()

    def preset(self, name: str) -> None:
        """Load a worked example by its name in `mtexplain.examples`, or a sentence of a text by its name here."""
        self._session.preset(name)
        self._put()

    def _looked(self) -> None:
        self._session.look()
        self._put()

    def _changed(self, change: Mapping[str, object]) -> None:
        """React to something that was typed, chosen, opened, covered or predicted."""
        if self._busy:
            return
        session = self._session
        if change["name"] in ("texts", "settings"):
            session.typed(tuple(self.texts), self.settings)
            self._busy, self.prediction = True, []
            self._busy = False
        elif change["name"] == "since":
            session.since = self.since
            session.look()
        elif change["name"] == "caret":
            session.point(self.caret)
        self._show()

    def _put(self, covered: bool | None = None, opened: list[str] | None = None) -> None:
        """Write the session's state into the boxes, and show it."""
        self._busy = True
        with self.hold_sync():
            now = self._session.now
            self.texts, self.settings, self.since = list(now.texts), dict(now.settings), self._session.since
            if covered is not None and opened is not None:
                self.covered, self.opened = covered, opened
            self.prediction = []  # a prediction is about the state in which it was made
            self._busy = False
            self._show()

    def _show(self) -> None:
        verdict = screen.predicted(self._session, self.prediction, self.covered)
        self.screen = screen.whole(self._session, self._demand, self.covered, self.opened, verdict)

    def _asked(self, _: object, content: Mapping[str, object], buffers: object) -> None:
        """React to a button."""
        match content:
            case {"do": "undo"}:
                self.undo()
            case {"do": "redo"}:
                self.redo()
            case {"do": "reset"}:
                self.reset()
            case {"do": "preset", "name": str(name)}:
                self.preset(name)
            case {"do": "try", "key": str(key), "place": int(index)}:
                self._demand.apply(self._session, key, index)
                self._put()
            case {"do": "work", "key": str(key)}:
                self._demand.work(self._session, key)
                self._show()
            case {"do": "python" | "latex" | "csv" | "page" | "state" as what} if self.screen["can_save"]:
                self.send(exports.made(what, self._session, self.short_state))

    def __repr__(self) -> str:
        return f"WhatIf({self._session.problem or self.score!r})"


def what_if(metric: Metric | str, candidate: str, references: list[str], **settings: Any) -> WhatIf:
    """A panel in which you edit the candidate and its references, and see every number move.

    `metric` is the name of a metric, or a function `(candidate: str, references: list[str], **settings)` that returns
    a `SentenceScore`. Its annotated parameters after these two become controls; `settings` are their initial values.

    >>> from mtexplain import bleu
    >>> panel = what_if(bleu, "the the cat", ["there is the cat"], max_n=2)
    >>> panel.candidate = "there the cat"
    >>> panel.edit.won
    {1: {('there',): 1}}
    >>> panel.undo()
    >>> panel.candidate
    'the the cat'

    InputError if there is no such metric, for unknown settings, and for texts that are not strings. The metric's own
    errors are shown in the panel.
    """
    return WhatIf(Session(metric, candidate, references, settings))


def play(mission: str | Mission) -> WhatIf:
    """A panel with a mission, which says what to do and when you have done it.

    >>> panel = play("zero")
    >>> panel.candidate = "he plays the guitar very well"
    >>> panel.mission_done
    True

    InputError if there is no mission of that name.
    """
    chosen = mission if isinstance(mission, Mission) else mission_named(mission)
    return WhatIf(Session(bleu, chosen.candidate, list(chosen.references), {}, chosen))
