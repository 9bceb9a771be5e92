"""The state of the panel without its widget, with texts, settings, history and the scores that follow from them."""

from collections.abc import Mapping
from dataclasses import replace

from mtexplain.display.score import SentenceScore
from mtexplain.explain.edits.edit import Edit, explain_edit
from mtexplain.explain.metric import Metric, resolve_metric, scored, sentence_metrics
from mtexplain.explain.practice.checking import Verdict
from mtexplain.explain.practice.missions import Mission
from mtexplain.inputs import InputError, InputTypeError, check_list, check_references, check_text, described
from mtexplain.metrics.bleu import Bleu
from mtexplain.widgets import presets
from mtexplain.widgets.controls import Control, controls
from mtexplain.widgets.history import History, State

SINCE = ("edit", "start")


class Session:
    """The current texts and settings, their history, and their score under the metric.

    The score is compared with the state before the last edit if `since` is "edit", or with the first state if it is
    "start". If the library rejects the input, `score` is None and `problem` is the error message. `mission` is the
    mission, if any. `focus` is the index of the current token; the picture of a long text shows the tokens around it.
    """

    def __init__(
        self,
        metric: Metric | str,
        candidate: str,
        references: list[str],
        settings: Mapping[str, object],
        mission: Mission | None = None,
    ) -> None:
        self.metric = resolve_metric(metric, sentence_metrics)
        self.controls: dict[str, Control] = controls(self.metric, settings)
        self.fixed = {name: value for name, value in settings.items() if name not in self.controls}
        typed = {name: self.controls[name].written(settings.get(name)) for name in self.controls}
        texts = (check_text(candidate, "candidate"), *check_references(references))
        self.history = History(State(texts, tuple(typed.items())))
        self.mission = mission
        self.since = "edit"
        self.focus = 0
        self.score: SentenceScore | None = None
        self.edit: Edit | None = None
        self.problem: Exception | None = None
        self.look()

    @property
    def now(self) -> State:
        """The current state."""
        return self.history.now

    def typed(self, texts: tuple[str, ...], settings: Mapping[str, str]) -> None:
        """Accept what was typed or chosen."""
        chosen = {name: settings.get(name, "") for name in self.controls}
        self.history.typed(State(texts, tuple(chosen.items()), example=self.now.example))
        self.look()

    def put(self, state: State) -> None:
        """Accept a whole state, such as the first state, a worked example, or an offered edit."""
        self.history.put(state)
        self.look()

    def look(self) -> None:
        """Score the current state, and compare it."""
        self.score = self.edit = self.problem = None
        try:
            self.score = self.scored(self.now)
        except Exception as problem:  # the panel continues after any error of a custom tokeniser or metric
            self.problem = problem
            return
        base = self.history.start if self.since == "start" else self.history.before
        if base.same(self.now):
            return
        try:
            before = self.scored(base)
        except Exception:  # the earlier state has no score, so there is nothing to compare with
            return
        if type(before) is type(self.score):  # otherwise the metric returns different types
            self.edit = replace(explain_edit(before, self.score), remark=self._remark(base))
            if (done := self.edit.done) and done.kind != "none":
                self.focus = done.position + max(len(done.new) - 1, 0)

    def point(self, caret: int) -> None:
        """Focus on the token at the caret, which comes after `caret` characters of the candidate's text."""
        text = self.now.texts[0]
        before, letters = (len("".join(part.split())) for part in (text[:caret], text))
        tokens = len(self.score.candidate) if self.score else 0
        self.focus = tokens * before // max(letters, 1)

    def _remark(self, base: State) -> str:
        """Say that empty boxes for references were left out, because the score doesn't know of them."""
        more = len(self.now.texts) - len(base.texts)
        if not more or self.used(base) != self.used(self.now):
            return ""
        return "You added an empty reference: it does not count yet" if more > 0 else "You took out an empty reference"

    @property
    def reached(self) -> Verdict | None:
        """The verdict on the mission; None if there is no mission."""
        if self.mission is None or not isinstance(self.score, Bleu):
            return None
        return self.mission.verdict(self.score)

    def scored(self, state: State) -> SentenceScore:
        """Return the score of a state, without empty boxes for references. Errors come from the library."""
        return scored(self.metric, state.texts[0], self.used(state), self.settings(state))

    def used(self, state: State) -> list[str]:
        """The references that are scored."""
        return [text for text in state.texts[1:] if text.strip()]

    def settings(self, state: State) -> dict[str, object]:
        """Return the settings as values, without defaults. InputError if a setting can't be read."""
        typed = {name: self.controls[name].read(text) for name, text in state.settings if text.strip()}
        return {**self.fixed, **self._of_example(state.example), **typed}

    def _of_example(self, name: str) -> dict[str, object]:
        """Return the settings of a worked example that have no control in the form."""
        settings = presets.settings(self.metric, name) if name else {}
        return {key: value for key, value in settings.items() if key not in self.controls}

    def preset(self, name: str) -> None:
        """Load the sentences of a worked example, and those of its settings that this metric has."""
        preset = presets.get(self.metric, name)
        typed = {key: control.written(preset.settings.get(key)) for key, control in self.controls.items()}
        self.history.begin(State(preset.texts, tuple(typed.items()), example=name))
        self.look()

    def presets(self) -> list[tuple[str, str]]:
        """The names and titles of the worked examples for this metric."""
        return [(preset.name, preset.title) for preset in presets.of(self.metric)]

    def take(self, tokens: tuple[str, ...]) -> None:
        """Replace the candidate with these tokens, joined by spaces, or directly if only then they stay the same."""
        state, references = self.now._replace(new=False), self.now.texts[1:]
        states = [state._replace(texts=(text, *references)) for text in (" ".join(tokens), "".join(tokens))]
        alike = (state for state in states if self.scored(state).candidate == tokens)
        self.put(next(alike, states[0]))

    def kept(self) -> dict[str, object]:
        """Return the state of the session for JSON, with the first, the previous and the current state."""
        history = self.history
        states = {"start": history.start, "before": history.before, "now": history.now}
        return {"since": self.since, **{key: _record(state) for key, state in states.items()}}

    def restore(self, kept: object) -> None:
        """Restore what `kept` returned. InputError for anything that it can't have returned."""
        if not isinstance(kept, Mapping):
            raise InputTypeError("state", described(kept), "a dict, or the string that panel.short_state gives")
        start, before, now = (self._read(kept.get(key), key) for key in ("start", "before", "now"))
        self.history = History(start)
        for state in (before, now):
            self.history.put(state)
        self.since = "start" if kept.get("since") == "start" else "edit"
        self.look()

    def _read(self, data: object, where: str) -> State:
        if not isinstance(data, Mapping):
            raise InputError(f"state, {where}", described(data), "a dict, as panel.state has it")
        texts = check_list(data.get("texts"), f"state, {where}, texts", "the candidate and its references")
        if len(texts) < 2:
            raise InputError(f"state, {where}, texts", f"{len(texts)} texts", "a candidate and at least one reference")
        read = tuple(check_text(text, f"state, {where}, texts[{index}]") for index, text in enumerate(texts))
        settings = data.get("settings")
        chosen = settings if isinstance(settings, Mapping) else {}
        return State(
            read, tuple((name, str(chosen.get(name, ""))) for name in self.controls), example=self._known(data)
        )

    def _known(self, data: Mapping[str, object]) -> str:
        """Return the name of the example that a state comes from, if this panel offers it."""
        name = data.get("example")
        return name if isinstance(name, str) and any(name == preset.name for preset in presets.of(self.metric)) else ""


def _record(state: State) -> dict[str, object]:
    example = {"example": state.example} if state.example else {}
    return {"texts": list(state.texts), "settings": dict(state.settings), **example}
