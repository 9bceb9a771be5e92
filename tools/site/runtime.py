"""Python for a page: Pyodide and the library in five packed files, of which a page needs no server.

Each file is there twice: as `.gz`, which a server sends as it is, and as `.js`, which a page on a disk takes as a
script, for there it may not fetch. Both hold the same bytes.
"""

import base64
import gzip
import io
import json
import shutil
import subprocess
import tarfile
from collections.abc import Iterable
from importlib.metadata import files
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_STORED, ZipFile, ZipInfo

ROOT = Path(__file__).resolve().parents[2]
PYODIDE = "314.0.7"
"""Its version on npm. Of its files a page needs four."""
LEFT_OUT = frozenset(
    "_pyrepl doctest.py ftplib.py imaplib.py mailbox.py multiprocessing pdb.py poplib.py pydoc.py smtplib.py "
    "unittest wsgiref xmlrpc".split()
)
"""Modules of the standard library that neither Pyodide nor the library loads."""
NO_NPM = """The site needs npm, which brings Python for the browser (Pyodide), and there is none here.
On Debian and Ubuntu: apt install npm. Then run the same command again."""

Archive = Iterable[tuple[str, bytes]]


class Trouble(Exception):
    """What went wrong and what to do, for the person at the keyboard."""


def write(to: Path, cache: Path) -> None:
    """Write the packed files into the folder; what npm brings is kept in `cache`."""
    brought = pyodide(cache)
    to.mkdir(parents=True, exist_ok=True)
    lock = json.loads(brought["pyodide-lock.json"])
    packed = {
        "loader": brought["pyodide.mjs"],
        "module": brought["pyodide.asm.mjs"],
        "wasm": brought["pyodide.asm.wasm"],
        "stdlib": archive(inside(brought["python_stdlib.zip"])),
        "library": archive([*library(), *installed("traitlets"), *installed("segno")]),
        "lock": json.dumps({"info": lock["info"], "packages": {}}).encode(),
    }
    for name, data in packed.items():
        squeezed = gzip.compress(data, 9, mtime=0)
        (to / f"{name}.gz").write_bytes(squeezed)
        (to / f"{name}.js").write_text(f'mtxParts.{name} = "{base64.b64encode(squeezed).decode()}";\n', "utf-8")


def pyodide(cache: Path) -> dict[str, bytes]:
    """The files of Pyodide, by name."""
    packed = cache / f"pyodide-{PYODIDE}.tgz"
    if not packed.exists():
        npm = shutil.which("npm")
        if npm is None:
            raise Trouble(NO_NPM)
        cache.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=cache) as draft:  # so that it is whole or not there, whoever else brings it
            command = [npm, "pack", "--silent", f"pyodide@{PYODIDE}", "--pack-destination", draft]
            if subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode:
                raise Trouble("npm could not bring Pyodide; the lines above say why. Is the network there?")
            Path(draft, packed.name).replace(packed)
    try:
        with tarfile.open(packed) as tar:
            members = [one for one in tar.getmembers() if one.isfile()]
            return {Path(one.name).name: held.read() for one in members if (held := tar.extractfile(one))}
    except (tarfile.TarError, EOFError, OSError):
        raise Trouble(f"{packed} is damaged. Delete it, and run the same command again.") from None


def inside(stdlib: bytes) -> Archive:
    """What a page needs of the standard library."""
    with ZipFile(io.BytesIO(stdlib)) as held:
        for name in held.namelist():
            if name.split("/")[0] not in LEFT_OUT:
                yield name, held.read(name)


def library() -> Archive:
    """The files of mtexplain itself."""
    for path in sorted((ROOT / "mtexplain").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(ROOT).as_posix(), path.read_bytes()


def installed(package: str) -> Archive:
    """The files of a package as it is installed here, but for those that another Python could not use."""
    for path in sorted(files(package) or ()):
        ours = path.name == "METADATA" if path.parts[0].endswith(".dist-info") else path.parts[0] != ".."
        if ours and path.suffix not in (".pyc", ".so"):
            yield path.as_posix(), path.read_binary()


def archive(entries: Archive, compression: int = ZIP_STORED) -> bytes:
    """A zip; the same entries give the same bytes. It packs nothing, unless told to: gzip does, and for all at once."""
    held = io.BytesIO()
    with ZipFile(held, "w", compression) as made:
        for name, data in entries:
            made.writestr(ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, compression)
    return held.getvalue()
