"""Rules for every notebook in notebooks/: thin, short cells, committed outputs, and nothing about one machine."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

from tests.house.test_house import MACHINE_PATH
from tests.places import ROOT
from tools.refresh import normal

FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.rglob("*.ipynb"))
SLIDES = {"slide", "subslide", "fragment", "skip", "notes", "-"}
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}")

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)

Cell = dict[str, Any]


def cells(path: Path, kind: str = "") -> list[tuple[str, Cell]]:
    """The cells (of one kind), each with its number, counted from 1, by which it is found."""
    held = json.loads(path.read_text("utf-8"))["cells"]
    return [(f"cell {number}", cell) for number, cell in enumerate(held, 1) if kind in cell["cell_type"]]


def source(cell: Cell) -> str:
    """The text of the cell."""
    return "".join(cell["source"])


def python(cell: Cell) -> ast.Module:
    """The cell as Python reads it, without the lines only IPython reads."""
    return ast.parse(re.sub(r"(?m)^\s*[%!].*$", "", source(cell)))


@every_notebook
def test_is_in_its_normal_form(path: Path) -> None:
    """No execution counts, no times, no widget state. If this fails: make refresh."""
    text = path.read_bytes().decode("utf-8")
    assert normal(nbformat.v4.reads(text)) == text


@every_notebook
def test_cells_are_short_and_define_nothing(path: Path) -> None:
    """At most 8 lines, no def, no class, no path tricks. Anything longer belongs in the library."""
    long = [where for where, cell in cells(path, "code") if len(source(cell).splitlines()) > 8]
    defining = [
        where
        for where, cell in cells(path, "code")
        for node in ast.walk(python(cell))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    ]
    tricks = [where for where, cell in cells(path, "code") if "sys.path" in source(cell)]
    assert (long, defining, tricks) == ([], [], [])


@every_notebook
def test_lines_of_code_fit_on_a_slide(path: Path) -> None:
    """No line is cut off, and none has to be scrolled."""
    lines = [(where, line) for where, cell in cells(path, "code") for line in source(cell).splitlines()]
    assert [(where, line) for where, line in lines if len(line) > 88] == []


@every_notebook
def test_every_cell_says_what_it_is_on_a_slide(path: Path) -> None:
    """The notebook is then also a talk."""
    kinds = [(where, cell["metadata"].get("slideshow", {}).get("slide_type")) for where, cell in cells(path)]
    assert [(where, kind) for where, kind in kinds if kind not in SLIDES] == []


@every_notebook
def test_values_that_a_cell_shows_are_committed(path: Path) -> None:
    """A last line that is an expression shows its value, so the file holds it. Write `_ = ...` to show nothing."""
    missing = []
    for where, cell in cells(path, "code"):
        body = python(cell).body
        live = "nbval-ignore-output" in cell["metadata"].get("tags", [])
        if body and isinstance(body[-1], ast.Expr) and not cell["outputs"] and not live:
            missing.append(where)
    assert missing == []


@every_notebook
def test_outputs_are_clean(path: Path) -> None:
    """No errors, no warnings, no folder of one machine, and no memory address, which would change with each run."""
    found = []
    for where, cell in cells(path, "code"):
        for output in cell["outputs"]:
            text = json.dumps(output, ensure_ascii=False)
            if output["output_type"] == "error" or output.get("name") == "stderr":
                found.append(f"{where}: {output['output_type']}")
            found += [f"{where}: {match.group()}" for rule in (MACHINE_PATH, ADDRESS) for match in rule.finditer(text)]
    assert found == []


@every_notebook
def test_a_prediction_is_a_question_with_a_closed_fold(path: Path) -> None:
    """It holds on a page without Python, too. There are at most six, each on the last line of its own cell."""
    asking = [cell for _, cell in cells(path, "code") if "predict(" in source(cell)]
    assert 3 <= len(asking) <= 6
    for cell in asking:
        assert source(cell).splitlines()[-1].startswith("mtexplain.predict(")
        (output,) = cell["outputs"]
        assert "<details><summary>Show the answer</summary>" in "".join(output["data"]["text/html"])
    assert not [where for where, cell in cells(path, "markdown") if "**Predict" in source(cell)]


@every_notebook
def test_what_moves_has_a_twin_that_stands_still(path: Path) -> None:
    """A live cell comes after a result that is committed, for pages and prints without Python."""
    code = [cell for _, cell in cells(path, "code")]
    live = [place for place, cell in enumerate(code) if "nbval-ignore-output" in cell["metadata"].get("tags", [])]
    assert live
    assert all(code[place - 1]["outputs"] for place in live)


@every_notebook
def test_has_minutes_exercises_and_sources(path: Path) -> None:
    """What a lecturer looks for before class."""
    first, last = cells(path)[0][1], cells(path)[-1][1]
    assert re.search(
        r"\*\*You will learn\*\* .+\n\n\*\*Time:\*\* \d+ minutes in a lecture, \d+ minutes alone", source(first)
    )
    assert last["id"] == "sources"
    whole = "\n".join(source(cell) for _, cell in cells(path))
    assert len(re.findall(r"\w\.check(?:_working)?\(", whole)) >= 3


def test_there_is_a_place_to_start() -> None:
    """`make lab` opens this one."""
    assert (FOLDER / "00_start_here.ipynb").exists()
