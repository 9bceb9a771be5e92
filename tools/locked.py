"""The part of requirements.txt that an installation takes: what was asked for, and what that needs in its turn.

requirements.txt locks everything, for every extra, Python and system: each version, with the hashes of its files.
`make pins` writes it, and notes below each package what it is needed by. So whoever only opens the notebooks need not
install what the tests take.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

LOCKED = "requirements.txt"
BLOCK = re.compile(r"(?m)^([a-z0-9-]+)==.*\n(?:[ ].*\n)*")
NAME = re.compile(r"[A-Za-z0-9._-]+")
NEEDED_BY = "    # via "


class Package(NamedTuple):
    """A package in one version: its name, its lines in the file, and the names of those that need it."""

    name: str
    lines: str
    needed_by: frozenset[str]


def packages(text: str) -> list[Package]:
    r"""Each package of a locked file. One with two versions, for older and newer Pythons, is there twice.

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
    r"""The lines of the packages that are asked for, by name or as a requirement, and of all that these need.

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
    """The name in a requirement, spelled as in the file: "PyYAML >=6" is pyyaml."""
    found = NAME.match(requirement)
    return re.sub(r"[-_.]+", "-", found[0]).lower() if found else ""
