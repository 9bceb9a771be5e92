"""Making exercises: texts are tried until every mistake of the topic gives an answer of its own."""

from itertools import combinations
from random import Random
from typing import Any

from mtexplain.explain.practice.exercises.exercise import Exercise
from mtexplain.explain.practice.exercises.sentences import clumsy, ways_to_say
from mtexplain.explain.practice.exercises.sheets import Exercises, Sheets
from mtexplain.explain.practice.exercises.topics import TOPICS, Level
from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.recipe.numbers import Value, plain

MIXED = "mixed"
_PATIENCE = 20
"""How often another exercise, or another sheet, is made to find one with other answers; a topic may have few."""
_APART = 0.0015  # three digits tell two answers apart


def exercises(seed: int = 1, topic: str = MIXED, level: int = 1, count: int = 6) -> Exercises:
    """Exercises with fresh numbers, and their key. The same seed gives the same exercises.

    `topic` is clipping, precisions, length, combining, texts or bleu; "mixed" takes these in turn. `level` is 1, 2 or
    3, from a first try to an examination. Every mistake that a topic is about gives another wrong answer, so that an
    answer tells which mistake was made.

    >>> found = exercises(seed=1, topic="clipping", count=2)
    >>> found[0].asks
    'p_1'
    >>> len({str(answer) for answer in (found[0].answer, *found[0].wrong_answers.values())})
    5

    InputError where there is no such topic or level.
    """
    _check(seed, topic, level, count)
    return Exercises(seed, topic, level, _made(f"{seed}", topic, level, count))


def sheets(students: int = 30, seed: int = 1, topic: str = MIXED, level: int = 1, count: int = 6) -> Sheets:
    """A sheet of exercises for each student of a class, each with other numbers, and one key for all.

    >>> len(sheets(3, topic="length", count=2))
    3

    Keywords and errors are those of `exercises`.
    """
    _check(seed, topic, level, count)
    _whole(students, "students", 1, 1000)
    found: list[Exercises] = []
    known: set[tuple[str, ...]] = set()
    for number in range(1, students + 1):
        for tries in range(_PATIENCE):  # a few questions have few answers
            sheet = Exercises(seed, topic, level, _made(f"{seed}/{number}/{tries}", topic, level, count), number)
            if sheet.answers not in known:
                break
        known.add(sheet.answers)
        found.append(sheet)
    return Sheets(tuple(found))


def _made(seed: str, topic: str, level: int, count: int) -> tuple[Exercise, ...]:
    draw = Random(f"mtexplain exercises {seed} {topic} {level}")
    names = list(TOPICS) if topic == MIXED else [topic]
    found: list[Exercise] = []
    known: set[tuple[str, str]] = set()
    tries = 0
    while len(found) < count:
        one = _exercise(draw, TOPICS[names[len(found) % len(names)]].levels[level - 1])
        tries += one is not None
        if one and one not in found and (one.answered not in known or tries > _PATIENCE * count):
            known.add(one.answered)
            found.append(one)
    return tuple(found)


def _exercise(draw: Random, level: Level) -> Exercise | None:
    """One try; None where two answers are the same, or the right one is seen at a glance."""
    texts = []
    for _ in range(level.segments):
        references = ways_to_say(draw, level.references)
        texts.append((clumsy(draw, references, draw.randint(level.shortest, level.longest)), references))
    candidates = tuple(" ".join(candidate) for candidate, _ in texts)
    groups: tuple[Any, ...] = tuple(tuple(map(" ".join, references)) for _, references in texts)
    text: tuple[Any, Any] = (candidates, groups) if level.segments > 1 else (candidates[0], groups[0])
    one = Exercise(*text, {"max_n": level.max_n}, level.asks, level.misconceptions)
    return one if _is_good(one) else None


def _is_good(one: Exercise) -> bool:
    right = plain(one.answer)
    if not isinstance(one.answer, int) and (right is None or not 0 < right < 1):  # a length may be any number
        return False
    return all(_differ(*pair) for pair in combinations((one.answer, *one.wrong_answers.values()), 2))


def _differ(one: Value, other: Value) -> bool:
    """Whether two answers can be told apart as they are written: pairs and lengths exactly, others by three digits."""
    a, b = plain(one), plain(other)
    if a is None or b is None:
        return a is not b
    return abs(float(a) - float(b)) > _APART if isinstance(a, float) or isinstance(b, float) else a != b


def _check(seed: object, topic: object, level: object, count: object) -> None:
    _whole(seed, "seed", 0, 10**12)
    _whole(level, "level", 1, 3)
    _whole(count, "count", 1, 50)
    if topic not in (MIXED, *TOPICS):
        raise InputError("topic", described(topic), f"one of {', '.join(TOPICS)}, or {MIXED}")


def _whole(value: object, where: str, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputTypeError(where, described(value), f"a whole number from {least} to {most}")
    if not least <= value <= most:
        raise InputError(where, described(value), f"a whole number from {least} to {most}")
