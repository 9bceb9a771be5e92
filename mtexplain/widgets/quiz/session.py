"""What the quiz knows, without its widget: round after round, and what the page asks for."""

from collections.abc import Mapping

from mtexplain.explain.practice.exercises.making import MIXED
from mtexplain.explain.practice.exercises.sheets import Exercises
from mtexplain.explain.practice.exercises.topics import TOPICS
from mtexplain.widgets.quiz.rounds import Round

LEVELS = {1: "1, a first try", 2: "2", 3: "3, an examination"}
CHOICES = {MIXED: "Mixed: each topic in turn", **{name: topic.title for name, topic in TOPICS.items()}}
"""The topics that can be chosen, by name."""


class QuizSession:
    """The round of the moment, its number, and the topic and level that are chosen for the next."""

    def __init__(self, made: Exercises) -> None:
        self.round, self.number = Round(made), 1
        self.topic, self.level = made.topic, made.level

    def another(self) -> None:
        """Begin the next round."""
        self.round = self.round.next(self.topic, self.level)
        self.number += 1

    def choose(self, topic: str, level: int) -> None:
        """Choose what the next round is about; what isn't there can't be chosen."""
        if topic in CHOICES and level in LEVELS:
            self.topic, self.level = topic, int(level)

    def heard(self, message: object) -> None:
        """Do what the page asks for.

        A message names the round it is about: one that comes late changes nothing, nor does one that means nothing.
        """
        match message:
            case {"round": int(number), **rest} if number == self.number:
                self._do(rest)

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
