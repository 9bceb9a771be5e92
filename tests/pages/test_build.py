"""`make site` gives the same bytes twice, in whatever order Python takes things."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.places import ROOT
from tools.site import licences


def test_twice_the_same_bytes(site: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    command = [sys.executable, "-m", "tools.site", "--to", str(again)]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": "1"}, check=True)
    files = {path.relative_to(again) for path in again.rglob("*") if path.is_file()}
    assert files == {path.relative_to(site) for path in site.rglob("*") if path.is_file()}
    assert [name for name in sorted(files) if (again / name).read_bytes() != (site / name).read_bytes()] == []


def test_every_page_leads_to_the_licences_and_these_to_what_there_is(site: Path) -> None:
    """JupyterLite's pages and the decks aside."""
    for path in site.rglob("*.html"):
        text, folder = path.read_text("utf-8"), path.relative_to(site).parts[0]
        if "<footer>" in text and folder != "run":
            (to,) = re.findall(r'<a href="([^"]*licences\.html)">Licences</a>', text)
            assert (path.parent / to).resolve() == (site / "licences.html").resolve()
    told = (site / "licences.html").read_text("utf-8")
    links = [link for link in re.findall(r'href="([^"#]+)"', told) if not link.startswith("https:")]
    assert sum("third-party" in link for link in links) == 3
    assert [link for link in links if not (site / link).exists()] == []
    assert [name for name in licences.BESIDE if not (site / name).exists()] == []


def test_no_two_things_on_a_page_have_the_same_place(site: Path) -> None:
    """JupyterLite's pages are excepted, because a script fills them."""
    for path in site.rglob("*.html"):
        if path.relative_to(site).parts[0] != "run":
            ids = re.findall(r'<[^<>]*? id="([^"]+)"', re.sub(r"(?s)<script.*?</script>", "", path.read_text("utf-8")))
            assert len(ids) == len(set(ids)), path.name
