"""A score of all captions that is the mean of those of the images, and no more, as a trace."""

from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import Any

from mtexplain.display.formula import Chain, Formula, Over, SumOver, Symbol, shown
from mtexplain.display.parts import Equation, Headline, Note, Part, Real, Table, Words, columns
from mtexplain.display.score import SentenceScore
from mtexplain.display.trace import Step, Trace
from mtexplain.metrics.cider.recipe import mean_of

_WHY = "Every image counts alike, however long its captions are."


@dataclass(frozen=True, repr=False)
class Mean(Trace):
    """The mean of the scores of all images by one metric.

    >>> from mtexplain import rouge_l
    >>> mean = Mean((rouge_l("a cat", ["a cat"]), rouge_l("a dog", ["a cat"])))
    >>> mean
    Mean(0.75 of 2 images)
    """

    segments: tuple[SentenceScore, ...]

    @cached_property
    def score(self) -> float:
        """The mean."""
        return fsum(one.score for one in self.segments) / len(self.segments)

    @property
    def symbol(self) -> Formula:
        """The name of the metric, as formulas write it."""
        return self.segments[0].symbol

    @property
    def closed_form(self) -> Formula:
        """The scores of the images added up, over their number."""
        return mean_of([one.score for one in self.segments])

    @property
    def signature(self) -> str:
        """What the signatures of all images say."""
        first, *others = (one.signature.split(" · ") for one in self.segments)
        return " · ".join(field for field in first if all(field in other for other in others))

    @property
    def headline(self) -> Headline:
        """The mean, beside its closed form."""
        value = shown(self.score)
        return Headline(value, Equation(self.symbol, self.closed_form, value), self.signature)

    @property
    def overview(self) -> tuple[Part, ...]:
        """Nothing before the one step there is."""
        return ()

    def steps(self) -> tuple[Step, ...]:
        """The scores of the images, and their mean."""
        number = len(self.segments)
        symbols = Chain("=", (self.symbol, Over(SumOver("i", Symbol("score", "i")), "images")))
        equation = Equation(symbols, self.closed_form, shown(self.score), "i runs over the images")
        summary = f"the mean of {number:,} image{'s' * (number != 1)}"
        outcome = Chain("=", (self.symbol, shown(self.score)))
        source = "Chen et al. 2015, section 3"
        return (Step("images", "Images", summary, outcome, _WHY, source, (self.table, equation)),)

    @property
    def table(self) -> Table:
        """A row for each image, in the order of the annotations."""
        header = columns(image="image", candidate="candidate", references="references", score="score")
        rows = [
            (place, Words(one.candidate), len(one.references), Real(one.score))
            for place, one in enumerate(self.segments, 1)
        ]
        return Table("", header, rows, names=2, total=("mean", None, None, Real(self.score)))

    @property
    def notes(self) -> tuple[Note, ...]:
        """Nothing is odd about a mean; what is odd about an image stands in its own trace."""
        return ()

    def to_dict(self) -> dict[str, Any]:
        """The mean and every image whole, ready for JSON."""
        return {"score": self.score, "segments": [one.to_dict() for one in self.segments]}

    def __repr__(self) -> str:
        return f"Mean({shown(self.score)} of {len(self.segments):,} images)"
