"""The part of requirements.txt that an installation needs, which is the requested packages and their dependencies.

requirements.txt locks each version, with the hashes of its files, for every extra, Python and system. `make pins`
writes it, with a note below each package that says what needs it. Thanks to this module, people who only open the
notebooks don't have to install the packages that the tests need.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

LOCKED = "requirements.txt"
BLOCK = re.compile(r"(?m)^([a-z0-9-]+)==.*\n(?:[ ].*\n)*")
NAME = re.compile(r"[A-Za-z0-9._-]+")
NEEDED_BY = "    # via "


class Package(NamedTuple):
    """A version of a package, with its name, its lines in the file and the names of the packages that need it."""

    name: str
    lines: str
    needed_by: frozenset[str]


def packages(text: str) -> list[Package]:
    r"""Return each package of a locked file. A package with two versions, for older and newer Pythons, appears twice.

    >>> for one in packages("h11==0.16.0 \\n    --hash=sha256:4e35\n    # via httpcore, wsproto\n"):
    ...     print(one.name, sorted(one.needed_by))
    h11 ['httpcore', 'wsproto']
    """
    found = []
    for block in BLOCK.finditer(text):
        last = block[0].splitlines()[-1]
        needed_by = frozenset(last.removeprefix(NEEDED_BY).split(", ")) if last.startswith(NEEDED_BY) else frozenset()
        found.append(Package(block[1], block[0], needed_by))
    return found


def part(text: str, asked: Iterable[str]) -> str:
    r"""Return the lines of the packages that are asked for, by name or as a requirement, and of all their dependencies.

    >>> locked = "a==1 \\n    --hash=x\nb==2 \\n    --hash=y\n    # via a\nc==3 \\n    --hash=z\n"
    >>> [package.name for package in packages(part(locked, ["A >=1"]))]
    ['a', 'b']
    """
    them = packages(text)
    held = set(map(named, asked))
    while more := {one.name for one in them if one.needed_by & held} - held:
        held |= more
    return "".join(one.lines for one in them if one.name in held)


def named(requirement: str) -> str:
    """The name in a requirement, spelled as in the file, such as pyyaml for "PyYAML >=6"."""
    found = NAME.match(requirement)
    return re.sub(r"[-_.]+", "-", found[0]).lower() if found else ""
