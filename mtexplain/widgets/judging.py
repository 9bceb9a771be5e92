"""The judge, who ranks the outputs for each sentence before seeing what the metrics say."""

from collections.abc import Iterable
from typing import Any

from mtexplain.display import html
from mtexplain.display.parts import Prose, Table, Words, columns
from mtexplain.examples.corpus import chosen
from mtexplain.judging.ballot import ballot, filled, ranked
from mtexplain.judging.judged import TEN, judged
from mtexplain.judging.rankings import Rankings
from mtexplain.widgets.live import Live, joined, traitlets


class Judge(Live):
    """Outputs to be ranked. Returned by `judge`.

    `ranks` are the ranks given so far, for each segment a rank for each output in the order shown, and 0 for no rank.
    `rankings` are the rankings of the finished segments; None before the first is finished.

    >>> you = judge(["fr-01"])
    >>> you.rankings is None
    True
    >>> you.ranks = {"fr-01": [2, 1, 3, 4, 4]}
    >>> you.rankings.systems
    ('word_by_word', 'phrase_based', 'fluent_but_wrong', 'terse', 'human')
    """

    _esm = joined("make.js", "form.js", "judge.js")
    _css = html.style() + joined("make.css", "quiz/quiz.css", "judge.css")

    ballot: Any = traitlets.List().tag(sync=True)  # for the page only, which could overwrite it
    ranks = traitlets.Dict().tag(sync=True)
    place = traitlets.Int().tag(sync=True)
    ending = traitlets.List(["Result", "Then your order appears here, beside the metrics."]).tag(sync=True)
    result = traitlets.Unicode().tag(sync=True)  # filled when everything is ranked and the last page is open
    file = traitlets.Unicode().tag(sync=True)  # the saved file, once everything is ranked

    def __init__(self, ids: Iterable[str]) -> None:
        self._asked = ballot(chosen(ids))
        super().__init__(ballot=self._asked)

    @property
    def rankings(self) -> Rankings | None:
        """The rankings of the segments that are done."""
        return ranked(self.ranks)

    @traitlets.validate("place")
    def _inside(self, proposal: traitlets.Bunch) -> int:
        return max(0, min(int(proposal["value"]), len(self._asked)))

    @traitlets.validate("ranks")
    def _known(self, proposal: traitlets.Bunch) -> dict[str, list[int]]:
        """Accept the ranks that a page sends. Anything that is not a rank counts as no rank."""
        return filled([sentence["id"] for sentence in self._asked], proposal["value"])

    @traitlets.observe("ranks", "place")
    def _ranked(self, change: traitlets.Bunch) -> None:
        done = self.rankings
        rankings = done if done and len(done.ranks) == len(self._asked) else None
        with self.hold_sync():
            if change["name"] == "ranks":
                self.file, self.result = rankings.to_text() if rankings else "", ""
            if rankings and self.place == len(self._asked) and not self.result:
                self.result = html.trace(judged(rankings))

    def _still(self) -> str:
        """The first sentence with its outputs, and the number of sentences."""
        sentence, count = self._asked[0], len(self._asked)
        rows = [(number, Words(tuple(text.split()))) for number, text in enumerate(sentence["outputs"], 1)]
        table = Table("", columns(output="output", text="what it says"), rows, names=2)
        source = (f"{sentence['language']}: ", Words(tuple(sentence["source"].split())), f" (1 of {count} sentences)")
        return html.framed([html.part(Prose(source)), html.part(table)])

    def __repr__(self) -> str:
        done = self.rankings
        return f"Judge({len(done.ranks) if done else 0} of {len(self._asked)} sentences ranked)"


def judge(ids: Iterable[str] = TEN) -> Judge:
    """Ten sentences of the course corpus with five outputs each to rank, and then your order beside the metrics.

    >>> judge()
    Judge(0 of 10 sentences ranked)

    `ids` are other segments of the corpus. InputError if there are none, or for an unknown or repeated segment.
    """
    return Judge(ids)
