"""What the tests may know of the machine they run on: what tools/machine.py lists, and nothing else."""

import os
import re
import subprocess
import tempfile
from pathlib import Path

import pytest
from matplotlib.font_manager import fontManager

from tools.machine import EXTRAS, ROOT, needs, program

LOOKS = re.compile(r"shutil\.which|importorskip|pytest\.skip\(|mark\.skip|Path\.home|~/")


@pytest.mark.parametrize("name", EXTRAS)
def test_what_is_missing_is_said_with_what_goes_untested(name: str) -> None:
    """As the reason that pytest prints."""
    mark = needs(name).mark
    assert mark.args == (not EXTRAS[name].found,)
    assert mark.kwargs["reason"] == f"{name}: not found. Not tested: {EXTRAS[name].skipped}"


def test_no_test_looks_at_the_machine_itself() -> None:
    """Or a test could be skipped where nobody is told."""
    files = [path for path in (ROOT / "tests").rglob("*.py") if path.name != "test_machine.py"]
    found = [f"{path.name}: {match.group()}" for path in files for match in LOOKS.finditer(path.read_text("utf-8"))]
    assert found == []


def test_the_tests_have_a_home_of_their_own() -> None:
    """No settings, no cache, no data of earlier runs."""
    assert Path.home().parent == Path(tempfile.gettempdir())
    assert not any(name.startswith(("XDG_", "JUPYTER_", "NLTK_", "MPL")) for name in os.environ)


def test_the_tests_see_one_family_of_fonts() -> None:
    """Whatever else is installed; matplotlib keeps those that it brings."""
    assert {Path(font.fname).parent.parent.parent.name for font in fontManager.ttflist} == {"mpl-data"}
    if list_fonts := program("fc-list"):
        families = subprocess.run([list_fonts, ":", "family"], capture_output=True, text=True, check=True).stdout
        assert {family.split()[0] for family in families.splitlines()} == {"DejaVu"}
