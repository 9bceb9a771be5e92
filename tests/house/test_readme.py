"""The README keeps its promises: its output is the program's, its code runs, its links lead somewhere."""

import doctest
import json
import re

import pytest

from mtexplain.cli import main
from tests.places import ROOT
from tools import address

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_opening_example_is_what_the_program_prints(capsys: pytest.CaptureFixture[str]) -> None:
    block = re.search(r"```console\n\$ mtexplain bleu \"(.+?)\" \"(.+?)\"\n(.+?)```", README, re.DOTALL)
    assert block is not None
    candidate, reference, shown = block.groups()
    assert main(["bleu", candidate, reference]) == 0
    assert capsys.readouterr().out.startswith(shown)
    assert "clipped count" in shown


def test_the_python_examples_run() -> None:
    blocks = "\n".join(re.findall(r"```python\n(.+?)```", README, re.DOTALL))
    example = doctest.DocTestParser().get_doctest(blocks, {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner().run(example).failed == 0
    assert len(example.examples) > 9


def test_every_file_it_names_exists() -> None:
    named = set(re.findall(r"\]\(([\w./]+)\)|src(?:set)?=\"([\w./]+)\"|`((?:mtexplain|tests)/[\w./]+)`", README))
    paths = {path for group in named for path in group if path}
    assert len(paths) > 9
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []


def test_its_notebooks_take_as_long_as_they_say() -> None:
    """Title and minutes, in class and alone."""
    listed = re.findall(r"\| \[`(\w+)`\]\(notebooks/\1\.ipynb\) \| (.+?) \| (\d+) min \| (\d+) min \|", README)
    held = []
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        first = "".join(json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"])
        found = re.search(r"# (.+)\n[\s\S]*\*\*Time:\*\* (\d+) minutes in a lecture, (\d+) minutes alone", first)
        assert found is not None
        held.append((path.stem, found[1], found[2], found[3]))
    assert listed == held


def test_it_leads_to_the_site_where_the_address_is_known() -> None:
    """`python -m tools.address` writes the line."""
    assert address.MARK in README
    assert address.with_way(README) == README
    known = address.with_way(README, "https://github.com/OWNER/mtexplain")
    assert "](https://owner.github.io/mtexplain/)" in known
    assert address.with_way(known, "") == address.with_way(README, "")


def test_it_is_short() -> None:
    assert len(README.splitlines()) < 175
