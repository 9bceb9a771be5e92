"""Open the notebooks in JupyterLab: `make lab`, or on Windows this program, run by the Python of .venv.

You work in my_notebooks/, a copy that git does not see: whatever you do there, `git pull` and `make test` go on
working. Notebooks that changed since the last start arrive at every start, and never over one that you edited.
Words after the command go to JupyterLab: `make lab ARGS="--port 9000"`.
"""

import hashlib
import json
import os
import sys
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START = "00_start_here.ipynb"
MEMORY = ".originals.json"

Json = dict[str, str]


def bring(source: Path, copy: Path, trust: Callable[[bytes], None] = lambda content: None) -> list[str]:
    """Bring the copy up to date with the source; a line for each file that a person should know about.

    The copy's memory holds, for each file we wrote there, the hash of what we wrote. A file that still has its hash
    is unedited and may be replaced. `offered` holds the hash of the last update that came beside an edited file, so
    that each comes once. Without a memory (lost or damaged) every file counts as edited.
    """
    copy.mkdir(parents=True, exist_ok=True)
    written, offered = recall(copy / MEMORY)
    lines: list[str] = []
    for original in files(source):
        name = original.relative_to(source).as_posix()
        content = original.read_bytes()
        new = digest(content)
        if not edited(copy, name, new, written):
            target = name
        elif new in (written.get(name), offered.get(name)):
            continue  # edited here, and nothing new there
        else:
            target = next(free for free in updates(name) if not edited(copy, free, new, written))
            offered[name] = new
            lines.append(f"{name} has a new version. You edited yours, so the new one is beside it: {target}")
        if written.get(target) != new or not (copy / target).exists():
            write(copy / target, content)
            written[target] = new
            if target.endswith(".ipynb"):
                trust(content)
    # Last, so that a start cut short is simply done again: a file that already holds what is new counts as unedited.
    remember(copy / MEMORY, written, offered)
    return lines


def edited(copy: Path, name: str, new: str, written: Json) -> bool:
    """Whether something of the reader's own stands at this name. It must stay; what is new goes beside it."""
    here = copy / name
    if not here.exists():
        return False
    return not here.is_file() or digest(here.read_bytes()) not in (written.get(name), new)


def updates(name: str) -> Iterator[str]:
    """The names an update may take, in turn: a.updated.ipynb, a.updated-2.ipynb, ..."""
    path = Path(name)
    yield path.with_suffix(f".updated{path.suffix}").as_posix()
    number = 2
    while True:
        yield path.with_suffix(f".updated-{number}{path.suffix}").as_posix()
        number += 1


def files(source: Path) -> Iterator[Path]:
    """Every file below the folder, in order, but for what tools leave there (.ipynb_checkpoints, __pycache__)."""
    for path in sorted(source.rglob("*")):
        inside = path.relative_to(source).parts
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in inside):
            yield path


def digest(content: bytes) -> str:
    """A short name for exactly this content."""
    return hashlib.sha256(content).hexdigest()


def recall(memory: Path) -> tuple[Json, Json]:
    """What was written, and what was offered beside; nothing where the memory is lost or damaged."""
    try:
        held = json.loads(memory.read_bytes())
        written, offered = ({str(k): str(v) for k, v in held[key].items()} for key in ("written", "offered"))
        return written, offered
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}, {}


def remember(memory: Path, written: Json, offered: Json) -> None:
    """Write the memory down."""
    held = {"written": written, "offered": offered}
    write(memory, (json.dumps(held, indent=1, sort_keys=True) + "\n").encode())


def write(path: Path, content: bytes) -> None:
    """Write the whole file or nothing: an interrupted start leaves no half notebook."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.draft")
    draft.write_bytes(content)
    draft.replace(path)


def trust(content: bytes) -> None:
    """Tell Jupyter that these outputs are ours, so that it shows them with their styles.

    A notebook that is not trusted still works. It only looks plainer until it is run, so nothing here may stop a start.
    """
    try:
        import nbformat
        from nbformat.sign import NotebookNotary

        with NotebookNotary() as notary:
            notary.sign(nbformat.reads(content.decode("utf-8"), as_version=4))
    except Exception as error:
        print(f"(Jupyter could not note that a notebook is trusted: {error})")


def has_browser() -> bool:
    """Whether a browser with windows can open here. One inside the terminal would only be in the way."""
    if os.environ.get("BROWSER"):
        return True
    windows = sys.platform in ("win32", "darwin") or {"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ)
    try:
        return bool(windows) and type(webbrowser.get()) is not webbrowser.GenericBrowser
    except webbrowser.Error:
        return False


def options(copy: Path, browser: bool, root: bool) -> list[str]:
    """JupyterLab's options: the copy, quiet, and no request to anywhere outside."""
    start = f"/lab/tree/{START}" if (copy / START).exists() else "/lab"
    return [
        f"--ServerApp.root_dir={copy}",
        f"--LabApp.default_url={start}",
        "--ServerApp.log_level=WARN",
        "--LabApp.log_level=WARN",
        f"--LabApp.app_settings_dir={ROOT / 'tools' / 'lab_settings'}",  # no question about news, no look for updates
        "--LabApp.extension_manager=readonly",
        "--LabApp.news_url=",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        *([] if browser else ["--no-browser"]),
        *(["--allow-root"] if root else []),
    ]


def main(arguments: list[str]) -> None:
    """Bring the copy, then become JupyterLab."""
    copy = ROOT / "my_notebooks"
    for line in bring(ROOT / "notebooks", copy, trust):
        print(line)
    browser = has_browser()
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    print("Starting JupyterLab on my_notebooks/. To stop it: Ctrl-C, twice.", flush=True)
    if not browser:
        print("There is no browser here. Open the address below that begins with http://127.0.0.1", flush=True)

    # The kernel must be this Python, whatever other Jupyters this person has.
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    # A program's own folder comes first on its path; a lab.py or refresh.py there must not hide a library's.
    sys.path[:] = [place for place in sys.path if Path(place or ".").resolve() != ROOT / "tools"]
    from jupyterlab.labapp import LabApp

    LabApp.launch_instance([*options(copy, browser, root), *arguments])


if __name__ == "__main__":
    main(sys.argv[1:])
