"""The state of the quiz without its widget, with attempts at exercises in rounds, and requests from the page."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mtexplain.by_hand.misconception import Misconception
from mtexplain.explain.practice.checking import Verdict
from mtexplain.explain.practice.exercises.exercise import Exercise
from mtexplain.explain.practice.exercises.making import MIXED, exercises
from mtexplain.explain.practice.exercises.sheets import Exercises
from mtexplain.explain.practice.exercises.topics import TOPICS

_LAST_SEED = 10**12


LEVELS = {1: "1, a first try", 2: "2", 3: "3, an examination"}
CHOICES = {MIXED: "Mixed: each topic in turn", **{name: topic.title for name, topic in TOPICS.items()}}
"""The topics that can be chosen, by name."""
_LONGEST = 200
"""How many letters of an answer are kept: the closed form of a BLEU-4 has about 80."""
_ENOUGH = 2
"""After this many wrong answers, the working may be seen."""


@dataclass
class Attempt:
    """An exercise and its answers. `state` is "open", "wrong" or "right"; a right exercise stays right.

    >>> attempt = Attempt(Exercise("the the the", ("the cat",), {"max_n": 1}, "p_1", ("no-clipping", "set")))
    >>> for answer in ("3/3", "three", "1/3", "2/3"):
    ...     attempt.check(answer)
    ...     print(attempt.state, [mistake.name for mistake in attempt.mistakes])
    wrong ['no-clipping']
    wrong ['no-clipping']
    right ['no-clipping']
    right ['no-clipping']
    """

    exercise: Exercise
    typed: str = ""
    verdict: Verdict | None = None
    """The verdict on the last answer."""
    mistake: Misconception | None = None
    """The known mistake that gave the last answer."""
    wrong: list[str] = field(default_factory=list)
    """The wrong answers, each once. An answer that can't be read as a number is not counted."""
    mistakes: list[Misconception] = field(default_factory=list)
    """The known mistakes that gave them, each once."""
    is_opened: bool = False
    """True if the working is unfolded."""

    @property
    def state(self) -> str:
        """The state, which is "right" after a right answer, "wrong" after only wrong answers, and otherwise "open"."""
        if self.verdict and self.verdict.kind == "right":
            return "right"
        return "wrong" if self.wrong else "open"

    @property
    def is_first_try(self) -> bool:
        """True if the first answer was right."""
        return self.state == "right" and not self.wrong

    @property
    def shows_working(self) -> bool:
        """True if the working may be shown, which is after a right answer or after two wrong answers."""
        return self.state == "right" or len(self.wrong) >= _ENOUGH

    def type(self, answer: str) -> None:
        """Keep what was typed, without a verdict."""
        if self.state != "right":
            self.typed = _writable(answer)

    def check(self, answer: str) -> None:
        """Judge an answer. A repeated wrong answer counts only once."""
        if self.state == "right":
            return
        self.typed = _writable(answer)
        self.verdict, self.mistake = self.exercise.verdict(self.typed), None
        if self.verdict.kind == "wrong":
            self.mistake = self.exercise.mistake(self.typed)
            if self.typed.strip() not in self.wrong:
                self.wrong.append(self.typed.strip())
            if self.mistake and self.mistake not in self.mistakes:
                self.mistakes.append(self.mistake)


def _writable(text: str) -> str:
    """Return a text that can be sent to a page, which is not too long and has no lone surrogates."""
    return text[:_LONGEST].encode("utf-8", "replace").decode("utf-8")


class Round:
    """An attempt at each exercise of a round, and the current place.

    `place` counts from 0. The place after the last exercise shows the result.

    >>> first = Round(exercises(seed=1, topic="clipping", count=2))
    >>> first.go(7)
    >>> first.place, first.attempt
    (2, None)
    """

    def __init__(self, made: Exercises) -> None:
        self.exercises = made
        self.attempts = [Attempt(exercise) for exercise in made]
        self.place = 0

    @property
    def attempt(self) -> Attempt | None:
        """The attempt at the current exercise; None at the end."""
        return None if self.place == len(self.attempts) else self.attempts[self.place]

    def go(self, place: int) -> None:
        """Go to an exercise or to the end, but never beyond."""
        self.place = max(0, min(int(place), len(self.attempts)))  # True is a valid place, too

    def next(self, topic: str, level: int) -> "Round":
        """Return the same number of exercises on a topic with the next seed, so that they can be made again."""
        seed = self.exercises.seed % _LAST_SEED + 1
        return Round(exercises(seed, topic, level, len(self.attempts)))

    @property
    def first_tries(self) -> int:
        """The number of exercises that were right at the first try."""
        return sum(attempt.is_first_try for attempt in self.attempts)

    def count(self, state: str) -> int:
        """The numbers of the exercises with this state, "right", "wrong" or "open"."""
        return sum(attempt.state == state for attempt in self.attempts)

    @property
    def mistakes(self) -> dict[Misconception, list[int]]:
        """The known mistakes that were made, each with the numbers of its exercises, from 1."""
        numbers: dict[Misconception, list[int]] = {}
        for number, attempt in enumerate(self.attempts, 1):
            for mistake in attempt.mistakes:
                numbers.setdefault(mistake, []).append(number)
        return numbers


class QuizSession:
    """The current round, its number, and the topic and level for the next round."""

    def __init__(self, made: Exercises) -> None:
        self.round, self.number = Round(made), 1
        self.topic, self.level = made.topic, made.level

    def another(self) -> None:
        """Begin the next round."""
        self.round = self.round.next(self.topic, self.level)
        self.number += 1

    def choose(self, topic: str, level: int) -> None:
        """Choose the topic or level of the next round, if it exists."""
        if topic in CHOICES and level in LEVELS:
            self.topic, self.level = topic, int(level)

    def heard(self, message: object) -> None:
        """Do what the page asks for.

        Each message names its round, so a late message changes nothing. A meaningless message changes nothing either.
        """
        match message:
            case {"round": int(number), **request} if number == self.number:
                self._do(request)

    def _do(self, message: Mapping[object, object]) -> None:
        attempts = self.round.attempts
        match message:
            case {"do": "type", "place": int(place), "answer": str(answer)} if 0 <= place < len(attempts):
                attempts[place].type(answer)
            case {"do": "check", "place": int(place), "answer": str(answer)} if 0 <= place < len(attempts):
                attempts[place].check(answer)
            case {"do": "open", "place": int(place), "open": bool(is_open)} if 0 <= place < len(attempts):
                attempts[place].is_opened = is_open and attempts[place].shows_working
            case {"do": "go", "place": int(place)}:
                self.round.go(place)
            case {"do": "choose", "topic": str(topic), "level": int(level)}:
                self.choose(topic, level)
            case {"do": "another"}:
                self.another()
