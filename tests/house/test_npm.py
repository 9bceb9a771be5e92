"""A file from npm is used only if it is, byte for byte, the file that the project was written with."""

import doctest
import io
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from tools import fonts, npm
from tools.site import runtime


def packed(text: bytes) -> bytes:
    """A packed package that contains a single file."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as tar:
        about = tarfile.TarInfo("package/dist/main.js")
        about.size = len(text)
        tar.addfile(about, io.BytesIO(text))
    return made.getvalue()


WHOLE = packed(b"let it = 'be'")
PACKAGE = npm.Package("@all/mine", "1.0.0", npm.integrity(WHOLE))


@pytest.fixture
def brings(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """A stand-in for npm, which can only deliver "file"."""
    held = {"file": WHOLE}

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        assert command[-1] == "@all/mine@1.0.0"
        Path(command[command.index("--pack-destination") + 1], "all-mine-1.0.0.tgz").write_bytes(held["file"])
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "run", run)
    return held


def test_its_files_are_found_by_their_paths(tmp_path: Path, brings: dict[str, bytes]) -> None:
    assert npm.files(PACKAGE, tmp_path) == {"dist/main.js": b"let it = 'be'"}


def test_what_was_brought_before_is_used_again(tmp_path: Path, brings: dict[str, bytes]) -> None:
    npm.files(PACKAGE, tmp_path)
    brings["file"] = b"not asked for"
    assert npm.files(PACKAGE, tmp_path) == {"dist/main.js": b"let it = 'be'"}


@pytest.mark.parametrize("at", [0, len(WHOLE) // 2, len(WHOLE) - 1])
def test_another_byte_is_refused_before_anything_is_unpacked(
    tmp_path: Path, brings: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    brings["file"] = WHOLE[:at] + bytes([WHOLE[at] ^ 1]) + WHOLE[at + 1 :]
    monkeypatch.setattr(tarfile, "open", lambda **_: pytest.fail("it was unpacked"))
    with pytest.raises(npm.Trouble, match=r"is not the @all/mine 1\.0\.0 that") as trouble:
        npm.files(PACKAGE, tmp_path)
    assert f"Expected {PACKAGE.integrity}" in str(trouble.value)


def test_a_download_that_was_cut_is_told(tmp_path: Path) -> None:
    (tmp_path / runtime.PYODIDE.file).write_bytes(b"\x1f\x8b half of it")
    with pytest.raises(npm.Trouble, match="Delete it"):
        npm.files(runtime.PYODIDE, tmp_path)


def test_who_has_no_npm_is_told_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(npm.Trouble, match="apt install npm"):
        npm.files(PACKAGE, tmp_path)


def test_all_that_npm_brings_is_brought_so() -> None:
    """A single module calls npm, and each package has its sha512."""
    root = Path(npm.__file__).parent
    assert [path.name for path in root.rglob("*.py") if '"pack"' in path.read_text("utf-8")] == ["npm.py"]
    for package in (runtime.PYODIDE, *(font.package for font in fonts.FONTS.values())):
        assert len(package.integrity) == len("sha512-") + 88


def test_the_example() -> None:
    assert doctest.testmod(npm) == (0, 1)
