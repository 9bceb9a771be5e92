"""A class ranks the outputs for a few sentences, and the rankings are pooled.

As in every vote, nothing is known about a judge, and no page sees the name of a system before the ranking is revealed.
The ranking of a sentence pools the judges who have finished it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from math import comb
from typing import Any

from mtexplain.display import html
from mtexplain.judging.ballot import ballot, filled, ranked
from mtexplain.judging.judged import TEN, judged
from mtexplain.judging.rankings import Rankings, pool
from tools.poll.votes import Bar, Refused, Votes

SIZES = {str(count): count for count in range(1, len(TEN) + 1)}
"""The possible numbers of sentences, by their names."""
USUAL = "3"
"""The number of sentences that a class can rank in five minutes."""
LISTED = {
    name: f"{count} sentence{'s' * (count > 1)}, about {round(count * 5 / 3)} minutes" for name, count in SIZES.items()
}


class Ranking(Votes):
    """A single vote, in which an answer consists of all the ranks that somebody has given so far."""

    most = 1

    def choose(self, asked: int) -> None:
        """Choose the first `asked` sentences of those that `judge` shows."""
        super().choose(ballot(TEN[:asked]))
        self.revealed: dict[str, Any] = {}

    def given(self, answer: object) -> dict[str, list[int]]:
        """The ranks of the outputs of each sentence, in the order shown; 0 means not ranked yet."""
        kept = filled([one["id"] for one in self.asked], answer) if isinstance(answer, dict) else {}
        if not kept or kept != answer:
            raise Refused("This is not a ranking. Open the page again.", 422)
        return kept

    def reveal(self) -> None:
        """Pool the rankings, and compare them with the marks and the metrics."""
        self._expect("closed")
        if not (judges := [one for vote in self.counted[0] if (one := ranked(vote.given))]):
            raise Refused("Nobody has finished a sentence yet. Reopen the ranking.")
        self.pooled = pooled(judges)
        self.revealed = {"result": html.trace(judged(self.pooled)), "file": self.pooled.to_text()}
        self.revealed["explanation"] = agreed(judges)
        super().reveal()

    def seen_by(self, voter: str) -> dict[str, Any]:
        if self.phase == "waiting":
            return {"phase": "waiting"}
        seen: dict[str, Any] = {"phase": self.phase, "ballot": self.ballot, "round": 1, "question": "You be the judge"}
        seen["sentences"] = self.asked if self.phase == "open" else []
        if mine := self.votes[0].get(voter):
            seen |= {"yours": mine.given, "turn": mine.turn}
        if self.phase == "revealed":
            seen["said"] = alike(ranked(mine.given) if mine else None, self.pooled)
        return seen

    @property
    def on_the_wall(self) -> dict[str, Any]:
        shown = {"phase": self.phase, "sentences": len(self.asked), "votes": [len(one) for one in self.counted]}
        asked = "How you, the marks and the metrics rank the systems" if self.revealed else "Rank the outputs"
        return shown | {"question": asked, "bars": self.bars()} | self.revealed

    def bars(self) -> list[dict[str, Any]]:
        """The number of judges who have finished each sentence."""
        given = [vote.given for votes in self.counted for vote in votes]
        done = {one["id"]: sum(all(rows.get(one["id"], [0])) for rows in given) for one in self.asked}
        return [Bar(f"{one['language']}: {one['source']}", [done[one["id"]]])._asdict() for one in self.asked]


def pooled(judges: Iterable[Rankings]) -> Rankings:
    """The pooled ranking of each sentence, over the judges who have finished it."""
    done: dict[str, list[Rankings]] = {segment: [] for segment in TEN}
    for one in judges:
        for segment, row in one.ranks.items():
            done[segment].append(Rankings({segment: row}))
    return Rankings({segment: pool(*rows).ranks[segment] for segment, rows in done.items() if rows})


def agreed(judges: Iterable[Rankings]) -> str:
    """The agreement within the class, over all pairs of judges and all pairs of outputs of a sentence."""
    said = defaultdict[str, Counter[str]](Counter)
    for one in judges:
        for pair, preferred in one.preferences.items():
            said[pair][preferred] += 1
    same = sum(comb(count, 2) for each in said.values() for count in each.values())
    total = sum(comb(each.total(), 2) for each in said.values())
    if not total:
        return "No two of you ranked the same sentence, so there is no agreement to measure."
    return f"Two of you, picked at random, agree on {round(100 * same / total)}% of the pairs of outputs."


def alike(mine: Rankings | None, whole: Rankings) -> str:
    """The agreement of a judge with the class."""
    if not mine:
        return "You did not finish any sentence."
    given, theirs = mine.preferences, whole.preferences
    same = sum(theirs[pair] == preferred for pair, preferred in given.items())
    return f"You ordered {same} of {len(given)} pairs of outputs as the class did."
