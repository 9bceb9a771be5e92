"""Make .venv hold what a command needs: `python3 tools/prepare.py notebooks tests`.

Needs nothing but Python. The words are extras of pyproject.toml, installed in the versions of constraints.txt.
A note in .venv says what was installed, and from what. The note goes before anything is changed and comes back last:

- note there and true: nothing to do, and no network needed;
- pyproject.toml or constraints.txt changed, or a new extra: install again, into the same .venv;
- note missing (an interrupted set-up), .venv moved, dead, or of another Python: start again from nothing.
"""

import fcntl
import hashlib
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

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
    """Bring root/.venv to the state the extras ask for, doing as little as that needs."""
    venv, note = root / ".venv", root / ".venv" / "prepared.json"
    python = venv / "bin" / "python"
    now, then = made_from(root), read_note(note)
    usable = all(now[key] == then.get(key) for key in ("place", "python")) and starts(python)
    held = set(then.get("extras", "").split()) if usable else set()
    if usable and now["files"] == then.get("files") and extras <= held:
        return
    if not usable:
        for module in ("venv", "ensurepip"):
            if importlib.util.find_spec(module) is None:
                raise Trouble(NO_VENV.format(module=module))
        say(f"Making .venv with Python {now['python']}.")
        note.unlink(missing_ok=True)
        run([sys.executable, "-m", "venv", "--clear", venv], root)
    note.unlink(missing_ok=True)
    wanted = ",".join(sorted(held | extras))
    why = "what they should be has changed" if extras <= held else "first time only"
    say(f"Installing the packages for {wanted}: {why}, about a minute.")
    # Twice quiet: errors are shown, remarks about indexes and newer pips are not.
    run([python, "-m", "pip", "install", "-qq", "--editable", f".[{wanted}]", "--constraint", "constraints.txt"], root)
    note.write_text(json.dumps({**now, "extras": " ".join(sorted(held | extras))}) + "\n", "utf-8")


def starts(python: Path) -> bool:
    """Whether the program runs at all: an upgrade of the system's Python can leave an environment dead."""
    try:
        return subprocess.run([python, "-c", ""], capture_output=True).returncode == 0
    except OSError:
        return False


def run(command: list[str | Path], root: Path) -> None:
    """Run one step of the set-up; Trouble where it fails."""
    if subprocess.run(command, cwd=root, stdin=subprocess.DEVNULL).returncode != 0:
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
