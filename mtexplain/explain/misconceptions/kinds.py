"""What a misconception is: one function of a metric, replaced by a wrong one that people really use."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any, NamedTuple

from mtexplain.copies import read_only
from mtexplain.display.formula import Formula
from mtexplain.display.score import Score
from mtexplain.explain.misconceptions.mistake import Mistake
from mtexplain.explain.misconceptions.numbers import Numbers


class Subject(NamedTuple):
    """A metric that is computed by hand: what can be claimed of it, and its numbers with functions replaced.

    `places` are the functions that can be replaced, in the order of the computation, each with the right formula.
    """

    name: str
    metric: Callable[..., Score]
    text_metric: Callable[..., Score]
    claims: tuple[str, ...]
    places: Mapping[str, Formula]
    symbols: Callable[[str], Formula]
    """The name of a number, as the views write it."""
    step: Callable[[str], str]
    """The name of the step that tells how a number comes about."""
    working: Callable[[Score, str], Formula]
    """The working of a number, in a line."""
    sheet: Callable[[Score], Any]
    """What is counted once, before anything is computed."""
    numbers: Callable[..., Numbers]
    """The numbers from such a sheet, with the functions at some places replaced; and, where some numbers are given,
    the later ones as they follow from these."""
    rounding: str
    """The name of the misconception that shows where a number follows from rounded ones."""
    family: str = ""
    """Metrics of one family are computed by the same functions, and know each other's misconceptions."""
    goes_on_to: "Subject | None" = None
    """Another whose functions it has at the places `shared`: what goes wrong there goes wrong here, too."""
    shared: frozenset[str] = frozenset()
    made_of: Mapping[str, tuple[str, ...]] = read_only({})
    """Of a number: the numbers it is made of that have steps of their own, where its own step only takes them."""

    @property
    def group(self) -> str:
        """What its misconceptions are listed under: its family, or else itself."""
        return self.family or self.name

    @property
    def metrics(self) -> tuple[Callable[..., Score], ...]:
        """The metric of a sentence, and that of a text."""
        return self.metric, self.text_metric

    def score(self, candidate: Any, references: Any, **settings: Any) -> Score:
        """The score of a sentence, or of a text where the candidate is a list. Some metrics know no references."""
        metric = self.metric if isinstance(candidate, str) else self.text_metric
        if "references" in signature(metric).parameters:
            return metric(candidate, references, **settings)
        return metric(candidate, **settings)


class Smallest(NamedTuple):
    """The smallest example on which a misconception shows: no shorter text gives it away."""

    candidate: str | tuple[str, ...]
    references: tuple[str, ...] | tuple[tuple[str, ...], ...]
    settings: Mapping[str, Any] = read_only({})

    @property
    def size(self) -> tuple[int, int]:
        """How many words it has, and how many sentences."""
        found = sentences((self.candidate, self.references))
        return sum(len(sentence.split()) for sentence in found), len(found)


@dataclass(frozen=True, repr=False, eq=False)
class Misconception:
    """A wrong formula that can be computed with: one function of a metric, replaced.

    `place` says which function, `wrong` is the formula in its stead, `source` where it is seen.

    >>> from mtexplain import misconceptions
    >>> wrong = misconceptions.get("average-without-log")
    >>> wrong.place, wrong.example.candidate, wrong.example.references
    ('combine', 'a', ('a',))
    >>> round(wrong.on("the cat the cat on the mat", ["the cat is on the mat"], max_n=2).wrong["score"], 3)
    1.835
    """

    subject: Subject
    name: str
    place: str
    title: str
    wrong: Formula
    explanation: str
    source: str
    example: Smallest
    replacement: Callable[..., Any]

    @property
    def right(self) -> Formula:
        """The right formula at this place."""
        return self.subject.places[self.place]

    def goes_wrong_in(self, subject: Subject) -> bool:
        """Whether it is a mistake of this computation: it has the function that is replaced."""
        if self.subject.group == subject.group:
            return True
        return (
            self.place in subject.shared and subject.goes_on_to is not None and self.goes_wrong_in(subject.goes_on_to)
        )

    @property
    def phrase(self) -> str:
        """The title within a sentence: without its capital, unless that belongs to a name.

        >>> from mtexplain import misconceptions
        >>> misconceptions.get("no-clipping").phrase, misconceptions.get("penalty-twice").phrase
        ('no clipping', 'BP counted twice')
        """
        return self.title if self.title[1].isupper() else self.title[0].lower() + self.title[1:]

    def on(self, candidate: str | list[str], references: list[Any], **settings: Any) -> Mistake:
        """What it makes of a candidate, or of a text, beside what is right. Settings and errors are the metric's."""
        return self.of(self.subject.score(candidate, references, **settings))

    def of(self, score: Score) -> Mistake:
        """What it makes of a score's text."""
        return Mistake(self, score)

    @property
    def smallest(self) -> Mistake:
        """What it makes of its example."""
        references: list[Any] = [one if isinstance(one, str) else list(one) for one in self.example.references]
        candidate = self.example.candidate
        return self.on(candidate if isinstance(candidate, str) else list(candidate), references,
                       **self.example.settings)  # fmt: skip

    def __repr__(self) -> str:
        return f"Misconception({self.name!r}: {self.title})"

    def __str__(self) -> str:
        return str(self.smallest)

    def _repr_html_(self) -> str:
        return self.smallest._repr_html_()


def sentences(texts: Any) -> Sequence[str]:
    """All sentences in lists of lists."""
    if isinstance(texts, str):
        return [texts]
    return [sentence for one in texts for sentence in sentences(one)]
