"""Run all checks in stages, as `make test`. Print the time they took and the commands that repeat what failed.

The tests in a browser are sensitive to delays and mostly wait, so the other stages run beside them at a lower priority.
"""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.machine import told  # noqa: E402

PYTHON = shlex.quote(
    os.path.relpath(sys.executable, ROOT) if Path(sys.executable).is_relative_to(ROOT) else sys.executable
)
WAITING = "--nbval-cell-timeout 300 --nbval-kernel-startup-timeout 300"  # a busy machine isn't a failure
NBVAL = f"pytest -q --nbval --nbval-current-env {WAITING} --nbval-sanitize-with tests/nbval_sanitize.cfg"
EVERY_CORE = "--numprocesses auto --dist worksteal"
APART = "--ignore tests/browser --ignore tests/pages --ignore tests/hosts"
BY_FILE = "--numprocesses auto --dist loadfile"  # a cell needs the cells above it
STAGES = {
    "ruff check: code and notebooks": "ruff check --quiet .",
    "ruff format: code": "ruff format --check --quiet .",
    "mypy: types": "mypy",  # no workers, which fail under load and save only seconds
    "pytest: tests and examples in docstrings": f"pytest -q {APART} {EVERY_CORE}",
    "nbval: notebooks still give their stored outputs": f"{NBVAL} {BY_FILE} notebooks lectures",
}
MENDING = {
    "ruff check": f"{PYTHON} -m ruff check --fix .",
    "ruff format": f"{PYTHON} -m ruff format .",
    "nbval": "make refresh, if the new outputs of the notebooks are right",
}
"""The command that fixes the errors of a stage, by the first words of the stage's name."""
BESIDE = "pytest: tests in a browser, in sequence"
BROWSER = "pytest -q tests/browser"
GIVING_WAY = ("nice", "-n", "3")  # a third of a core, beside others at full load
USUAL = "15 to 25 minutes on two cores"
"""The usual duration of a whole run."""
TOOK = Path(".pytest_cache", "make_test_took")
"""The file with the duration of the last whole run, in seconds."""
SLOW, MANY = 10, 20
"""The greatest numbers of slow files and of commands that are shown."""


@dataclass
class Run:
    """A finished stage, with its command, its result, its time (in all and for each file), and the failed tests."""

    name: str
    words: str
    well: bool
    took: float
    seconds: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    def repeats(self) -> Iterator[str]:
        """Yield the commands that repeat only what failed."""
        for name in [] if self.well else self.failed or [""]:
            file, _, _ = name.partition("::")
            if file.endswith(".ipynb"):  # a cell needs the cells above it
                yield f"{PYTHON} -m {NBVAL} {shlex.quote(file)}"
            else:
                yield f"{PYTHON} -m pytest {shlex.quote(name)}" if name else f"{PYTHON} -m {self.words}"


def run(name: str, words: str, watched: Path, giving_way: bool = True, log: Path | None = None) -> Run:
    """Run a stage. Its output is shown at once, or written to the log."""
    command = [*GIVING_WAY * giving_way, sys.executable, "-m", *words.split()]
    if words.startswith("pytest"):
        command += ["-p", "tools.watch", f"--watch={watched}", *["--color=no"] * (not sys.stdout.isatty())]
    start = monotonic()
    with open(log or os.devnull, "wb") as kept:
        code = subprocess.run(command, cwd=ROOT, stdout=kept if log else None, stderr=subprocess.STDOUT).returncode
    told = json.loads(watched.read_text("utf-8")) if watched.exists() else {}
    return Run(name, words, code == 0, monotonic() - start, **told)


def every_stage(folder: Path) -> Iterator[Run]:
    """Yield the stages as they end."""
    with ThreadPoolExecutor(1) as pool:
        log = folder / "browser.log"
        print(f"In parallel: {BESIDE}", flush=True)
        beside = pool.submit(run, BESIDE, BROWSER, folder / "browser.json", giving_way=False, log=log)
        for number, (name, words) in enumerate(STAGES.items(), 1):
            print(f"{number}/{len(STAGES)} {name}", flush=True)
            done = run(name, words, folder / f"{number}.json")
            print(f"    {clock(done.took)}", flush=True)
            yield done
        done = beside.result()
        print(BESIDE, log.read_text("utf-8", "replace").rstrip(), f"    {clock(done.took)}", sep="\n")
        yield done


def summary(runs: list[Run], took: float) -> Iterator[str]:
    """Yield the lines of the summary, with the times and what to do next."""
    yield "\nWhere the time went"
    yield from (f"  {clock(one.took)}  {one.name}{'' if one.well else ': FAILED'}" for one in runs)
    yield f"  {clock(took)}  in total"
    yield "\nThe slowest files"
    files = sorted(((spent, file) for one in runs for file, spent in one.seconds.items()), reverse=True)
    yield from (f"  {clock(spent)}  {file}" for spent, file in files[:SLOW])
    if untested := [line for line in told() if "not found" in line]:
        yield "\nNot tested on this machine"
        yield from (f"  {line}" for line in untested)
    commands = list(dict.fromkeys(command for one in runs for command in one.repeats()))
    if commands:
        yield "\nTo repeat what failed, run in this folder"
        yield from (f"  {command}" for command in commands[:MANY])
        yield from [f"  and {len(commands) - MANY} more"] * (len(commands) > MANY)
        failed = [one.name.partition(":")[0] for one in runs if not one.well]
        yield from (f"To fix: {MENDING[name]}" for name in failed if name in MENDING)
    else:
        yield "\nAll good."


def forecast() -> str:
    """Return a sentence on how long the run will take, and how long the last run here took, if that is known."""
    try:
        last = f". The last run here took {clock(float((ROOT / TOOK).read_text('utf-8'))).strip()} minutes"
    except (OSError, ValueError):
        last = ""
    return f"This takes {USUAL}{last}."


def remember(seconds: float) -> None:
    """Store the duration of a whole run."""
    (ROOT / TOOK).parent.mkdir(exist_ok=True)
    (ROOT / TOOK).write_text(f"{seconds:.0f}\n", "utf-8")


def clock(seconds: float) -> str:
    """Minutes and seconds with a fixed width, such as '12:34'."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes:2}:{rest:02}"


def main() -> int:
    """Run every stage, even if some fail. Return 0 if all succeed, 1 if any fails, 130 after Ctrl-C."""
    start = monotonic()
    print(forecast(), flush=True)
    try:
        with TemporaryDirectory() as folder:
            runs = list(every_stage(Path(folder)))
    except KeyboardInterrupt:
        return 130
    took = monotonic() - start
    remember(took)
    print(*summary(runs, took), sep="\n")
    return 0 if all(one.well for one in runs) else 1


if __name__ == "__main__":
    sys.exit(main())
