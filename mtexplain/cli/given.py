"""The texts that were given on the command line: a sentence and its references, or files of them."""

import argparse
import os
import re
import shlex
import sys
from typing import Any

from mtexplain.cli import files
from mtexplain.inputs import InputError

_SENTENCES = "Or sentences, in quotes: put -- before one that begins with -."
_NAME = re.compile(r"[\w./\\~-]+\.(txt|tsv|csv|json)")
"""What is more likely the name of a file than a sentence."""


def texts(given: argparse.Namespace) -> tuple[Any, Any]:
    """The texts: a sentence and its references, or the lines of files."""
    return files.texts(given.candidates, given.reference_files) if are_files(given) else sentences(given)


def are_files(given: argparse.Namespace) -> bool:
    """Whether files were named; both sides are, then, and no sentences."""
    if not (given.candidates or given.reference_files or getattr(given, "other", None)):
        return False
    if given.candidate is not None or not (given.candidates and given.reference_files):
        got = "no file of references" if given.candidates else "no file of candidates"
        got = got if given.candidate is None else "sentences as well"
        raise InputError("files", got, "-c FILE -r FILE, and nothing else", _SENTENCES)
    if [given.candidates, getattr(given, "other", None), *given.reference_files].count(files.STDIN) > 1:
        raise InputError("files", "- twice", "- once", "What is piped in can be read only once: name the other files.")
    return True


def sentences(given: argparse.Namespace) -> tuple[str, list[str]]:
    """A sentence and its references. File names are refused, for they would be scored; of no file, that is noted."""
    if not given.references:
        missing = "reference" if given.candidate else "candidate"
        raise InputError(missing, "nothing", "a sentence in quotes, or -c FILE -r FILE", "See --help.")
    typed = [given.candidate, *given.references]
    names = [one for one in typed if os.path.isfile(one)]
    if names == typed or any(os.path.splitext(name)[1] for name in names):
        write = " -r ".join(map(shlex.quote, typed)) if names == typed else "FILE -r FILE"
        raise InputError(names[0], "the name of a file", "a sentence in quotes", f"For files write -c {write}.")
    if name := next(filter(_NAME.fullmatch, typed), None):
        told = "there is no such file, so the name itself is read as a sentence. For files write -c FILE -r FILE."
        print(f"Note: {name}: {told}", file=sys.stderr)
    return given.candidate, given.references
