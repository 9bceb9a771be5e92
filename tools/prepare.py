"""Install what a command needs into .venv, as in `python3 -m tools.prepare notebooks tests`.

This needs only Python, and is faster with uv. The arguments are extras of pyproject.toml. requirements.txt has the hash
of every file that is installed or that builds an installed package, and any other file is refused. A note in .venv says
what was installed, and from which files. It is deleted before anything changes and written again at the end:

- if the note exists and is up to date, there is nothing to do, and no network is needed;
- if pyproject.toml or requirements.txt has changed, or an extra is new, packages are installed into the same .venv;
- if the note is missing (after an interrupted setup), or .venv has moved, doesn't work or belongs to another Python,
  the setup starts from nothing.
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

NO_VENV = """This Python cannot make virtual environments because its module {module} is missing.
Install it (on Debian and Ubuntu, apt install python3-venv), then run the same command again."""


def made_from(root: Path) -> dict[str, str]:
    """The facts that an environment depends on, namely its location, its Python and the hash of its files."""
    digest = hashlib.sha256()
    for name in ("pyproject.toml", LOCKED):
        digest.update((root / name).read_bytes())
    return {
        "place": str(root),
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "files": digest.hexdigest(),
    }


def read_note(note: Path) -> dict[str, str]:
    """The note of an earlier setup; empty if there is none, or none that can be read."""
    try:
        held = json.loads(note.read_text("utf-8"))
        return {str(key): str(value) for key, value in held.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def prepare(root: Path, extras: set[str]) -> None:
    """Bring root/.venv to the state that the extras need, with as little work as possible, and with uv if available."""
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
            say("uv failed; the lines above say why. Trying again with pip.")
            follow(list(planned(root, Path(folder), extras | held, False, None)), root)
    note.write_text(json.dumps({**now, "extras": " ".join(sorted(held | extras))}) + "\n", "utf-8")


def planned(root: Path, folder: Path, extras: set[str], usable: bool, uv: str | None) -> Iterator[Step]:
    """Yield the description and the command of each step of a setup. A command may read files written to the folder."""
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
    yield "installing pip and hatchling in the locked versions", [*pip, *asked("build.txt", first)]
    options = about["project"]["optional-dependencies"]
    wanted = part(locked, [one for extra in sorted(extras) for one in options.get(extra, ())])
    told = f"{len(packages(wanted))} packages for {', '.join(sorted(extras))}, with {'uv' if uv else 'pip'}"
    built = ["--build-constraints" if uv else "--build-constraint", LOCKED]  # packages are built with these
    yield f"installing {told}", [*pip, *built, *asked("wanted.txt", wanted)]
    yield "adding mtexplain itself", [*pip, "--no-deps", "--no-build-isolation", "--editable", "."]
    kept: dict[str, list[str]] = about.get("tool", {}).get("prepare", {}).get("files", {})
    if files := [line for extra in sorted(extras) for line in kept.get(extra, ())]:
        told = ", ".join(line.split(" --")[0] for line in files)
        aside = ["--no-deps", "--upgrade", "--target", FILES, *asked("files.txt", "\n".join(files))]
        yield f"downloading files of {told}", [*pip, *aside]


def follow(steps: list[Step], root: Path) -> None:
    """Run the steps in order, and announce each."""
    for number, (told, command) in enumerate(steps, 1):
        say(f"Setup, step {number} of {len(steps)}: {told}.")
        run(command, root)


def starts(python: Path) -> bool:
    """Return True if the program runs. An upgrade of the system's Python can break an environment."""
    try:
        return subprocess.run([python, "-c", ""], capture_output=True).returncode == 0
    except OSError:
        return False


def main(extras: list[str]) -> int:
    """Run the setup. If two terminals start it at the same time, the second waits for the first."""
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
