"""Where things are: the root of the project, and the records of other tools; and how long tests wait."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(__file__).resolve().parent / "data"
PATIENCE = 120
"""The seconds that a test waits for what takes a moment on a quiet machine: a busy machine is not a wrong one."""
