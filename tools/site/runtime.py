"""Python for a page, which is Pyodide and the library in six packed files. A page needs no server to load them.

Each file exists twice, with the same bytes. A server sends the `.gz` file unchanged. A page that is opened from a disk
may not fetch files, so it loads the `.js` file as a script.
"""

import base64
import gzip
import io
import json
from collections.abc import Iterable
from importlib.metadata import files
from itertools import chain
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from tools import npm

ROOT = Path(__file__).resolve().parents[2]
PYODIDE = npm.Package(
    "pyodide",
    "314.0.7",
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
)
"""Python for the browser. A page needs only a few of its files."""
INSTALLED = ("traitlets", "segno")
"""The packages that a page needs besides the library."""
LEFT_OUT = frozenset(
    "_pyrepl doctest.py ftplib.py imaplib.py mailbox.py multiprocessing pdb.py poplib.py pydoc.py smtplib.py "
    "unittest wsgiref xmlrpc".split()
)
"""Modules of the standard library that neither Pyodide nor the library loads."""
Archive = Iterable[tuple[str, bytes]]


def write(to: Path) -> None:
    """Write the packed files into the folder."""
    brought = npm.files(PYODIDE)
    to.mkdir(parents=True, exist_ok=True)
    lock = json.loads(brought["pyodide-lock.json"])
    packed = {
        "loader": brought["pyodide.mjs"],
        "module": brought["pyodide.asm.mjs"],
        "wasm": brought["pyodide.asm.wasm"],
        "stdlib": archive(inside(brought["python_stdlib.zip"])),
        "library": archive([*library(), *chain.from_iterable(map(installed, INSTALLED))]),
        "lock": json.dumps({"info": lock["info"], "packages": {}}).encode(),
    }
    for name, data in packed.items():
        squeezed = gzip.compress(data, 9, mtime=0)
        (to / f"{name}.gz").write_bytes(squeezed)
        (to / f"{name}.js").write_text(f'mtxParts.{name} = "{base64.b64encode(squeezed).decode()}";\n', "utf-8")


def inside(stdlib: bytes) -> Archive:
    """Yield the files of the standard library that a page needs."""
    with ZipFile(io.BytesIO(stdlib)) as held:
        for name in held.namelist():
            if name.split("/")[0] not in LEFT_OUT:
                yield name, held.read(name)


def library() -> Archive:
    """Yield the files of mtexplain itself."""
    for path in sorted((ROOT / "mtexplain").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(ROOT).as_posix(), path.read_bytes()


def installed(package: str) -> Archive:
    """Yield the files of a package installed here, except those that another Python could not use."""
    for path in sorted(files(package) or ()):
        ours = path.name == "METADATA" if path.parts[0].endswith(".dist-info") else path.parts[0] != ".."
        if ours and path.suffix not in (".pyc", ".so"):
            yield path.as_posix(), path.read_binary()


def archive(entries: Archive, compression: int = ZIP_STORED) -> bytes:
    """A zip archive. The same entries give the same bytes. By default it isn't compressed, because gzip does that."""
    held = io.BytesIO()
    with ZipFile(held, "w", compression) as made:
        for name, data in entries:
            made.writestr(ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, compression)
    return held.getvalue()
