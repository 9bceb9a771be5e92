"""`make site`, twice: the same bytes, whatever order Python takes things in."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.places import ROOT


def test_twice_the_same_bytes(site: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    command = [sys.executable, "-m", "tools.site", "--to", str(again)]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": "1"}, check=True)
    files = {path.relative_to(again) for path in again.rglob("*") if path.is_file()}
    assert files == {path.relative_to(site) for path in site.rglob("*") if path.is_file()}
    assert [name for name in sorted(files) if (again / name).read_bytes() != (site / name).read_bytes()] == []


def test_no_two_things_on_a_page_have_the_same_place(site: Path) -> None:
    """JupyterLite's pages aside: a script fills those."""
    for path in site.rglob("*.html"):
        if path.relative_to(site).parts[0] != "run":
            ids = re.findall(r'<[^<>]*? id="([^"]+)"', re.sub(r"(?s)<script.*?</script>", "", path.read_text("utf-8")))
            assert len(ids) == len(set(ids)), path.name
