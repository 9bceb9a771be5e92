"""`python -m mtexplain`: the command line."""

import sys

from mtexplain.cli import main

if __name__ == "__main__":
    sys.exit(main())
