"""Files that a command writes: all of them or none, and none over another file unless that is asked for."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from mtexplain.inputs import InputError


def write(files: Mapping[Path, str], force: bool) -> None:
    """Write each text to its file. InputError where a file is there already, unless `force` says to replace it.

    A pipe, a device or a link to one is never replaced. Each text is first written whole to a draft beside its file,
    so a disk that is full leaves the files as they were.
    """
    drafts: dict[Path, Path] = {}
    file = Path()
    try:
        for file in files:
            _check(file, force)
        for number, (file, text) in enumerate(files.items()):
            target = Path(os.path.realpath(file))  # a link stays a link
            draft = drafts[target] = target.with_name(f".{os.getpid()}.{number}.draft")
            draft.unlink(missing_ok=True)  # a link of that name would be followed
            draft.write_text(text, encoding="utf-8")
            if target.exists():
                shutil.copymode(target, draft)
        for target, draft in drafts.items():
            draft.replace(target)
    except OSError as error:
        raise InputError(str(file), error.strerror or "an error", "a file that can be written") from None
    finally:
        for draft in drafts.values():
            draft.unlink(missing_ok=True)


def _check(file: Path, force: bool) -> None:
    """InputError where a file of this name can't or must not be written."""
    if file.is_dir():
        raise InputError(str(file), "a folder", "the name of a file")
    if file.exists() and not file.is_file():
        fix = "It is left as it is, with --force too. Nothing was written."
        raise InputError(str(file), "a pipe, a device or a link to one", "a name that is free, or a file", fix)
    if not force and os.path.lexists(file):
        fix = "With --force it is replaced. Nothing was written."
        raise InputError(str(file), "a file that exists already", "a name that is free", fix)
