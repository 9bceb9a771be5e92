"""Packages that some features need and the rest does without, and what is said where one is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from mtexplain.inputs import InputError

VERSIONS = {
    "anywidget": ">=0.11,<0.12",
    "ipywidgets": ">=8.1,<9",
    "jupyterlab": ">=4.4,<5",
    "matplotlib": ">=3.10,<4",
    "pandas": ">=2.3,<4",
    "snowballstemmer": ">=2.2,<3",
}
"""The versions that work, as in pyproject.toml."""
EXTRAS = {"snowballstemmer": "stemmers"}
"""The extra that has the package, where it is not `notebooks`."""


class MissingPackage(InputError, ModuleNotFoundError):
    """A feature needs a package that is not installed. The message says which, and how to install it.

    >>> MissingPackage("figures", "matplotlib").fix
    'pip install "mtexplain[notebooks]" installs it; alone: pip install "matplotlib>=3.10,<4".'
    """

    def __init__(self, feature: str, package: str) -> None:
        extra = EXTRAS.get(package, "notebooks")
        fix = f'pip install "mtexplain[{extra}]" installs it; alone: {command(package)}.'
        super().__init__(feature, f"no package {package} in this Python", f"the package {package}", fix)
        self.args = (feature, package)  # what it is made of, for a copy


def command(package: str) -> str:
    """The command that installs a package, in a version that works."""
    return f'pip install "{package}{VERSIONS.get(package, "")}"'


@contextmanager
def needed_for(feature: str) -> Iterator[None]:
    """Put around the imports that a feature needs. MissingPackage where one of them fails, for want of a package."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "mtexplain").partition(".")[0]
        if package == "mtexplain":
            raise
        raise MissingPackage(feature, package) from None
