"""Writing the files of a command, all of them or none, and never over an existing file without --force."""

import os
from collections.abc import Mapping
from pathlib import Path

from mtexplain.files import write_whole
from mtexplain.inputs import InputError


def write(files: Mapping[Path, str], force: bool) -> None:
    """Write each text to its file. InputError if a file exists already, unless `force` is True.

    A pipe, a device or a link to either is never replaced. If the disk is full, the files stay as they were.
    """
    for file in files:
        _check(file, force)
    try:
        write_whole({Path(os.path.realpath(file)): text.encode() for file, text in files.items()})  # keeps links
    except OSError as error:
        raise InputError(str(error.filename), error.strerror or "an error", "a file that can be written") from None


def _check(file: Path, force: bool) -> None:
    """InputError if a file of this name can't or must not be written."""
    if file.is_dir():
        raise InputError(str(file), "a folder", "the name of a file")
    if file.exists() and not file.is_file():
        fix = "It stays as it is, even with --force. Nothing was written."
        raise InputError(str(file), "a pipe, a device or a link to either", "a free name, or a file", fix)
    if not force and os.path.lexists(file):
        fix = "Use --force to replace it. Nothing was written."
        raise InputError(str(file), "a file that exists already", "a free name", fix)
