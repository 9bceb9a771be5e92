"""Record what other BLEU tools return on small random corpora, in the files tests/data/recorded_*.json.

Run it for each tool separately, where the tool is installed. The project itself needs none of the tools. The corpora
are the same each time.

    python -m tools.record torchmetrics > tests/data/recorded_torchmetrics.json
    python -m tools.record evaluate FOLDER > tests/data/recorded_evaluate.json
    python -m tools.record multi-bleu multi-bleu.perl > tests/data/recorded_multi_bleu.json
    python -m tools.record mteval mteval-v13a.pl mteval-v11b.pl > tests/data/recorded_mteval.json

FOLDER contains the metric of Hugging Face's evaluate as `evaluate.load` takes it, which is bleu.py and the files that
it imports. `--source "where the code is from"` goes into the head of the file, since a script doesn't state its source.
"""

import argparse
import importlib
import json
import os
import platform
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

Record = dict[str, Any]
"""A corpus (candidates, and references for each segment) and, later, the results of a tool."""

PLAIN = "the The a cat dog mat sat on is in it , .".split()
ODD = (
    "Кот кот ÜBER über Straße naïve e\u0301te\u0301 İ Привет 日本語 。 😀 « — x‐y a\u00adb ½ ٣ ٣.٥ €5 №5 $5 5.5 1,000 "
    ".5 3. 10-20 -7 0 U.S. e.g. don't can&apos;t ... -- & &amp; &quot; &lt; &gt; &amp;lt; <skipped> ( [1] {x} C++ x_y "
    "\\ ~ ` @ /"
).split()
SPACES = ["  ", "\t", "\r", "\v", "\f", "\x1c", "\x85", "\xa0", "\u2003", "\u2028", "\u200b", "\u3000", "\ufeff"]
BREAKS = ["\n", "-\n"]
KINDS = ["near"] * 8 + ["tie"] * 3 + ["short"] * 2 + ["same", "no match", "no candidate", "no reference"]

# Options that are tried in turn, in addition to the defaults.
TORCHMETRICS: list[Record] = [
    {"smooth": True},
    *({"n_gram": n, "smooth": smooth} for n in (1, 2, 3) for smooth in (False, True)),
    {"weights": [0.4, 0.3, 0.2, 0.1]},
    {"weights": [0.1, 0.2, 0.3, 0.4], "smooth": True},
    {"weights": [1.0, 1.0, 1.0, 1.0]},
    {"n_gram": 2, "weights": [0.75, 0.25]},
    {"n_gram": 3, "weights": [0.0, 0.5, 0.5]},
]
EVALUATE: list[Record] = [
    {"smooth": True},
    *({"max_order": n, "smooth": smooth} for n in (1, 2, 3) for smooth in (False, True)),
]
# Options that are all tried. -b means BLEU alone, without NIST's score.
MULTI_BLEU = ["multi-bleu.perl", "multi-bleu.perl -lc"]
V13A = ["", " -c", " --no-smoothing", " --brevity-penalty shortest", " --international-tokenization"]
MTEVAL = [*(f"mteval-v13a.pl -b{more}" for more in V13A), "mteval-v11b.pl -b", "mteval-v11b.pl -b -c"]


def corpora(tool: str, amount: int, files: bool = False) -> Iterator[Record]:
    """Yield random corpora. If `files` is True, no text has line breaks, and segments have equally many references."""
    draw = random.Random(tool)
    for _ in range(amount):
        length = draw.choice([1, 1, 2, 2, 3, 4])
        kinds = draw.choice([[draw.choice(KINDS)] * length, draw.choices(KINDS, k=length)])
        counts = draw.choices([1, 2, 3, 4], k=length)
        if files or draw.random() < 0.5:
            counts = [counts[0]] * length
        words = draw.choice([PLAIN, PLAIN, PLAIN + ODD, ODD])
        spaces = draw.choice([[], [], [], SPACES if files else SPACES + BREAKS])
        segments = [segment(draw, kind, count, words) for kind, count in zip(kinds, counts, strict=True)]
        yield {
            "candidates": [text(draw, candidate, spaces) for candidate, _ in segments],
            "references": [[text(draw, each, spaces) for each in references] for _, references in segments],
        }


