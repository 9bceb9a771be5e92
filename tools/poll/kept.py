"""Save the key, the open question and the votes in a file, so that a room that was killed can continue.

Only this user can read the file. It has a line for each action of the lecturer and each vote, and is rewritten with
each new question. It is deleted when the room is closed, unless an answer remains to be revealed.
"""

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from errno import ENOSPC
from pathlib import Path
from typing import Any

FRESH = 12 * 3600
"""Seconds after the last line for which a file is used, so that it is used today but not in next week's lecture."""
Entry = dict[str, Any]


class Kept:
    """The file of a room. Without a path, nothing is saved."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.works = path is not None

    def entries(self) -> list[Entry]:
        """The lines of an earlier room, its key first; none if they are too old. Damaged lines are skipped."""
        try:
            if not self.path or abs(time.time() - self.path.stat().st_mtime) > FRESH:
                return []
            lines = self.path.read_text("utf-8", "replace").splitlines()
        except OSError:
            return []
        found = [entry for line in lines if isinstance(entry := _read(line), dict)]
        return found if found and isinstance(found[0].get("key"), str) else []

    def begin(self, *entries: Entry) -> None:
        """Replace the file with these lines, in a single step."""
        if self.path and self.works:
            new = self.path.with_suffix(".new")
            with self._watched():
                new.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                new.unlink(missing_ok=True)  # a link with this name would be followed
                _write(new, entries, os.O_CREAT | os.O_EXCL)
                os.replace(new, self.path)

    def add(self, entry: Entry) -> None:
        """Add a line, which from now on survives the end of this program."""
        if self.path and self.works:
            with self._watched():
                _write(self.path, [entry], os.O_APPEND)  # only to the file with the key, never to a new file

    def forget(self) -> None:
        """Delete the file."""
        if self.path:
            self.path.unlink(missing_ok=True)

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """If writing fails, warn the lecturer and stop writing. The poll continues."""
        try:
            yield
        except OSError as error:
            self.works = False
            print(f"From now on, votes are not saved to {self.path}: {error.strerror}.", file=sys.stderr, flush=True)


def _read(line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _write(path: Path, entries: Iterable[Entry], how: int) -> None:
    lines = "".join(f"{json.dumps(entry)}\n" for entry in entries).encode()
    with open(os.open(path, os.O_WRONLY | how, 0o600), "wb", buffering=0) as file:
        if file.write(lines) < len(lines):
            raise OSError(ENOSPC, os.strerror(ENOSPC))
