"""Data: the words and numbers that stand in a TOML file beside the code that uses them."""

import os
import sys
import tomllib
from typing import Any


def read(package: str, name: str) -> dict[str, Any]:
    """What stands in a file of a package that is loaded. (`importlib.resources` takes longer to load than a score.)

    >>> import mtexplain.text
    >>> read("mtexplain.text", "coco.toml")["spelled"]["can not"]
    'cannot'
    """
    with open(os.path.join(sys.modules[package].__path__[0], name), "rb") as file:
        return tomllib.load(file)
