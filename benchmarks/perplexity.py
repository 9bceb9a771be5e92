"""Time perplexity and NIST with `python benchmarks/perplexity.py`, in a few seconds.

    trace      score 25 tokens with three references of the same length, with every step, the overview and the notes
    scores     count candidates a second, without their working, as `best_edits` needs them
    corpus     score 1,000 segments of 25 tokens, each with a reference

Times depend on the machine. Targets are wishes, and nothing here fails.
"""

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mtexplain.display.score import Score, SentenceScore  # noqa: E402
from mtexplain.metrics.nist import corpus_nist, nist  # noqa: E402
from mtexplain.metrics.perplexity import corpus_ngram_perplexity, ngram_perplexity, perplexity  # noqa: E402

TOKENS, ROUNDS, SEGMENTS = 25, 101, 1_000
WISH = "<= 3 ms"
VOCABULARY = [f"word{number}" for number in range(60)]

Row = tuple[str, str, str]
"""A measurement, its target and its result."""


def main() -> None:
    """Print the table."""
    rows: list[Row] = [("measured", "target", "reached"), *measured(random.Random(25))]
    widths = [max(len(row[place]) for row in rows) for place in range(3)]
    for what, target, reached in rows:
        print(f"{what:<{widths[0]}}  {target:>{widths[1]}}  {reached:>{widths[2]}}")


def measured(draw: random.Random) -> Iterator[Row]:
    """Yield every row."""

    def sentence() -> str:
        return " ".join(draw.choices(VOCABULARY, k=TOKENS))

    references = [sentence() for _ in range(3)]
    traced: dict[str, Callable[[], Score]] = {
        "given probabilities": lambda: perplexity([draw.random() for _ in range(TOKENS)]),
        "given log-probabilities": lambda: perplexity(log_probabilities=[-draw.random() for _ in range(TOKENS)]),
        "bigram model, add-1": lambda: ngram_perplexity(sentence(), references, smoothing="add-k"),
        "trigram model, add-1/2": lambda: ngram_perplexity(sentence(), references, n=3, smoothing="add-k", k=0.5),
        "NIST-5": lambda: nist(sentence(), references),
        "NIST-5, NLTK's rules": lambda: nist(sentence(), references, rules="nltk"),
    }
    for name, make in traced.items():
        yield f"trace, {name}", WISH, f"{milliseconds(make):.1f} ms"
    quick: tuple[SentenceScore, ...] = (
        ngram_perplexity(sentence(), references, smoothing="add-k"),
        nist(sentence(), references),
    )
    for trace in quick:
        yield f"scores, {type(trace).__name__}", "", f"{per_second(trace):,.0f} a second"
    texts = [sentence() for _ in range(SEGMENTS)]
    begin = perf_counter()
    corpus_ngram_perplexity(texts, texts[::-1], smoothing="add-k").score  # noqa: B018
    yield "corpus, bigram model", "", f"{perf_counter() - begin:.2f} s"
    begin = perf_counter()
    corpus_nist(texts, [[text] for text in texts[::-1]]).score  # noqa: B018
    yield "corpus, NIST", "", f"{perf_counter() - begin:.2f} s"


def milliseconds(make: Callable[[], Score]) -> float:
    """The median milliseconds of many rounds, in which every step is computed."""
    times = []
    for _ in range(ROUNDS):
        begin = perf_counter()
        trace = make()
        _ = trace.headline, trace.overview, trace.steps(), trace.notes
        times.append((perf_counter() - begin) * 1000)
    return median(times)


def per_second(trace: SentenceScore) -> float:
    """The number of candidates that are scored in a second."""
    candidates = [trace.candidate[place:] + trace.candidate[:place] for place in range(TOKENS)] * 80
    begin = perf_counter()
    return len(list(trace.scores_of(candidates))) / (perf_counter() - begin)


if __name__ == "__main__":
    main()
