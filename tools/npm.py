"""Packages of npm, of which only files are used: each in one version, and with no other bytes than those named here.

npm itself compares what it downloads with what its registry says, and so trusts the registry. We trust what stood there
when the line was written: `npm view NAME@VERSION dist.integrity`.
"""

import base64
import hashlib
import io
import shutil
import subprocess
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

CACHE = Path(__file__).resolve().parent.parent / "build" / "npm"
NO_NPM = """{name} is brought by npm, and there is no npm here.
On Debian and Ubuntu: apt install npm. Then run the same command again."""
NOT_BROUGHT = "npm could not bring {name}; the lines above say why. Is the network there?"
DIFFERS = """{path} is not the {name} {version} that this project was written with.
Expected {expected}
Got      {got}
Nothing of it was used. Delete it, and run the same command again. If that brings the same file, somebody has changed
it: tell us, and do not use it."""


class Trouble(Exception):
    """A failure: the reason and the remedy, for the person at the keyboard."""


class Package(NamedTuple):
    """A package: its name on npm, its version, and the hash of its file as npm writes it."""

    name: str
    version: str
    integrity: str

    @property
    def file(self) -> str:
        """The name that npm gives to the file."""
        return f"{self.name.removeprefix('@').replace('/', '-')}-{self.version}.tgz"


def files(package: Package, cache: Path = CACHE) -> dict[str, bytes]:
    """The files of a package by their paths in it; npm brings it, unless an earlier run has left it in the cache."""
    kept = cache / package.file
    if not kept.exists():
        npm = shutil.which("npm")
        if npm is None:
            raise Trouble(NO_NPM.format(name=package.name))
        cache.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=cache) as draft:  # so that it is whole or not there, whoever else brings it
            asked = f"{package.name}@{package.version}"
            command = [npm, "pack", "--silent", "--ignore-scripts", "--pack-destination", draft, asked]
            if subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode:
                raise Trouble(NOT_BROUGHT.format(name=package.name))
            Path(draft, package.file).replace(kept)
    with tarfile.open(fileobj=io.BytesIO(checked(package, kept))) as tar:
        members = [one for one in tar.getmembers() if one.isfile()]
        return {one.name.partition("/")[2]: held.read() for one in members if (held := tar.extractfile(one))}


def checked(package: Package, path: Path) -> bytes:
    """The file, unless it is another than was meant: nothing is unpacked before its hash was looked at."""
    data = path.read_bytes()
    got = integrity(data)
    if got != package.integrity:
        about = {"path": path, "name": package.name, "version": package.version, "got": got}
        raise Trouble(DIFFERS.format(**about, expected=package.integrity))
    return data


def integrity(data: bytes) -> str:
    """The hash of bytes, as npm writes it.

    >>> integrity(b"")[:20]
    'sha512-z4PhNX7vuL3xV'
    """
    return f"sha512-{base64.b64encode(hashlib.sha512(data).digest()).decode()}"
