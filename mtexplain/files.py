"""Writing files whole or not at all, and never through a link that stands in their place."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from errno import EISDIR
from os import strerror
from pathlib import Path
from secrets import token_hex
from shutil import copymode


def write_whole(files: Mapping[Path, bytes]) -> None:
    """Write each content to its file, replacing what is there.

    Each content is first written to a draft beside its file, so if the disk is full, or if a folder has the name of the
    file, all files stay as they were. The draft has a random name, so nobody can place a link there that would be
    followed. A link at the path is replaced, and its target is left alone. A file keeps its permissions.

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
                with draft.open("xb") as opened:  # fails if anything is there, even a link
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
    """A context whose errors name this file."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from None
