"""The commands, each with its help and an example that is run when the page is made."""

import io
import os
import shlex
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

from mtexplain import cli
from mtexplain.cli.arguments import parser
from mtexplain.display.markup import escaped
from tools.site.reference.leaf import Leaf, Name, heading

DATA: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("commands.toml").read_text("utf-8"))
TERMINAL = {"COLUMNS": "88", "NO_COLOR": "1", "PYTHON_COLORS": "0"}
"""The environment of the examples, so that they look the same on every machine."""
FIRST = 14
"""The number of lines of an example that are visible before it is unfolded."""
USUAL = '"the cat sat" "the cat sat down"'
LEAD = (
    "<p>Pass a command a sentence and its references in quotes, or files with a sentence on each line. "
    "<code>--format html</code>, <code>latex</code> and <code>json</code> change the output format; "
    "<code>--short</code> prints a score on a single line. No file is overwritten without <code>--force</code>.</p>"
)


def write() -> Iterator[Leaf]:
    """Yield the page."""
    body, found = "", []
    with patch.dict(os.environ, TERMINAL), tempfile.TemporaryDirectory() as folder, chdir(folder):
        for file, text in DATA["files"].items():
            Path(file).write_text(text, "utf-8")
        for name, told, usage in commands():
            example = DATA["examples"].get(name, f"{name} {USUAL}")
            shown = f"<p>{told[0].upper()}{escaped(told[1:])}.</p>{_run(example) if example else ''}"
            body += heading(2, name, name) + shown + _folded(f"mtexplain {name} --help", _screen(usage))
            found.append(Name(name, f"mtexplain {name}", told))
    files = "".join(f"<p><code>{name}</code></p>{_screen(text)}" for name, text in DATA["files"].items())
    body = LEAD + _folded("The files of the examples", files) + body
    contents = [(one.place, one.place) for one in found]
    says = "Every command with its help and an example of its output."
    yield Leaf("commands", "The command line", says, body, contents, found)


def commands() -> Iterator[tuple[str, str, str]]:
    """Yield the name of each command, its purpose and its help."""
    known: Any = next(one for one in parser()._actions if one.dest == "command")
    for one in known._choices_actions:  # argparse has no public access to the lines of the help
        yield one.dest, one.help, known.choices[one.dest].format_help()


def _run(typed: str) -> str:
    """The output of a command, with all but its first lines folded."""
    with redirect_stdout(io.StringIO()) as printed:
        cli.main(shlex.split(typed))
    lines = f"$ mtexplain {typed}\n{printed.getvalue().rstrip()}".split("\n")
    first = FIRST if len(lines) > FIRST + 4 else len(lines)
    rest = "\n".join(lines[first:])
    return _screen("\n".join(lines[:first])) + (
        _folded(f"{len(lines) - first} more lines", _screen(rest)) if rest else ""
    )


def _screen(text: str) -> str:
    return f'<pre class="screen">{escaped(text)}</pre>'


def _folded(title: str, html: str) -> str:
    return f"<details><summary>{title}</summary>{html}</details>"
