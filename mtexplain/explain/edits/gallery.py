"""Twins, which are edits that leave a score as it is but break the meaning, or lower it but keep the meaning.

The observation that permuting matches leaves a score unchanged is from Callison-Burch, Osborne and Koehn 2006,
"Re-evaluating the Role of BLEU in Machine Translation Research", EACL, E06-1032. The sentences in gallery.toml were
written for this library.
"""

from typing import NamedTuple

from mtexplain import data
from mtexplain.by_hand.example import as_tuples
from mtexplain.display import html, plain
from mtexplain.display.formula import Chain, shown
from mtexplain.display.parts import Cell, Real, Table, Words, columns
from mtexplain.display.trace import Step
from mtexplain.explain.edits.edit import Edit, explain_edit
from mtexplain.metrics.bleu import bleu


class Twin(NamedTuple):
    """Two candidates for the same references. `kind` is "equal" or "lower", for the score after the edit."""

    name: str
    title: str
    kind: str
    references: tuple[str, ...]
    before: str
    after: str
    comment: str

    def edit(self) -> Edit:
        """The effect of the edit, n-gram by n-gram."""
        before, after = (bleu(candidate, list(self.references)) for candidate in (self.before, self.after))
        return explain_edit(before, after)

    def _repr_html_(self) -> str:
        return self.edit()._repr_html_()


class Gallery(tuple[Twin, ...]):
    """A collection of twins, shown as a table and the ledger of each edit."""

    def get(self, name: str) -> Twin:
        """The twins of that name; KeyError, with the known names, for any other name."""
        for twin in self:
            if twin.name == name:
                return twin
        raise KeyError(f"no twins {name!r}; the known names are {', '.join(twin.name for twin in self)}")

    @property
    def table(self) -> Table:
        """A row for each pair of twins, with the candidate before and after, its references, and both scores."""
        header = columns(twins="twins", before="before", after="after", references="references",
                         score_before="score", score_after="score after")  # fmt: skip
        rows: list[tuple[Cell, ...]] = []
        for twin in self:
            edit = twin.edit()
            scores = Real(edit.before.score), Real(edit.after.score)
            texts = twin.before, twin.after, " | ".join(twin.references)
            rows.append((twin.name, *(Words(tuple(text.split())) for text in texts), *scores))
        return Table("", header, tuple(rows), names=3)

    def steps(self) -> tuple[Step, ...]:
        """A step for each pair of twins, with the effect of the edit on the meaning and on the score."""
        return tuple(map(_step, self))

    def __str__(self) -> str:
        steps = (f"{number}. {plain.step(step)}" for number, step in enumerate(self.steps(), 1))
        return "\n\n".join([plain.table(self.table), *steps])

    def __repr__(self) -> str:
        return f"Gallery([{', '.join(twin.name for twin in self)}])"

    def _repr_html_(self) -> str:
        return html.framed([html.table(self.table), *html.folded(self.steps())])


def _step(twin: Twin) -> Step:
    edit = twin.edit()
    outcome = Chain("=", (plain.formula(edit.after.headline.equation.symbols), shown(edit.after.score)))
    summary = "the score is the same" if twin.kind == "equal" else "the score is lower"
    return Step(twin.name, twin.title, summary, outcome, twin.comment, "our example", edit.overview)


def twins() -> Gallery:
    """Edits that show the blind spots of a score, which may stay the same when the meaning changes, or vice versa.

    >>> [twin.name for twin in twins() if twin.kind == "equal"]
    ['roles', 'salad', 'not-for-very', 'not-dropped']
    >>> edit = twins().get("roles").edit()
    >>> edit.change
    0.0
    """
    return Gallery(_TWINS)


_TWINS = tuple(Twin(name, **as_tuples(twin)) for name, twin in data.read(__package__, "gallery.toml").items())
