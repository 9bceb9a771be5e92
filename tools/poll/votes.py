"""Votes on one thing at a time, whatever is asked: when they are open, who has answered what, and how often.

Nothing is known of a voter but the number of its page, and which pages share an address.
"""

import re
import secrets
from abc import ABC, abstractmethod
from collections import Counter
from typing import Any, NamedTuple

VOTERS, OF_ONE_SOURCE, CHANGES = 2000, 1000, 200
"""More answers than that to one question are not from one room, from one address, from one page."""
CROWD = 10
"""The lecturer is told of an address with more answers."""
VOTER = re.compile(r"[0-9a-f]{32}", re.ASCII)
FIRST = {
    "waiting": "Start the vote first.",
    "open": "Stop the vote first.",
    "closed": "The vote is stopped already.",
    "revealed": "The answer is out: choose the next question.",
}
"""For each phase, the answer to a request that makes no sense in it."""


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
    """True if the page was opened after the vote began."""
    changes: int = 0


class Bar(NamedTuple):
    """The number of voters with the same answer, in the first vote and in the second."""

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
        """If an address or the room is at its bound, a page that was there when the vote began goes before a later one.

        It takes the place of the last answer of the address at its bound, or else of the address with most of them.
        """
        held = self.votes[-1]
        of_source = sum(vote.source == new.source for vote in held.values())
        if of_source < OF_ONE_SOURCE and len(held) < VOTERS:
            return
        late = Counter(vote.source for vote in held.values() if self._gives_way(vote))
        crowd = new.source if of_source >= OF_ONE_SOURCE else max(late, key=late.__getitem__, default="")
        if self._gives_way(new) or not late[crowd]:
            raise Refused("No more answers are taken.")
        del held[[voter for voter, vote in held.items() if vote.source == crowd and self._gives_way(vote)][-1]]

    def _gives_way(self, vote: Vote) -> bool:
        return vote.is_late or vote.source in self.left_out

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
        """The state that a page of the class may see."""

    @property
    @abstractmethod
    def on_the_wall(self) -> dict[str, Any]:
        """The state that the lecturer's page shows."""
