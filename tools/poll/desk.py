"""The state that the pages of a poll share, with the questions of the lecture and the course, and the current poll."""

import asyncio
import json
import secrets
import time
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from mtexplain.explain.practice.predictions import Prediction, questions
from tools.poll.door import Door, Seat
from tools.poll.kept import Entry, Kept
from tools.poll.ranking import SIZES, Ranking
from tools.poll.tally import Poll
from tools.poll.votes import Refused, Votes

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = [ROOT / "lectures", ROOT / "notebooks"]
RANKING = "ranking"
"""The name of the ranking, which follows the chapters in the list."""


class Chapter(NamedTuple):
    """The title of a notebook, and its questions by name."""

    title: str
    questions: dict[str, Prediction]

    @property
    def asks(self) -> dict[str, str]:
        """The numbered questions by name, for a list to choose from."""
        return {name: f"{place}. {one.question}" for place, (name, one) in enumerate(self.questions.items(), 1)}


def chapters() -> dict[str, Chapter]:
    """The chapters by name, the lecture first, then the course."""
    found = {}
    for folder in FOLDERS:
        whole = questions(folder / "predictions")
        for path in sorted((folder / "predictions").glob("*.toml")):
            cells = json.loads((folder / f"{path.stem}.ipynb").read_text("utf-8"))["cells"]
            lines = (line for cell in cells for line in cell["source"] if line.startswith("# "))
            names = tomllib.loads(path.read_text("utf-8"))
            number = "Lecture" if folder.name == "lectures" else path.stem.partition("_")[0]
            found[path.stem] = Chapter(f"{number}: {next(lines)[2:].strip()}", {name: whole[name] for name in names})
    return found


class Bell:
    """A bell that wakes all pages that listen to it."""

    def __init__(self) -> None:
        self.ears = set[asyncio.Event]()

    def ring(self) -> None:
        """Wake the pages now."""
        for ear in self.ears:
            ear.set()


class Desk:
    """The state that all pages share, with the questions, the poll, the connected pages and bells to wake them.

    The saved state of a room that was killed is restored, with its key.
    """

    def __init__(self, address: str, is_open: bool, kept: Kept | None = None) -> None:
        self.address, self.is_open = address, is_open
        """The address of the class's page, and whether other machines can open it."""
        self.kept = kept or Kept()
        entries = self.kept.entries()
        self.token = str(entries[0].get("key")) if entries else secrets.token_urlsafe()
        self.door = Door(self.token)
        self.chapters = chapters()
        self.poll: Votes = Poll()
        self.place = ("", "")
        self.left_out = set[str]()
        self.for_class, self.for_lecturer = Bell(), Bell()
        try:
            for entry in entries[1:]:
                self._do(entry) if "do" in entry else self._vote(entry)
        except (Refused, LookupError, TypeError, ValueError):  # the questions have changed since then
            self.poll, self.place, entries = Poll(), ("", ""), []
        self.kept.begin({"key": self.token}, *entries[1:])

    @property
    def is_asking(self) -> bool:
        """Return True if the vote is open, or closed but not revealed."""
        return self.poll.phase in ("open", "closed")

    @property
    def on_the_wall(self) -> dict[str, Any]:
        """The data for the lecturer's page, with the question, its bars and the number of connected pages."""
        shared = {"place": self.place, "pages": self.door.pages, "crowds": self.poll.crowds}
        return self.poll.on_the_wall | shared

    @property
    def open_question(self) -> str:
        """The terminal's line about an open question."""
        votes = len(self.poll.votes[-1])
        return f"A question is open, and {votes} {'vote is' if votes == 1 else 'votes are'} in."

    def do(self, wish: dict[str, Any]) -> None:
        """Carry out a request of the lecturer, save it and wake the pages."""
        wish = {name: str(wish.get(name)) for name in ("do", "chapter", "name", "source")} | {"at": time.time()}
        self._do(wish)
        if wish["do"] == "choose":
            left_out = [{"do": "leave out", "source": one} for one in self.left_out]
            self.kept.begin({"key": self.token}, *left_out, wish | {"ballot": self.poll.ballot})
        else:
            self.kept.add(wish)
        self.for_class.ring()
        self.for_lecturer.ring()

    def vote(self, said: dict[str, Any], seat: Seat, source: str) -> None:
        """Count an answer from a page."""
        entry = {name: said.get(name) for name in ("ballot", "turn", "answer")}
        entry |= {"voter": seat.number, "source": source, "opened": seat.opened}
        if self._vote(entry):
            self.kept.add(entry)
            self.for_lecturer.ring()

    def _vote(self, entry: Entry) -> bool:
        return self.poll.vote(**entry)

    def _do(self, wish: Entry) -> None:
        poll, deed = self.poll, wish["do"]
        deeds = {"stop": poll.stop, "go on": poll.go_on, "reveal": poll.reveal}
        if deed == "choose":
            self._choose(wish["chapter"], wish["name"])
            self.poll.ballot = wish.get("ballot", self.poll.ballot)
        elif deed == "start":
            poll.start(wish["at"])
        elif deed == "leave out":
            self.left_out ^= {wish["source"]}
            poll.left_out = self.left_out
        elif deed in deeds:
            deeds[deed]()
        else:
            raise Refused("This can't be done here.", 422)

    def _choose(self, chapter: str, name: str) -> None:
        """Choose a question of a chapter, or a ranking with this number of sentences."""
        asked = SIZES if chapter == RANKING else self.chapters.get(chapter, Chapter("", {})).questions
        if name not in asked:
            raise Refused("There is no such question.", 404)
        votes: type[Votes] = Ranking if chapter == RANKING else Poll
        self.place, self.poll = (chapter, name), votes()
        self.poll.left_out = self.left_out
        self.poll.choose(asked[name])
