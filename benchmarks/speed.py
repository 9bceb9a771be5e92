"""Time the library with `python benchmarks/speed.py`, in a minute or two.

    explain    score a segment of 20 words with three references, and compute every step of its working
    edits      try every single edit of a segment of 25 words with three references, compared with a trace for each edit
    import     import mtexplain in a whole process, and also score, compared with a process that imports sacrebleu
    grow       score and print a segment of ten thousand, a hundred thousand and a million words
    pasted     parse a hundred thousand characters that repeatedly begin like a report, but aren't a report

Times depend on the machine, ratios much less. Two programs run alternately for several rounds, and the result is the
median of the rounds' ratios, so that a busy moment affects both. Targets are wishes, and nothing here fails.
"""

import random
import resource
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

ROUNDS = 15
VOCABULARY = [f"word{number}" for number in range(5_000)]
FIRST_TRACE = "import mtexplain; mtexplain.bleu('the the cat on the mat', ['there is a cat on the mat']).score"
GROWN = (10_000, 100_000, 1_000_000)

Row = tuple[str, str, str]
"""A measurement, its target and its result."""


def main(arguments: list[str]) -> None:
    """Print the table, or, given a number of words, a single measurement of `grow` in this process."""
    if arguments:
        print(*grow(int(arguments[0])))
        return
    rows: list[Row] = [("measured", "target", "reached"), *explain(), *edits(), *imports(), *growth(), *pasted()]
    widths = [max(len(row[place]) for row in rows) for place in range(3)]
    for what, target, reached in rows:
        print(f"{what:<{widths[0]}}  {target:>{widths[1]}}  {reached:>{widths[2]}}")


def explain() -> list[Row]:
    """Time the working of a segment. Each round has new words, so that no cached result helps."""
    import mtexplain

    draw = random.Random(20)
    times = []
    for _ in range(500):
        candidate, *references = (" ".join(draw.choices(VOCABULARY[:30], k=20)) for _ in range(4))
        start = perf_counter()
        trace = mtexplain.bleu(candidate, references)
        trace.score, trace.steps()
        times.append(perf_counter() - start)
    return [("20 words, 3 references, all steps", "<= 1 ms", f"{median(times) * 1000:.2f} ms")]


def edits() -> list[Row]:
    """Time the search for the best of some two thousand edits, and the same search with a trace for each edit."""
    import mtexplain
    from mtexplain.explain.edits.token_edits import best_of, every_edit

    draw = random.Random(25)
    times, ratios = [], []
    for _ in range(5):
        candidate, *references = (" ".join(draw.choices(VOCABULARY[:40], k=25)) for _ in range(4))
        score = mtexplain.bleu(candidate, references)
        start = perf_counter()
        best_of(score)
        middle = perf_counter()
        for change in every_edit(score):
            score.with_candidate(change.applied(score.candidate)).score  # noqa: B018  # it is computed when it is read
        times.append(middle - start)
        ratios.append((perf_counter() - middle) / times[-1])
    what = "25 words, 3 references, the best edit"
    return [
        (what, "<= 500 ms", f"{median(times) * 1000:.0f} ms"),
        ("  of that, traces would take", "-", f"{median(ratios):.1f} x"),
    ]


def imports() -> list[Row]:
    """Time whole processes, from start to exit."""
    programs = {"sacrebleu": "import sacrebleu", "ours": "import mtexplain", "scored": FIRST_TRACE}
    runs = {name: process("-c", program) for name, program in programs.items()}
    for run in runs.values():
        run()  # an unmeasured run, which writes byte code and reads files into memory
    rounds = [{name: seconds(run) for name, run in runs.items()} for _ in range(ROUNDS)]
    ratio = {name: median(times[name] / times["sacrebleu"] for times in rounds) for name in runs}
    return [
        ("import mtexplain / import sacrebleu", "<= 0.3", f"{ratio['ours']:.2f}"),
        ("import and first score / import sacrebleu", "<= 0.6", f"{ratio['scored']:.2f}"),
    ]


def growth() -> list[Row]:
    """Measure the seconds, and the peak memory in addition to the memory of the words themselves."""
    rows: list[Row] = []
    last = 0.0
    for words in GROWN:
        text = subprocess.run([sys.executable, __file__, str(words)], capture_output=True, text=True, check=True).stdout
        time, memory = map(float, text.split())
        rows.append((f"score and print {words:,} words", "", f"{time:.2f} s, {memory:.0f} MiB"))
        if last:
            rows.append(("    ten times the words, times the time", "about 10", f"{time / last:.1f}"))
        last = time
    return rows


def pasted() -> list[Row]:
    """Time the slowest text. Only the time shows whether a regular expression tries too much in vain."""
    import mtexplain

    times = []
    for piece in ("BLEU|", "BLEU+a.b", "BLEU = 1 1/1 (BP = 1 ", "BLEU" + " " * 40, "chrF2|", "1/", "a:b|", "\n1 ", "{"):
        start = perf_counter()
        with suppress(mtexplain.InputError):
            mtexplain.parse_report(piece * (100_000 // len(piece)))
        times.append(perf_counter() - start)
    return [("100,000 characters that are no report, the slowest", "<= 2 s", f"{max(times):.2f} s")]


def grow(words: int) -> tuple[float, float]:
    """The seconds and MiB for scoring and printing a segment of random words with two references."""
    import mtexplain

    str(mtexplain.bleu("a b", ["a b"]))  # so that everything is loaded
    draw = random.Random(words)
    candidate, *references = (" ".join(draw.choices(VOCABULARY, k=words)) for _ in range(3))
    before = peak()
    start = perf_counter()
    str(mtexplain.bleu(candidate, references))
    return perf_counter() - start, peak() - before


def peak() -> float:
    """The peak memory of this process so far, in MiB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 2**20 if sys.platform == "darwin" else most / 2**10


def process(*arguments: str) -> Callable[[], object]:
    """A function that runs a new Python with these arguments in the project's folder."""
    return lambda: subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True)


def seconds(run: Callable[[], object]) -> float:
    start = perf_counter()
    run()
    return perf_counter() - start


if __name__ == "__main__":
    main(sys.argv[1:])
