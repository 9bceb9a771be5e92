"""The files that name versions agree: pyproject.toml (ranges), requirements.txt (locked), environment.yml (conda)."""

import doctest
import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from mtexplain import packages
from mtexplain.text.stemming import PACKAGE
from tests.places import ROOT
from tools import deck, locked
from tools.machine import needs

ABOUT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT, GROUPS = ABOUT["project"], ABOUT["dependency-groups"]
EXTRAS = PROJECT["optional-dependencies"]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TRIED = re.findall(r"(?m)^TRIED := (.+)$", MAKEFILE)[0].split()
LOCKED = (ROOT / locked.LOCKED).read_text("utf-8")
PACKAGES = locked.packages(LOCKED)
PINS = [Requirement(one.lines.partition(" \\")[0]) for one in PACKAGES]
HERE = {pin.name: str(pin.specifier)[2:] for pin in PINS if not pin.marker or pin.marker.evaluate()}
ASKED = [
    Requirement(line) for line in sorted({line for one in (EXTRAS, GROUPS) for asked in one.values() for line in asked})
]
DIRECT = [Requirement(line) for line in sorted({line for one in TRIED for line in EXTRAS[one]} | {*GROUPS["build"]})]


def test_the_locked_file_holds_names_versions_and_hashes_in_order() -> None:
    """A line holds a version, hashes, markers and a reason: no index and no path, so it means the same everywhere."""
    shape = re.compile(
        r"[a-z0-9-]+==[0-9][0-9a-z.+]*( ; [\w.<>=!' ()]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+"
        r"\n    # via [a-z0-9-, ]*(mtexplain \(pyproject\.toml(:\w+)?\))?\n"
    )
    assert [one.name for one in PACKAGES if not shape.fullmatch(one.lines)] == []
    assert "".join(one.lines for one in PACKAGES) == re.sub(r"(?m)^#.*\n", "", LOCKED)
    names = [one.name for one in PACKAGES]
    assert names == sorted(names)
    assert "mtexplain" not in names


def test_the_part_for_the_notebooks_is_whole_and_has_nothing_of_the_tests() -> None:
    part = {one.name for one in locked.packages(locked.part(LOCKED, EXTRAS["notebooks"]))}
    assert {"anywidget", "jupyterlab", "ipykernel", "tornado", "numpy"} < part
    assert part & {"pytest", "scipy", "nltk", "voila", "uv", "hatchling"} == set()


def test_the_pins_are_those_of_the_oldest_supported_python() -> None:
    """They fit even its first release, because Debian's Python stays at an early release for years."""
    assert f"--python-version {PROJECT['requires-python'].removeprefix('>=')} " in MAKEFILE


def test_what_builds_the_project_here_is_what_builds_its_wheel() -> None:
    assert set(ABOUT["build-system"]["requires"]) <= set(GROUPS["build"])
    assert set(re.findall(r"--group (\w+)", MAKEFILE)) == set(GROUPS)


@pytest.mark.parametrize("requirement", ASKED, ids=lambda requirement: requirement.name)
def test_direct_dependencies_are_pinned_inside_their_range(requirement: Requirement) -> None:
    """Every package that pyproject.toml asks for has its version in requirements.txt."""
    assert HERE[canonicalize_name(requirement.name)] in requirement.specifier


@needs("the .venv of `make test`")
def test_everything_installed_is_pinned() -> None:
    """Every package, from the extras down to the last library, has the version that requirements.txt names."""
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
        if HERE.get(name) != installed.version:
            wrong.append(f"{name} {installed.version} is installed, requirements.txt says {HERE.get(name)}")
        todo += children(installed.requires or [], requirement.extras or {""})
    assert wrong == []


def children(requires: list[str], extras: set[str]) -> list[Requirement]:
    """The requirements of a package that apply here, given the extras that were asked for."""
    held = []
    for child in map(Requirement, requires):
        if not child.marker or any(child.marker.evaluate({"extra": extra}) for extra in extras):
            child.marker = None  # already evaluated, and the packages below have other extras
            held.append(child)
    return held


def test_conda_gets_the_notebooks_in_the_same_ranges() -> None:
    """The whole extra in conda's spelling, where matplotlib-base draws figures and matplotlib adds windows."""
    dependencies = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))["dependencies"]
    spelled = [line.replace("matplotlib ", "matplotlib-base ") for line in EXTRAS["notebooks"]]
    assert dependencies == [f"python {PROJECT['requires-python']}", "pip", *spelled, {"pip": ["-e ."]}]


def test_whoever_has_no_make_is_told_of_the_same_reveal_js() -> None:
    (brought,) = ABOUT["tool"]["prepare"]["files"]["slides"]
    assert f'"{brought.split(" --")[0].replace(" ", "")}"' in deck.NO_REVEAL
    assert re.search(r" --hash=sha256:[0-9a-f]{64}$", brought)


def test_the_part_that_an_installation_takes() -> None:
    assert doctest.testmod(locked) == (0, 3)


def test_the_notebooks_have_the_stemmers_they_ask_for() -> None:
    """The chapter on METEOR uses Meteor 1.5, and so do COCO's captions. Both must work after `make lab` alone."""
    assert PACKAGE in {Requirement(line).name for line in EXTRAS["notebooks"]}


def test_the_commands_that_are_told_install_what_the_extras_ask_for() -> None:
    for name, versions in packages.VERSIONS.items():
        told = EXTRAS[packages.EXTRAS.get(name, "notebooks")]
        assert name in {Requirement(line).name for line in told}
        ranges = [one.specifier for one in DIRECT if one.name == name]
        assert ranges == [SpecifierSet(versions)] * len(ranges) != []


def test_the_library_itself_needs_nothing() -> None:
    """The maths runs on the standard library alone; notebooks and tests are extras."""
    assert PROJECT["dependencies"] == []
    assert set(TRIED) < set(EXTRAS)
