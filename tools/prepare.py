"""Make .venv hold what a command needs: `python3 tools/prepare.py notebooks tests`.

Needs nothing but Python, and is quicker where uv is. The words are extras of pyproject.toml, installed in the versions
of constraints.txt.
A note in .venv says what was installed, and from what. The note goes before anything is changed and comes back last:

- note there and true: nothing to do, and no network needed;
- pyproject.toml or constraints.txt changed, or a new extra: install again, into the same .venv;
- note missing (an interrupted set-up), .venv moved, dead, or of another Python: start again from nothing.
"""

import fcntl
import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys
import tomllib
from collections import deque
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ".venv/bin/python"
FILES = ".venv/share/files"
LAST = 30
"""So many lines are shown of a step that failed."""
CLEAR = "\r\x1b[K"
"""Empties the line of a terminal."""
Step = tuple[str, list[str]]

NO_VENV = """This Python cannot make virtual environments: its module {module} is missing.
On Debian and Ubuntu: apt install python3-venv. Then run the same command again."""
NO_INSTALL = """The packages could not be installed; the lines above say why. Is the network there?
Run the same command again: it starts afresh."""


class Trouble(Exception):
    """What went wrong and what to do, for the person at the keyboard."""


def made_from(root: Path) -> dict[str, str]:
    """What an environment depends on: where it stands, its Python, and the two files that say what goes in."""
    digest = hashlib.sha256()
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((root / name).read_bytes())
    return {
        "place": str(root),
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "files": digest.hexdigest(),
    }


def read_note(note: Path) -> dict[str, str]:
    """The note as it was left; empty where there is none, or none that can be read."""
    try:
        held = json.loads(note.read_text("utf-8"))
        return {str(key): str(value) for key, value in held.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def prepare(root: Path, extras: set[str]) -> None:
    """Bring root/.venv to the state the extras ask for, doing as little as that needs; with uv where that is there."""
    note = root / ".venv" / "prepared.json"
    now, then = made_from(root), read_note(note)
    usable = all(now[key] == then.get(key) for key in ("place", "python")) and starts(root / PYTHON)
    held = set(then.get("extras", "").split()) if usable else set()
    if usable and now["files"] == then.get("files") and extras <= held:
        return
    uv = shutil.which("uv")
    try:
        steps = list(planned(root, extras | held, usable, uv))
        note.unlink(missing_ok=True)
        follow(steps, root)
    except Trouble:
        if not uv:
            raise
        say("uv could not; the lines above say why. Once more, with pip:")
        follow(list(planned(root, extras | held, False, None)), root)
    note.write_text(json.dumps({**now, "extras": " ".join(sorted(held | extras))}) + "\n", "utf-8")


def planned(root: Path, extras: set[str], usable: bool, uv: str | None) -> Iterator[Step]:
    """The steps of a set-up: what each does, and its command."""
    if not usable:
        for module in () if uv else ("venv", "ensurepip"):
            if importlib.util.find_spec(module) is None:
                raise Trouble(NO_VENV.format(module=module))
        making = [uv, "venv", "--seed", "--python", sys.executable] if uv else [sys.executable, "-m", "venv"]
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        yield f"making .venv with Python {version}", [*making, "--clear", ".venv"]
    pip = [uv, "pip", "install", "--python", PYTHON] if uv else [PYTHON, "-m", "pip", "install", "--no-compile"]
    wanted = ",".join(sorted(extras))
    command = [*pip, "--editable", f".[{wanted}]", "--constraint", "constraints.txt"]
    yield f"installing the packages for {wanted}, with {'uv' if uv else 'pip'}", command
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    kept: dict[str, list[str]] = project.get("tool", {}).get("prepare", {}).get("files", {})
    if files := [line for extra in sorted(extras) for line in kept.get(extra, ())]:
        yield f"bringing files of {', '.join(files)}", [*pip, "--no-deps", "--upgrade", "--target", FILES, *files]


def follow(steps: list[Step], root: Path) -> None:
    """Take the steps one after the other, and say which."""
    for number, (told, command) in enumerate(steps, 1):
        say(f"Set-up, step {number} of {len(steps)}: {told}.")
        run(command, root)


def starts(python: Path) -> bool:
    """Whether the program runs at all: an upgrade of the system's Python can leave an environment dead."""
    try:
        return subprocess.run([python, "-c", ""], capture_output=True).returncode == 0
    except OSError:
        return False


def run(command: list[str], root: Path) -> None:
    """Run one step of the set-up; Trouble where it fails, below what it said.

    On a terminal, what it says goes by on one line; in a log, a step is the line that announces it.
    """
    live, width = sys.stdout.isatty(), shutil.get_terminal_size().columns - 1
    last = deque[str](maxlen=LAST)
    with subprocess.Popen(
        command,
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as step:
        for line in step.stdout or ():
            last.append(line)
            if live:
                print(f"{CLEAR}{line.strip()[:width]}", end="", flush=True)
    if live:
        print(CLEAR, end="", flush=True)
    if step.returncode:
        print(*last, sep="", end="", file=sys.stderr, flush=True)
        raise Trouble(NO_INSTALL)


def say(line: str) -> None:
    """One line, at once, also where the output is a pipe."""
    print(line, flush=True)


def main(extras: list[str]) -> int:
    """One set-up at a time, even when two terminals ask for it at once."""
    try:
        with open(ROOT / "pyproject.toml", "rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            prepare(ROOT, set(extras))
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
