"""Every misconception, metric by metric, in the order of the computation."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import chain
from types import ModuleType
from typing import TYPE_CHECKING

from mtexplain.by_hand.misconception import Misconception, Texts, sentences
from mtexplain.by_hand.numbers import formula
from mtexplain.by_hand.subject import Subject
from mtexplain.copies import by_name
from mtexplain.display import html, plain
from mtexplain.display.formula import Chain
from mtexplain.display.markup import escaped
from mtexplain.display.parts import Cell, Table, Words, columns
from mtexplain.explain.metric import function_name, resolve_metric
from mtexplain.inputs import check_text, is_among
from mtexplain.judging.mistakes import MISTAKES as AGREEMENT
from mtexplain.judging.mistakes import SUBJECTS as MEASURES
from mtexplain.metrics.parts import parts
from mtexplain.metrics.shared.occurrences import so_many


class Catalogue(tuple[Misconception, ...]):
    """Misconceptions, in the order in which a score is computed."""

    def get(self, name: str) -> Misconception:
        """The misconception of that name; KeyError, with the known names, for any other name."""
        for misconception in self:
            if misconception.name == check_text(name, "name"):
                return misconception
        raise KeyError(
            f"no misconception {name!r}; the known names are {', '.join(misconception.name for misconception in self)}"
        )

    def at(self, place: str) -> "Catalogue":
        """The misconceptions that replace this function; none if `place` is not the name of a function."""
        return Catalogue(misconception for misconception in self if is_among(place, (misconception.replaces,)))

    def of(self, metric: Callable[..., object] | str) -> "Catalogue":
        """The misconceptions of a metric (its function or its name) and of its family; empty if none are known.

        >>> from mtexplain import bleu, misconceptions
        >>> misconceptions.of(bleu).get("no-clipping").title
        'No clipping'

        InputError for a name that no metric has.
        """
        meant = list(subjects_of(metric))
        return Catalogue(misconception for misconception in self if any(map(misconception.goes_wrong_in, meant)))

    @property
    def table(self) -> Table:
        """A row for each misconception, with its formula and the smallest example on which it shows."""
        header = columns(misconception="misconception", formula="wrong formula", candidate="candidate",
                         references="references", right="right", wrong="wrong")  # fmt: skip
        return Table("", header, tuple(map(_row, self)), names=2)

    @property
    def places(self) -> "tuple[tuple[str, Catalogue], ...]":
        """Each replaced function with its misconceptions; the label names the metric if there are several metrics."""
        by_place: dict[tuple[str, str], list[Misconception]] = {}
        for misconception in self:
            by_place.setdefault((misconception.subject.group, misconception.replaces), []).append(misconception)
        several = len({group for group, _ in by_place}) > 1
        return tuple(
            (f"{group}, {place}" if several else place, Catalogue(misconceptions))
            for (group, place), misconceptions in by_place.items()
        )

    @property
    def tables(self) -> tuple[tuple[str, Table], ...]:
        """A table for each function, with its heading."""
        return tuple(
            (f"{place.replace('_', ' ')}: {so_many(len(misconceptions), 'mistake')}", misconceptions.table)
            for place, misconceptions in self.places
        )

    def __str__(self) -> str:
        return "\n\n".join(f"{heading}\n{plain.table(table)}" for heading, table in self.tables)

    def __repr__(self) -> str:
        return f"Catalogue([{', '.join(misconception.name for misconception in self)}])"

    def _repr_html_(self) -> str:
        return html.framed([_folded(heading, table) for heading, table in self.tables])


def _folded(heading: str, table: Table) -> str:
    return f"<details><summary><b>{escaped(heading)}</b></summary>\n{html.table(table)}\n</details>"


def _row(misconception: Misconception) -> tuple[Cell, ...]:
    mistake = misconception.smallest
    name = mistake.shows[0]
    candidate, references = (_joined(texts) for texts in misconception.example[:2])
    right = Chain("=", (mistake.symbol(name), formula(mistake.right[name])))
    return misconception.title, misconception.wrong, candidate, references, right, formula(mistake.wrong[name])


def _joined(texts: Texts) -> Words:
    return Words(tuple(" | ".join(sentences(texts)).replace("\n", " / ").split()))


_OF_METRICS: tuple[Subject, ...] = (*chain.from_iterable(parts("SUBJECTS").values()), *MEASURES)
_FAMILIES: Mapping[str, tuple[Misconception, ...]] = parts("MISTAKES") | {"Agreement": AGREEMENT}


@cache
def _models() -> ModuleType:
    """The module of the mistakes of models, which is loaded only when it is needed."""
    module = import_module("mtexplain.models.mistakes")
    for kind in {*map(type, module.SUBJECTS)}:
        by_name(kind, _subject)
    return module


def subjects() -> Iterator[Subject]:
    """Every metric, measure of agreement and model that has known mistakes, in this order."""
    yield from _OF_METRICS
    yield from _models().SUBJECTS


def subjects_of(metric: Callable[..., object] | str) -> Iterator[Subject]:
    """Yield the subjects that compute a metric (its function or its name); none for an unknown function.

    InputError if `metric` is neither a function nor a known name.
    """
    name = function_name(metric) if isinstance(metric, str) else ""
    is_known = False
    for subject in subjects():
        if any(metric is function or name == function.__name__ for function in subject.metrics):
            is_known = True
            yield subject
    if not is_known:
        resolve_metric(metric, lambda: {subject.metric.__name__: subject.metric for subject in subjects()})


def families() -> dict[str, tuple[Misconception, ...]]:
    """The mistakes of each family of metrics, of the measures of agreement, and of models."""
    return {**_FAMILIES, **_models().FAMILIES}


def of_subject(subject: Subject) -> Catalogue:
    """The mistakes that can occur in a computation."""
    known = _FAMILIES if subject in _OF_METRICS else families()
    return Catalogue(
        misconception for misconception in chain.from_iterable(known.values()) if misconception.goes_wrong_in(subject)
    )


def misconception(name: str) -> Misconception:
    """The misconception of that name, of a metric or of a model; KeyError for any other name."""
    of_metrics = (
        misconception for misconception in chain.from_iterable(_FAMILIES.values()) if misconception.name == name
    )
    return next(of_metrics, None) or catalogue().get(name)


@cache
def catalogue() -> Catalogue:
    """All misconceptions, as wrong formulas that can be computed in place of a function of a metric.

    >>> catalogue().get("no-clipping").smallest.shows
    ('p_1', 'score')
    """
    return Catalogue(chain.from_iterable(families().values()))


def _subject(name: str) -> Subject:
    return next(subject for subject in subjects() if subject.name == name)


by_name(Misconception, misconception)
for _kind in {type(subject) for subject in _OF_METRICS}:
    by_name(_kind, _subject)


if TYPE_CHECKING:
    misconceptions: Catalogue


def __getattr__(name: str) -> Catalogue:
    """The catalogue under the name `misconceptions`, built only when asked for, because it loads the models."""
    if name == "misconceptions":
        return catalogue()
    raise AttributeError(f"no {name} here")
