"""`make site`: it never deletes what it did not make."""

from pathlib import Path

import pytest

from tools.site.__main__ import main


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "thesis.txt"
    mine.write_text("years of work", "utf-8")
    assert main(["--to", str(tmp_path)]) == 1
    assert main(["--to", str(mine)]) == 1
    assert mine.read_text("utf-8") == "years of work"
    assert "Name a new folder" in capsys.readouterr().err


def test_a_place_that_cannot_be_written_to_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("a letter", "utf-8")
    assert main(["--to", str(tmp_path / "file" / "site")]) == 1
    assert "Name another folder" in capsys.readouterr().err
