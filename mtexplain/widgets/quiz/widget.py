"""The quiz in a notebook: its state is here, the browser's side (quiz.js) only shows it and says what was done."""

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
    """Exercises one by one, each answer with its verdict. Make one with `quiz`.

    From Python too it can be answered (`answer`), gone through (`place`, from 0; after the last exercise is the
    result), and begun anew (`another`). `exercises` are those of the moment.

    >>> live = quiz("clipping", seed=1, count=2)
    >>> live.place = 1
    >>> live.answer(live.exercises[1].answered[1]).kind
    'right'
    """

    _esm = joined("make.js", "form.js", "quiz/quiz.js")
    _css = html.style() + joined("make.css", "quiz/quiz.css")

    form = traitlets.Dict().tag(sync=True)  # the topics and levels there are
    screen = traitlets.Any().tag(sync=True, echo_update=False)  # all that is shown

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
        """The exercise that is shown, from 0; after the last one the result."""
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
        """Answer the exercise that is shown; what it is told. None where the result is shown."""
        attempt = self._session.round.attempt
        if attempt is None:
            return None
        attempt.check(str(answer))
        self._show()
        return attempt.verdict

    def another(self) -> None:
        """As many exercises again, with the next seed, about the topic and level that are chosen."""
        self._session.another()
        self._show()

    def _asked(self, _: object, content: object, buffers: object) -> None:
        """Something was typed, chosen or pressed."""
        self._session.heard(content)
        self._show()

    def _show(self) -> None:
        self.screen = {}  # whatever is written there, by us or by the page, the next lines make it what it is

    @traitlets.validate("screen")
    def _as_it_is(self, _: object) -> dict[str, object]:
        return screen.whole(self._session)

    def _still(self) -> str:
        return screen.still(self.exercises)

    def __repr__(self) -> str:
        return f"Quiz({self.exercises.code}: {self.first_tries} of {len(self.exercises)} right at the first try)"


def quiz(topic: str = MIXED, level: int = 1, seed: int | None = None, count: int = 6) -> Quiz:
    """A quiz: exercises with fresh numbers, one by one, and for each answer a verdict that names the mistake behind it.

    `topic` is one of those of `exercises`, as "clipping" or "rouge"; "mixed" takes them in turn. `level` is 1, 2 or 3.
    The same seed gives the same exercises; without one a seed is drawn, and shown.

    >>> live = quiz("clipping", seed=1)
    >>> right = live.exercises[0].answered[1]
    >>> live.answer("0/7").kind, live.answer(right).text == f"Right: {right}."
    ('wrong', True)
    >>> live
    Quiz(clipping, level 1, seed 1: 0 of 6 right at the first try)

    InputError where there is no such topic or level.
    """
    return Quiz(QuizSession(exercises(1 + randbelow(9999) if seed is None else seed, topic, level, count)))
