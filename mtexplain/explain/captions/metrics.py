"""The metrics of the evaluation, computed as in COCO's tools, and the mean over images that some of them need."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import fsum
from typing import Any, NamedTuple

from mtexplain.data import Record
from mtexplain.display.formula import Chain, Formula, Over, SumOver, Symbol, shown
from mtexplain.display.parts import Equation, Headline, Note, Part, Real, Table, Words, columns
from mtexplain.display.score import SentenceScore
from mtexplain.display.trace import Step, Trace
from mtexplain.metrics.bleu import Bleu, CorpusBleu
from mtexplain.metrics.cider import CaptionCider, CorpusCider
from mtexplain.metrics.cider.frequencies import count_documents
from mtexplain.metrics.cider.rules import COCO as COCO_CIDER
from mtexplain.metrics.meteor import METEOR_15, Meteor
from mtexplain.metrics.rouge import COCO as COCO_ROUGE
from mtexplain.metrics.rouge import RougeL
from mtexplain.rules import COCO as COCO_BLEU
from mtexplain.rules import Rules
from mtexplain.tracing import formulas

_WHY = "Every image counts equally, however long its captions are."
Facts = dict[str, Any]
"""The fields that every score of a caption has, such as its tokens, the tokens of its references, and the rules."""


@dataclass(frozen=True, repr=False)
class Mean(Trace):
    """The mean of the scores of all images by a metric.

    >>> from mtexplain import rouge_l
    >>> mean = Mean((rouge_l("a cat", ["a cat"]), rouge_l("a dog", ["a cat"])))
    >>> mean
    Mean(0.75 of 2 images)
    """

    segments: tuple[SentenceScore, ...]

    @cached_property
    def score(self) -> float:
        """The mean score."""
        return fsum(segment.score for segment in self.segments) / len(self.segments)

    @property
    def symbol(self) -> Formula:
        """The name of the metric, as formulas write it."""
        return self.segments[0].symbol

    @property
    def closed_form(self) -> Formula:
        """The sum of the scores of the images, over the number of images."""
        scores = [shown(segment.score) for segment in self.segments]
        return Over(formulas.chain("+", scores, formulas.MOST_TERMS), str(len(scores)))

    @property
    def signature(self) -> str:
        """The fields that the signatures of all images share."""
        first, *others = (segment.signature.split(" · ") for segment in self.segments)
        return " · ".join(field for field in first if all(field in other for other in others))

    @property
    def headline(self) -> Headline:
        """The mean and its closed form."""
        value = shown(self.score)
        return Headline(value, Equation(self.symbol, self.closed_form, value), self.signature)

    @property
    def overview(self) -> tuple[Part, ...]:
        """Empty, because the single step shows everything."""
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
            (number, Words(segment.candidate), len(segment.references), Real(segment.score))
            for number, segment in enumerate(self.segments, 1)
        ]
        return Table("", header, rows, names=2, total=("mean", None, None, Real(self.score)))

    @property
    def notes(self) -> tuple[Note, ...]:
        """Empty, because the traces of the images have their own notes."""
        return ()

    def to_dict(self) -> Record:
        """The mean and the whole trace of every image, ready for JSON."""
        return {"score": self.score, "segments": [segment.to_dict() for segment in self.segments]}

    def __repr__(self) -> str:
        return f"Mean({shown(self.score)} of {len(self.segments):,} images)"


CorpusScore = CorpusBleu | CorpusCider | Mean
"""A score of all captions, with the score of each caption."""


class CaptionMetric(NamedTuple):
    """A metric with its name here, the name that COCO's tools print, and the function that computes it.

    The printed name is empty if COCO's tools compute something else.
    """

    name: str
    printed: str
    score: Callable[[Sequence[Facts]], CorpusScore]
    """The function that computes the metric from the facts; MissingPackage if a package that it needs is missing."""


def bleu(max_n: int, images: Sequence[Facts]) -> CorpusBleu:
    """BLEU of n-grams up to this length, with all captions as a single text."""
    rules = replace(COCO_BLEU, max_n=max_n, tokenize=_tokenize(images))
    return CorpusBleu(tuple(Bleu(**{**facts, "rules": rules}) for facts in images), rules)


def meteor(images: Sequence[Facts]) -> Mean:
    """The mean of METEOR; MissingPackage if its stemmer is missing."""
    return mean_of(Meteor, METEOR_15.checked(), images)


def mean_of(score: Callable[..., SentenceScore], rules: Rules, images: Sequence[Facts]) -> Mean:
    """The mean of a metric that COCO's tools compute for each image; `score` makes a score from facts."""
    rules = replace(rules, tokenize=_tokenize(images))
    return Mean(tuple(score(**{**facts, "rules": rules}) for facts in images))


def cider_d(images: Sequence[Facts]) -> CorpusCider:
    """CIDEr-D as the mean over the images, with their references as the corpus."""
    rules = replace(COCO_CIDER, tokenize=_tokenize(images))
    frequencies = count_documents([facts["references"] for facts in images], rules.max_n, rules.reading)
    captions = (CaptionCider(**{**facts, "rules": rules}, document_frequencies=frequencies) for facts in images)
    return CorpusCider(tuple(captions), rules, frequencies)


def _tokenize(images: Sequence[Facts]) -> str:
    reading: Rules = images[0]["rules"]
    return str(reading.tokenize)


METRICS: tuple[CaptionMetric, ...] = (
    CaptionMetric("BLEU-1", "Bleu_1", partial(bleu, 1)),
    CaptionMetric("BLEU-2", "Bleu_2", partial(bleu, 2)),
    CaptionMetric("BLEU-3", "Bleu_3", partial(bleu, 3)),
    CaptionMetric("BLEU-4", "Bleu_4", partial(bleu, 4)),
    CaptionMetric("METEOR", "", meteor),
    CaptionMetric("ROUGE-L", "ROUGE_L", partial(mean_of, RougeL, COCO_ROUGE)),
    CaptionMetric("CIDEr-D", "CIDEr", cider_d),
)
"""All metrics, in the order in which COCO's tools print them."""
