"""Answers computed only on request, namely the effect of each word, the best edits and the smallest fix."""

from dataclasses import replace
from time import perf_counter
from typing import NamedTuple

from mtexplain.display import html
from mtexplain.display.formula import difference, shown
from mtexplain.display.score import SentenceScore
from mtexplain.explain.edits.fix import fix_of
from mtexplain.explain.edits.token_edits import Edits, LeaveOneOut, best_of, number_of_edits
from mtexplain.waiting import duration
from mtexplain.widgets.history import State
from mtexplain.widgets.session import Session

_MOST, _LONGEST = 50_000, 10  # the most edits that are tried, and the seconds that they may take
_SAMPLE = 5  # candidates that are scored to see how long it takes
KEYS = {
    "smallest-fix": "<b>What is the smallest edit that fixes it?</b>",
    "leave-one-out": "<b>Which words raise the score, and which lower it?</b> leave out each word",
    "best-edits": "<b>What is the best next edit?</b> try them all",
}


class Result(NamedTuple):
    """A result with the state that it belongs to."""

    state: State
    shown: str
    edits: Edits | None = None


class Demand:
    """The last result of each question. It is shown as long as the state for which it was computed is unchanged."""

    def __init__(self) -> None:
        self.results: dict[str, Result] = {}

    def keys(self, session: Session) -> list[str]:
        """Return the questions that make sense now. Answers that would solve a mission appear only when it is done."""
        zero = session.score is not None and session.score.score == session.score.worst_score
        away = set() if zero else {"smallest-fix"}
        if session.mission and not (session.reached and session.reached.kind == "right"):
            away |= {"smallest-fix", "best-edits"}
        return [key for key in KEYS if key not in away]

    def content(self, session: Session, key: str) -> str:
        """Return the answer. It is computed at once the first time; after an edit there is a button instead."""
        if key not in self.results:
            self.work(session, key)
        result = self.results.get(key)
        if result is None or result.state != session.now:
            return (
                "<p>The sentence has changed. "
                f'<button type="button" data-do="work" data-key="{key}">Work it out again</button></p>'
            )
        return result.shown

    def work(self, session: Session, key: str) -> None:
        """Compute the answer for the current state."""
        if session.score is None or key not in KEYS:
            return
        number = len(session.score.candidate) if key == "leave-one-out" else number_of_edits(session.score)
        seconds = number * _seconds_an_edit(session.score)
        if number > _MOST or seconds > _LONGEST:
            why = f"There are {number:,} edits to try, too many for a panel. They would take {duration(seconds)}."
            function = key.replace("-", "_")
            instead = f"<p>{why} <code>mtexplain.{function}</code> does it, and says how long it will take.</p>"
            self.results[key] = Result(session.now, instead)
        elif key == "leave-one-out":
            left = LeaveOneOut(session.score)
            self.results[key] = Result(session.now, "".join(map(html.part, (left.picture, *left.overview))))
        else:
            edits = best_of(session.score) if key == "best-edits" else _fixes(session.score)
            answer = _none(session.score) if edits is None else _table(edits, key)
            self.results[key] = Result(session.now, answer, edits)

    def apply(self, session: Session, key: str, index: int) -> None:
        """Apply an offered edit; in a sequence of edits, apply all edits up to this edit."""
        result = self.results.get(key)
        if result is None or result.edits is None or result.state != session.now:
            return
        if 0 <= index < len(result.edits):
            session.take(result.edits[index].after.candidate)


def _fixes(score: SentenceScore) -> Edits | None:
    """Return the smallest fix; if it is a single edit, return every fix among the five best edits."""
    fix = fix_of(score)
    if fix is None or len(fix) != 1:
        return fix
    best = best_of(score)
    return replace(best, edits=tuple(edit for edit in best if edit.score != score.worst_score))


def _seconds_an_edit(score: SentenceScore) -> float:
    """Estimate the number of seconds that it takes to score an edit."""
    begin = perf_counter()
    for _ in score.scores_of([score.candidate] * _SAMPLE):
        pass
    return (perf_counter() - begin) / _SAMPLE


def _none(score: SentenceScore) -> str:
    """Return the reason why there is no fix, as HTML."""
    short = max(map(len, score.references)) < score.longest
    why = "no reference is long enough" if short else "no words of the references will do"
    return f"<p>There is none: {why}.</p>"


def _table(edits: Edits, key: str) -> str:
    """Return a table with a row for each edit, its position, the score after it, and a button.

    A sequence of edits has a single button, which applies all of them.
    """
    if not edits:
        return "".join(map(html.part, edits.overview)) if key == "best-edits" else "<p>There is nothing to fix.</p>"
    rows = []
    for index, edit in enumerate(edits):
        change = difference(edits.start.score, edit.score)
        button = "" if edits.one_by_one and index < len(edits) - 1 else _button(edits, key, index)
        rows.append(
            f'<tr><th scope="row">{html.prose(edit.text)}</th><td>{shown(edit.score)}</td>'
            f"<td>{change}</td><td>{button}</td></tr>"
        )
    titles = '<th scope="col" class="name">edit</th><th scope="col">score</th><th scope="col">change</th>'
    head = f"<thead><tr>{titles}<td></td></tr></thead>"
    return f'<div class="wide"><table class="rows">{head}<tbody>{"".join(rows)}</tbody></table></div>'


def _button(edits: Edits, key: str, index: int) -> str:
    label = f"Do all {len(edits)}" if edits.one_by_one and len(edits) > 1 else "Try it"
    return f'<button type="button" data-do="try" data-key="{key}" data-place="{index}">{label}</button>'
