"""Data: the words and numbers that stand in a TOML file beside the code that uses them."""

import tomllib
from importlib.resources import files
from typing import Any


def read(package: str, file: str) -> dict[str, Any]:
    """What stands in a file of a package, by name.

    >>> read("mtexplain.scales", "scales.toml")["fidelity"]["best"]
    0
    """
    return tomllib.loads(files(package).joinpath(file).read_text("utf-8"))
