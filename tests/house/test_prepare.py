"""The set-up behind `make lab` and `make test`: as little as needed, and it heals. pip and venv are only pretended."""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import prepare


class Shop:
    """A project folder, and the commands that a set-up would have run there."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.commands: list[list[str]] = []
        self.fails_at = ""
        (root / "pyproject.toml").write_text('[tool.prepare.files]\nslides = ["pictures ==1"]')
        (root / "constraints.txt").write_text("")

    def run(self, words: list[str], root: Path) -> None:
        """Pretend: a venv is a link to this Python, an installation is nothing."""
        self.commands.append(words)
        if self.fails_at and self.fails_at in words:
            raise prepare.Trouble("no network")
        if "venv" in words:
            place = root / ".venv" / "bin"
            place.mkdir(parents=True, exist_ok=True)
            if not (place / "python").exists():
                os.symlink(sys.executable, place / "python")

    def prepare(self, *extras: str) -> list[str]:
        """What this set-up did: "venv", the extras that were asked for, packages that are only files."""
        self.commands.clear()
        prepare.prepare(self.root, set(extras))
        return ["venv" if "venv" in words else self.installed(words) for words in self.commands]

    def installed(self, words: list[str]) -> str:
        """What a command installs."""
        return words[words.index("--editable") + 1] if "--editable" in words else words[-1]


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    """A project that has never been set up."""
    made = Shop(tmp_path)
    monkeypatch.setattr(prepare, "run", made.run)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    return made


def test_first_time_then_nothing(shop: Shop) -> None:
    """Nothing means: no command, and so no network."""
    assert shop.prepare("notebooks") == ["venv", ".[notebooks]"]
    assert shop.prepare("notebooks") == []


def test_extras_add_up(shop: Shop) -> None:
    """After `make test`, `make lab` has all it needs."""
    shop.prepare("notebooks")
    assert shop.prepare("notebooks", "tests") == [".[notebooks,tests]"]
    assert shop.prepare("notebooks") == []


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_a_changed_file_installs_again(shop: Shop, name: str) -> None:
    """Its content counts, not its date: a git checkout touches files without changing them."""
    shop.prepare("notebooks")
    os.utime(shop.root / name, (0, 0))
    assert shop.prepare("notebooks") == []
    (shop.root / name).write_text("# changed")
    assert shop.prepare("notebooks") == [".[notebooks]"]
    assert shop.prepare("notebooks") == []


@pytest.mark.parametrize(
    ("before", "extras", "step"),
    [((), "notebooks", "venv"), ((), "notebooks", "pip"), (("notebooks",), "tests", "pip")],
)
def test_an_interrupted_set_up_heals(shop: Shop, before: tuple[str, ...], extras: str, step: str) -> None:
    """What was half done is done again from the start, also where it only wanted to add something."""
    for extra in before:
        shop.prepare(extra)
    shop.fails_at = step
    with pytest.raises(prepare.Trouble):
        shop.prepare(extras)
    shop.fails_at = ""
    assert shop.prepare("notebooks") == ["venv", ".[notebooks]"]
    assert shop.prepare("notebooks") == []


def test_files_of_a_package_come_without_what_it_needs(shop: Shop) -> None:
    assert shop.prepare("slides") == ["venv", ".[slides]", "pictures ==1"]
    assert "--no-deps" in shop.commands[-1]
    assert shop.prepare("notebooks") == [".[notebooks,slides]", "pictures ==1"]


def test_every_step_is_announced_and_the_last_is_the_last(shop: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    shop.prepare("slides")
    assert [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()] == [
        f"Set-up, step {number} of 3" for number in (1, 2, 3)
    ]


TALKS = [sys.executable, "-c", "import sys; print('one'); print('two', file=sys.stderr)"]
FAILS = [sys.executable, "-c", "import sys; print('one'); sys.exit('two')"]


def test_a_log_is_spared_what_a_step_says(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    prepare.run(TALKS, tmp_path)
    assert capfd.readouterr() == ("", "")


def test_a_step_that_fails_tells_all(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(prepare.Trouble, match="the lines above say why"):
        prepare.run(FAILS, tmp_path)
    assert sorted(capfd.readouterr().err.split()) == ["one", "two"]


def test_on_a_terminal_its_words_go_by_on_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    prepare.run(TALKS, tmp_path)
    shown = capsys.readouterr().out
    assert "\n" not in shown
    assert sorted(filter(None, shown.split(prepare.CLEAR))) == ["one", "two"]


def test_where_uv_is_it_does_all(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """It asks no pip, and no ensurepip of Debian's; pip is there afterwards, for whoever types %pip in a notebook."""
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert shop.prepare("notebooks") == ["venv", ".[notebooks]"]
    assert [words[0] for words in shop.commands] == ["uv", "uv"]
    assert "--seed" in shop.commands[0]


def test_where_uv_fails_pip_takes_over(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A network may be set up for pip alone."""
    monkeypatch.setattr(shutil, "which", lambda name: name)
    shop.fails_at = "uv"
    assert shop.prepare("notebooks") == ["venv", "venv", ".[notebooks]"]
    assert "Once more, with pip" in capsys.readouterr().out
    assert shop.prepare("notebooks") == []


HARMS: dict[str, Callable[[Path], object]] = {
    "moved: it holds its own place in many files": lambda root: root.rename(root.with_name(f"{root.name}-moved")),
    "dead, as after an upgrade of the system's Python": lambda root: (root / ".venv" / "bin" / "python").unlink(),
    "without a note": lambda root: (root / ".venv" / "prepared.json").write_text(""),
    "with half a note": lambda root: (root / ".venv" / "prepared.json").write_text("{"),
    "with another note": lambda root: (root / ".venv" / "prepared.json").write_text("[]"),
}


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
def test_an_environment_that_came_to_harm_is_made_again(shop: Shop, harm: Callable[[Path], object]) -> None:
    """Better once too often."""
    shop.prepare("notebooks")
    moved = harm(shop.root)
    shop.root = moved if isinstance(moved, Path) else shop.root
    assert shop.prepare("notebooks") == ["venv", ".[notebooks]"]


def test_a_python_without_ensurepip_is_told_what_to_do(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Debian's is, until python3-venv is installed."""
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else found(name))
    with pytest.raises(prepare.Trouble, match="apt install python3-venv"):
        shop.prepare("notebooks")


def test_a_python_that_is_too_old_is_told_what_to_do(tmp_path: Path) -> None:
    """One clear line, by make itself, since an old Python could not even read our programs."""
    old = tmp_path / "old python"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    root = Path(prepare.__file__).resolve().parent.parent
    # These tests may themselves be run by make; what it told its children is not for this one.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    for python in (f"'{old}'", "no-such-python"):
        command = ["make", "--no-print-directory", f"PYTHON={python}", "lab"]
        ended = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
        assert ended.returncode != 0
        first = ended.stderr.splitlines()[0]
        assert "needs Python 3.11 or newer" in first
        assert first.endswith("make PYTHON=python3.12 lab")
