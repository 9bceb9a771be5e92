"""The current view of the quiz, as plain data and HTML. It contains no answer that the reader may not see yet.

Text from outside is escaped in display/ or here.
"""

from mtexplain.by_hand.misconception import Misconception
from mtexplain.display import html, plain
from mtexplain.display.markup import escaped, formula
from mtexplain.display.parts import Prose, Words
from mtexplain.explain.practice.exercises.exercise import Exercise
from mtexplain.explain.practice.exercises.sheets import Exercises
from mtexplain.widgets.quiz.session import CHOICES, LEVELS, Attempt, QuizSession, Round

_MARKS = {"right": "✓", "wrong": "✗", "unreadable": "?", "unanswered": "…"}
_NUMBERS = "none one two three four five six seven eight nine ten eleven twelve".split()


def form(session: QuizSession) -> dict[str, object]:
    """Return the parts of the form that never change, namely topics, levels and the number of exercises in a round."""
    count = len(session.round.attempts)
    return {"topics": list(CHOICES.items()), "levels": list(LEVELS.items()), "another": f"Another {_in_words(count)}"}


def whole(session: QuizSession) -> dict[str, object]:
    """Return everything that is shown now, either an exercise or, at the end, the result."""
    current = session.round
    attempt = current.attempt
    return {
        "round": session.number,
        "place": current.place,
        "code": current.exercises.code,
        "numbers": [[tried.state, _outcome(tried, number)] for number, tried in enumerate(current.attempts, 1)],
        "choice": [session.topic, session.level],
        "exercise": None if attempt is None else _exercise(attempt, current),
        "result": result(current) if attempt is None else "",
    }


def _exercise(attempt: Attempt, current: Round) -> dict[str, object]:
    exercise = attempt.exercise
    return {
        "title": f"Exercise {current.place + 1} of {len(current.attempts)}",
        "task": sentences(exercise) + html.part(exercise.question),
        "read": " ".join(" ".join(map(plain.part, exercise.task)).split()),
        "label": f"Your answer: {formula(exercise.subject.symbols(exercise.asks))} =",
        "typed": attempt.typed,
        "is_right": attempt.state == "right",
        "verdict": verdict(attempt),
        "kind": attempt.verdict.kind if attempt.verdict else "",
        "working": working(exercise) if attempt.shows_working else "",
        "opened": attempt.is_opened,
    }


def sentences(exercise: Exercise) -> str:
    """Return the text of an exercise, which is named sentences or a table of items, followed by other given data."""
    if exercise.text.columns[0].title:
        return html.table(exercise.text)
    lines = []
    for name, words in exercise.text.rows:
        if isinstance(name, str) and isinstance(words, Words):
            begins = ' class="begins"' if name.endswith("candidate") else ""
            lines.append(f"<div{begins}><dt>{escaped(name)}</dt><dd>{html.prose(Prose((words,)))}</dd></div>")
    return f"<dl>{''.join(lines)}</dl>{''.join(map(html.table, exercise.given))}"


def verdict(attempt: Attempt) -> str:
    """Return the verdict on the last answer, with the name of a known mistake in bold; empty before an answer."""
    if attempt.verdict is None:
        return ""
    kind, text = attempt.verdict
    answer = escaped("Your turn: type a number." if kind == "unanswered" else text)
    if attempt.mistake:
        name = escaped(attempt.mistake.phrase)
        answer = answer.replace(name, f"<strong>{name}</strong>", 1)
    tries = len(attempt.wrong) + (kind == "right")
    count = f' <span class="tries">({tries} tries)</span>' if tries > 1 and kind in ("right", "wrong") else ""
    return f"<b>{_MARKS.get(kind, '')}</b> <span>{answer}{count}</span>"


def working(exercise: Exercise) -> str:
    """Return the step of the trace that shows the answer. If it is the last step, the steps it combines come first."""
    steps = exercise.score.steps()
    step = exercise.score.step(exercise.subject.step(exercise.asks))
    shown = f"<p>{html.heading(step)}</p>{html.working(step)}"
    return shown + "".join(html.folded(steps[:-1])) if step == steps[-1] else shown


def result(current: Round) -> str:
    """Return the result of a round, with first tries that were right, open exercises, and the mistakes made."""
    count = len(current.attempts)
    later = current.count("right") - current.first_tries
    outcomes = [
        (later, "right after more tries"),
        (current.count("wrong"), "not yet right"),
        (current.count("open"), "not tried"),
    ]
    line = ", ".join(f"{number} {outcome}" for number, outcome in outcomes if number)
    first = f'<b>{current.first_tries}/{count}</b> <span class="eq">right at the first try</span>'
    lines = [f'<p class="head">{first}</p>']
    lines += [f'<p class="say">{line[0].upper()}{line[1:]}.</p>'] if line else []
    if current.mistakes:
        lines.append("<p>Mistakes that were made:</p>")
        lines.append(f"<ul>{''.join(_mistake(mistake, numbers) for mistake, numbers in current.mistakes.items())}</ul>")
    lines.append(f'<p class="again">To do these exercises again: <code>{escaped(call(current.exercises))}</code></p>')
    return "\n".join(lines)


def _mistake(mistake: Misconception, numbers: list[int]) -> str:
    where = f"exercise{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
    return f"<li><b>{escaped(mistake.title)}</b> ({where}). {escaped(mistake.explanation)}</li>"


def call(exercises: Exercises) -> str:
    """Return the Python call for a quiz with these exercises."""
    count = "" if len(exercises) == 6 else f", count={len(exercises)}"
    return f'mtexplain.quiz("{exercises.topic}", level={exercises.level}, seed={exercises.seed}{count})'


def still(exercises: Exercises) -> str:
    """Return the exercises for a page without Python, with their answers folded below."""
    hint = (
        "Run this notebook, and the quiz checks your answers. On this page, compare them with the answers folded below."
    )
    leaf, (answers,) = exercises.leaf(), exercises.key.leaves[0].blocks
    blocks = [f"<p><b>{escaped(block.heading)}</b></p>{''.join(map(html.part, block.parts))}" for block in leaf.blocks]
    key = f"<details><summary><b>The answers</b></summary>{''.join(map(html.part, answers.parts))}</details>"
    head = f'<p class="say">{hint}</p><p class="line">{escaped(leaf.title)}</p>'
    return html.framed([f'<div class="leaf">{head}', *blocks, f"{key}</div>"])


def _outcome(attempt: Attempt, number: int) -> str:
    state = {"right": "right", "wrong": "not yet right", "open": "not tried"}[attempt.state]
    return f"Exercise {number}: {'right at the first try' if attempt.is_first_try else state}"


def _in_words(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)
