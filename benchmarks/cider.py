"""Time CIDEr-D with `python benchmarks/cider.py`, in about a minute.

    corpus     score 3,000 images from text, with one reference and with five, compared with pycocoevalcap
    explain    score a caption of 25 words with three references, and compute every step of its working
    edits      try every single edit of a caption of 25 words with three references

Times depend on the machine, ratios much less. The two programs run alternately for several rounds, and the result is
the median of the rounds' ratios, so that a busy moment affects both. Targets are wishes, and nothing here fails. Our
numbers have forty digits and are rounded once, theirs are floats. The target of 12 is for an engine that works on whole
arrays, which this library doesn't.
"""

import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from pycocoevalcap.cider.cider_scorer import CiderScorer

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mtexplain.explain.edits.token_edits import best_of  # noqa: E402  # the project's folder must be on the path first
from mtexplain.metrics.cider import caption_cider_d, cider_d, document_frequencies  # noqa: E402

ROUNDS = 7
IMAGES = 3_000
VOCABULARY = [f"word{number}" for number in range(3_000)]
ZIPF = [1 / (rank + 1) for rank in range(len(VOCABULARY))]

Row = tuple[str, str, str]
"""A measurement, its target and its result."""
Corpus = tuple[list[str], list[list[str]]]


def main() -> None:
    """Print the table."""
    rows: list[Row] = [("measured", "target", "reached"), *corpus(1), *corpus(5), *explain(), *edits()]
    widths = [max(len(row[place]) for row in rows) for place in range(3)]
    for what, target, reached in rows:
        print(f"{what:<{widths[0]}}  {target:>{widths[1]}}  {reached:>{widths[2]}}")


def captions(draw: random.Random, images: int, references: int, words: int = 10) -> Corpus:
    """Random captions in which some words are common. Captions of the same image share about half of their words."""

    def like(text: list[str]) -> str:
        changed = [word if draw.random() < 0.5 else draw.choices(VOCABULARY, ZIPF)[0] for word in text]
        return " ".join(changed + draw.choices(VOCABULARY, ZIPF, k=draw.randint(0, 2)))

    texts = [draw.choices(VOCABULARY, ZIPF, k=words) for _ in range(images)]
    return [like(text) for text in texts], [[like(text) for _ in range(references)] for text in texts]


def corpus(references: int) -> list[Row]:
    """Compare the two programs. Both get tokens with a space between them, and return the score of every image."""
    draw = random.Random(references)
    times: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        candidates, groups = captions(draw, IMAGES, references)

        times.append((timed(partial(theirs, candidates, groups)), timed(partial(ours, candidates, groups))))
    what = f"{IMAGES:,} images, {references} reference{'s' * (references > 1)}"
    ratio = median(other / own for other, own in times)
    return [(f"{what}: pycocoevalcap / ours", ">= 1 (12)", f"{ratio:.2f}"),
            ("  of that, ours take", "-", f"{median(own for _, own in times):.2f} s")]  # fmt: skip


def theirs(candidates: list[str], references: list[list[str]]) -> list[float]:
    """The score of every image by pycocoevalcap."""
    scorer = CiderScorer(n=4, sigma=6.0)
    for candidate, group in zip(candidates, references, strict=True):
        scorer += (candidate, group)
    return list(scorer.compute_score()[1])


def ours(candidates: list[str], references: list[list[str]]) -> list[float]:
    """The score of every image by this library, with the same rules."""
    trace = cider_d(candidates, references, rules="coco", tokenize="whitespace")
    return [image.score for image in trace.segments]


def explain() -> list[Row]:
    """Time the working of a caption. Each round has new words, so that no cached result helps."""
    draw = random.Random(25)
    frequencies = document_frequencies(captions(draw, 500, 3)[1])
    times = []
    for _ in range(300):
        candidates, groups = captions(draw, 1, 3, words=24)
        start = perf_counter()
        trace = caption_cider_d(candidates[0], groups[0], document_frequencies=frequencies)
        trace.score, trace.steps()
        times.append(perf_counter() - start)
    return [("25 words, 3 references, all steps", "<= 3 ms", f"{median(times) * 1000:.2f} ms")]


def edits() -> list[Row]:
    """Time the search for the best of a few thousand edits."""
    draw = random.Random(26)
    frequencies = document_frequencies(captions(draw, 500, 3)[1])
    times = []
    for _ in range(5):
        candidates, groups = captions(draw, 1, 3, words=24)
        score = caption_cider_d(candidates[0], groups[0], document_frequencies=frequencies)
        times.append(timed(partial(best_of, score)))
    return [("25 words, 3 references, the best edit", "-", f"{median(times) * 1000:.0f} ms")]


def timed(run: Callable[[], object]) -> float:
    """The seconds that a call takes."""
    start = perf_counter()
    run()
    return perf_counter() - start


if __name__ == "__main__":
    main()