def segment(draw: random.Random, kind: str, count: int, words: list[str]) -> tuple[list[str], list[list[str]]]:
    """A candidate and its references, as words. The candidate is usually a reference with a few changes."""
    least, most = (0, 3) if kind == "short" else (3, 8)
    references = [draw.choices(words, k=draw.randint(least, most)) for _ in range(count)]
    candidate = list(draw.choice(references))
    if kind == "tie" and count > 1:  # a reference is as much longer than the candidate as another is shorter
        away = draw.randint(1, 2)
        references[:2] = draw.sample([candidate[:-away], candidate + draw.choices(words, k=away)], 2)
    if kind in ("near", "tie", "short") and candidate:
        for place in draw.choices(range(len(candidate)), k=draw.randint(0, 2)):
            changes = [draw.choice(words), candidate[place].swapcase()]
            candidate[place] = draw.choice(changes if kind == "tie" else [*changes, "", " ".join(changes)])
    if kind == "no match":
        candidate = ["zzz" for _ in candidate]
    if kind == "no candidate":
        candidate = []
    if kind == "no reference":
        references = [[] for _ in references]
    return [word for word in candidate if word], references


def text(draw: random.Random, words: list[str], spaces: list[str]) -> str:
    """The words with a space between them, or sometimes other spaces or line breaks, also at the ends."""
    if not spaces:
        return " ".join(words)
    gaps = [draw.choice([" ", " ", draw.choice(spaces)]) for _ in words]
    start = draw.choice(["", "", draw.choice(spaces)])
    return start + "".join(word + gap for word, gap in zip(words, gaps, strict=True))


def outcome(call: Callable[[Record, Record], Record], corpus: Record, options: Record) -> Record:
    """The result of a call with these options, or the error that it raises."""
    try:
        return {"options": options, **call(corpus, options)}
    except Exception as error:  # whatever the error is, it is the tool's behaviour
        return {"options": options, "raises": f"{type(error).__name__}: {error}"}


def torchmetrics(amount: int) -> Iterator[Record]:
    """torchmetrics.functional.text.bleu_score(candidates, references, **options), on a processor, not a graphics card.

    It computes in float32. value: the repr of the Python float it is (its item()). printed: its str.
    """
    bleu_score: Any = importlib.import_module("torchmetrics.functional.text").bleu_score

    def call(corpus: Record, options: Record) -> Record:
        score = bleu_score(corpus["candidates"], corpus["references"], **options)
        return {"value": repr(score.item()), "printed": str(score)}

    for number, corpus in enumerate(corpora("torchmetrics", amount)):
        choices: list[Record] = [{}, TORCHMETRICS[number % len(TORCHMETRICS)]]
        yield corpus | {"calls": [outcome(call, corpus, options) for options in choices]}


