"""What the pages of a poll share: the questions of the lecture and of the course, the poll itself, and news for all."""

import json
import secrets
import tomllib
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

from tornado.locks import Condition
from tornado.web import RequestHandler

from mtexplain.explain.practice.predictions import Prediction, questions
from tools.poll.ranking import SIZES, Ranking
from tools.poll.tally import Poll, Refused, Votes

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = [ROOT / "lectures", ROOT / "notebooks"]
BEAT = timedelta(seconds=15)
"""A page hears from here at least that often, and so knows that it is connected."""
RANKING = "ranking"
"""What stands in the list after the chapters."""


class Chapter(NamedTuple):
    """The questions of a notebook, by name."""

    title: str
    questions: dict[str, Prediction]

    @property
    def asks(self) -> dict[str, str]:
        """The same as a list to choose from."""
        return {name: f"{place}. {one.question}" for place, (name, one) in enumerate(self.questions.items(), 1)}


def chapters() -> dict[str, Chapter]:
    """The lecture first, then the course."""
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
    """It wakes all pages that wait for it."""

    def __init__(self) -> None:
        self.rung = 0
        self.waiting = Condition()

    def ring(self) -> None:
        """Now."""
        self.rung += 1
        self.waiting.notify_all()

    async def wait(self, since: int) -> None:
        """Until it rings, or for a beat; not at all where it has rung since then."""
        if self.rung == since:
            await self.waiting.wait(BEAT)


class Desk:
    """What all pages have in common: the questions, the poll, who is there, and how to wake them."""

    def __init__(self, address: str, is_open: bool) -> None:
        self.address, self.is_open = address, is_open
        """Where the class finds its page; whether other machines can."""
        self.token = secrets.token_urlsafe()
        self.chapters = chapters()
        self.poll: Votes = Poll()
        self.place = ("", "")
        self.pages = set[RequestHandler]()
        self.for_class, self.for_lecturer = Bell(), Bell()

    @property
    def on_the_wall(self) -> dict[str, Any]:
        """What the lecturer's page shows: the question and its bars, and how many are here."""
        return self.poll.on_the_wall | {"place": self.place, "pages": len(self.pages)}

    def do(self, wish: dict[str, Any]) -> None:
        """What the lecturer wants."""
        poll = self.poll
        deeds = {"start": poll.start, "stop": poll.stop, "go on": poll.go_on, "reveal": poll.reveal}
        deed = str(wish.get("do"))
        if deed == "choose":
            self.choose(str(wish.get("chapter")), str(wish.get("name")))
        elif deed in deeds:
            deeds[deed]()
        else:
            raise Refused("This can't be done here.", 422)
        self.for_class.ring()
        self.for_lecturer.ring()

    def choose(self, chapter: str, name: str) -> None:
        """Lay out a question of a chapter, or a ranking of so many sentences."""
        asked = SIZES if chapter == RANKING else self.chapters.get(chapter, Chapter("", {})).questions
        if name not in asked:
            raise Refused("There is no such question.", 404)
        votes: type[Votes] = Ranking if chapter == RANKING else Poll
        self.place, self.poll = (chapter, name), votes()
        self.poll.choose(asked[name])
