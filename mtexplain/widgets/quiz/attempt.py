"""One exercise as it is worked on: what is typed, what was answered, and what that was told."""

from dataclasses import dataclass, field

from mtexplain.explain.practice.checking import Verdict
from mtexplain.explain.practice.exercises.exercise import Exercise
from mtexplain.recipe.misconception import Misconception

_LONGEST = 200
"""How many letters of an answer are kept: the closed form of a BLEU-4 has about 80."""
_ENOUGH = 2
"""After so many wrong answers the working may be seen."""


@dataclass
class Attempt:
    """An exercise and its answers. `state` is "open", "wrong" or "right"; what is right stays so.

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
    """What the last answer was told."""
    mistake: Misconception | None = None
    """The known mistake that gave the last answer."""
    wrong: list[str] = field(default_factory=list)
    """The wrong answers, each once. What can't be read as a number is none."""
    mistakes: list[Misconception] = field(default_factory=list)
    """The known mistakes that gave them, each once."""
    is_opened: bool = False
    """Whether the working is unfolded."""

    @property
    def state(self) -> str:
        """Where it stands: "right" once the right answer was given, "wrong" where only wrong ones were; or "open"."""
        if self.verdict and self.verdict.kind == "right":
            return "right"
        return "wrong" if self.wrong else "open"

    @property
    def is_first_try(self) -> bool:
        """Whether the first answer was right."""
        return self.state == "right" and not self.wrong

    @property
    def shows_working(self) -> bool:
        """Whether the working may be seen: when the answer was right, or after two that were wrong."""
        return self.state == "right" or len(self.wrong) >= _ENOUGH

    def type(self, answer: str) -> None:
        """Keep what is typed, without a verdict."""
        if self.state != "right":
            self.typed = _writable(answer)

    def check(self, answer: str) -> None:
        """Judge an answer. The same wrong answer once more counts once."""
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
    """The text as it can be sent to a page: not too long, and without halves of letters."""
    return text[:_LONGEST].encode("utf-8", "replace").decode("utf-8")
