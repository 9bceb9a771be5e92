"""A class votes, mostly on a prediction: what is asked, who has answered what, and what each answer deserves to hear.

Nothing is known of a voter but the number of its page, and which pages share an address. What is shown of an answer is
never what was typed: it is one of the choices, words of the question, or numbers.
"""

import re
import secrets
from abc import ABC, abstractmethod
from collections import Counter
from fractions import Fraction
from typing import Any, NamedTuple

from mtexplain.explain.practice.answers import Number, read
from mtexplain.explain.practice.predictions import Prediction

VOTERS, OF_ONE_SOURCE, CHANGES = 2000, 1000, 200
"""More answers than that to one question are not from one room, from one address, from one page."""
CROWD = 10
"""The lecturer is told of an address with more answers."""
BARS = 6
"""A hall can't read more of them."""
LONGEST, LARGEST, DECIMALS = 20, 10**6, 9
"""How many characters a number may have, how large it may be, and how many decimals."""
DIVIDED = Fraction(30, 100), Fraction(70, 100)
"""Between these shares of right answers, talking to a neighbour helps most (Crouch and Mazur 2001)."""
VOTER = re.compile(r"[0-9a-f]{32}", re.ASCII)
FIRST = {
    "waiting": "Start the vote first.",
    "open": "Stop the vote first.",
    "closed": "The vote is stopped already.",
    "revealed": "The answer is out: choose the next question.",
}
"""What to say, in each phase, to a wish that makes no sense in it."""


class Refused(Exception):
    """Why something can't be done, for the person who tried; and the status of such an answer on the web."""

    def __init__(self, why: str, status: int = 409) -> None:
        super().__init__(why)
        self.status = status


class Vote(NamedTuple):
    """An answer, and which of its page's tries it was: an earlier one that arrives late changes nothing."""

    turn: int
    given: Any
    source: str = ""
    """Its address, by a name."""
    is_late: bool = False
    """Whether its page was opened after the vote was."""
    changes: int = 0


class Bar(NamedTuple):
    """Those who gave the same answer, in the first vote and in the second."""

    label: str
    counts: list[int]
    is_right: bool = False
    said: str = ""


