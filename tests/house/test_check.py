"""`make test` says where its time went, and gives the commands that repeat what failed and nothing else."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from tools import check

TESTS = '''import pytest

@pytest.mark.parametrize("text", ["it's", "$1 é", "right"])
def test_words(text):
    """
    >>> 1 + 1
    3
    """
    assert text == "right"

def test_with_a_fixture_that_is_not_there(nowhere):
    pass
'''


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in place of this one, in which only the first stage and one of the tests pass."""
    (tmp_path / "tests").mkdir()
    shutil.copy(check.ROOT / "tests" / "nbval_sanitize.cfg", tmp_path / "tests")
    (tmp_path / "test_a.py").write_text(TESTS, "utf-8")
    (tmp_path / "test_b.py").write_text("import nowhere\n", "utf-8")
    cells = [new_code_cell(text, execution_count=1) for text in ("a = 1", "a / 0", "a / 0")]
    nbformat.write(new_notebook(cells=cells), tmp_path / "one.ipynb")
    stages = {"poem": "this", "style": "json.tool nowhere", "notebooks": f"{check.NBVAL} one.ipynb"}
    monkeypatch.setattr(check, "STAGES", stages)
    monkeypatch.setattr(
        check, "BROWSER", "pytest -q --doctest-modules --continue-on-collection-errors test_a.py test_b.py"
    )
    monkeypatch.setenv("PYTHONPATH", str(check.ROOT))
    monkeypatch.setattr(check, "ROOT", tmp_path)
    monkeypatch.setattr(check, "PYTHON", shlex.quote(sys.executable))
    return tmp_path


def test_all_that_failed_is_told_with_the_command_that_repeats_it(
    tree: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Failures in a test with parameters, a docstring, a fixture, an unreadable file, two notebook cells, a command."""
    assert check.main() == 1
    told, _, last = capfd.readouterr().out.partition("To repeat what failed, run in this folder\n")
    python, words = f"{check.PYTHON} -m", ("""'test_a.py::test_words[it'"'"'s]'""", r"'test_a.py::test_words[$1 \xe9]'")
    assert sorted(line.strip() for line in last.splitlines()) == sorted(
        [
            f"{python} json.tool nowhere",
            f"{python} {check.NBVAL} one.ipynb",
            f"{python} pytest test_a.py::test_a.test_words",
            f"{python} pytest test_a.py::test_with_a_fixture_that_is_not_there",
            f"{python} pytest test_b.py",
            *(f"{python} pytest {name}" for name in words),
        ]
    )
    again = subprocess.run(f"{python} pytest {' '.join(words)}", shell=True, cwd=tree, capture_output=True, text=True)
    assert "2 failed in" in again.stdout
    assert "Beautiful is better than ugly" in told, "what a stage prints is shown"
    assert "ZeroDivisionError" in told
    assert "\x1b" not in told, "there are no colours in a log"
    stages = [("poem", ""), ("style", ": FAILED"), ("notebooks", ": FAILED"), (check.BESIDE, ": FAILED")]
    assert re.findall(r"^ +\d+:\d\d  ([\w:, ]+?)(: FAILED)?$", told, re.M) == [*stages, ("in total", "")]
    assert set(re.findall(r"\d:\d\d  (\w+[.]\w+)$", told, re.M)) == {"test_a.py", "one.ipynb"}


def test_at_the_start_it_says_how_long_it_takes_and_how_long_it_took(
    tree: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "STAGES", {"poem": "this"})
    monkeypatch.setattr(check, "BROWSER", "this")
    check.main()
    first, *_ = capfd.readouterr().out.splitlines()
    assert first == "This takes 15 to 25 minutes on two cores."
    (tree / check.TOOK).write_text("553\n", "utf-8")
    check.main()
    first, *_ = capfd.readouterr().out.splitlines()
    assert first.endswith("on two cores. The last run here took 9:13 minutes.")
    assert (tree / check.TOOK).read_text("utf-8") != "553\n", "it is that of the run that has just ended"
    (tree / check.TOOK).write_text("soon", "utf-8")
    assert check.forecast() == f"This takes {check.USUAL}."


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md"])
def test_the_manual_says_it_too(file: str) -> None:
    usual = check.USUAL.partition(",")[0]
    (line,) = (line for line in (check.ROOT / file).read_text("utf-8").splitlines() if line.startswith("make test  "))
    assert usual in line


def test_no_stage_gives_up_because_the_machine_is_busy() -> None:
    """mypy's workers would ("Failed to establish connection with worker"). A kernel gets five minutes to start."""
    assert check.STAGES["mypy: types"] == "mypy"
    assert "--nbval-kernel-startup-timeout 300" in check.NBVAL


def test_what_a_command_can_mend_is_told_with_the_command() -> None:
    runs = [check.Run(name, words, name.startswith("ruff check"), 1.0) for name, words in check.STAGES.items()]
    mends = [line.removeprefix("To fix: ") for line in check.summary(runs, 1.0) if line.startswith("To fix: ")]
    assert mends == [check.MENDING["ruff format"], check.MENDING["nbval"]]
    assert {one.partition(":")[0] for one in check.STAGES} >= {*check.MENDING}


def test_where_nothing_failed_there_is_nothing_to_repeat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "ROOT", tmp_path)
    monkeypatch.setattr(check, "STAGES", {"poem": "this"})
    monkeypatch.setattr(check, "BROWSER", "this")
    assert check.main() == 0
    told = capfd.readouterr().out
    assert told.count("Beautiful is better than ugly") == 2
    assert told.endswith("\n\nAll good.\n")
    assert "repeat" not in told
