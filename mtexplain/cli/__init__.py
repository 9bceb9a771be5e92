"""The command line: `mtexplain COMMAND ...`. Each metric is a command, and so is each question about one.

Read in this order: here (what happens to what was typed), arguments (what can be typed), parsing (how), metrics (the
commands of the metrics), given (the texts), views (what is printed), files (what is written to a file).
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

    The exit code is 0, 1 where nothing can be printed, 2 for bad usage, or 130 where it is stopped by Ctrl-C.
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
    if medium not in ("text", views.SHORT) and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="strict")
