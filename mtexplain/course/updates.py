"""Copies of the notebooks that a reader may edit. Each start brings updates but never overwrites an edit."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from mtexplain.carried import root
from mtexplain.data import read
from mtexplain.files import write_whole
from mtexplain.inputs import InputError

MEMORY = ".originals.json"

Json = dict[str, str]


def originals() -> dict[str, Path]:
    """Every file of the course, by its name among the copies; the lecture has a folder of its own.

    >>> sorted(originals())[0]
    '00_start_here.ipynb'

    InputError if the library was installed without them.
    """
    chapters, lectures = dict(files(root() / "notebooks")), dict(files(root() / "lectures"))
    if not chapters:
        raise InputError("the notebooks", "an installation without them", "an installation built from the repository")
    return {
        **chapters,
        **{f"lectures/{name}": path for name, path in lectures.items()},
        "teaching.md": root() / "docs" / "teaching.md",
    }


def renamed() -> dict[str, list[str]]:
    """The old names of chapters, each with its current names.

    >>> renamed()["05_what_if"]
    ['11_what_if']
    """
    return {old: list(new) for old, new in read("mtexplain.course", "renamed.toml").items()}


def bring(
    sources: Mapping[str, Path],
    copy: Path,
    trust: Callable[[bytes], None],
    new_names: Mapping[str, Sequence[str]] | None = None,
) -> list[str]:
    """Update the copies from their sources, and return a line for each file that the reader should know about.

    `new_names` gives the current names of each renamed chapter. An unedited copy under the old name is deleted, because
    the chapter is written under its new name. An edited copy stays, and a line says where the chapter is now.

    The memory file in the folder has the hash of each file that was written there. A file that still has its hash is
    unedited and may be replaced. `offered` has the hash of the last update that was written beside an edited file, so
    that each update comes only once. If the memory file is lost or damaged, every file counts as edited.
    """
    if any(path.resolve().is_relative_to(copy.resolve()) for path in sources.values()):
        raise InputError(str(copy), "a folder that holds the course itself", "a folder of your own")
    copy.mkdir(parents=True, exist_ok=True)
    written, offered = recall(copy / MEMORY)
    lines: list[str] = []
    elsewhere = dict.fromkeys(link for name in sources if (link := linked_folder(copy, name)))
    lines += [f"{link} is a link to another folder, so nothing is copied there." for link in elsewhere]
    lines += leave_old_names(copy, new_names or {}, written, offered)
    for name, original in sources.items():
        if linked_folder(copy, name):
            continue
        content = original.read_bytes()
        new = digest(content)
        if not edited(copy, name, new, written):
            target = name
        elif new in (written.get(name), offered.get(name)):
            continue  # edited by the reader, and no update since
        else:
            target = next(free for free in updates(name) if not edited(copy, free, new, written))
            offered[name] = new
            why = "has an update, but you edited it. The update" if name in written else "is yours. The course file"
            lines.append(f"{name} {why} is beside it, as {target}.")
        if written.get(target) != new or not (copy / target).exists():
            write(copy / target, content)
            written[target] = new
            if target.endswith(".ipynb"):
                trust(content)
    # Last, so that an interrupted start can simply be repeated. A file that is already up to date counts as unedited.
    remember(copy / MEMORY, written, offered)
    return lines


def leave_old_names(copy: Path, new_names: Mapping[str, Sequence[str]], written: Json, offered: Json) -> list[str]:
    """Delete unedited copies of chapters under their old names, and return a line for each renamed chapter."""
    lines = []
    for old, names in new_names.items():
        name, now = f"{old}.ipynb", " and ".join(f"{new}.ipynb" for new in names)
        mine = [file for file in written if file == name or file.startswith(f"{old}.updated")]
        for file in mine:
            if not edited(copy, file, "", written):
                (copy / file).unlink(missing_ok=True)
                del written[file]
        kept = [file for file in mine if file in written and offered.get(file) != now]
        lines += [f"You edited {file}, so it stays. The chapter is now {now}." for file in kept]
        offered.update(dict.fromkeys(kept, now))
        if mine and not any(file in written for file in mine):
            lines.append(f"{name} is now {now}.")
    return lines


def linked_folder(copy: Path, name: str) -> str:
    """The parent folder of this file that is a link in the reader's folder; empty if no parent folder is a link."""
    *_, inside = Path(name).parents  # the last is the reader's folder itself, which may be a link
    folders = [folder for folder in Path(name).parents if folder != inside and (copy / folder).is_symlink()]
    return folders[-1].as_posix() if folders else ""


def edited(copy: Path, name: str, new: str, written: Json) -> bool:
    """True if the file of this name is the reader's own. It must stay, and an update goes beside it."""
    here = copy / name
    if here.is_symlink():
        return True
    if not here.exists():
        return False
    return not here.is_file() or digest(here.read_bytes()) not in (written.get(name), new)


def updates(name: str) -> Iterator[str]:
    """Yield the names that an update may take, in order of preference.

    >>> names = updates("a.ipynb")
    >>> next(names), next(names)
    ('a.updated.ipynb', 'a.updated-2.ipynb')
    """
    path = Path(name)
    yield path.with_suffix(f".updated{path.suffix}").as_posix()
    number = 2
    while True:
        yield path.with_suffix(f".updated-{number}{path.suffix}").as_posix()
        number += 1


def files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield every file below the folder and its name there, without .ipynb_checkpoints, __pycache__ and the like."""
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in inside.parts):
            yield inside.as_posix(), path


def digest(content: bytes) -> str:
    """The hash of the content."""
    return hashlib.sha256(content).hexdigest()


def recall(memory: Path) -> tuple[Json, Json]:
    """The hashes of the written files and of the offered updates; both empty if the memory is lost or damaged."""
    try:
        held = json.loads(memory.read_bytes())
        written, offered = ({str(k): str(v) for k, v in held[key].items()} for key in ("written", "offered"))
        return written, offered
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}, {}


def remember(memory: Path, written: Json, offered: Json) -> None:
    """Write the memory file."""
    held = {"written": written, "offered": offered}
    write(memory, (json.dumps(held, indent=1, sort_keys=True) + "\n").encode())


def write(path: Path, content: bytes) -> None:
    """Write the whole file or nothing, so that an interrupted start leaves no half notebook. Links are not followed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole({path: content})
