"""The view of the panel, with results as HTML, more results in folds, and a sentence for screen readers.

Everything here is a function of scores. Text from outside is escaped in display/.
"""

from collections.abc import Sequence

from mtexplain import data
from mtexplain.display import html, plain
from mtexplain.display.formula import Chain
from mtexplain.display.markup import escaped
from mtexplain.display.parts import Prose
from mtexplain.display.pyramid import Pyramid
from mtexplain.display.score import SentenceScore
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.edits.edit import Edit
from mtexplain.explain.edits.slips import slips
from mtexplain.explain.edits.summary import why_zero
from mtexplain.explain.metric import Metric
from mtexplain.explain.practice.answers import read
from mtexplain.explain.practice.checking import Verdict, verdict
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.widgets.demand import KEYS, Demand
from mtexplain.widgets.session import Session

_TITLES: dict[str, str] = data.read(__package__, "names.toml")
_COVERED = '<p class="cover">The results are covered. What do you expect?</p>'


def form(session: Session) -> dict[str, object]:
    """Return the parts of the form that never change, the settings with their choices and the worked examples."""
    controls = [
        {"name": name, "title": titled(session.metric, name), "kind": control.kind, "choices": list(control.choices)}
        for name, control in session.controls.items()
    ]
    return {"controls": controls, "presets": session.presets()}


def titled(metric: Metric, name: str) -> str:
    """Return a setting's name in plain words. A setting of a custom metric keeps its name.

    >>> from mtexplain import meteor, rouge_l
    >>> titled(rouge_l, "beta"), titled(meteor, "beta")
    ('Weight of recall', 'Steepness of the penalty')
    """
    own = f"{getattr(metric, '__name__', '')} {name}"  # a custom function may have no name
    return _TITLES.get(own) or _TITLES.get(name, name)


def whole(session: Session, demand: Demand, covered: bool, opened: Sequence[str], verdict: str) -> dict[str, object]:
    """Return everything that is shown now. If the results are covered, none of them is included."""
    score, history = session.score, session.history
    shown: dict[str, object] = {
        "undo": len(history.past) > 1,
        "redo": bool(history.future),
        "of": {"texts": list(session.now.texts), "settings": dict(session.now.settings)},
        "lengths": _lengths(session),
        "more": "",
        "folds": [],
        "predict": [],
        "verdict": verdict,
        "can_save": score is not None and not covered,
    }
    try:
        return {**shown, **_results(session, demand, covered, set(opened))}
    except Exception as problem:  # the panel continues after an error of a custom metric
        return {**shown, "main": error(problem), "said": f"This can't be scored. {problem}", "can_save": False}


def _results(session: Session, demand: Demand, covered: bool, opened: set[str]) -> dict[str, object]:
    """Return the results, and the rest once it is unfolded; the error if there are no results."""
    score = session.score
    if score is None:
        raise session.problem or ValueError
    if covered:
        return {
            "main": goal(session, None) + _COVERED,
            "said": "The results are covered.",
            "predict": [[name, plain.drawn(name)] for name in to_predict(score)],
        }
    reached = session.reached
    shown: dict[str, object] = {
        "main": goal(session, reached) + results(score, session.edit, session.focus),
        "said": sentence(score, session.edit) + (f" {reached.text}" if reached else ""),
    }
    if not opened:
        return shown
    return {**shown, "more": more(score, session.edit), "folds": _folds(session, demand, score, opened)}


def _folds(session: Session, demand: Demand, score: SentenceScore, opened: set[str]) -> list[list[str]]:
    """Yield the folds as key, title and content, for the edit, the questions and every step of the score."""

    def folded(key: str, number: str, step: Step) -> list[str]:
        return [key, html.heading(step, number), html.working(step) if key in opened else ""]

    edit = [folded(f"edit-{step.name}", "", step) for step in (session.edit.steps() if session.edit else ())]
    asked = [[key, KEYS[key], demand.content(session, key) if key in opened else ""] for key in demand.keys(session)]
    steps = [folded(f"step-{step.name}", f"{number} · ", step) for number, step in enumerate(score.steps(), 1)]
    return [*edit, *asked, *steps]


def _lengths(session: Session) -> list[str]:
    """Return the number of tokens of each text, or "empty" for a reference that is left out."""
    score, texts = session.score, session.now.texts
    if score is None:
        return ["" for _ in texts]
    lengths = (so_many(len(tokens), "token") for tokens in (score.candidate, *score.references))
    return [next(lengths), *(next(lengths) if text.strip() else "empty" for text in texts[1:])]


def goal(session: Session, reached: Verdict | None) -> str:
    """Return the mission's goal, and whether it is reached."""
    if session.mission is None:
        return ""
    done = " done" if reached and reached.kind == "right" else ""
    task = f"<b>{escaped(session.mission.title)}.</b> {escaped(session.mission.task)}"
    return f'<p class="mission{done}">{task}<br><span>{escaped(reached.text if reached else "")}</span></p>'


def results(score: SentenceScore, edit: Edit | None, focus: int = 0) -> str:
    """Return what is shown first, which is the picture, the score with its reason, and warnings."""
    trace: Trace = edit or score
    picture = trace.picture
    drawn = [picture._replace(focus=focus) if isinstance(picture, Pyramid) else picture] if picture else []
    zero = why_zero(score) if edit is None else [part for part in edit.overview if isinstance(part, Prose)]
    slipped = "".join(f"<li>{html.prose(slip)}</li>" for slip in slips(score))
    below = [html.answer(trace.headline), *map(html.part, zero), slipped and f'<ul class="notes">{slipped}</ul>']
    return "\n".join([*map(html.part, drawn), *below])


def more(score: SentenceScore, edit: Edit | None) -> str:
    """Return what is shown next, which is the closed form, notes, and gains and losses."""
    trace = edit or score
    parts = [part for part in trace.overview if not isinstance(part, Prose)]
    return "\n".join([html.closed_form(trace.headline), html.notes(score.notes), *map(html.part, parts)])


def sentence(score: SentenceScore, edit: Edit | None) -> str:
    """Return the result in a sentence or two, to be read aloud."""
    now = f"{plain.formula(score.headline.equation.symbols)} {score.headline.value}"
    if edit is None:
        return f"{now}."
    sentences = [plain.prose(part) for part in (edit.headline.why, *edit.overview) if isinstance(part, Prose)]
    return " ".join([f"{now}, was {edit.headline.was}.", *sentences])


def to_predict(score: SentenceScore) -> dict[str, str]:
    """Return the numbers that can be predicted, as the name and the written form of each number of the trace."""
    numbers = {}
    for step in score.steps():
        if isinstance(step.outcome, Chain) and step.outcome.operator == "=":
            name, number = map(plain.formula, (step.outcome.terms[0], step.outcome.terms[-1]))
            if read(number):
                numbers[name] = number
    return numbers


def predicted(session: Session, prediction: Sequence[str], covered: bool) -> str:
    """Return the verdict on a prediction, a pair (name, answer); empty if there is no prediction."""
    if session.score is None or len(prediction) != 2:
        return ""
    name, answer = prediction
    right = to_predict(session.score).get(name)
    if right is None or (not answer.strip() and not covered):
        return ""
    return verdict(answer, right).text if answer.strip() else "Your turn: type a number."


def error(problem: Exception) -> str:
    """Return the library's error message as HTML."""
    name = "" if isinstance(problem, ValueError) else f"{type(problem).__name__}: "
    return f'<p class="error"><b>This can\'t be scored.</b> {escaped(name + str(problem))}</p>'
