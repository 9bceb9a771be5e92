"""Texts from files, a segment on each line; and sheets of exercises to files."""

from collections.abc import Callable, Sequence
from pathlib import Path

from mtexplain.display.paper import Paper
from mtexplain.explain.practice.exercises.sheets import Sheets
from mtexplain.inputs import InputError, no_file

STDIN = "-"
"""In place of a file: what is piped in."""
_FORMS: dict[str, Callable[[Paper], str]] = {".html": Paper.to_html, ".tex": Paper.to_latex, ".txt": str}


def texts(candidates: str, references: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """The lines of a file of candidates, and for each the lines of the reference files."""
    lines = read(candidates)
    if not lines:
        raise InputError(candidates, "an empty file", "a candidate on each line")
    columns = [read(path) for path in references]
    for path, column in zip(references, columns, strict=True):
        if len(column) != len(lines):
            got, expected = (
                "1 line" if len(column) == 1 else f"{len(column)} lines",
                f"{len(lines)}, as many as {candidates} has",
            )
            raise InputError(path, got, expected, "Line 3 of each file belongs to line 3 of the others.")
    return lines, [list(group) for group in zip(*columns, strict=True)]


def read(path: str, errors: str = "strict") -> list[str]:
    """The lines of a file in UTF-8, or of what is piped in. Only a newline ends a line; the rest is scored as it is.

    With "replace" for errors, bytes that are not UTF-8 become U+FFFD.
    """
    is_piped = path == STDIN
    try:
        with open(0 if is_piped else path, encoding="utf-8", errors=errors, newline="\n", closefd=not is_piped) as file:
            lines = file.read().split("\n")
    except OSError as error:
        raise no_file(path, error) from None
    except UnicodeDecodeError as error:
        got = f"bytes that are not UTF-8, from byte {error.start} on"
        raise InputError(path, got, "text in UTF-8", "Convert it first: iconv -f ... -t utf-8.") from None
    return lines[:-1] if lines[-1] == "" else lines


def written(path: str, made: Sheets) -> str:
    """Write the sheets to a file, and the key to one beside it; what was written, in two lines."""
    sheets = Path(path)
    if sheets.suffix not in _FORMS:
        raise InputError(path, f"the ending {sheets.suffix!r}", f"a name that ends in {', '.join(_FORMS)}")
    key = sheets.with_name(f"{sheets.stem}_key{sheets.suffix}")
    try:
        for file, paper in ((sheets, made), (key, made.key)):
            file.write_text(f"{_FORMS[sheets.suffix](paper)}\n", encoding="utf-8")
    except OSError as error:
        raise InputError(path, error.strerror or "an error", "a file that can be written") from None
    different = len({sheet.answers for sheet in made})
    each = "each with other numbers" if different == len(made) else f"with {different} different sets of answers"
    each = "1 sheet" if len(made) == 1 else f"{len(made)} sheets, {each}"
    return f"{sheets}: {each}\n{key}: the key"
