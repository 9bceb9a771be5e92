"""`python -m mtexplain` and the program `mtexplain`: the command line."""

import os
import sys


def main() -> int:
    """Run it. Ctrl-C ends it without a word, also while it is still being loaded."""
    try:
        from mtexplain import cli

        return cli.main()
    except KeyboardInterrupt:
        return 130
    finally:  # what is not printed by now can't be, and Python's last flush would say so
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


if __name__ == "__main__":
    sys.exit(main())