class Votes(ABC):
    """Votes on one thing at a time, whatever is asked: when they are open, and who has answered what."""

    most = 2
    """One, and another after neighbours have talked."""

    def __init__(self) -> None:
        self.asked: Any = None
        self.phase = "waiting"
        """Then "open", "closed", perhaps "open" and "closed" once more, and "revealed"."""
        self.ballot = secrets.randbits(32)
        """The number of this vote: what was meant for an earlier one, or for an earlier server's, doesn't count."""
        self.votes: list[dict[str, Vote]] = []
        """The first vote and the second: of each voter the last answer."""
        self.started = 0.0
        """When the last of them began."""
        self.left_out = set[str]()
        """The addresses whose answers don't count."""

    def choose(self, asked: Any) -> None:
        """Lay out what is asked; nobody can answer it yet."""
        self.asked, self.phase, self.votes = asked, "waiting", []

    def start(self, at: float = 0.0) -> None:
        """Open the first vote, or the second."""
        if not self.asked:
            raise Refused("Choose a question first.")
        self._expect("waiting" if not self.votes else "closed")
        if len(self.votes) == self.most:
            raise Refused("There are no more votes on this. Reveal the answer.")
        self.phase = "open"
        self.ballot += 1
        self.started = at
        self.votes.append({})

    def stop(self) -> None:
        """Close the vote; it can go on."""
        self._expect("open")
        self.phase = "closed"

    def go_on(self) -> None:
        """Open the vote again that was just closed."""
        self._expect("closed")
        self.phase = "open"

    def reveal(self) -> None:
        """Say what is right, and why."""
        self._expect("closed")
        self.phase = "revealed"

    def _expect(self, phase: str) -> None:
        if self.phase != phase:
            raise Refused(FIRST[self.phase])

    def vote(
        self, voter: object, ballot: object, turn: object, answer: object, source: str = "", opened: float = 0.0
    ) -> bool:
        """Count an answer of a page that was opened at that time; another takes its place. False: it is known already.

        One that is known is acknowledged, however late.
        """
        if not (isinstance(voter, str) and VOTER.fullmatch(voter) and type(turn) is int and 0 < turn < 10**9):
            raise Refused("This is no vote. Open the page again.", 422)
        for number, held in enumerate(self.votes, self.ballot - len(self.votes) + 1):
            if number == ballot and voter in held and turn <= held[voter].turn:
                return False
        if not self.asked or self.phase != "open" or ballot != self.ballot:
            raise Refused("Too late: this vote is closed.")
        given, held = self.given(answer), self.votes[-1]
        new = Vote(turn, given, source, opened > self.started)
        if voter in held:
            new = held[voter]._replace(turn=turn, given=given, changes=held[voter].changes + 1)
        else:
            self._make_room(new)
        if new.changes > CHANGES:
            raise Refused("You have changed your answer too often.")
        held[voter] = new
        return True

    def _make_room(self, new: Vote) -> None:
        """Where an address has too many, a page that was there when the vote began goes before those that were not."""
        held = self.votes[-1]
        own = [voter for voter, vote in held.items() if vote.source == new.source]
        if len(own) < OF_ONE_SOURCE and len(held) < VOTERS:
            return
        late = [voter for voter in own if held[voter].is_late]
        if new.is_late or not late:
            raise Refused("No more answers are taken.")
        del held[late[-1]]

    @property
    def counted(self) -> list[list[Vote]]:
        """The votes but for those that were left out."""
        return [[vote for vote in votes.values() if vote.source not in self.left_out] for votes in self.votes]

    @property
    def crowds(self) -> list[dict[str, Any]]:
        """The addresses that have sent many of the last votes, where there are others: a stranger, or a whole class."""
        sources = Counter(vote.source for vote in self.votes[-1].values()) if self.votes else Counter[str]()
        many = [(source, count) for source, count in sources.most_common(4) if count > CROWD]
        if len(sources) < 2 or self.phase == "revealed":
            return []
        return [{"source": one, "count": count, "isLeftOut": one in self.left_out} for one, count in many]

    @abstractmethod
    def given(self, answer: object) -> Any:
        """The answer as it is kept; Refused where it can't be one."""

    @abstractmethod
    def seen_by(self, voter: str) -> dict[str, Any]:
        """All that a page of the class may know."""

    @property
    @abstractmethod
    def on_the_wall(self) -> dict[str, Any]:
        """What the lecturer's page shows."""


class Poll(Votes):
    """Votes on the questions of the course."""

    asked: Prediction | None

    def given(self, answer: object) -> str:
        """A choice, words of the question, or a number."""
        assert self.asked
        return _given(self.asked, answer)

    def seen_by(self, voter: str) -> dict[str, Any]:
        """All that a page of the class may know: until the answer is revealed, nothing that gives it away."""
        if not self.asked or self.phase == "waiting":
            return {"phase": "waiting"}
        is_revealed, mine = self.phase == "revealed", self.votes[-1].get(voter)
        seen = _question(self.asked) | {"phase": self.phase, "ballot": self.ballot, "round": len(self.votes)}
        if is_revealed and not mine and (mine := self.votes[0].get(voter)):
            seen["isFirst"] = True  # the second vote went by without this voter
        if mine:
            seen |= {"yours": mine.given, "turn": mine.turn}
        if is_revealed:
            seen |= {"answer": self.asked.answer, "explanation": self.asked.explanation}
            if mine:
                label = _group(self.asked, mine.given)
                seen |= {"isRight": label == self.asked.answer, "said": self.asked.slips.get(label or "", "")}
        return seen

    @property
    def on_the_wall(self) -> dict[str, Any]:
        """What the lecturer's page shows."""
        if not self.asked:
            return {"phase": "waiting"}
        shown = _question(self.asked) | {"phase": self.phase, "votes": [len(one) for one in self.counted]}
        shown |= {"bars": [bar._asdict() for bar in self.bars()], "divided": self.divided}
        if self.phase == "revealed":
            shown |= {"answer": self.asked.answer, "explanation": self.asked.explanation}
        return shown

    @property
    def divided(self) -> bool:
        """Whether so many are right, and so many wrong, that they should talk."""
        if not self.asked or not self.votes or not (votes := self.counted[-1]):
            return False
        right = sum(_group(self.asked, vote.given) == self.asked.answer for vote in votes)
        return DIVIDED[0] <= Fraction(right, len(votes)) <= DIVIDED[1]

    def bars(self) -> list[Bar]:
        """The histogram: choices in their order, numbers by size, words by how many chose them; rare answers last."""
        if not (asked := self.asked):
            return []
        counts, spelled = [Counter[str](), Counter[str]()], dict[object, str]()
        right, known = ({asked.answer}, {asked.answer, *asked.slips}) if self.phase == "revealed" else (set(), set())
        for count, votes in zip(counts, self.counted, strict=False):
            for vote in votes:  # 1/2 and 0.5 stand together, under the name that came first
                own = spelled.setdefault(_alike(asked, vote.given), vote.given)
                count[(right and _group(asked, vote.given)) or own] += 1
        labels = asked.choices or sorted(
            right.union(*counts), key=lambda one: (one not in right, -_all(counts, one), one not in known, one)
        )
        often, rare = list(labels[:BARS]), labels[BARS:]
        if not (asked.choices or asked.words):
            often.sort(key=_value)
        rounds = counts[: max(1, len(self.votes))]
        said = asked.slips if right else {}
        bars = [Bar(one, [count[one] for count in rounds], one in right, said.get(one, "")) for one in often]
        if rare:
            bars.append(Bar("other answers", [sum(count[one] for one in rare) for count in rounds]))
        return bars


