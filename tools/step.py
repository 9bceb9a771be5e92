"""A step of a set-up: its command is run, how far it has come is told, and if it fails, why."""

import errno
import os
import shutil
import subprocess
import sys
from collections import deque
from pathlib import Path
from threading import Event, Thread

LAST = 30
"""The number of lines that are shown of a step that failed."""
EVERY = 15
"""Seconds between two lines of progress in a log."""
CLEAR = "\r\x1b[K"
"""Empties the line of a terminal."""
NO_INSTALL = """The packages could not be installed; the lines above say why. Is the network there?
Run the same command again: it starts afresh."""
FULL = """The disk is full: there is no room in {root}, or in the folder for temporary files.
The notebooks take half a gigabyte, everything takes one. Make room, and run the same command again."""
CLOSED = """{root}/.venv could not be written.
Copy or clone the project to a folder of yours, on a disk that can be written to, and run the same command there."""
OTHER = """A package is not the file that requirements.txt was written with: its hash differs, and so nothing of it was
installed. Either somebody changed the file on its way, or requirements.txt was edited. The lines above name it."""
NO_HASH = """A line of requirements.txt has no hash, or a package is missing from it; nothing was installed.
Was it edited? Bring it back: git checkout requirements.txt"""
CAUSES = {
    **dict.fromkeys(map(os.strerror, (errno.ENOSPC, errno.EDQUOT)), FULL),
    **dict.fromkeys(map(os.strerror, (errno.EROFS, errno.EACCES, errno.EPERM)), CLOSED),
    **dict.fromkeys(("DO NOT MATCH THE HASHES", "Hash mismatch"), OTHER),
    **dict.fromkeys(("Hashes are required in --require-hashes mode", "must have a hash"), NO_HASH),
}
"""Causes of a failure, by the words that pip, uv or venv print."""


class Trouble(Exception):
    """A failure: the reason and the remedy, for the person at the keyboard."""


def run(command: list[str], root: Path) -> None:
    """Run one step of the set-up; Trouble where it fails, below what it said.

    On a terminal, what it says goes by on one line. A log is told now and then what it says just then.
    """
    live, width = sys.stdout.isatty(), shutil.get_terminal_size().columns - 1
    last, ended = deque[str](maxlen=LAST), Event()

    def tell() -> None:
        while not ended.wait(EVERY):
            say(f"    {last[-1].strip()[:width]}" if last else "    ...")

    with subprocess.Popen(
        command,
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as step:
        if not live:
            Thread(target=tell, daemon=True).start()
        for line in step.stdout or ():
            last.append(line)
            if live:
                print(f"{CLEAR}{line.strip()[:width]}", end="", flush=True)
    ended.set()
    if live:
        print(CLEAR, end="", flush=True)
    if step.returncode:
        print(*last, sep="", end="", file=sys.stderr, flush=True)
        raise Trouble(cause("".join(last), root))


def cause(said: str, root: Path) -> str:
    """The reason and the remedy, from the output of a step."""
    return next((told for word, told in CAUSES.items() if word in said), NO_INSTALL).format(root=root)


def say(line: str) -> None:
    """One line, at once, also where the output is a pipe."""
    print(line, flush=True)
