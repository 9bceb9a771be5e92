"""The texts on the command line, either a sentence and its references or files with a segment on each line."""

import argparse
import os
import re
import shlex
import sys

from mtexplain.inputs import InputError, no_file

STDIN = "-"
"""The file name for piped input."""
_SENTENCES = "Or pass sentences in quotes, with -- before a sentence that begins with -."
_NAME = re.compile(r"[\w./\\~-]+\.(txt|tsv|csv|json)")
"""A pattern for text that is more likely the name of a file than a sentence."""


def texts(given: argparse.Namespace) -> tuple[str, list[str]] | tuple[list[str], list[list[str]]]:
    """Return a sentence and its references, or the lines of files."""
    return lines(given) if are_files(given) else sentences(given)


def are_files(given: argparse.Namespace) -> bool:
    """Return whether files were named. InputError unless both sides are files and there are no sentences."""
    if not (given.candidates or given.reference_files or given.other):
        return False
    if given.candidate is not None or not (given.candidates and given.reference_files):
        got = "no file of references" if given.candidates else "no file of candidates"
        got = got if given.candidate is None else "sentences as well"
        raise InputError("files", got, "-c FILE -r FILE, and nothing else", _SENTENCES)
    if [given.candidates, given.other, *given.reference_files].count(STDIN) > 1:
        raise InputError("files", "- twice", "- once", "Piped input can be read only once, so name the other files.")
    return True


def sentences(given: argparse.Namespace) -> tuple[str, list[str]]:
    """Return a sentence and its references. The name of a file is an error; the name of a missing file gets a note."""
    if not given.references:
        missing = "reference" if given.candidate else "candidate"
        raise InputError(missing, "nothing", "a sentence in quotes, or -c FILE -r FILE", "See --help.")
    typed = [given.candidate, *given.references]
    names = [text for text in typed if os.path.isfile(text)]
    if names == typed or any(os.path.splitext(name)[1] for name in names):
        write = " -r ".join(map(shlex.quote, typed)) if names == typed else "FILE -r FILE"
        raise InputError(names[0], "the name of a file", "a sentence in quotes", f"For files write -c {write}.")
    if name := next(filter(_NAME.fullmatch, typed), None):
        note = "there is no such file, so the name itself is read as a sentence. For files write -c FILE -r FILE."
        print(f"Note: {name}: {note}", file=sys.stderr)
    return given.candidate, given.references


def lines(given: argparse.Namespace) -> tuple[list[str], list[list[str]]]:
    """Return the lines of a file of candidates, and for each line its references from the reference files."""
    candidates = read(given.candidates)
    if not candidates:
        raise InputError(given.candidates, "an empty file", "a candidate on each line")
    columns = [read(path) for path in given.reference_files]
    for path, column in zip(given.reference_files, columns, strict=True):
        if len(column) != len(candidates):
            got = "1 line" if len(column) == 1 else f"{len(column)} lines"
            expected = f"{len(candidates)}, as many as {given.candidates} has"
            raise InputError(path, got, expected, "Line 3 of each file belongs to line 3 of the others.")
    return candidates, [list(references) for references in zip(*columns, strict=True)]


def read(path: str, errors: str = "strict") -> list[str]:
    """Return the lines of a UTF-8 file or of piped input. Only a newline ends a line; the rest is scored as it is.

    With "replace" for errors, bytes that are not UTF-8 become U+FFFD.
    """
    is_piped = path == STDIN
    try:
        with open(0 if is_piped else path, encoding="utf-8", errors=errors, newline="\n", closefd=not is_piped) as file:
            file_lines = file.read().split("\n")
    except OSError as error:
        raise no_file(path, error) from None
    except UnicodeDecodeError as error:
        got = f"bytes that are not UTF-8, from byte {error.start} on"
        raise InputError(path, got, "text in UTF-8", "Convert it first with iconv -f ... -t utf-8.") from None
    return file_lines[:-1] if file_lines[-1] == "" else file_lines
