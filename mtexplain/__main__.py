"""The entry point of the command line, for `python -m mtexplain` and the program `mtexplain`."""

import os
import sys


def main() -> int:
    """Run the command line. Ctrl-C ends it silently, even while it is loading."""
    try:
        from mtexplain import cli

        return cli.main()
    except KeyboardInterrupt:
        return 130
    finally:  # whatever is still unprinted can't be printed, and Python's last flush would complain
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


if __name__ == "__main__":
    sys.exit(main())
