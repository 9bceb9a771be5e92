"""A step of the setup, which runs a command, shows its progress and explains a failure."""

import errno
import os
import shutil
import subprocess
import sys
from collections import deque
from pathlib import Path
from threading import Event, Thread

LAST = 30
"""The number of lines that are shown of a failed step."""
EVERY = 15
"""Seconds between lines of progress in a log."""
CLEAR = "\r\x1b[K"
"""The characters that clear a line of a terminal."""
NO_INSTALL = """The packages could not be installed; the lines above say why. Is there a network connection?
Run the same command again to start afresh."""
FULL = """The disk is full. There is no space left in {root}, or in the folder for temporary files.
The notebooks need half a gigabyte, and everything together needs a gigabyte. Free some space, and run the same command
again."""
CLOSED = """{root}/.venv could not be written.
Copy or clone the project to a folder that you can write to, and run the same command there."""
OTHER = """The hash of a package is not the hash that is listed in requirements.txt, so the package was not installed.
Either somebody changed the package in transit, or requirements.txt was edited. The lines above name the package."""
NO_HASH = """A line of requirements.txt has no hash, or a package is missing from it, so nothing was installed.
If the file was edited, restore it with git checkout requirements.txt"""
CAUSES = {
    **dict.fromkeys(map(os.strerror, (errno.ENOSPC, errno.EDQUOT)), FULL),
    **dict.fromkeys(map(os.strerror, (errno.EROFS, errno.EACCES, errno.EPERM)), CLOSED),
    **dict.fromkeys(("DO NOT MATCH THE HASHES", "Hash mismatch"), OTHER),
    **dict.fromkeys(("Hashes are required in --require-hashes mode", "must have a hash"), NO_HASH),
}
"""Explanations of a failure, by the words that pip, uv or venv print."""


class Trouble(Exception):
    """An error that says what went wrong and what to do about it."""


def run(command: list[str], root: Path) -> None:
    """Run a step of the setup. If it fails, print its last lines and raise Trouble.

    On a terminal, the output of the step is shown on a single line that changes. A log gets a line of it now and then.
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
    """The reason for a failure and its remedy, from the output of a step."""
    return next((told for word, told in CAUSES.items() if word in said), NO_INSTALL).format(root=root)


def say(line: str) -> None:
    """Print a line at once, even if the output is a pipe."""
    print(line, flush=True)
