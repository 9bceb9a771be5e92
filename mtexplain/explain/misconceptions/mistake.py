"""A misconception at work: what it makes of a text, beside what is right."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mtexplain.display import plain as text
from mtexplain.display.formula import Formula
from mtexplain.display.parts import Column, Equation, Headline, Note, Part, Prose, Sentences, Table
from mtexplain.display.score import Score
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.misconceptions.numbers import Numbers, as_json, formula, same

if TYPE_CHECKING:
    from mtexplain.explain.misconceptions.kinds import Misconception


@dataclass(frozen=True, repr=False)
class Mistake(Trace):
    """The numbers of a text by a wrong formula, beside the right ones. Make one with `Misconception.on`.

    >>> from mtexplain import misconceptions
    >>> mistake = misconceptions.get("no-clipping").on("the the the", ["the cat"], max_n=1)
    >>> mistake.shows, str(mistake.right["p_1"]), str(mistake.wrong["p_1"])
    (('p_1', 'score'), '1/3', '3/3')
    """

    misconception: "Misconception"
    score: Score

    @cached_property
    def _sheet(self) -> Any:
        return self.misconception.subject.sheet(self.score)

    @cached_property
    def right(self) -> Numbers:
        """The right numbers."""
        return self.misconception.subject.numbers(self._sheet, {})

    @cached_property
    def wrong(self) -> Numbers:
        """The numbers that come out with the wrong function in its place."""
        one = self.misconception
        return one.subject.numbers(self._sheet, {one.place: one.replacement})

    @cached_property
    def shows(self) -> tuple[str, ...]:
        """The names of the numbers that come out wrong, in the order of the computation; none where it doesn't show."""
        return tuple(name for name in self.right.forms if not same(self.right[name], self.wrong[name]))

    def symbol(self, name: str) -> Formula:
        """The name of a number as the views write it."""
        return self.misconception.subject.symbols(name)

    @property
    def headline(self) -> Headline:
        """The first number that comes out wrong, and what it should be; the score, where all is right."""
        name = self.shows[0] if self.shows else "score"
        wrong, right = formula(self.wrong[name]), text.formula(formula(self.right[name]))
        told = (
            f"{self.misconception.title}: right is {right}" if self.shows else "The mistake doesn't show on this text"
        )
        return Headline(text.formula(wrong), Equation(self.symbol(name), wrong, wrong), told)

    @property
    def overview(self) -> tuple[Part, ...]:
        """What the mistake is, the text, and every number that comes out wrong."""
        words = [part for part in self.score.overview if isinstance(part, Sentences)]
        return (Prose((self.misconception.explanation,)), *words, *([self.table] if self.shows else []))

    def steps(self) -> tuple[Step, ...]:
        """The function that is replaced: the right formula, and the wrong one."""
        one = self.misconception
        rows = (("right", one.right), ("wrong", one.wrong))
        pair = Table("", (Column("way", ""), Column("formula", "formula")), rows)
        return (Step("formula", "The formula", one.title, one.wrong, one.explanation, one.source, (pair,)),)

    @property
    def table(self) -> Table:
        """A row for each number that comes out wrong."""
        columns = (Column("number", "number"), Column("right", "right"), Column("wrong", "wrong"))
        rows = tuple((self.symbol(name), formula(self.right[name]), formula(self.wrong[name])) for name in self.shows)
        return Table("", columns, rows)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What is odd about the text."""
        return self.score.notes

    def to_dict(self) -> dict[str, Any]:
        """The numbers by both ways, ready for JSON; exact ones are strings."""
        ways = {"right": self.right, "wrong": self.wrong}
        numbers = {way: {name: as_json(found[name]) for name in found.forms} for way, found in ways.items()}
        return {"misconception": self.misconception.name, "shows": list(self.shows), **numbers}

    def __repr__(self) -> str:
        first = f": {self.shows[0]} = {text.formula(formula(self.wrong[self.shows[0]]))}" if self.shows else ""
        return f"Mistake({self.misconception.name}{first})"