def evaluate(amount: int, folder: Path) -> Iterator[Record]:
    """evaluate.load(folder).compute(predictions=candidates, references=references, **options), and all it returns."""
    metric: Any = importlib.import_module("evaluate").load(str(folder))

    def call(corpus: Record, options: Record) -> Record:
        found: Record = metric.compute(predictions=corpus["candidates"], references=corpus["references"], **options)
        return found

    for number, corpus in enumerate(corpora("evaluate", amount)):
        choices: list[Record] = [{}] if number % 2 else [{}, EVALUATE[number // 2 % len(EVALUATE)]]
        yield corpus | {"calls": [outcome(call, corpus, options) for options in choices]}


def perl(script: Path, options: Sequence[str], stdin: str = "") -> Record:
    """The output and exit status of a script, and its warnings, each of them once and without its line number."""
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
    command = ["perl", str(script), *options]
    done = subprocess.run(command, input=stdin.encode(), capture_output=True, env=environment, check=False)
    complaints = [re.sub(r" at \S+ line \d+.*", "", line) for line in done.stderr.decode().splitlines()]
    once = list(dict.fromkeys(complaints))
    return {"printed": done.stdout.decode().rstrip("\n"), "exit": done.returncode, "stderr": once}


def write(path: Path, lines: Sequence[str]) -> None:
    """Write the lines with the same bytes on every system."""
    path.write_bytes("".join(f"{line}\n" for line in lines).encode())


def multi_bleu(amount: int, script: Path) -> Iterator[Record]:
    """multi-bleu.perl [-lc] ref < candidates, one file for all first references, one for all second ones, and so on.

    LC_ALL=C. Every line of a file ends in a newline; where newline is false, the last line of the candidates does not.
    stderr: each complaint once, without its place in the script.
    """
    for number, corpus in enumerate(corpora("multi-bleu", amount, files=True)):
        newline = number % 10 != 9
        candidates = "\n".join(corpus["candidates"]) + "\n" * newline
        with tempfile.TemporaryDirectory() as folder:
            for column, references in enumerate(zip(*corpus["references"], strict=True)):
                write(Path(folder, f"ref{column}"), references)
            results = {each: perl(script, [*each.split()[1:], f"{folder}/ref"], candidates) for each in MULTI_BLEU}
        yield corpus | {"newline": newline, "results": results}


def mteval(amount: int, v13a: Path, v11b: Path) -> Iterator[Record]:
    """mteval-v13a.pl and mteval-v11b.pl on SGML files that hold the text as it is, nothing escaped; -b: BLEU alone.

    printed: the score as the script prints it. value: the same score from a copy of the script that prints it with
    %.17g in place of %.4f. Or, where the script dies: its exit status, and its last words without their place.
    """
    for corpus in corpora("mteval", amount, files=True):
        results: Record = {}
        with tempfile.TemporaryDirectory() as folder:
            files, exact = sgml(Path(folder), corpus), Path(folder, "exact.pl")
            for command in MTEVAL:
                script = v13a if "v13a" in command else v11b
                write(exact, [script.read_text("utf-8").replace("BLEU score = %.4f", "BLEU score = %.17g")])
                done, again = (perl(each, [*command.split()[1:], *files]) for each in (script, exact))
                scores = re.findall(r"BLEU score = (\S+)", done["printed"] + again["printed"])
                if scores:
                    results[command] = {"printed": scores[0], "value": float(scores[1])}
                else:
                    results[command] = {"exit": done["exit"], "dies": done["stderr"][-1]}
        yield corpus | {"results": results}


def sgml(folder: Path, corpus: Record) -> list[str]:
    """Write the three files that mteval reads. Return the options that name them."""
    columns = {
        "src": [corpus["candidates"]],
        "tst": [corpus["candidates"]],
        "ref": zip(*corpus["references"], strict=True),
    }
    options = []
    for name, systems in columns.items():
        lines = []
        for number, system in enumerate(systems):
            lines += [f'<{name}set setid="set" srclang="any" trglang="any">', f'<doc docid="doc" sysid="{number}">']
            lines += [f'<seg id="{place}">{each}</seg>' for place, each in enumerate(system, 1)]
            lines += ["</doc>", f"</{name}set>"]
        write(folder / name, lines)
        options += [f"-{name[0]}", str(folder / name)]
    return options


def shown(head: Record, records: Iterator[Record]) -> str:
    """The data file, with its head and a corpus on each line. An invisible character is written as an escape."""
    rows = [json.dumps(record, ensure_ascii=False, allow_nan=False) for record in records]
    rows = ["".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in row) for row in rows]
    lines = [f"{json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    return "\n".join(["{", *lines, '"corpora": [', ",\n".join(rows), "]", "}", ""])


# The function that records each tool, the number of corpora, and the packages whose versions go into the head.
TOOLS: dict[str, tuple[Callable[..., Iterator[Record]], int, list[str]]] = {
    "torchmetrics": (torchmetrics, 500, ["torchmetrics", "torch"]),
    "evaluate": (evaluate, 500, ["evaluate", "datasets"]),
    "multi-bleu": (multi_bleu, 500, []),
    "mteval": (mteval, 300, []),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Record a tool, and print the data file."""
    parser = argparse.ArgumentParser(
        allow_abbrev=False, description="Record what another BLEU tool returns on small random corpora."
    )
    parser.add_argument("tool", choices=TOOLS)
    parser.add_argument("code", nargs="*", type=Path, help="evaluate's folder, or the scripts of multi-bleu or mteval")
    parser.add_argument("--source", metavar="TEXT", default="", help="where the code is from, for the head")
    options = parser.parse_args(arguments)
    record, amount, packages = TOOLS[options.tool]
    try:
        records = record(amount, *options.code)
    except TypeError:
        parser.error(f"{options.tool} needs its code as an argument; see `python -m tools.record --help`")
    versions = {name: version(name) for name in packages} | {"python": platform.python_version()}
    if not packages:
        versions = {"perl": subprocess.check_output(["perl", "-e", "print $^V"], text=True)}
    what = " ".join((record.__doc__ or "").split())
    head = {"recorded": what, "source": options.source, "versions": versions}
    sys.stdout.buffer.write(shown(head, records).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
