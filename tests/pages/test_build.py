"""`make site`, twice: the same bytes, whatever order Python takes things in."""

import os
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
