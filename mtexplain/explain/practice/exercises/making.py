"""Generator of exercises, which tries texts until every mistake of the topic gives a different answer."""

from math import inf
from random import Random

from mtexplain.by_hand.numbers import Value, plain
from mtexplain.explain.practice.exercises.exercise import Candidate, Exercise, References
from mtexplain.explain.practice.exercises.sentences import Sentence, clumsy, in_pairs_of, training_text, ways_to_say
from mtexplain.explain.practice.exercises.sheets import Exercises, Sheets
from mtexplain.explain.practice.exercises.topics import TOPICS, Level
from mtexplain.inputs import InputError, described, is_among
from mtexplain.settings import check_whole

Given = tuple[Candidate, References, dict[str, object]]
"""A candidate, its references, and settings that the exercise needs in addition to the settings of its level."""
MIXED = "mixed"
_PATIENCE = 20
"""Attempts to make an exercise or a sheet with new answers, because a topic may have few answers."""
APART = 0.0015
"""The smallest distance between two answers, so that three digits distinguish them."""
_AT_A_GLANCE = 0, 1, 10, inf  # nothing, everything, the largest CIDEr, an infinite surprise


def exercises(seed: int = 1, topic: str = MIXED, level: int = 1, count: int = 6) -> Exercises:
    """Exercises with fresh numbers, and their key. The same seed always gives the same exercises.

    `topic` is clipping, precisions, length, combining, texts, bleu, rouge, meteor, cider, perplexity, agreement or
    attention; "mixed" takes these in turn. `level` is 1, 2 or 3, from a first try to an examination; for the agreement
    of two judges, the levels are pairwise accuracy, Kendall's tau-b and Cohen's kappa. Every mistake that a topic is
    about gives a different wrong answer, so that a wrong answer points to the mistake behind it.

    >>> first, second = exercises(seed=1, topic="clipping", count=2)
    >>> first.asks
    'p_1'
    >>> len({str(answer) for answer in (first.answer, *first.wrong_answers.values())})
    5

    InputError if there is no such topic or level.
    """
    _check(seed, topic, level, count)
    return Exercises(seed, topic, level, _drawn(f"{seed}", topic, level, count))


def sheets(students: int = 30, seed: int = 1, topic: str = MIXED, level: int = 1, count: int = 6) -> Sheets:
    """Sheets of exercises with different numbers for each student of a class, and a common key.

    >>> len(sheets(3, topic="length", count=2))
    3

    The other keywords and the errors are the same as for `exercises`.
    """
    _check(seed, topic, level, count)
    check_whole(students, "students", 1, 1000)
    drawn: list[Exercises] = []
    known: set[tuple[str, ...]] = set()
    for number in range(1, students + 1):
        for tries in range(_PATIENCE):  # some questions have few possible answers
            sheet = Exercises(seed, topic, level, _drawn(f"{seed}/{number}/{tries}", topic, level, count), number)
            if sheet.answers not in known:
                break
        known.add(sheet.answers)
        drawn.append(sheet)
    return Sheets(tuple(drawn))


def _drawn(seed: str, topic: str, level: int, count: int) -> tuple[Exercise, ...]:
    draw = Random(f"mtexplain exercises {seed} {topic} {level}")
    names = list(TOPICS) if topic == MIXED else [topic]
    drawn: list[Exercise] = []
    known: set[tuple[str, str]] = set()
    tries = 0
    while len(drawn) < count:
        exercise = _exercise(draw, TOPICS[names[len(drawn) % len(names)]].levels[level - 1])
        if exercise is None or exercise in drawn:
            continue
        tries += exercise.answered in known
        if exercise.answered not in known or tries > _PATIENCE:
            known.add(exercise.answered)
            drawn.append(exercise)
    return tuple(drawn)


def _exercise(draw: Random, level: Level) -> Exercise | None:
    """An attempt to make an exercise; None if two answers are the same, or if the right answer is obvious."""
    candidate, references, settings = _TEXTS.get(level.metric, _judged if level.says else _translation)(draw, level)
    settings = {**level.settings, **settings}
    exercise = Exercise(candidate, references, settings, level.asks, level.misconceptions, level.metric)
    return exercise if _is_good(exercise) else None


def _translation(draw: Random, level: Level) -> Given:
    """A faulty translation and its references, or a text of several such translations."""
    candidates, groups = [], []
    for _ in range(level.segments):
        references = ways_to_say(draw, level.references, draw.randint(*level.words))
        candidates.append(" ".join(clumsy(draw, references, *level.words)))
        groups.append(tuple(map(" ".join, references)))
    return (candidates[0], groups[0], {}) if level.segments == 1 else (tuple(candidates), tuple(groups), {})


def _judged(draw: Random, level: Level) -> Given:
    """The labels of two judges for the same items, as a line for each judge; the second judge often agrees."""
    first = [draw.choice(level.says) for _ in range(draw.randint(*level.words))]
    second = [draw.choice((label, label, draw.choice(level.says))) for label in first]
    return " ".join(first), (" ".join(second),), {}


def _probabilities(draw: Random, level: Level) -> Given:
    """A sentence and the probability of each of its words."""
    (tokens,) = training_text(draw, 1)
    return tuple(f"1/{draw.choice((2, 4, 8, 16))}" for _ in tokens), (), {"tokens": tokens}


def _model(draw: Random, level: Level) -> Given:
    """A training text and a test sentence, all of whose bigrams are in the text if there is no smoothing."""
    training = training_text(draw, level.references)
    test: Sentence = ()
    while not level.words[0] <= len(test) <= 8:
        test = clumsy(draw, training, *level.words) if "smoothing" in level.settings else in_pairs_of(draw, training)
    return " ".join(test), tuple(map(" ".join, training)), {}


def _matrices(draw: Random, level: Level) -> Given:
    """Queries, keys and values as rows of four small numbers (so that √d is 2), with a row for each token."""
    size = draw.randint(*level.words)
    rows = [" ".join(draw.choice("00112") for _ in range(4)) for _ in range(3 * size)]
    queries, keys, values = ("; ".join(rows[start : start + size]) for start in range(0, 3 * size, size))
    return queries, (keys, values), {}


_TEXTS = {"Attention": _matrices, "Perplexity": _probabilities, "Perplexity under an n-gram model": _model}
"""The function that makes the text, for each metric whose text is not a translation."""


def _is_good(exercise: Exercise) -> bool:
    right = plain(exercise.answer)
    if right is None or (not isinstance(right, int) and right in _AT_A_GLANCE):  # any length is a good question
        return False
    answers: list[Value] = [exercise.answer]
    for name in exercise.misconceptions:  # most attempts fail at the first mistake
        wrong = exercise.wrong_answer(name)
        if not all(_differ(wrong, answer) for answer in answers):
            return False
        answers.append(wrong)
    return True


def _differ(first: Value, second: Value) -> bool:
    """True if two written answers differ. Pairs and lengths are exact; other numbers have three digits."""
    a, b = plain(first), plain(second)
    if a is None or b is None:
        return a is not b
    return abs(float(a) - float(b)) > APART if isinstance(a, float) or isinstance(b, float) else a != b


def _check(seed: object, topic: object, level: object, count: object) -> None:
    check_whole(seed, "seed", 0, 10**12)
    check_whole(level, "level", 1, 3)
    check_whole(count, "count", 1, 50)
    if not is_among(topic, (MIXED, *TOPICS)):
        raise InputError("topic", described(topic), f"one of {', '.join(TOPICS)}, or {MIXED}")
