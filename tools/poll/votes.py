"""Votes on a question, whatever is asked, with their phases and each voter's answer.

Nothing is known about voters except the number of their page, and which pages share an address.
"""

import re
import secrets
from abc import ABC, abstractmethod
from collections import Counter
from typing import Any, NamedTuple

VOTERS, OF_ONE_SOURCE, CHANGES = 2000, 1000, 200
"""The limits of answers to a question in a room, answers from an address, and changes by a page."""
CROWD = 10
"""An address with more answers is shown to the lecturer."""
VOTER = re.compile(r"[0-9a-f]{32}", re.ASCII)
FIRST = {
    "waiting": "Start the vote first.",
    "open": "Stop the vote first.",
    "closed": "The vote is already closed.",
    "revealed": "The answer has been revealed. Choose the next question.",
}
"""The reply in each phase to a request that makes no sense in it."""


class Refused(Exception):
    """An error that says why something can't be done, with the HTTP status of the reply."""

    def __init__(self, why: str, status: int = 409) -> None:
        super().__init__(why)
        self.status = status


class Vote(NamedTuple):
    """An answer with its page's count of tries, so that an earlier try that arrives late changes nothing."""

    turn: int
    given: Any
    source: str = ""
    """The name of its address."""
    is_late: bool = False
    """True if the page was opened after the vote began."""
    changes: int = 0


class Bar(NamedTuple):
    """The number of voters with the same answer, in the first vote and in the second."""

    label: str
    counts: list[int]
    is_right: bool = False
    said: str = ""


class Votes(ABC):
    """Votes on a question, whatever is asked, with their phases and each voter's answer."""

    most = 2
    """The greatest number of votes. The second comes after neighbours have talked."""

    def __init__(self) -> None:
        self.asked: Any = None
        self.phase = "waiting"
        """The phase, which becomes "open", "closed", perhaps "open" and "closed" again, and "revealed"."""
        self.ballot = secrets.randbits(32)
        """The number of this vote. Answers meant for an earlier vote, or for an earlier server's, don't count."""
        self.votes: list[dict[str, Vote]] = []
        """The latest answer of each voter, in the first vote and in the second."""
        self.started = 0.0
        """The time at which the latest vote began."""
        self.left_out = set[str]()
        """The addresses whose answers don't count."""

    def choose(self, asked: Any) -> None:
        """Choose the question. Nobody can answer it yet."""
        self.asked, self.phase, self.votes = asked, "waiting", []

    def start(self, at: float = 0.0) -> None:
        """Open the first vote, or the second."""
        if not self.asked:
            raise Refused("Choose a question first.")
        self._expect("waiting" if not self.votes else "closed")
        if len(self.votes) == self.most:
            raise Refused("There can be no more votes on this question. Reveal the answer.")
        self.phase = "open"
        self.ballot += 1
        self.started = at
        self.votes.append({})

    def stop(self) -> None:
        """Close the vote. It can be reopened."""
        self._expect("open")
        self.phase = "closed"

    def go_on(self) -> None:
        """Reopen the vote that was just closed."""
        self._expect("closed")
        self.phase = "open"

    def reveal(self) -> None:
        """Reveal the right answer and the reason."""
        self._expect("closed")
        self.phase = "revealed"

    def _expect(self, phase: str) -> None:
        if self.phase != phase:
            raise Refused(FIRST[self.phase])

    def vote(
        self, voter: object, ballot: object, turn: object, answer: object, source: str = "", opened: float = 0.0
    ) -> bool:
        """Count an answer from a page opened at the time `opened`. Return False if the answer is already known.

        A later answer from the page replaces it. A known answer is acknowledged, however late it arrives.
        """
        if not (isinstance(voter, str) and VOTER.fullmatch(voter) and type(turn) is int and 0 < turn < 10**9):
            raise Refused("This is not a vote. Open the page again.", 422)
        for number, held in enumerate(self.votes, self.ballot - len(self.votes) + 1):
            if number == ballot and voter in held and turn <= held[voter].turn:
                return False
        if not self.asked or self.phase != "open" or ballot != self.ballot:
            raise Refused("Too late. This vote is closed.")
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
        """If an address or the room is at its limit, let a page opened before the vote replace a page opened later.

        The replaced answer is the latest from the address at its limit, or else from the address with the most late
        pages.
        """
        held = self.votes[-1]
        of_source = sum(vote.source == new.source for vote in held.values())
        if of_source < OF_ONE_SOURCE and len(held) < VOTERS:
            return
        late = Counter(vote.source for vote in held.values() if self._gives_way(vote))
        crowd = new.source if of_source >= OF_ONE_SOURCE else max(late, key=late.__getitem__, default="")
        if self._gives_way(new) or not late[crowd]:
            raise Refused("No more answers are accepted.")
        del held[[voter for voter, vote in held.items() if vote.source == crowd and self._gives_way(vote)][-1]]

    def _gives_way(self, vote: Vote) -> bool:
        return vote.is_late or vote.source in self.left_out

    @property
    def counted(self) -> list[list[Vote]]:
        """The votes without the answers from addresses that were left out."""
        return [[vote for vote in votes.values() if vote.source not in self.left_out] for votes in self.votes]

    @property
    def crowds(self) -> list[dict[str, Any]]:
        """The addresses with many answers in the latest vote, if there are others. Each may be a person or a class."""
        sources = Counter(vote.source for vote in self.votes[-1].values()) if self.votes else Counter[str]()
        many = [(source, count) for source, count in sources.most_common(4) if count > CROWD]
        if len(sources) < 2 or self.phase == "revealed":
            return []
        return [{"source": one, "count": count, "isLeftOut": one in self.left_out} for one, count in many]

    @abstractmethod
    def given(self, answer: object) -> Any:
        """The answer in the form in which it is stored. Raise Refused if it can't be an answer."""

    @abstractmethod
    def seen_by(self, voter: str) -> dict[str, Any]:
        """The state that a page of the class may see."""

    @property
    @abstractmethod
    def on_the_wall(self) -> dict[str, Any]:
        """The data for the lecturer's page."""
