"""Make .venv hold what a command needs: `python3 -m tools.prepare notebooks tests`.

Needs nothing but Python, and is quicker where uv is. The words are extras of pyproject.toml. Every file that is
installed, or that builds what is installed, is in requirements.txt by its hash, and any other is refused.
A note in .venv says what was installed, and from what. The note goes before anything is changed and comes back last:

- note there and true: nothing to do, and no network needed;
- pyproject.toml or requirements.txt changed, or a new extra: install again, into the same .venv;
- note missing (an interrupted set-up), .venv moved, dead, or of another Python: start again from nothing.
"""

import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.locked import LOCKED, packages, part
from tools.step import NO_INSTALL, Trouble, cause, run, say

if sys.platform != "win32":
    import fcntl

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ".venv/Scripts/python.exe" if sys.platform == "win32" else ".venv/bin/python"
FILES = ".venv/share/files"
Step = tuple[str, list[str]]

NO_VENV = """This Python cannot make virtual environments: its module {module} is missing.
On Debian and Ubuntu: apt install python3-venv. Then run the same command again."""


def made_from(root: Path) -> dict[str, str]:
    """What an environment depends on: where it stands, its Python, and the two files that say what goes in."""
    digest = hashlib.sha256()
    for name in ("pyproject.toml", LOCKED):
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
    with TemporaryDirectory() as folder:
        try:
            steps = list(planned(root, Path(folder), extras | held, usable, uv))
            note.unlink(missing_ok=True)
            follow(steps, root)
        except Trouble as trouble:
            if not uv or str(trouble) != NO_INSTALL:
                raise
            say("uv could not; the lines above say why. Once more, with pip:")
            follow(list(planned(root, Path(folder), extras | held, False, None)), root)
    note.write_text(json.dumps({**now, "extras": " ".join(sorted(held | extras))}) + "\n", "utf-8")


def planned(root: Path, folder: Path, extras: set[str], usable: bool, uv: str | None) -> Iterator[Step]:
    """The steps of a set-up: what each does, and its command, which may read files that are written to the folder."""
    about, locked = tomllib.loads((root / "pyproject.toml").read_text("utf-8")), (root / LOCKED).read_text("utf-8")

    def asked(name: str, text: str) -> list[str]:
        (folder / name).write_text(text, "utf-8")
        return ["--require-hashes", "--requirement", str(folder / name)]

    if not usable:
        for module in () if uv else ("venv", "ensurepip"):
            if importlib.util.find_spec(module) is None:
                raise Trouble(NO_VENV.format(module=module))
        making = [uv, "venv", "--python", sys.executable] if uv else [sys.executable, "-m", "venv"]
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        yield f"making .venv with Python {version}", [*making, "--clear", ".venv"]
    pip = [uv, "pip", "install", "--python", PYTHON] if uv else [PYTHON, "-m", "pip", "install", "--no-compile"]
    first = part(locked, about["dependency-groups"]["build"])
    yield "bringing pip and hatchling, in the versions that are locked", [*pip, *asked("build.txt", first)]
    options = about["project"]["optional-dependencies"]
    wanted = part(locked, [one for extra in sorted(extras) for one in options.get(extra, ())])
    told = f"{len(packages(wanted))} packages for {', '.join(sorted(extras))}, with {'uv' if uv else 'pip'}"
    built = ["--build-constraints" if uv else "--build-constraint", LOCKED]  # what is built is built with these
    yield f"installing {told}", [*pip, *built, *asked("wanted.txt", wanted)]
    yield "adding mtexplain itself", [*pip, "--no-deps", "--no-build-isolation", "--editable", "."]
    kept: dict[str, list[str]] = about.get("tool", {}).get("prepare", {}).get("files", {})
    if files := [line for extra in sorted(extras) for line in kept.get(extra, ())]:
        told = ", ".join(line.split(" --")[0] for line in files)
        aside = ["--no-deps", "--upgrade", "--target", FILES, *asked("files.txt", "\n".join(files))]
        yield f"bringing files of {told}", [*pip, *aside]


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


def main(extras: list[str]) -> int:
    """One set-up at a time, even when two terminals ask for it at once."""
    try:
        with open(ROOT / "pyproject.toml", "rb") as lock:
            if sys.platform != "win32":
                fcntl.flock(lock, fcntl.LOCK_EX)
            prepare(ROOT, set(extras))
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{error.filename or ROOT}: {error.strerror}", cause(str(error), ROOT), sep="\n", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
