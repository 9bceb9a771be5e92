"""Data files beside the code that uses them, which are TOML files, styles, scripts and pages."""

import os
import sys
import tomllib
from functools import cache
from typing import Any

Record = dict[str, Any]
"""Plain data by name, with lists, dicts, strings and numbers as in JSON and TOML."""
Facts = dict[str, Any]
"""The facts from which a trace is computed, by name, such as its tokens, rules and segments."""


def read(package: str, name: str) -> Record:
    """Return the content of a TOML file in a package that has been imported.

    >>> import mtexplain.text
    >>> read("mtexplain.text", "coco.toml")["spelled"]["can not"]
    'cannot'
    """
    return tomllib.loads(text(package, name))


@cache
def text(package: str, name: str) -> str:
    """Return the text of a file. (`importlib.resources` finds it too, but loading it takes longer than scoring.)"""
    with open(os.path.join(sys.modules[package].__path__[0], name), encoding="utf-8") as file:
        return file.read()
