"""Time ROUGE with `python benchmarks/rouge.py`, in a minute or two. It needs rouge-score and rapidrouge.

    scores     score 2,000 pairs with ROUGE-1, ROUGE-2 and ROUGE-L, compared with rouge-score and rapidrouge
    explain    score a segment of 25 words, and compute every step of its working, for each kind of ROUGE
    long       find the length of the longest common subsequence of two texts of 20,000 words

Times depend on the machine, ratios much less. The programs run alternately, each round with new words, and the result
is the median of the rounds' ratios, so that a busy moment affects all. Targets are wishes, and nothing here fails.
"""

import importlib
import random
import resource
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mtexplain.metrics.rouge import rouge_l, rouge_l_sum, rouge_n, rouge_s, rouge_su, rouge_w
from mtexplain.metrics.rouge.lcs import length

ROUNDS, PAIRS, LONG = 7, 2_000, 20_000
VOCABULARY = [f"word{number}" for number in range(300)]
SIZES = {"sentences": (15, 40), "summaries": (40, 100)}

Pair = tuple[str, str]
Row = tuple[str, str, str]
"""A measurement, its target and its result."""


def main() -> None:
    """Print the table."""
    rows: list[Row] = [("measured", "target", "reached"), *scores(), *explain(), *long()]
    widths = [max(len(row[place]) for row in rows) for place in range(3)]
    for what, target, reached in rows:
        print(f"{what:<{widths[0]}}  {target:>{widths[1]}}  {reached:>{widths[2]}}")


def scores() -> Iterator[Row]:
    """Compare three scores of each pair. The other two tools tokenise a text once for all three."""
    types = ["rouge1", "rouge2", "rougeL"]
    tools = {
        name: importlib.import_module(f"{name}.rouge_scorer").RougeScorer(types)
        for name in ("rouge_score", "rapidrouge")
    }
    runs: dict[str, Callable[[list[Pair]], None]] = {
        "ours": ours,
        **{name: _theirs(tool) for name, tool in tools.items()},
    }
    draw = random.Random(4)
    for size, (least, most) in SIZES.items():
        rounds = []
        for _ in range(ROUNDS):
            pairs = [pair(draw, least, most) for _ in range(PAIRS)]
            rounds.append({name: seconds(run, pairs) for name, run in runs.items()})
        each = f"{median(times['ours'] for times in rounds) / PAIRS * 1e6:.0f} µs"
        yield f"{PAIRS:,} pairs of {size}, {least} to {most} words: a pair takes", "", each
        for name, target in (("rouge_score", ">= 4 x"), ("rapidrouge", ">= 1.3 x")):
            yield f"    {name} / ours", target, f"{median(times[name] / times['ours'] for times in rounds):.1f} x"


def ours(pairs: list[Pair]) -> None:
    """Compute ROUGE-1, ROUGE-2 and ROUGE-L in three calls."""
    for candidate, reference in pairs:
        for n in (1, 2):
            rouge_n(candidate, [reference], n, rules="rouge-score").score  # noqa: B018  # it is computed when it is read
        rouge_l(candidate, [reference], rules="rouge-score").score  # noqa: B018


def _theirs(scorer: Any) -> Callable[[list[Pair]], None]:
    def run(pairs: list[Pair]) -> None:
        for candidate, reference in pairs:
            scorer.score(reference, candidate)

    return run


def pair(draw: random.Random, least: int, most: int) -> Pair:
    """A candidate and a reference, which share most of their words in the same order."""
    reference = draw.choices(VOCABULARY, k=draw.randint(least, most))
    candidate = [word if draw.random() < 0.7 else draw.choice(VOCABULARY) for word in reference]
    return " ".join(candidate[: draw.randint(least, most)]), " ".join(reference)


def explain() -> Iterator[Row]:
    """Time the working of a pair. Each round has new words, so that no cached result helps."""
    draw = random.Random(25)
    for function in (rouge_n, rouge_l, rouge_l_sum, rouge_w, rouge_s, rouge_su):
        times = []
        for _ in range(200):
            candidate, reference = (" ".join(draw.choices(VOCABULARY[:40], k=25)) for _ in range(2))
            start = perf_counter()
            trace = function(candidate, [reference])
            trace.score, trace.steps()
            times.append(perf_counter() - start)
        yield f"25 words, all steps of {function.__name__}", "<= 3 ms", f"{median(times) * 1000:.2f} ms"


def long() -> Iterator[Row]:
    """Measure the seconds and the peak memory."""
    draw = random.Random(20)
    one, other = (draw.choices(VOCABULARY, k=LONG) for _ in range(2))
    before = peak()
    time = seconds(lambda texts: length(*texts), (one, other))
    what = f"longest common subsequence of {LONG:,} and {LONG:,} words"
    yield what, "<= 60 s", f"{time:.2f} s, {peak() - before:.0f} MiB"


def peak() -> float:
    """The peak memory of this process so far, in MiB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 2**20 if sys.platform == "darwin" else most / 2**10


def seconds(run: Callable[[Any], object], given: Any) -> float:
    start = perf_counter()
    run(given)
    return perf_counter() - start


if __name__ == "__main__":
    main()
