"""The wheel, made from a copy of the tree, and a notebook that runs with it alone, as on somebody else's computer."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from nbformat import NotebookNode, v4

from tests.places import ROOT
from tools.refresh import executed, read

NEEDED = (
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "LICENSE-TEXT",
    ".gitignore",
    "mtexplain",
    "notebooks",
    "lectures",
    "docs",
    "tools",
)
LEFT = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")


def copied(tree: Path, address: str = "") -> Path:
    """A copy of the tree with that public address. Changes to the copy leave our tree as it is."""
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=LEFT)
        else:
            shutil.copy(ROOT / name, tree)
    constant = tree / "tools" / "address.py"
    constant.write_text(re.sub('(?m)^REPOSITORY = ".*?"', f'REPOSITORY = "{address}"', constant.read_text("utf-8")))
    return tree


def wheel_of(tree: Path) -> Path:
    """The wheel of a tree, made without a network."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tree / "dist")]
    subprocess.run(command, cwd=tree, check=True, capture_output=True)
    (wheel,) = (tree / "dist").iterdir()
    return wheel


def alone(path: Path, folder: Path, python: Path, library: Path | None) -> NotebookNode:
    """The notebook after a run in that folder by that Python, with the library in a folder of its own or installed.

    Raise CellError if a cell fails.
    """
    shutil.copy(path, folder)
    notebook = read(path)
    notebook.cells.append(v4.new_code_cell("print(mtexplain.__file__)", id="whose"))
    with TemporaryDirectory() as jupyter:
        kernel = Path(jupyter, "kernels", "python3", "kernel.json")
        kernel.parent.mkdir(parents=True)
        argv = [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        kernel.write_text(json.dumps({"argv": argv, "display_name": "alone", "language": "python"}), "utf-8")
        with patch.dict(os.environ, {"JUPYTER_PATH": jupyter, "PYTHONPATH": str(library or "")}):
            try:
                done = executed(notebook, folder)
            except RuntimeError:  # before the kernel had its ports, another program took one of them
                done = executed(notebook, folder)
    whose = Path(done.cells.pop().outputs[0].text)
    assert whose.is_relative_to(library or python.parents[1]), "another mtexplain was found first"
    return done
