"""A round of the quiz: some exercises one after the other, and how they went."""

from mtexplain.explain.practice.exercises.making import exercises
from mtexplain.explain.practice.exercises.sheets import Exercises
from mtexplain.recipe.misconception import Misconception
from mtexplain.widgets.quiz.attempt import Attempt

_LAST_SEED = 10**12


class Round:
    """An attempt at each exercise, and the place of the moment.

    `place` counts from 0. The place after the last exercise is the end, where the result is.

    >>> one = Round(exercises(seed=1, topic="clipping", count=2))
    >>> one.go(7)
    >>> one.place, one.attempt
    (2, None)
    """

    def __init__(self, made: Exercises) -> None:
        self.exercises = made
        self.attempts = [Attempt(one) for one in made]
        self.place = 0

    @property
    def attempt(self) -> Attempt | None:
        """The attempt at the exercise of the moment; None at the end."""
        return None if self.place == len(self.attempts) else self.attempts[self.place]

    def go(self, place: int) -> None:
        """Go to an exercise, or to the end; never beyond."""
        self.place = max(0, min(int(place), len(self.attempts)))  # True is a place, too

    def next(self, topic: str, level: int) -> "Round":
        """As many exercises about a topic, with the next seed: so that they, too, can be had again."""
        seed = self.exercises.seed % _LAST_SEED + 1
        return Round(exercises(seed, topic, level, len(self.attempts)))

    @property
    def first_tries(self) -> int:
        """How many exercises were right at the first try."""
        return sum(attempt.is_first_try for attempt in self.attempts)

    def count(self, state: str) -> int:
        """How many exercises are "right", "wrong" or "open"."""
        return sum(attempt.state == state for attempt in self.attempts)

    @property
    def mistakes(self) -> dict[Misconception, list[int]]:
        """The known mistakes that were made, each with the numbers of the exercises, from 1."""
        found: dict[Misconception, list[int]] = {}
        for number, attempt in enumerate(self.attempts, 1):
            for mistake in attempt.mistakes:
                found.setdefault(mistake, []).append(number)
        return found
