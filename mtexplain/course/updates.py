"""Copies of the notebooks that a reader may edit. News arrives at every start, and never over an edit."""

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
    """Every file of the course, by its name among the copies: the chapters, and the lecture in a folder of its own.

    >>> sorted(originals())[0]
    '00_start_here.ipynb'

    InputError where the library came without them.
    """
    chapters, lectures = dict(files(root() / "notebooks")), dict(files(root() / "lectures"))
    if not chapters:
        raise InputError("the notebooks", "a library that came without them", "one made from its repository")
    return {
        **chapters,
        **{f"lectures/{name}": path for name, path in lectures.items()},
        "teaching.md": root() / "docs" / "teaching.md",
    }


def renamed() -> dict[str, list[str]]:
    """The chapters that had another name, each with its names today.

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
    """Bring the copies up to date with their sources; a line for each file that a person should know about.

    `new_names` says of each chapter that was renamed what it is called now. An unedited copy under the old name goes,
    because the chapter comes under its new name; an edited copy stays, and a line says where the chapter is.

    The copy's memory holds, for each file we wrote there, the hash of what we wrote. A file that still has its hash
    is unedited and may be replaced. `offered` holds the hash of the last update that came beside an edited file, so
    that each comes once. Without a memory (lost or damaged) every file counts as edited.
    """
    if any(path.resolve().is_relative_to(copy.resolve()) for path in sources.values()):
        raise InputError(str(copy), "a folder that holds the course itself", "a folder of your own")
    copy.mkdir(parents=True, exist_ok=True)
    written, offered = recall(copy / MEMORY)
    lines: list[str] = []
    elsewhere = dict.fromkeys(link for name in sources if (link := linked_folder(copy, name)))
    lines += [f"{link} is a link to another folder: nothing is brought there." for link in elsewhere]
    lines += leave_old_names(copy, new_names or {}, written, offered)
    for name, original in sources.items():
        if linked_folder(copy, name):
            continue
        content = original.read_bytes()
        new = digest(content)
        if not edited(copy, name, new, written):
            target = name
        elif new in (written.get(name), offered.get(name)):
            continue  # edited here, and nothing new there
        else:
            target = next(free for free in updates(name) if not edited(copy, free, new, written))
            offered[name] = new
            why = "has a new version. You edited yours, so the new one is" if name in written else "is yours. Ours is"
            lines.append(f"{name} {why} beside it: {target}")
        if written.get(target) != new or not (copy / target).exists():
            write(copy / target, content)
            written[target] = new
            if target.endswith(".ipynb"):
                trust(content)
    # Last, so that a start cut short is simply done again: a file that already holds what is new counts as unedited.
    remember(copy / MEMORY, written, offered)
    return lines


def leave_old_names(copy: Path, new_names: Mapping[str, Sequence[str]], written: Json, offered: Json) -> list[str]:
    """Delete unedited copies of chapters under their old names; a line for each chapter that is found elsewhere now."""
    lines = []
    for old, names in new_names.items():
        name, now = f"{old}.ipynb", " and ".join(f"{new}.ipynb" for new in names)
        mine = [file for file in written if file == name or file.startswith(f"{old}.updated")]
        for file in mine:
            if not edited(copy, file, "", written):
                (copy / file).unlink(missing_ok=True)
                del written[file]
        kept = [file for file in mine if file in written and offered.get(file) != now]
        lines += [f"{file}, which you edited, stays. The chapter is now {now}." for file in kept]
        offered.update(dict.fromkeys(kept, now))
        if mine and not any(file in written for file in mine):
            lines.append(f"{name} is now {now}.")
    return lines


def linked_folder(copy: Path, name: str) -> str:
    """The folder on the way to this name that is a link in the reader's folder; nothing where there is none."""
    *_, inside = Path(name).parents  # the last is the reader's folder itself, which may be a link
    folders = [folder for folder in Path(name).parents if folder != inside and (copy / folder).is_symlink()]
    return folders[-1].as_posix() if folders else ""


def edited(copy: Path, name: str, new: str, written: Json) -> bool:
    """True if something of the reader's own stands at this name. It must stay; what is new goes beside it."""
    here = copy / name
    if here.is_symlink():
        return True
    if not here.exists():
        return False
    return not here.is_file() or digest(here.read_bytes()) not in (written.get(name), new)


def updates(name: str) -> Iterator[str]:
    """The names an update may take, in turn.

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
    """Every file below the folder, by its name there, but for what tools leave (.ipynb_checkpoints, __pycache__)."""
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in inside.parts):
            yield inside.as_posix(), path


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
    """Write the whole file or nothing: an interrupted start leaves no half notebook, and no link is followed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole({path: content})
