"""The metrics of the evaluation, each as COCO's tools compute it: a line each."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from mtexplain.display.score import SentenceScore
from mtexplain.explain.captions.mean import Mean
from mtexplain.metrics.bleu import Bleu, CorpusBleu
from mtexplain.metrics.cider import CaptionCider, CorpusCider
from mtexplain.metrics.cider.frequencies import count_documents
from mtexplain.metrics.cider.rules import COCO as COCO_CIDER
from mtexplain.metrics.meteor import METEOR_15, Meteor
from mtexplain.metrics.rouge import COCO as COCO_ROUGE
from mtexplain.metrics.rouge import RougeL
from mtexplain.rules import COCO as COCO_BLEU
from mtexplain.rules import Rules

Facts = dict[str, Any]
"""What every score of one caption is made from: its tokens, those of its references, the texts, how they were read."""


CorpusScore = CorpusBleu | CorpusCider | Mean
"""A score of all captions, with one of each."""


class CaptionMetric(NamedTuple):
    """A metric: its name here, the name that COCO's tools print, and how it comes from the facts of all images.

    The name is empty where these tools compute something else.
    """

    name: str
    printed: str
    score: Callable[[Sequence[Facts]], CorpusScore]
    """MissingPackage where it needs one that is not there."""


def bleu(max_n: int, images: Sequence[Facts]) -> CorpusBleu:
    """BLEU of n-grams up to this length, all captions as one text."""
    rules = replace(COCO_BLEU, max_n=max_n, tokenize=_tokenize(images))
    return CorpusBleu(tuple(Bleu(**{**facts, "rules": rules}) for facts in images), rules)


def meteor(images: Sequence[Facts]) -> Mean:
    """The mean of METEOR, if its stemmer is there."""
    return mean_of(Meteor, METEOR_15.checked(), images)


def mean_of(score: Callable[..., SentenceScore], rules: Rules, images: Sequence[Facts]) -> Mean:
    """The mean of a metric that COCO's tools compute image by image; `score` makes one from the facts of an image."""
    rules = replace(rules, tokenize=_tokenize(images))
    return Mean(tuple(score(**{**facts, "rules": rules}) for facts in images))


def cider_d(images: Sequence[Facts]) -> CorpusCider:
    """CIDEr-D, the mean over the images; their references are the corpus."""
    rules = replace(COCO_CIDER, tokenize=_tokenize(images))
    found = count_documents([facts["references"] for facts in images], rules.max_n, rules.reading)
    captions = (CaptionCider(**{**facts, "rules": rules}, document_frequencies=found) for facts in images)
    return CorpusCider(tuple(captions), rules, found)


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
"""Every metric, in the order in which COCO's tools print them."""
