"""An evaluation of COCO's two files, with a score by each metric for all images and for each image."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from reprlib import repr as _short
from typing import NamedTuple

from mtexplain.data import Record
from mtexplain.display.formula import Chain, shown
from mtexplain.display.parts import Cell, Column, Headline, Note, Part, Real, Table, Words, columns
from mtexplain.display.record import plain_notes
from mtexplain.display.score import SentenceScore
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.captions.files import ImageId, Source, is_id, listed, read
from mtexplain.explain.captions.metrics import METRICS, CaptionMetric, CorpusScore, Facts
from mtexplain.explain.metric import function_name
from mtexplain.explain.tools.available import available
from mtexplain.inputs import InputError, described
from mtexplain.invisible import visible
from mtexplain.metrics.meteor import METEOR_15
from mtexplain.metrics.meteor.notes import of_stemmer
from mtexplain.metrics.shared import reading
from mtexplain.rules.base import Rules, tokenizer_of
from mtexplain.settings import check_flag

_PAPER = "Chen et al. 2015, section 3"
_METEOR = (
    "COCO's METEOR also matches synonyms and paraphrases, which it takes from tables of its own, and pools its counts "
    "over all images. Here words match if they are equal or have the same stem, and the score is the mean over images."
)
_WHY_READ = "The COCO evaluation cuts every caption into lower-case tokens, without the punctuation."
_WHY_IMAGES = (
    "BLEU treats all captions as a single text, so its score is not a mean over images. The other scores are means. "
    "COCO's BLEU adds 10^-15 to the matches and 10^-9 to the total, so a perfect caption scores slightly below 1."
)


MeasuredMetric = str | Callable[..., object]
"""A metric, given by its name here, such as BLEU-4, or by its function, such as mtexplain.rouge_l."""
_OF_FUNCTIONS = {"bleu": "bleu_4", "corpus_bleu": "bleu_4", "caption_cider_d": "cider_d"}
"""The metrics of functions whose names differ from the names of the metrics here."""


class Measured(NamedTuple):
    """The result of a metric, with its name, the name that COCO's tools print, and the score of all captions."""

    name: str
    printed: str
    whole: CorpusScore


