"""Keep the key, the open question and the votes in a file, so that a room that was killed can go on.

The file is for this user alone. It has a line for each deed and each vote, and begins anew with each question. It is
gone when the room is closed after an answer was revealed.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

FRESH = 12 * 3600
"""Seconds after its last line for which a file is taken up: today, but not in next week's lecture."""
Entry = dict[str, Any]


class Kept:
    """The file; without a path nothing is kept."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.works = path is not None

    def entries(self) -> list[Entry]:
        """The lines of an earlier room, none if they are too old. A last line that was cut off does not count."""
        try:
            if not self.path or time.time() - self.path.stat().st_mtime > FRESH:
                return []
            lines = self.path.read_text("utf-8").split("\n")[:-1]
            found = [json.loads(line) for line in lines]
        except (OSError, ValueError):
            return []
        return found if all(isinstance(one, dict) for one in found) else []

    def begin(self, *entries: Entry) -> None:
        """These alone, all at once."""
        if self.path and self.works:
            new = self.path.with_suffix(".new")
            self._write(new, entries, os.O_TRUNC)
            if self.works:
                os.replace(new, self.path)

    def add(self, entry: Entry) -> None:
        """One more, which survives the end of this program from now on."""
        if self.path and self.works:
            self._write(self.path, [entry], os.O_APPEND)

    def forget(self) -> None:
        """Delete the file."""
        if self.path:
            self.path.unlink(missing_ok=True)

    def _write(self, path: Path, entries: "list[Entry] | tuple[Entry, ...]", how: int) -> None:
        """Write; if that fails, tell the lecturer once. The poll goes on."""
        lines = "".join(f"{json.dumps(one)}\n" for one in entries).encode()
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | how, 0o600), "wb", buffering=0) as file:
                file.write(lines)
        except OSError as error:
            self.works = False
            print(f"From now on votes are not saved to {path}: {error.strerror}.", file=sys.stderr, flush=True)
