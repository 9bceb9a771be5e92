"""The public address is one constant, from which the site, the README and the wheel take it (see test_wheel.py)."""

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packed import copied
from tests.places import ROOT
from tools import address
from tools.refresh import normal, read
from tools.site import __main__ as site

REPOSITORY = "https://github.com/OWNER/mtexplain"
PAGE = "<head>\n<title>A page</title>\n</head>"


def test_its_examples_run() -> None:
    assert doctest.testmod(address) == (0, 3)


def test_unknown_it_leaves_every_link_out() -> None:
    assert (address.site(""), address.urls("")) == ("", {})
    assert address.told(PAGE, "") == PAGE


def test_known_each_page_of_the_site_names_its_own() -> None:
    told = address.told(PAGE, f"{address.site(REPOSITORY)}play/quiz.html")
    assert '<link rel="canonical" href="https://owner.github.io/mtexplain/play/quiz.html">' in told
    assert '<meta property="og:url" content="https://owner.github.io/mtexplain/play/quiz.html">' in told


def test_the_constant_is_empty_or_the_address_of_a_repository() -> None:
    """Without a slash or `.git` at its end."""
    assert re.fullmatch(r"(https://github\.com/[\w-]+/[\w-]+)?", address.REPOSITORY)


def test_a_fork_gives_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[object] = []
    monkeypatch.setattr(site, "build", lambda *given: asked.extend(given))
    assert site.main(["--to", str(tmp_path), "--address", "https://fork.github.io/mtexplain"]) == 0
    assert asked == [tmp_path, "https://fork.github.io/mtexplain/"]


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with a known address, written wherever it belongs."""
    tree = copied(tmp_path_factory.mktemp("tree"), REPOSITORY)
    subprocess.run([sys.executable, "-m", "tools.address"], cwd=tree, check=True)
    return tree


def test_known_the_readme_and_every_notebook_tell_where_else_they_run(known: Path) -> None:
    file = "OWNER/mtexplain/blob/HEAD/lectures/bleu_45_minutes.ipynb"
    (links,) = (cell.source for cell in read(known / "lectures" / "bleu_45_minutes.ipynb").cells if cell.id == "launch")
    assert re.findall(r"\[(.+?)\]\((.+?)\)", links) == [
        ("Colab", f"https://colab.research.google.com/github/{file}"),
        ("Kaggle", f"https://www.kaggle.com/kernels/welcome?src=https://github.com/{file}"),
        (
            "your browser alone",
            "https://owner.github.io/mtexplain/run/notebooks/index.html?path=lectures/bleu_45_minutes.ipynb",
        ),
    ]
    assert "](https://colab.research.google.com/github/OWNER/mtexplain/blob/HEAD/notebooks/00_start_here.ipynb)" in (
        known / "README.md"
    ).read_text("utf-8")
    for path in address.NOTEBOOKS:
        changed = read(known / path.relative_to(ROOT))
        assert normal(changed) == (known / path.relative_to(ROOT)).read_text("utf-8"), "make refresh leaves it as it is"
        names = [cell.id for cell in changed.cells]
        assert names[names.index("title") + 1] == "launch"
        assert [cell for cell in changed.cells if cell.id not in address.HOSTED] == [
            cell for cell in read(path).cells if cell.id != "install"
        ]


def test_known_the_first_code_of_every_notebook_installs_the_newest(known: Path) -> None:
    for path in address.NOTEBOOKS:
        first = next(cell for cell in read(known / path.relative_to(ROOT)).cells if cell.cell_type == "code")
        lines = first.source.splitlines()
        assert lines[5].strip() == f'found += ["{REPOSITORY}/archive/HEAD.zip"]'
        assert max(map(len, lines)) <= 88


@pytest.mark.parametrize("path", address.NOTEBOOKS, ids=lambda path: path.stem)
def test_the_first_code_of_a_notebook_installs_it_where_it_is_alone(path: Path) -> None:
    """The cell is below the title and the story, closed, and shows nothing if there is nothing to do."""
    notebook = json.loads(path.read_text("utf-8"))
    assert address.alone(notebook, path.relative_to(ROOT).as_posix()) == notebook, "python -m tools.address writes it"
    kinds = [cell["cell_type"] for cell in notebook["cells"]]
    place = kinds.index("code")
    cell = notebook["cells"][place]
    assert place >= 2
    assert (cell["id"], cell["outputs"], cell["metadata"]["jupyter"]) == ("install", [], {"source_hidden": True})
