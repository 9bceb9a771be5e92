"""The files that name versions agree: pyproject.toml (ranges), constraints.txt (pins), environment.yml (conda)."""

import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution, distributions

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from mtexplain.packages import VERSIONS
from mtexplain.text.stemming import PACKAGE
from tests.places import ROOT
from tools.machine import needs
from tools.pins import EXTRAS, direct

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LINES = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
PINNED = [Requirement(line) for line in LINES if not line.startswith("#")]
PINS = {pin.name: str(pin.specifier).removeprefix("==") for pin in PINNED}
HERE = {pin.name for pin in PINNED if not pin.marker or pin.marker.evaluate()}
DIRECT = [Requirement(line) for line in direct(PROJECT)]


def test_constraints_are_names_and_versions_in_order() -> None:
    """Nothing else but for which Python: no index, no path, no hash; so it means the same on every machine."""
    pins = [line for line in LINES if not line.startswith("#")]
    pin = re.compile(r'[a-z0-9-]+==[0-9][0-9a-z.+]*( ; python_version < "3\.[0-9]+")?')
    assert [line for line in pins if not pin.fullmatch(line)] == []
    assert list(PINS) == sorted(set(PINS))
    assert "mtexplain" not in PINS


@pytest.mark.parametrize("requirement", DIRECT, ids=lambda requirement: requirement.name)
def test_direct_dependencies_are_pinned_inside_their_range(requirement: Requirement) -> None:
    """What pyproject.toml asks for, constraints.txt answers."""
    assert PINS[canonicalize_name(requirement.name)] in requirement.specifier


@needs("the .venv of `make test`")
def test_everything_installed_is_pinned() -> None:
    """From the extras down to the last library: each is installed in the version that constraints.txt names."""
    todo, seen = list(DIRECT), set[str]()
    wrong = []
    while todo:
        requirement = todo.pop()
        name = canonicalize_name(requirement.name)
        key = f"{name}[{','.join(sorted(requirement.extras))}]"
        if key in seen:
            continue
        seen.add(key)
        try:
            installed = distribution(name)
        except PackageNotFoundError:
            wrong.append(f"{name} is not installed")
            continue
        if sys.platform == "linux" and (name in HERE or name not in PINS) and PINS.get(name) != installed.version:
            wrong.append(f"{name} {installed.version} is installed, constraints.txt says {PINS.get(name)}")
        todo += children(installed.requires or [], requirement.extras or {""})
    assert wrong == []


def children(requires: list[str], extras: set[str]) -> list[Requirement]:
    """The requirements of one package that hold here, for the extras it was asked with."""
    held = []
    for child in map(Requirement, requires):
        if not child.marker or any(child.marker.evaluate({"extra": extra}) for extra in extras):
            child.marker = None  # answered here; further down, other extras count
            held.append(child)
    return held


@needs("the .venv of `make test`")
def test_pins_run_on_the_oldest_supported_python() -> None:
    """Also on its first release: Debian's Python stays at an early one for years."""
    oldest = PROJECT["requires-python"].removeprefix(">=") + ".0"
    installed = [held for held in distributions() if canonicalize_name(held.name) in HERE]
    asked = {held.name: str(held.metadata.json.get("requires_python", "")) for held in installed}
    assert len(asked) > 50
    assert [name for name, pythons in asked.items() if oldest not in SpecifierSet(pythons)] == []


def test_conda_installs_the_same_versions() -> None:
    """environment.yml pins what it names as constraints.txt does, and names the whole notebooks extra."""
    dependencies = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))["dependencies"]
    named = dict(line.split("=") for line in dependencies if isinstance(line, str) and "=" in line)
    assert named.pop("python") in SpecifierSet(PROJECT["requires-python"])
    assert named == {name: PINS[name] for name in named}
    notebooks = {Requirement(line).name for line in PROJECT["optional-dependencies"]["notebooks"]}
    assert notebooks | {"nbval"} == set(named)
    assert dependencies[-1] == {"pip": ["-e ."]}


def test_the_notebooks_have_the_stemmers_they_ask_for() -> None:
    """Notebook 09 scores by Meteor 1.5, and the captions of COCO do too: after `make lab` alone both must work."""
    assert PACKAGE in {Requirement(line).name for line in PROJECT["optional-dependencies"]["notebooks"]}


def test_the_commands_that_are_told_install_what_the_extras_ask_for() -> None:
    for name, versions in VERSIONS.items():
        ranges = [one.specifier for one in DIRECT if one.name == name]
        assert ranges == [SpecifierSet(versions)] * len(ranges) != []


def test_the_library_itself_needs_nothing() -> None:
    """The maths runs on the standard library alone; notebooks and tests are extras."""
    assert PROJECT["dependencies"] == []
    assert set(EXTRAS) < set(PROJECT["optional-dependencies"])
