"""Every misconception, metric by metric, in the order of the computation."""

from collections.abc import Callable
from typing import Any

from mtexplain.display import html, plain
from mtexplain.display.formula import Chain
from mtexplain.display.markup import escaped
from mtexplain.display.parts import Cell, Column, Table, Words
from mtexplain.display.score import Score
from mtexplain.explain.misconceptions.bleu.clipping import CLIPPING
from mtexplain.explain.misconceptions.bleu.combinations import COMBINATIONS
from mtexplain.explain.misconceptions.bleu.logarithms import LOGARITHMS
from mtexplain.explain.misconceptions.bleu.match_lengths import MATCH_LENGTHS
from mtexplain.explain.misconceptions.bleu.penalties import PENALTIES
from mtexplain.explain.misconceptions.bleu.segments import SEGMENTS
from mtexplain.explain.misconceptions.bleu.smoothings import SMOOTHINGS
from mtexplain.explain.misconceptions.bleu.subject import BLEU
from mtexplain.explain.misconceptions.bleu.totals import TOTALS
from mtexplain.explain.misconceptions.bleu.words import WORDS
from mtexplain.explain.misconceptions.bleu.writings import WRITINGS
from mtexplain.explain.misconceptions.cider.choices import CHOICES
from mtexplain.explain.misconceptions.cider.cosines import COSINES
from mtexplain.explain.misconceptions.cider.counting import COUNTING
from mtexplain.explain.misconceptions.cider.lengths import LENGTHS_OF_TEXTS
from mtexplain.explain.misconceptions.cider.means import MEANS
from mtexplain.explain.misconceptions.cider.rarity import RARITY
from mtexplain.explain.misconceptions.cider.subject import CIDER_D_SUBJECT, CIDER_SUBJECT
from mtexplain.explain.misconceptions.kinds import Misconception, sentences
from mtexplain.explain.misconceptions.meteor.means import MEANS_OF_BOTH
from mtexplain.explain.misconceptions.meteor.partners import PARTNERS
from mtexplain.explain.misconceptions.meteor.penalties import PENALTIES_OF_ORDER
from mtexplain.explain.misconceptions.meteor.pieces import PIECES
from mtexplain.explain.misconceptions.meteor.results import RESULTS
from mtexplain.explain.misconceptions.meteor.shares import SHARES
from mtexplain.explain.misconceptions.meteor.subject import METEOR_SUBJECT
from mtexplain.explain.misconceptions.numbers import formula


class Catalogue(tuple[Misconception, ...]):
    """Misconceptions, in the order in which a score is computed."""

    def get(self, name: str) -> Misconception:
        """The misconception of that name; KeyError, with the names there are, for any other."""
        for one in self:
            if one.name == name:
                return one
        raise KeyError(f"no misconception {name!r}; there are {', '.join(one.name for one in self)}")

    def at(self, place: str) -> "Catalogue":
        """Those that replace this function."""
        return Catalogue(one for one in self if one.place == place)

    def of(self, metric: Callable[..., Score]) -> "Catalogue":
        """Those of a metric: of mtexplain.bleu, say. None where it has none that we know."""
        subjects = [one for one in SUBJECTS if metric in (one.metric, one.text_metric)]
        return Catalogue(one for one in self for subject in subjects if one.subject.is_computed_as(subject))

    @property
    def table(self) -> Table:
        """A row for each: its formula, and the smallest example on which it shows, with both numbers."""
        columns = (Column("misconception", "misconception"), Column("formula", "wrong formula"),
                   Column("candidate", "candidate"), Column("references", "references"), Column("right", "right"),
                   Column("wrong", "wrong"))  # fmt: skip
        return Table("", columns, tuple(map(_row, self)), names=2)

    @property
    def places(self) -> "tuple[tuple[str, Catalogue], ...]":
        """Each function that is replaced, with its misconceptions."""
        return tuple((place, self.at(place)) for place in dict.fromkeys(one.place for one in self))

    @property
    def tables(self) -> tuple[tuple[str, Table], ...]:
        """A table for each function, with its heading; the metric is named where there are several."""
        several = not all(one.subject.is_computed_as(self[0].subject) for one in self)
        return tuple((_heading(place, those, several), those.table) for place, those in self.places)

    def __str__(self) -> str:
        return "\n\n".join(f"{heading}\n{plain.table(table)}" for heading, table in self.tables)

    def __repr__(self) -> str:
        return f"Catalogue([{', '.join(one.name for one in self)}])"

    def _repr_html_(self) -> str:
        return html.framed([_folded(heading, table) for heading, table in self.tables])


def _folded(heading: str, table: Table) -> str:
    return f"<details><summary><b>{escaped(heading)}</b></summary>\n{html.table(table)}\n</details>"


def _heading(place: str, those: Catalogue, is_named: bool) -> str:
    number = "1 mistake" if len(those) == 1 else f"{len(those)} mistakes"
    return f"{those[0].subject.name}, " * is_named + f"{place.replace('_', ' ')}: {number}"


def _row(one: Misconception) -> tuple[Cell, ...]:
    mistake = one.smallest
    name = mistake.shows[0]
    candidate, references = (_joined(texts) for texts in one.example[:2])
    right = Chain("=", (mistake.symbol(name), formula(mistake.right[name])))
    return one.title, one.wrong, candidate, references, right, formula(mistake.wrong[name])


def _joined(texts: Any) -> Words:
    return Words(tuple(" | ".join(sentences(texts)).split()))


SUBJECTS = (BLEU, CIDER_SUBJECT, CIDER_D_SUBJECT, METEOR_SUBJECT)
"""Every metric whose hand computations we know to go wrong."""

misconceptions = Catalogue(
    (
        *WORDS,
        *CLIPPING,
        *TOTALS,
        *MATCH_LENGTHS,
        *PENALTIES,
        *SMOOTHINGS,
        *LOGARITHMS,
        *COMBINATIONS,
        *SEGMENTS,
        *WRITINGS,
        *CHOICES,
        *COUNTING,
        *RARITY,
        *COSINES,
        *LENGTHS_OF_TEXTS,
        *MEANS,
        *PARTNERS,
        *SHARES,
        *MEANS_OF_BOTH,
        *PIECES,
        *PENALTIES_OF_ORDER,
        *RESULTS,
    )
)
"""Wrong formulas that can be computed with: each replaces one function of a metric.

>>> misconceptions.get("no-clipping").smallest.shows
('p_1', 'score')
"""
