"""The command line: `mtexplain COMMAND ...`. Each metric is a command, and so is each question about one.

Read in this order: here (what happens to what was typed), arguments (what can be typed), parsing (how), metrics (the
commands of the metrics), given (the texts).
"""

import io
import json
import sys
from collections.abc import Sequence
from typing import Any

from mtexplain import InputError
from mtexplain.cli.arguments import parser
from mtexplain.cli.parsing import parsed
from mtexplain.display.paper import Paper
from mtexplain.display.trace import Trace


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    The exit code is 0, 1 where nothing can be printed, 2 for bad usage, or 130 where it is stopped by Ctrl-C.
    """
    commands = parser()
    try:
        try:
            given = parsed(commands, arguments)
            _encode(given.format)
            print(_written(given.run(given), given.format))
        except InputError as error:
            commands.exit(2, f"{commands.prog} {given.command}: {' '.join(str(error).split())}\n")
        finally:
            print(end="", flush=True)  # --help has printed, too
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader, `head` say, has seen enough
        pass
    except OSError as error:
        commands.exit(1, f"{commands.prog}: can't print: {error.strerror}\n")
    return 0


def _encode(medium: str) -> None:
    """Pages, LaTeX and JSON are UTF-8 everywhere; text is what the terminal can show, the rest as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if medium != "text" and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="strict")


def _written(trace: Trace | Paper | str, medium: str) -> str:
    if isinstance(trace, str):
        return trace
    if medium == "html":
        return trace.to_html()
    if medium == "latex":
        return trace.to_latex()
    if medium == "json":
        plain: Any = trace  # all that a command makes has one
        return json.dumps(plain.to_dict(), ensure_ascii=False, indent=2)
    return str(trace)
