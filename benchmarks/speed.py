"""How fast mtexplain is: `python benchmarks/speed.py`, a minute or two.

    explain    a segment of 20 words with three references: its score and every step of its working
    edits      every single edit of a segment of 25 words with three references, against a trace for each
    import     a whole process that imports mtexplain, and one that also scores, against one that imports sacrebleu
    grow       score and print a segment of ten thousand words, a hundred thousand, a million
    pasted     a hundred thousand characters that begin like a report again and again, and are none

Times depend on the machine, ratios much less. Two programs are compared by turns, several rounds, and what counts is
the median of the rounds' ratios, so that a busy moment hits both. A target is a wish, not a test: nothing here fails.
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
"""What was measured, the target, what was reached."""


def main(arguments: list[str]) -> None:
    """The table; or, with a number of words, one measurement of `grow`, in a process of its own."""
    if arguments:
        print(*grow(int(arguments[0])))
        return
    rows: list[Row] = [("measured", "target", "reached"), *explain(), *edits(), *imports(), *growth(), *pasted()]
    widths = [max(len(row[place]) for row in rows) for place in range(3)]
    for what, target, reached in rows:
        print(f"{what:<{widths[0]}}  {target:>{widths[1]}}  {reached:>{widths[2]}}")


def explain() -> list[Row]:
    """Each round has other words, so that nothing remembered from an earlier one helps."""
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
    """The best of some two thousand edits; and the same by making a trace of each, by turns."""
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
            score.with_candidate(change.applied(score.candidate)).score  # noqa: B018  # it is computed when looked at
        times.append(middle - start)
        ratios.append((perf_counter() - middle) / times[-1])
    what = "25 words, 3 references, the best edit"
    return [
        (what, "<= 500 ms", f"{median(times) * 1000:.0f} ms"),
        ("  of that, traces would take", "-", f"{median(ratios):.1f} x"),
    ]


def imports() -> list[Row]:
    """Whole processes, from start to exit."""
    programs = {"sacrebleu": "import sacrebleu", "ours": "import mtexplain", "scored": FIRST_TRACE}
    runs = {name: process("-c", program) for name, program in programs.items()}
    for run in runs.values():
        run()  # once unmeasured: byte code is written, files are read into memory
    rounds = [{name: seconds(run) for name, run in runs.items()} for _ in range(ROUNDS)]
    ratio = {name: median(times[name] / times["sacrebleu"] for times in rounds) for name in runs}
    return [
        ("import mtexplain / import sacrebleu", "<= 0.3", f"{ratio['ours']:.2f}"),
        ("import and first score / import sacrebleu", "<= 0.6", f"{ratio['scored']:.2f}"),
    ]


def growth() -> list[Row]:
    """Seconds, and the memory it took at most above what the words themselves take."""
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
    """The slowest text: what regular expressions try in vain is seen in seconds alone."""
    import mtexplain

    times = []
    for piece in ("BLEU|", "BLEU+a.b", "BLEU = 1 1/1 (BP = 1 ", "BLEU" + " " * 40, "chrF2|", "1/", "a:b|", "\n1 ", "{"):
        start = perf_counter()
        with suppress(mtexplain.InputError):
            mtexplain.parse_report(piece * (100_000 // len(piece)))
        times.append(perf_counter() - start)
    return [("100,000 characters that are no report, the slowest", "<= 2 s", f"{max(times):.2f} s")]


def grow(words: int) -> tuple[float, float]:
    """Seconds and MiB to score and print a segment of so many random words, with two references."""
    import mtexplain

    str(mtexplain.bleu("a b", ["a b"]))  # everything is loaded
    draw = random.Random(words)
    candidate, *references = (" ".join(draw.choices(VOCABULARY, k=words)) for _ in range(3))
    before = peak()
    start = perf_counter()
    str(mtexplain.bleu(candidate, references))
    return perf_counter() - start, peak() - before


def peak() -> float:
    """The most memory this process has had so far, in MiB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 2**20 if sys.platform == "darwin" else most / 2**10


def process(*arguments: str) -> Callable[[], object]:
    """A fresh Python that runs these arguments where mtexplain can be found."""
    return lambda: subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True)


def seconds(run: Callable[[], object]) -> float:
    start = perf_counter()
    run()
    return perf_counter() - start


if __name__ == "__main__":
    main(sys.argv[1:])
