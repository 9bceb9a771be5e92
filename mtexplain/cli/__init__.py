"""The command line, `mtexplain COMMAND ...`, with commands for the metrics and for questions about scores.

Read the modules in this order: this module (running a command), arguments (the commands and their arguments), parsing,
metrics (the commands of the metrics), given (the input texts), views (the output), files (output to a file).
"""

import io
import sys
from collections.abc import Sequence

from mtexplain import InputError
from mtexplain.cli import views
from mtexplain.cli.arguments import parser
from mtexplain.cli.parsing import parsed


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    The exit code is 0, or 1 if printing fails, 2 for bad usage or bad input, and 130 after Ctrl-C.
    """
    commands = parser()
    try:
        try:
            given = parsed(commands, arguments)
            _encode(given.format)
            print(views.written(given.run(given), given.format))
        except InputError as error:
            commands.exit(2, f"{commands.prog} {given.command}: {' '.join(str(error).split())}\n")
        finally:
            print(end="", flush=True)  # --help has printed, too
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader, such as `head`, has closed the pipe
        pass
    except OSError as error:
        commands.exit(1, f"{commands.prog}: can't print: {error.strerror}\n")
    return 0


def _encode(medium: str) -> None:
    """Print pages, LaTeX and JSON as UTF-8, and text in the terminal's encoding, with all other characters escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if medium not in ("text", views.SHORT) and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="strict")
