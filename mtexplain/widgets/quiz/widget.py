"""The quiz in a notebook. Its state is here; the browser's side (quiz.js) only shows it and reports input."""

from secrets import randbelow

from mtexplain.display import html
from mtexplain.explain.practice.checking import Verdict
from mtexplain.explain.practice.exercises.making import MIXED, exercises
from mtexplain.explain.practice.exercises.sheets import Exercises
from mtexplain.inputs import check_kind
from mtexplain.widgets.live import Live, joined, traitlets
from mtexplain.widgets.quiz import screen
from mtexplain.widgets.quiz.session import QuizSession


class Quiz(Live):
    """Exercises one by one, with a verdict on each answer. Returned by `quiz`.

    From Python you can answer (`answer`), move (`place`, from 0; the result is after the last exercise) and begin
    another round (`another`). `exercises` are the exercises of the current round.

    >>> live = quiz("clipping", seed=1, count=2)
    >>> live.place = 1
    >>> live.answer(live.exercises[1].answered[1]).kind
    'right'
    """

    _esm = joined("make.js", "form.js", "quiz/quiz.js")
    _css = html.style() + joined("make.css", "quiz/quiz.css")

    form = traitlets.Dict().tag(sync=True)  # the topics and levels
    screen = traitlets.Any().tag(sync=True, echo_update=False)  # everything that is shown

    def __init__(self, session: QuizSession) -> None:
        check_kind(session, QuizSession, "session", "QuizSession")
        self._session = session
        super().__init__(form=screen.form(session), screen={})
        self.on_msg(self._asked)

    @property
    def exercises(self) -> Exercises:
        """The exercises of this round."""
        return self._session.round.exercises

    @property
    def place(self) -> int:
        """The number of the exercise that is shown, from 0; the result comes after the last."""
        return self._session.round.place

    @place.setter
    def place(self, place: int) -> None:
        self._session.round.go(place)
        self._show()

    @property
    def first_tries(self) -> int:
        """The number of exercises that were right at the first try."""
        return self._session.round.first_tries

    def answer(self, answer: str) -> Verdict | None:
        """Answer the exercise that is shown, and return the verdict; None if the result is shown."""
        attempt = self._session.round.attempt
        if attempt is None:
            return None
        attempt.check(str(answer))
        self._show()
        return attempt.verdict

    def another(self) -> None:
        """Begin a round of the same number of exercises with the next seed, for the chosen topic and level."""
        self._session.another()
        self._show()

    def _asked(self, _: object, content: object, buffers: object) -> None:
        """React to something that was typed, chosen or pressed."""
        self._session.heard(content)
        self._show()

    def _show(self) -> None:
        self.screen = {}  # anything written there before, by us or by the page, is replaced in the next lines

    @traitlets.validate("screen")
    def _as_it_is(self, _: object) -> dict[str, object]:
        return screen.whole(self._session)

    def _still(self) -> str:
        return screen.still(self.exercises)

    def __repr__(self) -> str:
        return f"Quiz({self.exercises.code}: {self.first_tries} of {len(self.exercises)} right at the first try)"


def quiz(topic: str = MIXED, level: int = 1, seed: int | None = None, count: int = 6) -> Quiz:
    """A quiz of exercises with fresh numbers and, for each answer, a verdict that names the mistake behind it.

    `topic` is a topic of `exercises`, such as "clipping" or "rouge"; "mixed" takes them in turn. `level` is 1, 2 or 3.
    The same seed gives the same exercises; without a seed, a random seed is chosen and shown.

    >>> live = quiz("clipping", seed=1)
    >>> right = live.exercises[0].answered[1]
    >>> live.answer("0/7").kind, live.answer(right).text == f"Right: {right}."
    ('wrong', True)
    >>> live
    Quiz(clipping, level 1, seed 1: 0 of 6 right at the first try)

    InputError where there is no such topic or level.
    """
    return Quiz(QuizSession(exercises(1 + randbelow(9999) if seed is None else seed, topic, level, count)))
