"""The command line: `mtexplain bleu CANDIDATE REFERENCE [REFERENCE ...]`. Each metric is a subcommand."""

import argparse
import io
import json
import os
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import NoReturn

from mtexplain import PAPER, InputError, __version__, bleu
from mtexplain.display.score import Score
from mtexplain.rules import RULES
from mtexplain.settings import fraction_of
from mtexplain.text import TOKENIZERS
from mtexplain.unseen import visible

_FORMATS = ("text", "html", "latex", "json")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One clear line, and exit code 2."""
        shown = " ".join(visible(word) for word in message.split())
        self.exit(2, f"{self.prog}: {shown} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code is 0, 1 where nothing can be printed, or 2 for bad usage."""
    parser = _parser()
    given = parser.parse_args(arguments)
    _encode(given.format)
    try:
        print(_written(given.run(given), given.format), flush=True)
    except InputError as error:
        parser.exit(2, f"{parser.prog} {given.command}: {' '.join(str(error).split())}\n")
    except BrokenPipeError:  # the reader, `head` say, has seen enough
        _forget_output()
    except OSError as error:
        _forget_output()
        parser.exit(1, f"{parser.prog}: can't print: {error.strerror}\n")
    return 0


def _encode(medium: str) -> None:
    """Pages, LaTeX and JSON are UTF-8 everywhere; text is what the terminal can show, the rest as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if medium != "text" and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="strict")


def _forget_output() -> None:
    """Send what is still waiting to be printed nowhere, so that Python's last flush can't fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = _Parser("mtexplain", description="Every number in a translation score, with its working.")
    parser.add_argument("--version", action="version", version=f"mtexplain {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    command = commands.add_parser("bleu", help="BLEU of one sentence, step by step")
    command.add_argument("candidate", help="the sentence to score, in quotes")
    command.add_argument("references", nargs="+", metavar="reference", help="a good translation, in quotes")
    command.add_argument("--format", choices=_FORMATS, default="text", help="default: text")
    command.add_argument("--rules", default=PAPER.name, help=f"whose rules: {', '.join(RULES)} (default: paper)")
    command.add_argument("--tokenize", help=f"how words are cut: {', '.join(TOKENIZERS)} (default: as the rules say)")
    command.add_argument("--lowercase", action="store_true", default=None, help="lower-case both sides first")
    command.add_argument("--max-n", type=int, help="the longest n-gram (default: as the rules say)")
    command.add_argument("--weights", nargs="+", type=weight, help="one for each order, 1 in all; give them last")
    command.set_defaults(run=_bleu)
    return parser


def weight(text: str) -> Fraction:
    """A weight as it was typed: 0.25 or 1/4. argparse names this function where it fails."""
    return fraction_of(text)


def _bleu(given: argparse.Namespace) -> Score:
    return bleu(
        given.candidate,
        given.references,
        rules=given.rules,
        tokenize=given.tokenize,
        lowercase=given.lowercase,
        max_n=given.max_n,
        weights=given.weights,
    )


def _written(trace: Score, medium: str) -> str:
    if medium == "html":
        return trace.to_html()
    if medium == "latex":
        return trace.to_latex()
    return json.dumps(trace.to_dict(), ensure_ascii=False, indent=2) if medium == "json" else str(trace)
