"""Files that are written whole or not at all, and never through a link that stands in their place."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from errno import EISDIR
from os import strerror
from pathlib import Path
from secrets import token_hex
from shutil import copymode


def write_whole(files: Mapping[Path, bytes]) -> None:
    """Write each content to its file, in place of what is there.

    Each is first written to a draft beside its file, so a disk that is full, or a folder in the place of a file, leaves
    all files as they were. The name of the draft is drawn by lot, so nobody can put a link there that would be
    followed. A link in place of a file is replaced, and what it leads to is left as it is. A file keeps its
    permissions.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_whole({Path(folder, "a.txt"): b"the cat"})
    ...     print(*[(path.name, path.read_text()) for path in Path(folder).iterdir()])
    ('a.txt', 'the cat')

    OSError, with the name of the file, where one can't be written.
    """
    drafts: dict[Path, Path] = {}
    try:
        for file, content in files.items():
            with _named(file):
                if file.is_dir() and not file.is_symlink():
                    raise IsADirectoryError(EISDIR, strerror(EISDIR))
                drafts[file] = draft = file.with_name(f".{token_hex(8)}.draft")
                with draft.open("xb") as opened:  # fails where anything is there, a link too
                    opened.write(content)
                if file.is_file() and not file.is_symlink():
                    copymode(file, draft)
        for file, draft in drafts.items():
            with _named(file):
                draft.replace(file)
    finally:
        for draft in drafts.values():
            draft.unlink(missing_ok=True)


@contextmanager
def _named(file: Path) -> Iterator[None]:
    """An error inside it names this file."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from None
