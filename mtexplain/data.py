"""Data: what stands in a file beside the code that uses it, words and numbers as TOML, or a style, a script, a page."""

import os
import sys
import tomllib
from functools import cache
from typing import Any

Record = dict[str, Any]
"""Plain data by name: lists, dicts, texts and numbers, as in JSON and TOML."""
Facts = dict[str, Any]
"""The facts that a trace is computed from, by name: its tokens, its rules, its segments."""


def read(package: str, name: str) -> Record:
    """The content of a TOML file of a package that is loaded.

    >>> import mtexplain.text
    >>> read("mtexplain.text", "coco.toml")["spelled"]["can not"]
    'cannot'
    """
    return tomllib.loads(text(package, name))


@cache
def text(package: str, name: str) -> str:
    """The file itself. (`importlib.resources` would find it too, but takes longer to load than to score.)"""
    with open(os.path.join(sys.modules[package].__path__[0], name), encoding="utf-8") as file:
        return file.read()
