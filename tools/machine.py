"""Programs and features that other machines may lack, and what stays untested without them. All are looked up here.

The tests see nothing else of this machine. They run in a home directory of their own, without caches, settings or data
of earlier runs. Their only fonts are the DejaVu fonts, which come with matplotlib, so that a machine with many fonts
can't hide a problem that a bare machine shows.
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
    """Something that a machine may have, with its location ("" if it is missing) and what is skipped without it."""

    found: str
    skipped: str


def program(*names: str) -> str:
    """The first of these programs that is on the path, or "" if none is."""
    return next(filter(None, map(shutil.which, names)), "")


def other_pythons() -> Iterator[str]:
    """Yield every other supported Python that is on the path or in pyenv, and that really starts."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for minor in range(11, 20):
        name = f"python3.{minor}"
        places = (shutil.which(name), *sorted(kept.glob(f"3.{minor}.*/bin/{name}")))
        if (3, minor) != sys.version_info[:2]:
            yield from list(filter(starts, map(str, filter(None, places))))[:1]


def starts(python: str) -> bool:
    """Return True if the program runs. pyenv leaves programs on the path that only print an error."""
    try:
        return subprocess.run([python, "-c", ""], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def clone() -> str:
    """The project's folder if it is a git clone, else ""."""
    try:
        asked = subprocess.run(["git", "rev-parse", "--git-dir"], cwd=ROOT, capture_output=True, text=True)
    except OSError:
        return ""
    return asked.stdout.strip()


def second_address() -> str:
    """Another address of this machine that only this machine can use, or "" if it has no such address."""
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.2", 0))
        except OSError:
            return ""
        return "127.0.0.2"


OTHER_PYTHONS = tuple(other_pythons())
EXTRAS = {
    "Chromium": Extra(os.environ.get("CHROMIUM") or program(*BROWSERS), "everything that runs in a browser"),
    "xelatex": Extra(program("xelatex"), "typesetting the LaTeX documents"),
    "pdftotext": Extra(program("pdftotext"), "reading the typeset LaTeX documents"),
    "Java": Extra((find_spec("pycocoevalcap") and program("java")) or "", "running COCO's tokeniser in Java"),
    "another Python": Extra(", ".join(OTHER_PYTHONS), "the library on a second Python"),
    "a git clone": Extra(clone(), "checks of all files in git"),
    "POSIX": Extra(os.name if os.name == "posix" else "", "odd bytes, pipes and Ctrl-C on the command line"),
    "a second address": Extra(second_address(), "a poll with people from two addresses"),
    "/dev/full": Extra("/dev/full" if Path("/dev/full").exists() else "", "the command line on a full disk"),
    "the .venv of `make test`": Extra(
        sys.prefix if Path(sys.prefix).resolve() == (ROOT / ".venv").resolve() else "",
        "whether all that is installed is pinned",
    ),
}
"""The extras by name. `make test` installs everything else that the tests need."""


def missing(name: str) -> str:
    """The message about a missing extra."""
    return f"{name}: not found. Not tested: {EXTRAS[name].skipped}"


def needs(name: str) -> pytest.MarkDecorator:
    """Skip the test if this is missing."""
    return pytest.mark.skipif(not EXTRAS[name].found, reason=missing(name))


def find(name: str) -> str:
    """The location of an extra. If it is missing, the test that asks for it is skipped."""
    if not EXTRAS[name].found:
        pytest.skip(missing(name))
    return EXTRAS[name].found


def told() -> Iterator[str]:
    """Yield a line for each extra, with its location or with what is not tested."""
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
"""Variables that people set in their own environment, which are hidden from the tests."""


def become_bare(home: Path) -> None:
    """Hide the settings of this machine. From now on, home is an empty folder and the only fonts are DejaVu."""
    fonts = Path(str(files("matplotlib"))) / "mpl-data" / "fonts" / "ttf"
    (home / "fonts.conf").write_text(FONTS.format(fonts=fonts, cache=home / "fontconfig"), "utf-8")
    for name in filter(OWN.match, list(os.environ)):
        del os.environ[name]
    sys.dont_write_bytecode = False  # a hundred processes load the same files, so compile them only once
    os.environ.setdefault("GIT_CONFIG_GLOBAL", str(Path.home() / ".gitconfig"))
    os.environ.setdefault("PYENV_ROOT", str(Path.home() / ".pyenv"))
    os.environ |= {"HOME": str(home), "FONTCONFIG_FILE": str(home / "fonts.conf"), "LC_ALL": "C.UTF-8"}
