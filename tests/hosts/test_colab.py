"""With the packages of Colab (ipywidgets 7.7), every notebook runs on its own, and no package there is replaced."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest
from nbformat import NotebookNode

from tests.packed import alone
from tests.places import ROOT
from tools.address import NOTEBOOKS
from tools.refresh import CellError, normal, read

START = ROOT / "notebooks" / "00_start_here.ipynb"
LOCKED = ["--require-hashes", "--only-binary", ":all:", "-r", str(ROOT / "tests" / "hosts" / "colab.txt")]
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


@pytest.fixture(scope="module")
def colab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with these packages."""
    folder = tmp_path_factory.mktemp("colab")
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = folder / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *LOCKED], check=True)
    return python


def kinds(notebook: NotebookNode) -> dict[str, list[list[str]]]:
    """The kinds of the outputs of each cell, by its name. An error or a warning is a kind, too."""
    normal(notebook)
    return {
        cell.id: [sorted(one.get("data", [one.get("name", one.output_type)])) for one in cell.outputs]
        for cell in notebook.cells
        if cell.cell_type == "code"
    }


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_alone_each_cell_shows_the_kind_of_thing_that_it_shows_among_the_others(
    path: Path, library: Path, colab: Path, tmp_path: Path
) -> None:
    """They aren't the same to the letter, because another matplotlib places words a little differently."""
    assert kinds(alone(path, tmp_path, colab, library)) == kinds(read(path))


def test_installing_it_replaces_nothing_so_no_restart_is_asked_for(wheel: Path, colab: Path) -> None:
    command = [str(colab), "-m", "pip", "install", "--dry-run", f"mtexplain[colab]@{wheel.as_uri()}"]
    done = subprocess.run(command, env={**os.environ, **OFFLINE}, check=True, capture_output=True, text=True)
    (last,) = (line for line in done.stdout.splitlines() if line.startswith("Would install"))
    assert last == f"Would install {'-'.join(wheel.name.split('-')[:2])}"


def test_where_it_is_not_installed_the_first_cell_says_what_to_put_beside_it(colab: Path, tmp_path: Path) -> None:
    with pytest.raises(CellError, match=r"Put mtexplain-….whl beside this notebook"):
        alone(START, tmp_path, colab, library=None)


def test_where_it_is_not_installed_the_first_cell_installs_the_wheel_beside_it(
    wheel: Path, colab: Path, tmp_path: Path
) -> None:
    shutil.copy(wheel, tmp_path)
    with patch.dict(os.environ, OFFLINE):
        shown = kinds(alone(START, tmp_path, colab, library=None))
    subprocess.run([str(colab), "-m", "pip", "uninstall", "--quiet", "--yes", "mtexplain"], check=True)
    assert shown == kinds(read(START)) | {"install": shown["install"]}, "but for what pip says"
