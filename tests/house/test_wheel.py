"""The wheel: its contents, its metadata, and that its notebooks can be written to a folder without the repository."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from email import message_from_bytes
from email.message import Message
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import mtexplain
from mtexplain.course import updates
from tests.packed import alone, copied, wheel_of
from tests.places import ROOT
from tools.refresh import normal

ADDRESS = "https://github.com/OWNER/mtexplain"
Make = Callable[[str], Path]


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """A function that makes the wheel of a project with an address, without a network, from a copy of the tree."""

    def make(address: str) -> Path:
        return wheel_of(copied(tmp_path_factory.mktemp("tree"), address))

    return make


@pytest.fixture(scope="module")
def wheel(make: Make) -> Path:
    """The wheel while there is no public address."""
    return make("")


def about(wheel: Path) -> Message:
    """The metadata of the wheel."""
    with zipfile.ZipFile(wheel) as held:
        (name,) = (name for name in held.namelist() if name.endswith("METADATA"))
        return message_from_bytes(held.read(name))


def test_it_holds_the_library_and_the_course_and_nothing_else(wheel: Path) -> None:
    assert wheel.name == f"mtexplain-{mtexplain.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as held:
        names = set(held.namelist())
    library = [path for path in (ROOT / "mtexplain").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    expected = {path.relative_to(ROOT).as_posix() for path in library}
    expected |= {f"mtexplain/course/{path.relative_to(ROOT).as_posix()}" for path in updates.originals().values()}
    assert {name for name in names if ".dist-info/" not in name} == expected
    assert {"mtexplain/py.typed", "mtexplain/course/notebooks/predictions/01_clipping.toml"} < names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_each_licence_that_it_names_is_in_it(wheel: Path) -> None:
    """The licences of code, texts, fonts, and Meteor's function words, whose own file names their licence, too."""
    told = about(wheel)
    assert told["License-Expression"] == "Apache-2.0 AND CC-BY-4.0 AND OFL-1.1 AND LGPL-2.1-only"
    begin = ["Apache License", "CC BY 4.0", "SIL OPEN FONT LICENSE Version 1.1", "GNU LESSER GENERAL PUBLIC LICENSE"]
    with zipfile.ZipFile(wheel) as held:
        (home,) = {name.partition("/")[0] for name in held.namelist() if ".dist-info/" in name}
        texts = [held.read(f"{home}/licenses/{name}").decode() for name in told.get_all("License-File", [])]
        words = held.read("mtexplain/metrics/meteor/meteor15/function_words.toml").decode()
    assert [begins for begins, text in zip(begin, texts, strict=True) if begins not in text] == []
    assert "SPDX-License-Identifier: LGPL-2.1-only" in words


def test_without_an_address_its_page_has_no_link_that_leads_nowhere(wheel: Path) -> None:
    told = about(wheel)
    assert told["Summary"] == "Every number in a translation score, with its working."
    assert "Project-URL" not in told
    text = str(told.get_payload())
    assert re.findall(r"\]\((?!https:)|\bsrc(?:set)?=", text) == []
    assert "*The trace of a BLEU score as a picture" in text
    assert "| `00_start_here` | What does a BLEU of 0.43 mean? |" in text


def test_with_an_address_its_page_shows_pictures_and_leads_to_the_files(make: Make) -> None:
    told = about(make(ADDRESS))
    links = dict(str(one).split(", ") for one in told.get_all("Project-URL", []))
    assert links["Homepage"] == "https://owner.github.io/mtexplain/"
    assert links["Repository"] == ADDRESS
    text = str(told.get_payload())
    assert re.findall(r"\]\((?!https:)|\bsrc(?:set)?=\"(?!https:)", text) == []
    assert f'src="{ADDRESS}/raw/HEAD/docs/trace_light.png"' in text
    assert f"[`00_start_here`]({ADDRESS}/blob/HEAD/notebooks/00_start_here.ipynb)" in text


def test_installed_alone_it_writes_the_notebooks_and_keeps_what_was_edited(wheel: Path, tmp_path: Path) -> None:
    """Into an empty environment, without the repository and without a network."""
    there = tmp_path / "there"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(there)], check=True)
    python = there / ("Scripts" if os.name == "nt" else "bin") / "python"
    offline = ["--no-index", "--no-deps", "--quiet", str(wheel)]
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", *offline]
    subprocess.run(command, check=True, cwd=tmp_path)

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [str(python), "-m", "mtexplain", *words]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    assert run("notebooks", "mine").returncode == 0
    mine = {name for name, _ in updates.files(tmp_path / "mine")}
    assert mine == set(updates.originals())
    edited = tmp_path / "mine" / "00_start_here.ipynb"
    edited.write_text("my own")
    (tmp_path / "mine" / "01_clipping.ipynb").unlink()
    assert run("notebooks", "mine").returncode == 0
    assert edited.read_text() == "my own"
    assert {name for name, _ in updates.files(tmp_path / "mine")} == mine, "what was deleted comes back"
    refused = run("lab", "mine")
    assert refused.returncode == 2
    assert 'Install it with pip install "mtexplain[notebooks]"' in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["01_clipping", "24_cider", "33_image_transformer"])
def test_a_chapter_that_is_alone_with_it_shows_what_it_shows_among_the_others(
    wheel: Path, tmp_path: Path, name: str
) -> None:
    """Questions, images, widgets, sliders. `make test-alone` tries every chapter, also with Colab's packages."""
    library, empty = tmp_path / "library", tmp_path / "empty"
    empty.mkdir()
    with zipfile.ZipFile(wheel) as held:
        held.extractall(library)
    path = ROOT / "notebooks" / f"{name}.ipynb"
    assert normal(alone(path, empty, Path(sys.executable), library)) == path.read_text("utf-8")


def test_the_extra_for_other_computers_takes_what_colab_has_and_what_the_notebooks_have_here() -> None:
    """It lacks JupyterLab. The range of each package includes both versions, so nothing is replaced."""
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]["colab"]
    locked = (ROOT / "tests" / "hosts" / "colab.txt").read_text("utf-8")
    theirs = dict(re.findall(r"(?m)^([a-z0-9-]+)==(\S+)", locked))
    for one in map(Requirement, asked):
        assert theirs[one.name] in one.specifier
        assert version(one.name) in one.specifier
    assert theirs["ipywidgets"].startswith("7.7.")
    assert not [line for line in asked if "jupyter" in line]
