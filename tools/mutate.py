"""Change the maths in every small way and check that a test notices, with `make mutate`.

Each small change (a `<` for a `<=`, a 1 for a 0, a decorator removed) is a mutant. A mutant is killed if the tests fail
and survives if they pass. A survivor shows something that no test checks, or a change that makes no difference. The
mutants are written to temporary copies of the tree, so an interrupted run leaves nothing behind.

To test a single module, run `make mutate ARGS=mtexplain/counts.py`. To test a hundred of its mutants, drawn at random,
run `make mutate ARGS="--some 100 mtexplain/counts.py"`.
"""

import argparse
import ast
import multiprocessing
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MODULES = ("counts.py", "exact.py", "metrics/bleu/score.py", "metrics/bleu/by_rules.py")
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "my_notebooks")

Span = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True)
class Verdict:
    """The fate of a mutant."""

    survived: bool
    diff: str


def files_with_tests(module: str) -> list[str]:
    """The tests of a module, which are the tests named after it, its folder's tests and its examples.

    A module that all metrics use also has BLEU's tests. The examples come last, because pytest imports a module again
    for its examples if no test has imported it.

    >>> files_with_tests("mtexplain/metrics/ter/score.py")
    ['tests/metrics/ter', 'mtexplain/metrics/ter/score.py']
    >>> files_with_tests("mtexplain/counts.py")
    ['tests/metrics/test_counts.py', 'tests/metrics/bleu', 'mtexplain/counts.py']
    """
    path = Path(module)
    mirrored = ROOT / "tests" / path.parent.relative_to("mtexplain")
    own = [mirrored] if mirrored.is_dir() and mirrored != ROOT / "tests" else []
    if path.parts[1] not in ("metrics", "models") or not own:
        own.append(ROOT / "tests/metrics/bleu")
    called = [file for file in sorted(ROOT.glob(f"tests/**/test_{path.stem}.py")) if file.parent not in own]
    return [*(each.relative_to(ROOT).as_posix() for each in called + own), module]


def command(modules: list[str]) -> list[str]:
    """The command that runs the tests until the first failure, without plugins that are slow to load and not needed."""
    unneeded = ["-p", "no:cacheprovider", "-p", "no:nbval", "-p", "no:anyio"]
    tests = list(dict.fromkeys(test for module in modules for test in files_with_tests(module)))
    return [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", *unneeded, *tests]


def mutants(modules: list[str]) -> list[Any]:
    """Every mutant of the modules, except mutants of type hints, which no test checks."""
    from cosmic_ray.commands.init import init
    from cosmic_ray.work_db import WorkDB, use_db

    with tempfile.TemporaryDirectory() as folder, use_db(str(Path(folder, "all.sqlite")), WorkDB.Mode.create) as work:
        init([Path(module) for module in modules], work, {})
        found = [mutation for item in work.work_items for mutation in item.mutations]
    hints = {module: list(spans(Path(module).read_text("utf-8"))) for module in modules}
    return [each for each in found if not inside(each, hints[each.module_path.as_posix()])]


def spans(source: str) -> Iterator[Span]:
    """Yield the position of each type hint, from (line, column) to (line, column)."""
    for node in ast.walk(ast.parse(source)):
        hint = getattr(node, "annotation", None) or getattr(node, "returns", None)
        if isinstance(hint, ast.expr):
            yield (hint.lineno, hint.col_offset), (hint.end_lineno or 0, hint.end_col_offset or 0)


def inside(mutation: Any, hints: list[Span]) -> bool:
    """Return True if the mutation changes only a type hint."""
    return any(start <= mutation.start_pos and mutation.end_pos <= end for start, end in hints)


def enter(folders: "Queue[str]") -> None:
    """Move this worker into its own copy of the tree. It ignores Ctrl-C, which the main process handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.chdir(folders.get())


def judge(mutation: Any, timeout: float) -> Verdict:
    """Write the mutant, run the tests and restore the original."""
    from cosmic_ray.mutating import mutate_and_test

    result = mutate_and_test([mutation], shlex.join(command([mutation.module_path.as_posix()])), timeout)
    return Verdict(not result.is_killed, result.diff or "")


def run(modules: list[str], some: int | None, workers: int) -> Iterator[Verdict]:
    """Yield the verdict on every mutant, or on some of them drawn at random, as soon as it is known."""
    with tempfile.TemporaryDirectory(prefix="mtexplain-") as folder:
        copies = [Path(folder, str(number)) for number in range(workers)]
        for copy in copies:
            shutil.copytree(ROOT, copy, ignore=NOT_COPIED)
        os.chdir(copies[0])
        begin = perf_counter()
        if subprocess.run(command(modules)).returncode != 0:
            raise SystemExit("The tests fail on the unchanged code. Fix them first.")
        timeout = 10 + 5 * (perf_counter() - begin)
        every = mutants(modules)
        todo = every if some is None else random.Random(0).sample(every, min(some, len(every)))
        print(f"{len(todo)} of {len(every)} mutants of {', '.join(modules)}", flush=True)
        context = multiprocessing.get_context("spawn")
        with context.Manager() as manager:
            folders = manager.Queue()
            for copy in copies:
                folders.put(str(copy))
            with ProcessPoolExecutor(workers, context, enter, (folders,)) as pool:
                try:
                    for future in as_completed([pool.submit(judge, mutation, timeout) for mutation in todo]):
                        yield future.result()
                except KeyboardInterrupt:
                    print("Stopping after the mutants that are being tested.", flush=True)
                    pool.shutdown(cancel_futures=True)
                    raise


def main(arguments: list[str]) -> int:
    """Run, then print every survivor and the counts. A run that is stopped early prints its results so far."""
    parser = argparse.ArgumentParser(prog="make mutate", description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", default=[f"mtexplain/{module}" for module in MODULES])
    parser.add_argument("--some", type=int, metavar="N", help="only N mutants, drawn at random")
    chosen = parser.parse_args(arguments)
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.default_int_handler)
    os.environ["HYPOTHESIS_PROFILE"] = "first-failure"
    verdicts: list[Verdict] = []
    try:
        for verdict in run(chosen.modules, chosen.some, workers=os.cpu_count() or 1):
            verdicts.append(verdict)
            if len(verdicts) % 25 == 0:
                print(f"{len(verdicts)} done", flush=True)
    except KeyboardInterrupt:
        pass
    survivors = sorted(verdict.diff for verdict in verdicts if verdict.survived)
    for diff in survivors:
        print(f"\n{diff}")
    print(f"\n{len(verdicts)} mutants: {len(verdicts) - len(survivors)} killed, {len(survivors)} survived")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
