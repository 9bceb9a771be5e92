"""Files from npm packages, each in a fixed version whose hash is checked.

npm itself compares a download with the hash in its registry, so it trusts the registry. We trust only the hash that the
registry had when the package was added here, as shown by `npm view NAME@VERSION dist.integrity`.
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
NO_NPM = """{name} comes from npm, but npm is not installed.
Install it (on Debian and Ubuntu, apt install npm), then run the same command again."""
NOT_BROUGHT = "npm could not download {name}; the lines above say why. Is there a network connection?"
DIFFERS = """{path} is not the {name} {version} that this project was written with.
Expected {expected}
Got      {got}
The file was not used. Delete it, and run the same command again. If you get the same file again, somebody has changed
the package. In that case, please tell us, and do not use it."""


class Trouble(Exception):
    """An error that says what went wrong and what to do about it."""


class Package(NamedTuple):
    """A package, with its name on npm, its version, and the hash of its file in npm's notation."""

    name: str
    version: str
    integrity: str

    @property
    def file(self) -> str:
        """The name that npm gives the file."""
        return f"{self.name.removeprefix('@').replace('/', '-')}-{self.version}.tgz"


def files(package: Package, cache: Path = CACHE) -> dict[str, bytes]:
    """The files of a package by their paths in it. npm downloads the package unless it is in the cache."""
    kept = cache / package.file
    if not kept.exists():
        npm = shutil.which("npm")
        if npm is None:
            raise Trouble(NO_NPM.format(name=package.name))
        cache.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=cache) as draft:  # so that the file is never incomplete, whoever else downloads it
            asked = f"{package.name}@{package.version}"
            command = [npm, "pack", "--silent", "--ignore-scripts", "--pack-destination", draft, asked]
            if subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode:
                raise Trouble(NOT_BROUGHT.format(name=package.name))
            Path(draft, package.file).replace(kept)
    with tarfile.open(fileobj=io.BytesIO(checked(package, kept))) as tar:
        members = [one for one in tar.getmembers() if one.isfile()]
        return {one.name.partition("/")[2]: held.read() for one in members if (held := tar.extractfile(one))}


def checked(package: Package, path: Path) -> bytes:
    """The file's content, once its hash has been checked. Nothing is unpacked before that."""
    data = path.read_bytes()
    got = integrity(data)
    if got != package.integrity:
        about = {"path": path, "name": package.name, "version": package.version, "got": got}
        raise Trouble(DIFFERS.format(**about, expected=package.integrity))
    return data


def integrity(data: bytes) -> str:
    """The hash of bytes, in npm's notation.

    >>> integrity(b"")[:20]
    'sha512-z4PhNX7vuL3xV'
    """
    return f"sha512-{base64.b64encode(hashlib.sha512(data).digest()).decode()}"
