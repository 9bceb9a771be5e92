"""The way in: from COCO's two files to an evaluation."""

from collections.abc import Sequence
from functools import partial
from itertools import chain
from reprlib import repr as _short

from mtexplain.explain.captions.evaluation import CaptionEvaluation, Measured
from mtexplain.explain.captions.files import Source, read
from mtexplain.explain.captions.metrics import METRICS, CaptionMetric, Facts
from mtexplain.explain.tools.available import available
from mtexplain.metrics.shared import reading
from mtexplain.rules.base import Rules, checked_reading, tokenizer_of
from mtexplain.settings import check_flag


def evaluate_captions(
    annotations: Source, results: Source, *, only_answered: bool = False, tokenize: str = "coco"
) -> CaptionEvaluation:
    """Every metric of the COCO caption evaluation, for all images and for each (Chen et al. 2015, section 3).

    `annotations` is COCO's file of references, `results` one of captions, as names of files or as what is in them:

        {"images": [{"id": 7}, ...], "annotations": [{"image_id": 7, "caption": "A cat."}, ...]}
        [{"image_id": 7, "caption": "The cat"}, ...]

    Every image must have one caption; with `only_answered` those without one are left out, as in COCO's own example.
    `tokenize` is "coco", or "coco-java" for COCO's own program, where it is installed. METEOR needs the package
    snowballstemmer: without it METEOR is left out, with a note.

    >>> annotations = {"images": [{"id": 7}], "annotations": [{"image_id": 7, "caption": "A cat."}]}
    >>> evaluate_captions(annotations, [{"image_id": 7, "caption": "The cat"}]).names
    ('BLEU-1', 'BLEU-2', 'BLEU-3', 'BLEU-4', 'METEOR', 'ROUGE-L', 'CIDEr-D')

    InputError where a file can't be read, an image has no caption or two, or a result is of no image.
    """
    captions = read(annotations, results, check_flag(only_answered, "only_answered"))
    rules = checked_reading(Rules("coco", tokenize=tokenize))
    cut = tokenizer_of(rules.tokenize)
    reading.cut_at_once((*captions.candidates, *chain.from_iterable(captions.references)), rules)
    facts = [
        reading.facts(candidate, references, rules, cut, f"caption of image {name}", f"references of image {name}")
        for name, candidate, references in zip(map(_short, captions.images), *captions[1:], strict=True)
    ]
    measured, left_out = available((one.name, partial(_measured, one, facts)) for one in METRICS)
    return CaptionEvaluation(captions.images, measured, left_out)


def _measured(metric: CaptionMetric, facts: Sequence[Facts]) -> Measured:
    return Measured(metric.name, metric.printed, metric.score(facts))
