"""Packages that only some features need, and the error for a missing package."""

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
"""The extra that installs the package, if it is not `notebooks`."""


class MissingPackage(InputError, ModuleNotFoundError):
    """A feature needs a package that is not installed. The message names it and says how to install it.

    >>> MissingPackage("figures", "matplotlib").fix
    'Install it with pip install "mtexplain[notebooks]", or by itself with pip install "matplotlib>=3.10,<4".'
    """

    def __init__(self, feature: str, package: str) -> None:
        extra = EXTRAS.get(package, "notebooks")
        fix = f'Install it with pip install "mtexplain[{extra}]", or by itself with {command(package)}.'
        super().__init__(feature, f"no package {package} in this Python", f"the package {package}", fix)
        self.args = (feature, package)  # its parts, for copying


def command(package: str) -> str:
    """Return the command that installs a working version of a package."""
    return f'pip install "{package}{VERSIONS.get(package, "")}"'


@contextmanager
def needed_for(feature: str) -> Iterator[None]:
    """A context for the imports that a feature needs. MissingPackage if one of the imported packages is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "mtexplain").partition(".")[0]
        if package == "mtexplain":
            raise
        raise MissingPackage(feature, package) from None
