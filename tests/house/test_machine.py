"""The tests may know about the machine they run on only what tools/machine.py lists."""

import os
import re
import subprocess
import tempfile
from pathlib import Path

import pytest
from matplotlib.font_manager import fontManager

from tools.machine import EXTRAS, OWN, ROOT, Extra, needs, program, told

LOOKS = re.compile(r"shutil\.which|importorskip|pytest\.skip\(|mark\.skip|Path\.home|~/")


def test_what_is_missing_is_said_with_what_goes_untested(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the reason that pytest prints, and is in the list at the end. If the thing is there, nothing is skipped."""
    for name, extra in {"a moon": Extra("", "the tides"), "a sun": Extra("up there", "the days")}.items():
        monkeypatch.setitem(EXTRAS, name, extra)
    moon, sun = needs("a moon").mark, needs("a sun").mark
    assert (moon.args, moon.kwargs["reason"]) == ((True,), "a moon: not found. Not tested: the tides")
    assert sun.args == (False,)
    assert {"a moon: not found. Not tested: the tides", "a sun: up there"} <= set(told())


def test_no_test_looks_at_the_machine_itself() -> None:
    """Otherwise a test could be skipped without anybody being told."""
    files = [path for path in (ROOT / "tests").rglob("*.py") if path.name != "test_machine.py"]
    found = [f"{path.name}: {match.group()}" for path in files for match in LOOKS.finditer(path.read_text("utf-8"))]
    assert found == []


def test_the_tests_have_a_home_of_their_own() -> None:
    """No settings, no cache, no data of earlier runs."""
    assert Path.home().resolve().parent == Path(tempfile.gettempdir()).resolve()
    assert [name for name in os.environ if OWN.match(name)] == ["LC_ALL"]


def test_the_tests_see_one_family_of_fonts() -> None:
    """It holds whatever else is installed. matplotlib keeps the fonts that come with it."""
    assert {Path(font.fname).parent.parent.parent.name for font in fontManager.ttflist} == {"mpl-data"}
    if list_fonts := program("fc-list"):
        families = subprocess.run([list_fonts, ":", "family"], capture_output=True, text=True, check=True).stdout
        assert {family.split()[0] for family in families.splitlines()} == {"DejaVu"}
