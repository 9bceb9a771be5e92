"""Every misconception, metric by metric, in the order of the computation."""

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from mtexplain.copies import by_name
from mtexplain.display import html, plain
from mtexplain.display.formula import Chain
from mtexplain.display.markup import escaped
from mtexplain.display.parts import Cell, Table, Words, columns
from mtexplain.judging.mistakes import MISTAKES as AGREEMENT
from mtexplain.judging.mistakes import SUBJECTS as MEASURES
from mtexplain.metrics.parts import parts
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.models import gpt, mistakes
from mtexplain.recipe.misconception import Misconception, Subject, sentences
from mtexplain.recipe.numbers import formula


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

    def of(self, metric: Callable[..., Any]) -> "Catalogue":
        """Those of a metric, and of its family; none for a metric whose mistakes we don't know.

        >>> from mtexplain import bleu
        >>> misconceptions.of(bleu).get("no-clipping").title
        'No clipping'
        """
        subjects = [subject for subject in SUBJECTS if metric in subject.metrics]
        return Catalogue(one for one in self if any(map(one.goes_wrong_in, subjects)))

    @property
    def table(self) -> Table:
        """A row for each: its formula, and the smallest example on which it shows, with both numbers."""
        header = columns(misconception="misconception", formula="wrong formula", candidate="candidate",
                         references="references", right="right", wrong="wrong")  # fmt: skip
        return Table("", header, tuple(map(_row, self)), names=2)

    @property
    def places(self) -> "tuple[tuple[str, Catalogue], ...]":
        """Each function that is replaced, with its misconceptions; its metric is named where there are several."""
        found: dict[tuple[str, str], list[Misconception]] = {}
        for one in self:
            found.setdefault((one.subject.group, one.place), []).append(one)
        several = len({group for group, _ in found}) > 1
        return tuple(
            (f"{group}, {place}" if several else place, Catalogue(those)) for (group, place), those in found.items()
        )

    @property
    def tables(self) -> tuple[tuple[str, Table], ...]:
        """A table for each function, with its heading."""
        return tuple(
            (f"{place.replace('_', ' ')}: {so_many(len(those), 'mistake')}", those.table)
            for place, those in self.places
        )

    def __str__(self) -> str:
        return "\n\n".join(f"{heading}\n{plain.table(table)}" for heading, table in self.tables)

    def __repr__(self) -> str:
        return f"Catalogue([{', '.join(one.name for one in self)}])"

    def _repr_html_(self) -> str:
        return html.framed([_folded(heading, table) for heading, table in self.tables])


def _folded(heading: str, table: Table) -> str:
    return f"<details><summary><b>{escaped(heading)}</b></summary>\n{html.table(table)}\n</details>"


def _row(one: Misconception) -> tuple[Cell, ...]:
    mistake = one.smallest
    name = mistake.shows[0]
    candidate, references = (_joined(texts) for texts in one.example[:2])
    right = Chain("=", (mistake.symbol(name), formula(mistake.right[name])))
    return one.title, one.wrong, candidate, references, right, formula(mistake.wrong[name])


def _joined(texts: Any) -> Words:
    return Words(tuple(" | ".join(sentences(texts)).replace("\n", " / ").split()))


SUBJECTS: tuple[Subject, ...] = (
    *chain.from_iterable(parts("SUBJECTS").values()), *MEASURES, *mistakes.SUBJECTS, *gpt.SUBJECTS,
)  # fmt: skip
"""Every metric, every measure of agreement, and every model, whose hand computations we know to go wrong."""
FAMILIES: Mapping[str, tuple[Misconception, ...]] = parts("MISTAKES") | {
    "Agreement": AGREEMENT, "Attention": mistakes.MISTAKES, "GPT": gpt.MISTAKES,
}  # fmt: skip
"""The mistakes of each family of metrics, those of the measures of agreement, and those of models."""

misconceptions = Catalogue(chain.from_iterable(FAMILIES.values()))
"""Wrong formulas that can be computed with: each replaces one function of a metric.

>>> misconceptions.get("no-clipping").smallest.shows
('p_1', 'score')
"""


def _misconception(name: str) -> Misconception:
    return misconceptions.get(name)


def _subject(name: str) -> Subject:
    return next(subject for subject in SUBJECTS if subject.name == name)


by_name(Misconception, _misconception)
for _kind in {type(subject) for subject in SUBJECTS}:
    by_name(_kind, _subject)
