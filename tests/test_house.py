"""The house around the library: what git holds, what a wheel holds, which Pythons can run it."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

import mtexplain
from tools.machine import OTHER_PYTHONS, needs

ROOT = Path(__file__).resolve().parent.parent

# Folders of one machine, and places that packages come from: a clone works without either.
# Written so that the patterns do not match themselves.
MACHINE_PATH = re.compile(r"(?<![\w.])[/](?:root|home|tmp|work|opt|srv|mnt|Users|private)[/]\w|[A-Z]:\\\\?Users\b")
INDEX_HOST = re.compile(r"pypi[.](?:org|io)|pythonhosted[.]org|anaconda[.](?:org|com)|--(?:extra-)?index[-]url")
OUTSIDE = re.compile(r"[.]{2}/shared\b")


def tracked() -> list[Path]:
    """The text files git holds, or would hold: everything that is not ignored."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]


@needs("a git clone")
def test_tracked_files_name_no_machine() -> None:
    """No folder of one machine, no package index, nothing outside the project."""
    found = []
    for path in tracked():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue  # a picture
        for pattern in (MACHINE_PATH, INDEX_HOST, OUTSIDE):
            found += [f"{path.relative_to(ROOT)}: {match.group()!r}" for match in pattern.finditer(text)]
    assert found == []


@needs("a git clone")
def test_tracked_files_end_in_one_newline_and_have_no_carriage_returns() -> None:
    """Text files are the same on every system. Data under tests/ may be odd on purpose."""
    odd = []
    for path in tracked():
        content = path.read_bytes()
        if b"\0" in content or "data" in path.parts:
            continue
        if b"\r" in content or (content and (not content.endswith(b"\n") or content.endswith(b"\n\n"))):
            odd.append(str(path.relative_to(ROOT)))
    assert odd == []


def test_one_version_everywhere() -> None:
    """The version is a constant of the package; the citation repeats it."""
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == mtexplain.__version__
    assert citation["license"] == "Apache-2.0"


def test_wheel_holds_the_package_and_nothing_else(tmp_path: Path) -> None:
    """Built without a network, from a copy, so that the tree stays as it is."""
    tree = tmp_path / "tree"
    tree.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    shutil.copytree(ROOT / "mtexplain", tree / "mtexplain", ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "flit_core.wheel", "--outdir", str(tmp_path), str(tree)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name == f"mtexplain-{mtexplain.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    source = {path.relative_to(ROOT).as_posix() for path in package_files()}
    assert {name for name in names if ".dist-info/" not in name} == source
    assert "mtexplain/py.typed" in names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def package_files() -> Iterator[Path]:
    """Every file of the package, also the ones that are not Python."""
    for path in (ROOT / "mtexplain").rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path


SMOKE = """
import mtexplain
trace = mtexplain.bleu("the the cat on the mat", ["there is a cat on the mat"])
print(repr(trace.score), trace.exact)
"""


@needs("another Python")
@pytest.mark.parametrize("python", OTHER_PYTHONS, ids=lambda path: Path(path).name)
def test_the_library_runs_on_other_pythons(python: str) -> None:
    """From the tree, without installing anything, with the same score to the last digit."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"}
    scores = {
        subprocess.run([each, "-W", "error", "-c", SMOKE], env=environment, check=True, capture_output=True).stdout
        for each in (sys.executable, python)
    }
    assert len(scores) == 1
