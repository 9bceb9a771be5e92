"""With the packages of `make test` (ipywidgets 8), every notebook that runs on its own shows what its file shows."""

import sys
from pathlib import Path

import pytest

from tests.packed import alone
from tools.address import NOTEBOOKS
from tools.refresh import normal


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_alone_it_shows_what_it_shows_among_the_others(path: Path, library: Path, tmp_path: Path) -> None:
    assert normal(alone(path, tmp_path, Path(sys.executable), library)) == path.read_text("utf-8")