def _all(counts: list[Counter[str]], label: str) -> int:
    return sum(count[label] for count in counts)


def _question(asked: Prediction) -> dict[str, Any]:
    return {"question": asked.question, "choices": asked.choices, "words": asked.words.split()}


def _given(asked: Prediction, answer: object) -> str:
    """The answer as it is kept; Refused where it can't be one."""
    if asked.choices:
        if type(answer) is int and 0 <= answer < len(asked.choices):
            return asked.choices[answer]
        raise Refused("Choose one of the answers.", 422)
    if asked.words:
        words = asked.words.split()
        if isinstance(answer, list) and answer and all(type(one) is int and 0 <= one < len(words) for one in answer):
            return " ".join(words[place] for place in sorted(set(answer)))
        raise Refused("Tap the words first.", 422)
    number = _read(answer) if isinstance(answer, str) and len(answer) <= LONGEST else None
    if not number:
        raise Refused("That is no number. Write one such as 3/8 or 0.375.", 422)
    if number.pair:
        return f"{number.pair[0]}/{number.pair[1]}"
    return f"{float(_exactly(number)):.{4 if number.decimals is None else number.decimals}f}"  # 0.50 says more than 0.5


def _group(asked: Prediction, given: str) -> str | None:
    """The answer, or the slip, that this is, however it is written; None where it is neither."""
    known = (asked.answer, *asked.slips)
    if asked.choices or asked.words:
        return next((one for one in known if _alike(asked, one) == _alike(asked, given)), None)
    number = _read(given)
    decimals = number.decimals if number and number.decimals else 0
    near = max(0.5 * 10**-decimals if decimals > 1 else 0, asked.within) + 1e-9

    def off(one: str) -> float:
        return float(abs(_value(given) - _value(one)))

    def rank(one: str) -> float:  # as in predict.js
        return (0 if one == asked.answer else off(one)) if off(one) else -2 if one == given else -1

    return min((one for one in known if off(one) <= near), key=rank, default=None)


def _alike(asked: Prediction, given: str) -> object:
    """What is equal for answers that say the same: a word that stands there twice may be meant in either place."""
    return given if asked.choices else tuple(sorted(given.split())) if asked.words else _value(given)


def _value(text: str) -> Fraction:
    """The number that was given, or that stands in the question."""
    found = _read(text)
    assert found
    return _exactly(found)


def _exactly(number: Number) -> Fraction:
    assert number.exact is not None
    return number.exact


def _read(text: str) -> Number | None:
    """The number that was typed, also as 0,67; None where it isn't one, or too large or small to be meant."""
    number = read(text.replace(",", "."))
    is_meant = number and number.exact is not None and abs(number.exact) < LARGEST
    return number if number and is_meant and (number.decimals or 0) <= DECIMALS else None
