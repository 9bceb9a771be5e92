"""Time METEOR with `python benchmarks/meteor.py`, in about a minute.

    scores     score 2,000 pairs of sentences in which two fifths of the words differ, compared with NLTK, which uses
               its stemmer and ready tokens but no WordNet
    trace      score 25 words against a reference, and compute every step of the working
    hard       align sentences of 100 words, and a repeated word, with the number of searches that finish

The words come from the documentation of Python's standard library. Two programs run alternately for several rounds, and
the result is the median of the rounds' ratios, so that a busy moment affects both. Targets are wishes, and nothing here
fails.
"""

import pydoc
import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from nltk.translate.meteor_score import single_meteor_score

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mtexplain.metrics.meteor import meteor  # noqa: E402

ROUNDS, PAIRS = 7, 2_000
MODULES = "argparse asyncio collections configparser datetime decimal email inspect json logging os pathlib random"
RULES: dict[str, dict[str, str]] = {
    "by NLTK's rules": {"rules": "nltk"},
    "fewest crossings": {},
    "fewest chunks": {"align": "chunks"},
}
"""The settings to compare. NLTK takes the first links it finds; the other two search for the best links."""

Row = tuple[str, str, str]
"""A measurement, its target and its result."""
Pair = tuple[list[str], list[str]]


class NoWordNet:
    """A dictionary without any words."""

    def synsets(self, word: str) -> list[Any]:
        return []


def main() -> None:
    """Print the table."""
    words = re.findall(r"[a-z]+", " ".join(map(documentation, MODULES.split())).lower())
    draw = random.Random(2005)
    head: Row = ("measured", "target", "reached")
    rows = [head, *scores(words, draw), *traces(words, draw), *hard(words, draw)]
    widths = [max(len(row[place]) for row in rows) for place in range(3)]
    for what, target, reached in rows:
        print(f"{what:<{widths[0]}}  {target:>{widths[1]}}  {reached:>{widths[2]}}")


def documentation(module: str) -> str:
    """The output of `help` for a module, as plain text."""
    return pydoc.plain(pydoc.render_doc(module))


def pair(words: Sequence[str], draw: random.Random, length: int) -> Pair:
    """Some consecutive words, and a copy with two fifths of them dropped, inflected or replaced, and a phrase moved."""
    start = draw.randrange(len(words) - length)
    reference = list(words[start : start + length])
    candidate = []
    for word in reference:
        changed = draw.choice([[], [draw.choice(words)], [f"{word}s"]])
        candidate += changed if draw.random() < 0.4 else [word]
    start = draw.randrange(len(candidate) or 1)
    phrase = candidate[start : start + 3]
    del candidate[start : start + 3]
    place = draw.randint(0, len(candidate))
    return candidate[:place] + phrase + candidate[place:], reference


def scores(words: Sequence[str], draw: random.Random) -> Iterator[Row]:
    """Compare the two programs. This library gets texts, NLTK gets tokens."""
    pairs = [pair(words, draw, draw.randint(15, 35)) for _ in range(PAIRS)]
    texts = [(" ".join(candidate), [" ".join(reference)]) for candidate, reference in pairs]
    wordnet = NoWordNet()

    def theirs() -> None:
        for candidate, reference in pairs:
            single_meteor_score(reference, candidate, wordnet=wordnet)

    for what, settings in RULES.items():

        def ours(settings: dict[str, str] = settings) -> None:
            for candidate, references in texts:
                meteor(candidate, references, **settings).score  # type: ignore[arg-type]  # noqa: B018

        rounds = [(seconds(ours), seconds(theirs)) for _ in range(ROUNDS)]
        ratio = median(other / own for own, other in rounds)
        each = median(own for own, _ in rounds) / PAIRS * 1e6
        target = ">= 2" if "NLTK" in what else "-"
        yield f"exact and stem, {what}: NLTK's time / ours", target, f"{ratio:.1f} ({each:.0f} us each)"


def traces(words: Sequence[str], draw: random.Random) -> Iterator[Row]:
    """Time the working of a pair. Each round has new words, so that no cached result helps."""
    for rules in ("paper", "nltk", "meteor-1.5"):
        times = []
        for _ in range(200):
            candidate, reference = (" ".join(text) for text in pair(words, draw, 25))
            start = process_time()
            trace = meteor(candidate, [reference], rules=rules)
            trace.score, trace.steps()
            times.append(process_time() - start)
        yield f"25 words, all steps, {rules} rules", "<= 3 ms", f"{median(times) * 1000:.1f} ms"


def hard(words: Sequence[str], draw: random.Random) -> Iterator[Row]:
    repeated: Pair = (["the"] * 40, ["the"] * 35)
    related = [pair(words, draw, 100) for _ in range(30)]
    others = [(pair(words, draw, 100)[0], pair(words, draw, 100)[1]) for _ in range(30)]
    for what, pairs in (("the x 40, the x 35", [repeated]), ("100 words", related), ("100 words, unrelated", others)):
        for align in ("crossings", "chunks"):
            times, proven = [], 0
            for candidate, reference in pairs:
                start = process_time()
                trace = meteor(" ".join(candidate), [" ".join(reference)], align=align)
                proven += trace.best.alignment.doubt in ("", "distance")
                times.append(process_time() - start)
            reached = f"{median(times) * 1000:.1f} ms, at most {max(times) * 1000:.0f} ms"
            yield f"{what}: fewest {align}", "-", f"{reached}; {proven} of {len(pairs)} proven"


def seconds(run: Callable[[], object]) -> float:
    start = process_time()
    run()
    return process_time() - start


if __name__ == "__main__":
    main()
