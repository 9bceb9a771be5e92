"""What this machine has that another may lack: found here and nowhere else, with what goes untested without it.

The tests see none of the rest. They run in a home of their own (no cache, no settings, no data of earlier runs) and
with one family of fonts, DejaVu, which matplotlib brings: a machine with many fonts can't hide what a bare one shows.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Extra(NamedTuple):
    """Something that a machine may have: where it is found ("" where it is not), and what is skipped without it."""

    found: str
    skipped: str


def program(*names: str) -> str:
    """The first of these programs that is on the path; "" where none is."""
    return next(filter(None, map(shutil.which, names)), "")


def other_pythons() -> Iterator[str]:
    """Every other supported Python found here that really starts: on the path, or one that pyenv keeps."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for minor in range(11, 20):
        name = f"python3.{minor}"
        places = (shutil.which(name), *sorted(kept.glob(f"3.{minor}.*/bin/{name}")))
        if (3, minor) != sys.version_info[:2]:
            yield from list(filter(starts, map(str, filter(None, places))))[:1]


def starts(python: str) -> bool:
    """Whether the program runs. pyenv leaves stand-ins on the path that only print a complaint."""
    try:
        return subprocess.run([python, "-c", ""], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def clone() -> str:
    """The folder, where git knows it as a clone."""
    try:
        asked = subprocess.run(["git", "rev-parse", "--git-dir"], cwd=ROOT, capture_output=True, text=True)
    except OSError:
        return ""
    return asked.stdout.strip()


def second_address() -> str:
    """Another address of this machine that only this machine can use; "" where it has one alone."""
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.2", 0))
        except OSError:
            return ""
        return "127.0.0.2"


OTHER_PYTHONS = tuple(other_pythons())
EXTRAS = {
    "Chromium": Extra(os.environ.get("CHROMIUM") or program(*BROWSERS), "everything that is seen in a browser"),
    "xelatex": Extra(program("xelatex"), "setting the LaTeX documents"),
    "pdftotext": Extra(program("pdftotext"), "reading what the LaTeX documents print"),
    "Java": Extra((find_spec("pycocoevalcap") and program("java")) or "", "the tokeniser of COCO in Java, run itself"),
    "another Python": Extra(", ".join(OTHER_PYTHONS), "the library on a second Python"),
    "a git clone": Extra(clone(), "looking through all files that git holds"),
    "POSIX": Extra(os.name if os.name == "posix" else "", "the command line's odd bytes and pipes, and Ctrl-C"),
    "a second address": Extra(second_address(), "a poll in which people come from two addresses"),
    "/dev/full": Extra("/dev/full" if Path("/dev/full").exists() else "", "the command line on a full disk"),
    "the .venv of `make test`": Extra(
        sys.prefix if Path(sys.prefix).resolve() == (ROOT / ".venv").resolve() else "",
        "whether all that is installed is pinned",
    ),
}
"""Each thing by its name. Everything else that the tests need, `make test` installs."""


def missing(name: str) -> str:
    """What is said where it is missing."""
    return f"{name}: not found. Not tested: {EXTRAS[name].skipped}"


def needs(name: str) -> pytest.MarkDecorator:
    """The test is skipped where this is missing."""
    return pytest.mark.skipif(not EXTRAS[name].found, reason=missing(name))


def find(name: str) -> str:
    """Where it is; a test that asks for it is skipped where it is missing."""
    if not EXTRAS[name].found:
        pytest.skip(missing(name))
    return EXTRAS[name].found


def told() -> Iterator[str]:
    """A line for each thing: where it was found, or what is not tested."""
    for name, extra in EXTRAS.items():
        yield f"{name}: {extra.found}" if extra.found else missing(name)


FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
  <selectfont>
    <acceptfont><glob>*/DejaVu*</glob></acceptfont>
    <rejectfont><glob>*</glob></rejectfont>
  </selectfont>
</fontconfig>
"""


OWN = re.compile(
    "XDG_|MPL|NLTK_|JUPYTER_|IPYTHON|LC_|LANG|PYTHON(UTF8|IOENCODING|DONTWRITEBYTECODE)$|NO_COLOR$|FORCE_COLOR$"
)
"""What people set in their own environment; the tests see none of it."""


def become_bare(home: Path) -> None:
    """Forget what this machine has of its own: from now on home is an empty folder, and the only fonts are DejaVu."""
    fonts = Path(str(files("matplotlib"))) / "mpl-data" / "fonts" / "ttf"
    (home / "fonts.conf").write_text(FONTS.format(fonts=fonts, cache=home / "fontconfig"), "utf-8")
    for name in filter(OWN.match, list(os.environ)):
        del os.environ[name]
    sys.dont_write_bytecode = False  # a hundred processes load the same files: they are compiled once
    os.environ.setdefault("GIT_CONFIG_GLOBAL", str(Path.home() / ".gitconfig"))
    os.environ.setdefault("PYENV_ROOT", str(Path.home() / ".pyenv"))
    os.environ |= {"HOME": str(home), "FONTCONFIG_FILE": str(home / "fonts.conf"), "LC_ALL": "C.UTF-8"}
