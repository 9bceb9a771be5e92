"""What the quiz shows at one moment, as plain data and HTML. No answer is in it before its exercise may show it.

Text from outside is escaped where display/ writes it, or here.
"""

from typing import Any

from mtexplain.by_hand.misconception import Misconception
from mtexplain.display import html, plain
from mtexplain.display.markup import escaped, formula
from mtexplain.display.parts import Prose, Words
from mtexplain.explain.practice.exercises.exercise import Exercise
from mtexplain.explain.practice.exercises.sheets import Exercises
from mtexplain.widgets.quiz.session import CHOICES, LEVELS, Attempt, QuizSession, Round

_MARKS = {"right": "✓", "wrong": "✗", "unreadable": "?", "unanswered": "…"}
_NUMBERS = "none one two three four five six seven eight nine ten eleven twelve".split()


def form(session: QuizSession) -> dict[str, Any]:
    """What the form has: topics, levels, and how many exercises another round has. It never changes."""
    count = len(session.round.attempts)
    return {"topics": list(CHOICES.items()), "levels": list(LEVELS.items()), "another": f"Another {_said(count)}"}


def whole(session: QuizSession) -> dict[str, Any]:
    """All that is shown at one moment: an exercise, or at the end the result."""
    held = session.round
    attempt = held.attempt
    return {
        "round": session.number,
        "place": held.place,
        "code": held.exercises.code,
        "numbers": [[one.state, _told(one, number)] for number, one in enumerate(held.attempts, 1)],
        "choice": [session.topic, session.level],
        "exercise": None if attempt is None else _exercise(attempt, held),
        "result": result(held) if attempt is None else "",
    }


def _exercise(attempt: Attempt, held: Round) -> dict[str, Any]:
    one = attempt.exercise
    return {
        "title": f"Exercise {held.place + 1} of {len(held.attempts)}",
        "task": sentences(one) + html.part(one.question),
        "read": " ".join(" ".join(map(plain.part, one.task)).split()),
        "label": f"Your answer: {formula(one.subject.symbols(one.asks))} =",
        "typed": attempt.typed,
        "is_right": attempt.state == "right",
        "verdict": verdict(attempt),
        "kind": attempt.verdict.kind if attempt.verdict else "",
        "working": working(one) if attempt.shows_working else "",
        "opened": attempt.is_opened,
    }


def sentences(one: Exercise) -> str:
    """The text of an exercise: each sentence with its name, or a table of items; below it what else is given."""
    if one.text.columns[0].title:
        return html.table(one.text)
    lines = []
    for name, words in one.text.rows:
        if isinstance(name, str) and isinstance(words, Words):
            begins = ' class="begins"' if name.endswith("candidate") else ""
            lines.append(f"<div{begins}><dt>{escaped(name)}</dt><dd>{html.prose(Prose((words,)))}</dd></div>")
    return f"<dl>{''.join(lines)}</dl>{''.join(map(html.table, one.given))}"


def verdict(attempt: Attempt) -> str:
    """What the last answer was told, with the name of a known mistake in bold; nothing before an answer."""
    if attempt.verdict is None:
        return ""
    kind, text = attempt.verdict
    told = escaped("Your turn: type a number." if kind == "unanswered" else text)
    if attempt.mistake:
        name = escaped(attempt.mistake.phrase)
        told = told.replace(name, f"<strong>{name}</strong>", 1)
    tries = len(attempt.wrong) + (kind == "right")
    count = f' <span class="tries">({tries} tries)</span>' if tries > 1 and kind in ("right", "wrong") else ""
    return f"<b>{_MARKS.get(kind, '')}</b> <span>{told}{count}</span>"


def working(one: Exercise) -> str:
    """The step of the trace that tells how the answer comes about. The last step gathers others: they come along."""
    steps = one.score.steps()
    step = one.score.step(one.subject.step(one.asks))
    shown = f"<p>{html.heading(step)}</p>{html.working(step)}"
    return shown + "".join(html.folded(steps[:-1])) if step == steps[-1] else shown


def result(held: Round) -> str:
    """How a round went: what was right at the first try, what is still open, which mistakes were made."""
    count = len(held.attempts)
    later = held.count("right") - held.first_tries
    rest = [
        (later, "right after more tries"),
        (held.count("wrong"), "not yet right"),
        (held.count("open"), "not tried"),
    ]
    others = ", ".join(f"{number} {told}" for number, told in rest if number)
    first = f'<b>{held.first_tries}/{count}</b> <span class="eq">right at the first try</span>'
    lines = [f'<p class="head">{first}</p>']
    lines += [f'<p class="say">{others[0].upper()}{others[1:]}.</p>'] if others else []
    if held.mistakes:
        lines.append("<p>Mistakes that were made:</p>")
        lines.append(f"<ul>{''.join(_mistake(one, numbers) for one, numbers in held.mistakes.items())}</ul>")
    lines.append(f'<p class="again">To have these exercises again: <code>{escaped(call(held.exercises))}</code></p>')
    return "\n".join(lines)


def _mistake(one: Misconception, numbers: list[int]) -> str:
    where = f"exercise{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
    return f"<li><b>{escaped(one.title)}</b> ({where}). {escaped(one.explanation)}</li>"


def call(made: Exercises) -> str:
    """The Python that gives a quiz with these exercises."""
    count = "" if len(made) == 6 else f", count={len(made)}"
    return f'mtexplain.quiz("{made.topic}", level={made.level}, seed={made.seed}{count})'


def still(made: Exercises) -> str:
    """The exercises as they stand on a page without Python, with their answers folded below."""
    told = (
        "Run this notebook, and the quiz checks your answers. On this page you can compare them: they are folded below."
    )
    leaf, (answers,) = made.leaf(), made.key.leaves[0].blocks
    blocks = [f"<p><b>{escaped(one.heading)}</b></p>{''.join(map(html.part, one.parts))}" for one in leaf.blocks]
    key = f"<details><summary><b>The answers</b></summary>{''.join(map(html.part, answers.parts))}</details>"
    head = f'<p class="say">{told}</p><p class="line">{escaped(leaf.title)}</p>'
    return html.framed([f'<div class="leaf">{head}', *blocks, f"{key}</div>"])


def _told(attempt: Attempt, number: int) -> str:
    tried = {"right": "right", "wrong": "not yet right", "open": "not tried"}[attempt.state]
    return f"Exercise {number}: {'right at the first try' if attempt.is_first_try else tried}"


def _said(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)
