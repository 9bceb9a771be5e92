"""Files that a command writes: all of them or none, and none over another file unless that is asked for."""

import os
from collections.abc import Mapping
from pathlib import Path

from mtexplain.files import write_whole
from mtexplain.inputs import InputError


def write(files: Mapping[Path, str], force: bool) -> None:
    """Write each text to its file. InputError where a file is there already, unless `force` says to replace it.

    A pipe, a device or a link to one is never replaced. A disk that is full leaves the files as they were.
    """
    for file in files:
        _check(file, force)
    try:
        write_whole({Path(os.path.realpath(file)): text.encode() for file, text in files.items()})  # a link stays one
    except OSError as error:
        raise InputError(str(error.filename), error.strerror or "an error", "a file that can be written") from None


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
