"""The set-up of `make lab` and `make test` does as little as needed and repairs itself. pip and venv are simulated."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import prepare, step

PROJECT = """
[dependency-groups]
build = ["pip"]
[project.optional-dependencies]
notebooks = ["Lab >=4"]
tests = ["checker >=1"]
slides = ["shower"]
[tool.prepare.files]
slides = ["pictures ==1 --hash=sha256:77"]
"""
LOCK = "".join(
    f"{name}==1 \\\n    --hash=sha256:{at}{at}\n" + f"    # via {by}\n" * bool(by)
    for at, (name, by) in enumerate({"checker": "", "kernel": "lab", "lab": "", "pip": "", "shower": ""}.items())
)


AFRESH = ["venv", "pip", "kernel lab", "the project"]
"""The first set-up for the notebooks."""


class Shop:
    """A project folder, and the commands that a set-up would have run there."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.commands: list[list[str]] = []
        self.read: dict[str, str] = {"requirements.txt": ""}
        self.fails_at, self.why = "", step.NO_INSTALL
        (root / "pyproject.toml").write_text(PROJECT)
        (root / "requirements.txt").write_text(LOCK)

    def run(self, words: list[str], root: Path) -> None:
        """Simulate a command. A venv is a link to this Python, and an installation does nothing."""
        self.commands.append(words)
        self.read.update((Path(word).name, Path(word).read_text()) for word in words if word.endswith(".txt"))
        if self.fails_at and self.fails_at in words:
            raise step.Trouble(self.why)
        if "venv" in words:
            place = root / ".venv" / "bin"
            place.mkdir(parents=True, exist_ok=True)
            if not (place / "python").exists():
                os.symlink(sys.executable, place / "python")

    def prepare(self, *extras: str) -> list[str]:
        """The steps of this set-up: "venv", and the names that each command installs."""
        self.commands.clear()
        prepare.prepare(self.root, set(extras))
        return ["venv" if "venv" in words else self.installed(words) for words in self.commands]

    def installed(self, words: list[str]) -> str:
        """The names that a command installs: the project, or the packages of a file that it reads."""
        if "--editable" in words:
            return "the project"
        asked = self.read[Path(words[words.index("--requirement") + 1]).name]
        return " ".join(re.findall(r"(?m)^[a-z]+", asked))


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    """A project that has never been set up."""
    made = Shop(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(prepare, "run", made.run)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    return made


def test_first_time_then_nothing(shop: Shop) -> None:
    """Nothing means that no command runs, and therefore no network is needed."""
    assert shop.prepare("notebooks") == AFRESH
    assert shop.prepare("notebooks") == []


def test_extras_add_up(shop: Shop) -> None:
    """After `make test`, `make lab` has all it needs."""
    shop.prepare("notebooks")
    assert shop.prepare("notebooks", "tests") == ["pip", "checker kernel lab", "the project"]
    assert shop.prepare("notebooks") == []


@pytest.mark.parametrize("name", ["pyproject.toml", "requirements.txt"])
def test_a_changed_file_installs_again(shop: Shop, name: str) -> None:
    """Its content counts, not its date: a git checkout touches files without changing them."""
    shop.prepare("notebooks")
    os.utime(shop.root / name, (0, 0))
    assert shop.prepare("notebooks") == []
    (shop.root / name).write_text("# changed\n" + (shop.root / name).read_text())
    assert shop.prepare("notebooks") == AFRESH[1:]
    assert shop.prepare("notebooks") == []


@pytest.mark.parametrize(
    ("before", "extras", "broken"),
    [((), "notebooks", "venv"), ((), "notebooks", "pip"), (("notebooks",), "tests", "pip")],
)
def test_an_interrupted_set_up_heals(shop: Shop, before: tuple[str, ...], extras: str, broken: str) -> None:
    """A set-up that was half done starts again, even if it was only to add something."""
    for extra in before:
        shop.prepare(extra)
    shop.fails_at = broken
    with pytest.raises(step.Trouble):
        shop.prepare(extras)
    shop.fails_at = ""
    assert shop.prepare("notebooks") == AFRESH
    assert shop.prepare("notebooks") == []


def test_files_of_a_package_come_without_what_it_needs(shop: Shop) -> None:
    assert shop.prepare("slides") == ["venv", "pip", "shower", "the project", "pictures"]
    assert "--no-deps" in shop.commands[-1]
    assert shop.prepare("notebooks") == ["pip", "kernel lab shower", "the project", "pictures"]


@pytest.mark.parametrize("uv", [None, "uv"])
def test_nothing_is_installed_but_by_its_hash(shop: Shop, monkeypatch: pytest.MonkeyPatch, uv: str | None) -> None:
    """First the locked packages with their hashes; then the project, without dependencies or build tools of its own."""
    monkeypatch.setattr(shutil, "which", lambda name: uv)
    shop.prepare("slides")
    (project,) = (words for words in shop.commands if "--editable" in words)
    assert {"--no-deps", "--no-build-isolation"} < set(project)
    installs = [words for words in shop.commands if "install" in words and words != project]
    assert [words for words in installs if "--require-hashes" not in words] == []
    assert shop.read["wanted.txt"] == "shower==1 \\\n    --hash=sha256:44\n"
    assert shop.read["files.txt"] == "pictures ==1 --hash=sha256:77"
    (building,) = (words for words in installs if any(word.startswith("--build-constraint") for word in words))
    assert "requirements.txt" in building, "a package that is built from its source is built with what is locked"


def test_every_step_is_announced_and_the_last_is_the_last(shop: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    shop.prepare("slides")
    assert [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()] == [
        f"Setup, step {number} of 5" for number in (1, 2, 3, 4, 5)
    ]


TALKS = [sys.executable, "-c", "import sys; print('one'); print('two', file=sys.stderr)"]
FAILS = [sys.executable, "-c", "import sys; print('one'); sys.exit('two')"]


WAITS = [sys.executable, "-c", "import time; print('Collecting patience', flush=True); time.sleep(2)"]


def test_a_log_is_told_now_and_then_how_far_a_long_step_has_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(step, "EVERY", 0.1)
    step.run(WAITS, tmp_path)
    assert "    Collecting patience" in capsys.readouterr().out.splitlines()


SAID = {
    "[Errno 28] No space left on device": "The disk is full",
    "failed to copy file: No space left on device (os error 28)": "The disk is full",
    "Error: [Errno 30] Read-only file system: '.venv'": "could not be written",
    "[Errno 13] Permission denied: '.venv'": "could not be written",
    "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.": "is not the hash that is listed",
    "  cause: Hash mismatch for `h11==0.16.0`": "is not the hash that is listed",
    "ERROR: Hashes are required in --require-hashes mode, but they are missing from some": "has no hash",
    "error: In `--require-hashes` mode, all requirements must have a hash, but none were": "has no hash",
    "Temporary failure in name resolution": "Is there a network connection?",
}


@pytest.mark.parametrize(("said", "told"), SAID.items())
def test_what_went_wrong_is_what_is_told(tmp_path: Path, said: str, told: str) -> None:
    """The message asks about the network only if no other cause is known."""
    with pytest.raises(step.Trouble) as trouble:
        step.run([sys.executable, "-c", f"import sys; sys.exit({said!r})"], tmp_path)
    assert told in str(trouble.value)
    assert ("network" in str(trouble.value)) == ("network" in told)


def test_a_note_that_cannot_be_written_is_no_traceback(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(prepare, "ROOT", shop.root)
    (shop.root / ".venv" / "prepared.json").mkdir(parents=True)
    assert prepare.main(["notebooks"]) == 1
    assert "prepared.json: " in capsys.readouterr().err


def test_a_log_is_spared_what_a_step_says(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    step.run(TALKS, tmp_path)
    assert capfd.readouterr() == ("", "")


def test_a_step_that_fails_tells_all(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(step.Trouble, match="the lines above say why"):
        step.run(FAILS, tmp_path)
    assert sorted(capfd.readouterr().err.split()) == ["one", "two"]


def test_on_a_terminal_its_words_go_by_on_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    step.run(TALKS, tmp_path)
    shown = capsys.readouterr().out
    assert "\n" not in shown
    assert sorted(filter(None, shown.split(step.CLEAR))) == ["one", "two"]


def test_where_uv_is_it_does_all(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """uv needs neither pip nor Debian's ensurepip. pip is there afterwards for anybody who types %pip in a notebook."""
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert shop.prepare("notebooks") == AFRESH
    assert {words[0] for words in shop.commands} == {"uv"}


def test_where_uv_fails_pip_takes_over(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A network may be set up for pip alone."""
    monkeypatch.setattr(shutil, "which", lambda name: name)
    shop.fails_at = "uv"
    assert shop.prepare("notebooks") == ["venv", *AFRESH]
    assert "Trying again with pip" in capsys.readouterr().out
    assert shop.prepare("notebooks") == []


def test_a_full_disk_is_not_tried_twice(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name)
    shop.fails_at, shop.why = "uv", step.FULL
    with pytest.raises(step.Trouble):
        shop.prepare("notebooks")
    assert len(shop.commands) == 1


HARMS: dict[str, Callable[[Path], object]] = {
    "moved: it holds its own place in many files": lambda root: root.rename(root.with_name(f"{root.name}-moved")),
    "dead, as after an upgrade of the system's Python": lambda root: (root / ".venv" / "bin" / "python").unlink(),
    "without a note": lambda root: (root / ".venv" / "prepared.json").write_text(""),
    "with half a note": lambda root: (root / ".venv" / "prepared.json").write_text("{"),
    "with another note": lambda root: (root / ".venv" / "prepared.json").write_text("[]"),
}


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
def test_an_environment_that_came_to_harm_is_made_again(shop: Shop, harm: Callable[[Path], object]) -> None:
    """It is better to make it once too often."""
    shop.prepare("notebooks")
    moved = harm(shop.root)
    shop.root = moved if isinstance(moved, Path) else shop.root
    assert shop.prepare("notebooks") == AFRESH


def test_a_python_without_ensurepip_is_told_what_to_do(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Debian's Python has none until python3-venv is installed."""
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else found(name))
    with pytest.raises(step.Trouble, match="apt install python3-venv"):
        shop.prepare("notebooks")


def test_a_python_that_is_too_old_is_told_what_to_do(tmp_path: Path) -> None:
    """make itself prints one clear line, because an old Python could not even read our programs."""
    old = tmp_path / "old python"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    root = Path(prepare.__file__).resolve().parent.parent
    # These tests may be run by make, whose variables must not reach the make that is tested.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    for python in (f"'{old}'", "no-such-python"):
        command = ["make", "--no-print-directory", f"PYTHON={python}", "lab"]
        ended = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
        assert ended.returncode != 0
        first = ended.stderr.splitlines()[0]
        assert "needs Python 3.11 or newer" in first
        assert first.endswith("make PYTHON=python3.12 lab")
