"""`python -m mtexplain` and the program `mtexplain`: the command line."""

import sys


def main() -> int:
    """Run it. Ctrl-C ends it without a word, also while it is still being loaded."""
    try:
        from mtexplain import cli

        return cli.main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
