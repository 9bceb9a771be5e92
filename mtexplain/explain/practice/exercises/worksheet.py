"""A one-page worksheet for working out the BLEU-2 of a sentence by hand, and the same page filled in."""

from dataclasses import dataclass
from functools import cached_property

from mtexplain.by_hand.numbers import formula
from mtexplain.data import Record
from mtexplain.display.formula import Chain
from mtexplain.display.paper import Block, Leaf, Paper
from mtexplain.display.parts import Beside, Column, Prose, Table, Words, columns
from mtexplain.explain.practice.misconceptions import misconception
from mtexplain.inputs import InputError
from mtexplain.metrics.bleu import Bleu, bleu

_LONGEST, _MOST_REFERENCES = 12, 3
_MISTAKES = "no-clipping", "set", "sum-over-references", "no-penalty", "longest-reference", "arithmetic-mean"
"""The mistakes that the key warns of, if they change a number."""


@dataclass(frozen=True, repr=False)
class Worksheet(Paper):
    """Tables for clipping words and pairs by hand, with room for the numbers. Make it with `worksheet`."""

    candidate: str
    references: tuple[str, ...]
    is_key: bool = False

    @cached_property
    def score(self) -> Bleu:
        """The whole working."""
        return bleu(self.candidate, list(self.references), max_n=2)

    @property
    def key(self) -> "Worksheet":
        """The page filled in, with the wrong numbers that common mistakes give."""
        return Worksheet(self.candidate, self.references, is_key=True)

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        names = self.score.texts
        labels = [name.removesuffix(" 1") if len(names) == 2 else name for name, _ in names]
        sentences = [(label, Words(tokens)) for label, (_, tokens) in zip(labels, names, strict=True)]
        blocks = [
            Block("The sentences", (Table("", columns(text="", words=""), tuple(sentences), names=2),)),
            Block("1. Clip", (Prose((_CLIP,)), Beside((self._table("p_1"), self._table("p_2"))))),
            Block("2. Put it together", (Prose((_TOGETHER,)), self._numbers("p_1", "p_2", "c", "r", "bp", "score"))),
        ]
        line = "The key" if self.is_key else "Name: ______________________________"
        return (Leaf("BLEU-2 by hand", line, tuple(blocks + [self._mistakes()] * self.is_key)),)

    def _table(self, name: str) -> Table:
        """The table of the step with the n-grams in the first column; only the key has the other columns filled in."""
        whole = next(part for part in self.score.step(name).parts if isinstance(part, Table))
        references = [f"ref. {number}" for number in range(1, len(self.references) + 1)]
        header = (whole.columns[0].title, "count", *references, "max.", "clipped")
        counts = [row if self.is_key else (row[0], *[""] * len(row)) for row in (*whole.rows, whole.total or ())]
        rows = [row[: len(header)] for row in counts]  # the last column names the reference of the credit
        return Table("", tuple(Column(title, title) for title in header), rows[:-1], total=rows[-1])

    def _numbers(self, *names: str) -> Table:
        """Each number with its symbol above it, or room for it."""
        subject = misconception("no-clipping").subject
        numbers = subject.numbers(subject.sheet(self.score), {})
        rooms = ["____ / ____" if name.startswith("p") else "________" for name in names]
        values = tuple(formula(numbers[name]) for name in names) if self.is_key else tuple(rooms)
        return Table("", (Column("", ""),) * len(names), (tuple(map(subject.symbols, names)), values), names=0)

    def _mistakes(self) -> Block:
        """The common mistakes, each with the first number that it makes wrong."""
        mistakes = (misconception(name).of(self.score) for name in _MISTAKES)
        rows = tuple(
            (
                mistake.misconception.title,
                Chain("=", (mistake.symbol(mistake.shows[0]), formula(mistake.wrong[mistake.shows[0]]))),
            )
            for mistake in mistakes
            if mistake.shows
        )
        return Block("Common mistakes", (Table("", columns(mistake="mistake", gives="gives"), rows),))

    def to_dict(self) -> Record:
        """The sentences and their whole working, ready for JSON."""
        return {"candidate": self.candidate, "references": self.references, "working": self.score.to_dict()}

    def __repr__(self) -> str:
        return f"Worksheet({self.score.headline.value} by hand{', the key' * self.is_key})"


_TOGETHER = (
    "A precision is the sum of the clipped counts over the sum of the counts. The length r is the reference length "
    "closest to c. BP is 1 if c > r, and otherwise e to the power 1 - r/c. BLEU is BP times the square root of the "
    "product of both precisions."
)
_CLIP = "Count each word and each pair in the candidate and in the references. Clip each count to the maximum."


def worksheet(candidate: str, references: list[str]) -> Worksheet:
    """A page for working out BLEU-2 by hand, with tables of n-grams to fill in; `.key` has everything filled in.

    >>> sheet = worksheet("the the cat", ["the cat sat"])
    >>> [line.split() for line in str(sheet.key).splitlines() if line.startswith("the the ")]
    [['the', 'the', '1', '0', '0', '0']]

    InputError if it would not fit on an A4 page, that is, for more than 12 words or more than 3 references.
    """
    bleu(candidate, references)  # raises an error for texts that it can't score
    page = Worksheet(candidate, tuple(references))
    for name, tokens in page.score.texts:
        if len(tokens) > _LONGEST:
            raise InputError(name, f"{len(tokens)} words", f"at most {_LONGEST}", "A worksheet must fit on an A4 page.")
    if len(references) > _MOST_REFERENCES:
        raise InputError(
            "references", str(len(references)), f"at most {_MOST_REFERENCES}", "A worksheet must fit on an A4 page."
        )
    return page