@dataclass(frozen=True, repr=False)
class CaptionEvaluation(Trace):
    """The scores of the captions of many images, as COCO's tools compute them. Make it with `evaluate_captions`.

    >>> from mtexplain import evaluate_captions
    >>> images = {"images": [{"id": 1}, {"id": 2}], "annotations": [{"image_id": 1, "caption": "A cat."},
    ...           {"image_id": 2, "caption": "A red dog."}]}
    >>> result = evaluate_captions(images, [{"image_id": 1, "caption": "A cat"}, {"image_id": 2, "caption": "A dog"}])
    >>> round(result.score("CIDEr-D"), 3), float(result.trace(1, "CIDEr-D").score), result.trace(2, "CIDEr-D").exact
    (3.372, 5.0, '10/4 * (0.6974 + 0 + 0 + 0)')
    """

    images: tuple[ImageId, ...]
    measured: tuple[Measured, ...]
    left_out: tuple[Note, ...] = ()
    """The metrics that were left out, with the reasons."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the metrics."""
        return tuple(measured.name for measured in self.measured)

    def whole(self, metric: MeasuredMetric) -> CorpusScore:
        """The score of all captions by a metric, given by its name or its function; InputError for any other metric."""
        name = function_name(metric if isinstance(metric, str) else str(getattr(metric, "__name__", "")))
        for measured in self.measured:
            if function_name(measured.name) == _OF_FUNCTIONS.get(name, name):
                return measured.whole
        printed = [measured for measured in self.measured if metric and measured.printed == metric]
        hints = [f"COCO's tools print {measured.name} as {measured.printed}." for measured in printed]
        hints += [f"{note}" for note in self.left_out]
        raise InputError("metric", described(metric), f"one of {', '.join(self.names)}", " ".join(hints))

    def score(self, metric: MeasuredMetric) -> float:
        """The score of all captions by a metric."""
        return self.whole(metric).score

    def trace(self, image: ImageId, metric: MeasuredMetric) -> SentenceScore:
        """The score of an image by a metric, with all its working. InputError for an unknown image."""
        whole = self.whole(metric)
        if not is_id(image) or image not in self._indices:
            raise InputError("image", described(image), f"the id of a scored image, from {listed(self.images)}")
        return whole.segments[self._indices[image]]

    @cached_property
    def _indices(self) -> dict[ImageId, int]:
        return {image: index for index, image in enumerate(self.images)}

    @property
    def headline(self) -> Headline:
        """The score by the last metric, which COCO uses for its ranking."""
        return self.measured[-1].whole.headline

    @property
    def overview(self) -> tuple[Part, ...]:
        """A row for each metric, with the number that COCO's tools print."""
        header = columns(metric="metric", score="score", printed="COCO's tools print")
        rows = tuple(
            (
                measured.name,
                Real(measured.whole.score),
                f"{measured.printed}: {measured.whole.score:.3f}" if measured.printed else "another number",
            )
            for measured in self.measured
        )
        return (Table("", header, rows),)

    def steps(self) -> tuple[Step, ...]:
        """The step that shows the tokenized captions, and the step that shows the score of every image."""
        return (self._read(), self._scored())

    def _read(self) -> Step:
        segments = self.measured[0].whole.segments
        rules = segments[0].rules
        header = columns(image="image", tokens="tokens", references="references")
        rows = [
            (_name(image), Words(segment.candidate), len(segment.references)) for image, segment in self._each(segments)
        ]
        outcome = "1 image" if len(self.images) == 1 else f"{len(self.images):,} images"
        summary = f"by the {rules.tokenize} tokeniser"
        return Step("captions", "Captions", summary, outcome, _WHY_READ, _PAPER, (Table("", header, rows, names=2),))

    def _scored(self) -> Step:
        last = self.measured[-1]
        outcome = Chain("=", (last.name, shown(last.whole.score)))
        return Step("images", "Images", "every metric", outcome, _WHY_IMAGES, _PAPER, (self.table,))

    @property
    def table(self) -> Table:
        """A row for each image, with its score by every metric, and a last row for all images."""
        header = (Column("image", "image"), *(Column(measured.name, measured.name) for measured in self.measured))
        rows: list[tuple[Cell, ...]] = [
            (_name(image), *(Real(measured.whole.segments[index].score) for measured in self.measured))
            for index, image in enumerate(self.images)
        ]
        return Table("", header, rows, total=("all", *(Real(measured.whole.score) for measured in self.measured)))

    def _each(self, segments: Sequence[SentenceScore]) -> Iterator[tuple[ImageId, SentenceScore]]:
        return zip(self.images, segments, strict=True)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Remarks on odd inputs, such as a single image, or a caption or reference without words."""
        whole = self.measured[-1].whole
        meteor = (Note("meteor", _METEOR), *of_stemmer(METEOR_15)) if "METEOR" in self.names else self.left_out
        notes = [*meteor, *(note for note in whole.notes if not note.where and note.code != "square")]
        for image, segment in self._each(self.measured[0].whole.segments):
            where = f"image {visible(str(image))}"
            if not segment.candidate:
                notes.append(Note("empty-candidate", "The caption has no tokens left, so every score is 0.", where))
            if not all(segment.references):
                notes.append(Note("empty-reference", "A reference has no tokens left.", where))
        return tuple(notes)

    def to_dict(self) -> Record:
        """The scores of all images and of each image, ready for JSON."""
        return {
            "metrics": {measured.name: measured.whole.score for measured in self.measured},
            "images": [
                {
                    "image_id": image,
                    **{measured.name: measured.whole.segments[index].score for measured in self.measured},
                }
                for index, image in enumerate(self.images)
            ],
            "notes": plain_notes(self.notes),
        }

    def __repr__(self) -> str:
        scores = ", ".join(f"{measured.name}: {shown(measured.whole.score)}" for measured in self.measured)
        return f"CaptionEvaluation({len(self.images):,} images; {scores})"


def evaluate_captions(
    annotations: Source, results: Source, *, only_answered: bool = False, tokenize: str = "coco"
) -> CaptionEvaluation:
    """Every metric of the COCO caption evaluation, for all images and for each image (Chen et al. 2015, section 3).

    `annotations` is COCO's file of references, and `results` a file of captions. Give their names or their content:

        {"images": [{"id": 7}, ...], "annotations": [{"image_id": 7, "caption": "A cat."}, ...]}
        [{"image_id": 7, "caption": "The cat"}, ...]

    Both may also be dicts from an image to its captions, as pycocoevalcap takes them, such as {7: ["A cat.", ...]} and
    {7: ["The cat"]}. Every image must have exactly one caption; with `only_answered`, images without a caption are left
    out, as in COCO's own example. `tokenize` is "coco", or "coco-java" for COCO's own program, if it is installed.
    METEOR needs the package snowballstemmer. Without it METEOR is left out, with a note.

    >>> annotations = {"images": [{"id": 7}], "annotations": [{"image_id": 7, "caption": "A cat."}]}
    >>> evaluate_captions(annotations, [{"image_id": 7, "caption": "The cat"}]).names
    ('BLEU-1', 'BLEU-2', 'BLEU-3', 'BLEU-4', 'METEOR', 'ROUGE-L', 'CIDEr-D')
    >>> round(evaluate_captions({7: ["A cat."], 8: ["A dog."]}, {7: ["The cat"], 8: ["A dog"]}).score("ROUGE-L"), 4)
    0.75

    InputError if a file can't be read, an image has no caption or several, or a result belongs to no image.
    """
    captions = read(annotations, results, check_flag(only_answered, "only_answered"))
    rules = Rules("coco", tokenize=tokenize).checked()
    cut = tokenizer_of(rules.tokenize)
    reading.cut_at_once((*captions.candidates, *chain.from_iterable(captions.references)), rules)
    facts = [
        reading.facts(candidate, references, rules, cut, f"caption of image {name}", f"references of image {name}")
        for name, candidate, references in zip(map(_short, captions.images), *captions[1:], strict=True)
    ]
    measured, left_out = available((metric.name, partial(_measured, metric, facts)) for metric in METRICS)
    return CaptionEvaluation(captions.images, measured, left_out)


def _measured(metric: CaptionMetric, facts: Sequence[Facts]) -> Measured:
    return Measured(metric.name, metric.printed, metric.score(facts))


def _name(image: ImageId) -> Cell:
    """The id of an image as a cell. A string becomes words, because it comes from outside."""
    return image if isinstance(image, int) else Words((image,))
