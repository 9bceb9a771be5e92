"""What the panel knows, without its widgets: the texts, the settings, the history, the scores that follow from them."""

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
    """The texts and settings of the moment, how they came about, and the score they have under the metric.

    `since` says what the score is compared with: "edit", the state before the last edit, or "start". `score` is None
    where the library refuses the input; `problem` is then what it said. `mission` is what is to be done, if anything.
    `focus` is the token that is looked at, from 0: of a long text the picture shows what is around it.
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
        """The state of the moment."""
        return self.history.now

    def typed(self, texts: tuple[str, ...], settings: Mapping[str, str]) -> None:
        """Take what was typed or chosen."""
        chosen = {name: settings.get(name, "") for name in self.controls}
        self.history.typed(State(texts, tuple(chosen.items()), example=self.now.example))
        self.look()

    def put(self, state: State) -> None:
        """Take a whole state: the first again, a worked example, an edit that was offered."""
        self.history.put(state)
        self.look()

    def look(self) -> None:
        """Score the state of the moment, and compare it."""
        self.score = self.edit = self.problem = None
        try:
            self.score = self.scored(self.now)
        except Exception as problem:  # also of a tokeniser or a metric that is not ours: the panel goes on
            self.problem = problem
            return
        base = self.history.start if self.since == "start" else self.history.before
        if base.same(self.now):
            return
        try:
            before = self.scored(base)
        except Exception:  # what was there before could not be scored: there is nothing to compare with
            return
        if type(before) is type(self.score):  # else the metric gives now this, now that
            self.edit = replace(explain_edit(before, self.score), remark=self._remark(base))
            if (done := self.edit.done) and done.kind != "none":
                self.focus = done.position + max(len(done.new) - 1, 0)

    def point(self, caret: int) -> None:
        """Look at where the caret stands: behind so many letters of the candidate's text."""
        text = self.now.texts[0]
        before, letters = (len("".join(part.split())) for part in (text[:caret], text))
        tokens = len(self.score.candidate) if self.score else 0
        self.focus = tokens * before // max(letters, 1)

    def _remark(self, base: State) -> str:
        """What was done with empty boxes for references, which no score knows."""
        more = len(self.now.texts) - len(base.texts)
        if not more or self.used(base) != self.used(self.now):
            return ""
        return "You added an empty reference: it does not count yet" if more > 0 else "You took out an empty reference"

    @property
    def reached(self) -> Verdict | None:
        """True if the mission is done; None where there is none."""
        if self.mission is None or not isinstance(self.score, Bleu):
            return None
        return self.mission.verdict(self.score)

    def scored(self, state: State) -> SentenceScore:
        """The score of a state. Empty boxes for references are left out; errors are the library's."""
        return scored(self.metric, state.texts[0], self.used(state), self.settings(state))

    def used(self, state: State) -> list[str]:
        """The references that are scored."""
        return [text for text in state.texts[1:] if text.strip()]

    def settings(self, state: State) -> dict[str, object]:
        """The settings as values, those left at their default left out. InputError where one can't be read."""
        typed = {name: self.controls[name].read(text) for name, text in state.settings if text.strip()}
        return {**self.fixed, **self._of_example(state.example), **typed}

    def _of_example(self, name: str) -> dict[str, object]:
        """Those settings of a worked example that the form has no place for."""
        settings = presets.settings(self.metric, name) if name else {}
        return {key: value for key, value in settings.items() if key not in self.controls}

    def preset(self, name: str) -> None:
        """Take the sentences of a worked example, and its settings as far as this metric has them."""
        preset = presets.get(self.metric, name)
        typed = {key: control.written(preset.settings.get(key)) for key, control in self.controls.items()}
        self.history.begin(State(preset.texts, tuple(typed.items()), example=name))
        self.look()

    def presets(self) -> list[tuple[str, str]]:
        """Names and titles of the worked examples that suit the metric."""
        return [(preset.name, preset.title) for preset in presets.of(self.metric)]

    def take(self, tokens: tuple[str, ...]) -> None:
        """Take other tokens for the candidate: with spaces between, or without where only so they are cut alike."""
        state, references = self.now._replace(new=False), self.now.texts[1:]
        states = [state._replace(texts=(text, *references)) for text in (" ".join(tokens), "".join(tokens))]
        alike = (state for state in states if self.scored(state).candidate == tokens)
        self.put(next(alike, states[0]))

    def kept(self) -> dict[str, object]:
        """Everything that leads to this moment, for JSON: the first state, the one before, the one of the moment."""
        history = self.history
        states = {"start": history.start, "before": history.before, "now": history.now}
        return {"since": self.since, **{key: _record(state) for key, state in states.items()}}

    def restore(self, kept: object) -> None:
        """Go back to what `kept` said. InputError for what it can't have said."""
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
        """The name of the example that a state goes on from, where this panel offers it."""
        name = data.get("example")
        return name if isinstance(name, str) and any(name == preset.name for preset in presets.of(self.metric)) else ""


def _record(state: State) -> dict[str, object]:
    example = {"example": state.example} if state.example else {}
    return {"texts": list(state.texts), "settings": dict(state.settings), **example}
