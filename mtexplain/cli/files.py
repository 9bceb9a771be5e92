"""Texts from files: a segment on each line."""

from collections.abc import Sequence

from mtexplain.inputs import InputError


def texts(candidates: str, references: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """The lines of a file of candidates, and for each the lines of the reference files."""
    lines = read(candidates)
    if not lines:
        raise InputError(candidates, "an empty file", "a candidate on each line")
    columns = [read(path) for path in references]
    for path, column in zip(references, columns, strict=True):
        if len(column) != len(lines):
            got, expected = f"{len(column)} lines", f"{len(lines)}, as many as {candidates} has"
            raise InputError(path, got, expected, "Line 3 of each file belongs to line 3 of the others.")
    return lines, [list(group) for group in zip(*columns, strict=True)]


def read(path: str, errors: str = "strict") -> list[str]:
    """The lines of a file in UTF-8. Only a newline ends a line; everything else in it is scored as it stands.

    With "replace" for errors, bytes that are not UTF-8 become U+FFFD.
    """
    try:
        with open(path, encoding="utf-8", errors=errors, newline="\n") as file:
            lines = file.read().split("\n")
    except OSError as error:
        raise InputError(path, error.strerror or "an error", "a file that can be read") from None
    except UnicodeDecodeError as error:
        got = f"bytes that are not UTF-8, from byte {error.start} on"
        raise InputError(path, got, "text in UTF-8", "Convert it first: iconv -f ... -t utf-8.") from None
    return lines[:-1] if lines[-1] == "" else lines
