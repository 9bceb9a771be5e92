"""The project around the library: the contents of git and of a wheel, and the Pythons that can run it."""

import importlib
import inspect
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

import mtexplain
import mtexplain.explain
import mtexplain.metrics
import mtexplain.widgets
from mtexplain.explain.practice.misconceptions import subjects
from tests.places import ROOT
from tools.machine import OTHER_PYTHONS, needs

# Folders of a particular machine, and addresses that packages come from. A clone works without them.
# Written so that the patterns do not match themselves.
MACHINE_PATH = re.compile(r"(?<![\w.])[/](?:root|home|tmp|work|opt|srv|mnt|Users|private)[/]\w|[A-Z]:\\\\?Users\b")
INDEX_HOST = re.compile(r"pypi[.](?:org|io)|pythonhosted[.]org|anaconda[.](?:org|com)|--(?:extra-)?index[-]url")
OUTSIDE = re.compile(r"[.]{2}/shared\b")


def tracked() -> list[Path]:
    """The files that git tracks or would track, which is everything that it doesn't ignore."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]


@needs("a git clone")
def test_tracked_files_name_no_machine() -> None:
    """They name no folder of a particular machine, no package index and nothing outside the project."""
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
    assert citation["license"] == ["Apache-2.0", "CC-BY-4.0"]


def functions_of(packages: Iterable[ModuleType]) -> dict[str, Callable[..., Any]]:
    """Every public function and every public method that these packages define."""
    found: dict[str, Callable[..., Any]] = {}
    for package in packages:
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            named = vars(importlib.import_module(module.name))
            inside = [named, *(vars(one) for one in named.values() if inspect.isclass(one))]
            ours = [one for names in inside for one in names.values() if inspect.isfunction(one)]
            found |= {f"{one.__module__}.{one.__qualname__}": one for one in ours if not one.__name__.startswith("_")}
    return {name: one for name, one in found.items() if name.startswith("mtexplain.")}


def test_no_keyword_of_ours_has_the_name_of_a_metrics() -> None:
    """A function that passes keywords on to a metric must not use any of them itself, except the metric's texts."""
    metrics = [one for one in functions_of([mtexplain.metrics]).values() if one.__name__ in vars(mtexplain)["_HOME"]]
    theirs = {name for one in metrics for name in inspect.signature(one).parameters} - {"candidate", "references"}
    assert {"k", "n", "rules", "matches", "tokens"} <= theirs
    passing = {}
    for name, one in functions_of([mtexplain.explain, mtexplain.widgets]).items():
        kinds = {key: parameter.kind for key, parameter in inspect.signature(one).parameters.items()}
        if inspect.Parameter.VAR_KEYWORD in kinds.values():
            passing[name.rpartition(".")[2]] = theirs & set(kinds)
    assert {"best_edits", "leave_one_out", "smallest_fix", "compare", "check_working", "what_if", "on"} <= set(passing)
    assert {name: shared for name, shared in passing.items() if shared} == {"compare": {"rules"}}  # it tries all rules
    for subject in subjects():  # check_working takes claims as keywords, beside the settings
        for metric in subject.metrics:
            assert not set(subject.claims) & set(inspect.signature(metric).parameters)


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
