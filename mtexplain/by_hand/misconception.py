"""Misconceptions, each with a wrong formula in place of the right formula, and the numbers that result."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from mtexplain.by_hand.example import Settings
from mtexplain.by_hand.numbers import Numbers, as_json, formula, same
from mtexplain.by_hand.subject import WORDS, WRITING, Replacement, Subject, general, having
from mtexplain.copies import read_only
from mtexplain.data import Record
from mtexplain.display import plain as text
from mtexplain.display.formula import Chain, Formula
from mtexplain.display.parts import Column, Equation, Headline, Note, Part, Prose, Table
from mtexplain.display.score import Score
from mtexplain.display.trace import Step, Trace
from mtexplain.tracing import formulas
from mtexplain.tracing.number import Letter
from mtexplain.tracing.steps import Traced

Texts = str | Sequence["Texts"]
"""A sentence, or sentences in lists of any depth."""


class Smallest(NamedTuple):
    """The smallest example on which a misconception shows; no shorter text reveals it."""

    candidate: str | tuple[str, ...]
    references: tuple[str, ...] | tuple[tuple[str, ...], ...]
    settings: Settings = read_only({})

    @property
    def size(self) -> tuple[int, int]:
        """The number of words, and the number of sentences."""
        texts = sentences((self.candidate, self.references))
        return sum(len(sentence.split()) for sentence in texts), len(texts)


@dataclass(frozen=True, repr=False, eq=False)
class Misconception:
    """A wrong formula that can be computed, in which a function of a metric is replaced.

    `replaces` names the function and `replacement` computes in its place. The replacement is usually a class, which is
    the metric with a method overridden. `words` describe the mistake if no formula does. `shown_quantity` is the
    quantity whose formula is shown, if it is not the quantity of the claim. `source` says where the mistake is found.

    >>> from mtexplain import misconceptions
    >>> wrong = misconceptions.get("average-without-log")
    >>> wrong.replaces, wrong.example.candidate, wrong.example.references
    ('combine', 'a', ('a',))
    >>> round(wrong.on("the cat the cat on the mat", ["the cat is on the mat"], max_n=2).wrong["score"], 3)
    1.835
    """

    subject: Subject
    name: str
    replaces: str
    title: str
    explanation: str
    source: str
    example: Smallest
    replacement: Replacement
    unless: str = ""
    """The name of a more common mistake, which is reported instead if it explains the numbers equally well."""
    words: Formula = ""
    shown_quantity: str = ""

    @cached_property
    def wrong(self) -> Formula:
        """The formula with the mistake, as in its smallest example, or the words for it."""
        if self.replaces in (WORDS, WRITING):
            return self.words
        score = self.subject.sheet(self.smallest.score)
        name = self.shown_quantity or self.subject.quantity(self.replaces)
        if self.replaces in self.subject.rights and name == self.replaces and name not in score.quantities:
            return self.words
        trace, quantity = having(score.by(self.replacement), name)
        if self.words:
            indices = trace.as_written(quantity, tuple(map(Letter, quantity.letters)))
            return Chain("=", (formulas.symbol(trace.symbol_of(quantity, indices)), self.words))
        return general(trace, quantity)

    @property
    def right(self) -> Formula:
        """The right formula at this place."""
        return self.subject.right(self.replaces, None if self.replaces == WRITING else self.smallest.score)

    def goes_wrong_in(self, subject: Subject) -> bool:
        """True if this computation has the replaced function, so that the mistake is possible in it."""
        if self.subject.group == subject.group:
            return True
        if subject.goes_on_to is None or self.replaces not in subject.shared:
            return False
        return self.goes_wrong_in(subject.goes_on_to)

    @property
    def phrase(self) -> str:
        """The title as a phrase within a sentence, without its colon, and without its capital unless it begins a name.

        >>> from mtexplain import misconceptions
        >>> misconceptions.get("no-clipping").phrase, misconceptions.get("penalty-twice").phrase
        ('no clipping', 'BP counted twice')
        """
        first = self.title.split()[0]
        phrase, _, more = self.title.partition(": ")
        phrase += f" ({more})" if more else ""
        return phrase[0].lower() + phrase[1:] if first == "A" or first[1:].islower() else phrase

    def on(self, candidate: object, references: object, **settings: object) -> "Mistake":
        """The wrong and the right numbers of a candidate or a text. Settings and errors are as for the metric."""
        return self.of(self.subject.score(candidate, references, **settings))

    def of(self, score: Score) -> "Mistake":
        """The wrong numbers for the text of a score, beside the right numbers."""
        return Mistake(self, score)

    @property
    def smallest(self) -> "Mistake":
        """The wrong numbers for the smallest example, beside the right numbers."""
        references = [
            reference if isinstance(reference, str) else list(reference) for reference in self.example.references
        ]
        candidate = self.example.candidate
        return self.on(candidate if isinstance(candidate, str) else list(candidate), references,
                       **self.example.settings)  # fmt: skip

    def __repr__(self) -> str:
        return f"Misconception({self.name!r}: {self.title})"

    def __str__(self) -> str:
        return str(self.smallest)

    def _repr_html_(self) -> str:
        return self.smallest._repr_html_()


@dataclass(frozen=True, repr=False)
class Mistake(Trace):
    """The numbers that a wrong formula gives for a text, beside the right numbers. Create it with `Misconception.on`.

    >>> from mtexplain import misconceptions
    >>> mistake = misconceptions.get("no-clipping").on("the the the", ["the cat"], max_n=1)
    >>> mistake.shows, str(mistake.right["p_1"]), str(mistake.wrong["p_1"])
    (('p_1', 'score'), '1/3', '3/3')
    """

    misconception: Misconception
    score: Score

    @cached_property
    def _sheet(self) -> Traced:
        return self.misconception.subject.sheet(self.score)

    @cached_property
    def right(self) -> Numbers:
        """The right numbers."""
        return self.misconception.subject.numbers(self._sheet, {})

    @cached_property
    def wrong(self) -> Numbers:
        """The numbers that the wrong function gives."""
        misconception = self.misconception
        return misconception.subject.numbers(self._sheet, {misconception.replaces: misconception.replacement})

    @cached_property
    def shows(self) -> tuple[str, ...]:
        """The names of the numbers that come out wrong, in the order of the computation; empty if none do."""
        return tuple(name for name in self.right.forms if not same(self.right[name], self.wrong[name]))

    def symbol(self, name: str) -> Formula:
        """The name of a number as the views write it."""
        return self.misconception.subject.symbols(name, self.score)

    @property
    def headline(self) -> Headline:
        """The first number that comes out wrong, beside the right number, or the score if the mistake doesn't show."""
        name = self.shows[0] if self.shows else [*self.right.forms][-1]
        wrong, right = formula(self.wrong[name]), text.formula(formula(self.right[name]))
        summary = (
            f"{self.misconception.title}: right is {right}" if self.shows else "The mistake doesn't show on this text"
        )
        return Headline(text.formula(wrong), Equation(self.symbol(name), wrong, wrong), summary)

    @property
    def picture(self) -> Part | None:
        """The picture of the right score."""
        return self.score.picture

    @property
    def overview(self) -> tuple[Part, ...]:
        """The explanation of the mistake, and every number that comes out wrong."""
        return (Prose((self.misconception.explanation,)), *([self.table] if self.shows else []))

    def steps(self) -> tuple[Step, ...]:
        """A single step, which shows the right and the wrong formula of the replaced function."""
        misconception = self.misconception
        rows = (("right", misconception.right), ("wrong", misconception.wrong))
        pair = Table("", (Column("way", ""), Column("formula", "formula")), rows)
        return (
            Step(
                "formula",
                "The formula",
                misconception.title,
                misconception.wrong,
                misconception.explanation,
                misconception.source,
                (pair,),
            ),
        )

    @property
    def table(self) -> Table:
        """A row for each number that comes out wrong."""
        columns = (Column("number", "number"), Column("right", "right"), Column("wrong", "wrong"))
        rows = tuple((self.symbol(name), formula(self.right[name]), formula(self.wrong[name])) for name in self.shows)
        return Table("", columns, rows)

    @property
    def notes(self) -> tuple[Note, ...]:
        """Notes on everything in the text that is unusual but well defined."""
        return self.score.notes

    def to_dict(self) -> Record:
        """The right and the wrong numbers, ready for JSON; exact numbers are strings."""
        ways = {"right": self.right, "wrong": self.wrong}
        numbers = {way: {name: as_json(values[name]) for name in values.forms} for way, values in ways.items()}
        return {"misconception": self.misconception.name, "shows": list(self.shows), **numbers}

    def __repr__(self) -> str:
        first = f": {self.shows[0]} = {text.formula(formula(self.wrong[self.shows[0]]))}" if self.shows else ""
        return f"Mistake({self.misconception.name}{first})"


def sentences(texts: Texts) -> Sequence[str]:
    """All sentences in lists of any depth."""
    if isinstance(texts, str):
        return [texts]
    return [sentence for group in texts for sentence in sentences(group)]
