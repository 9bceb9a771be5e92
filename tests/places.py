"""The root of the project, the folder with the records of other tools, and the time limit of tests that wait."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(__file__).resolve().parent / "data"
PATIENCE = 120
"""Seconds to wait for something that takes a moment on a quiet machine, because a busy machine is not an error."""
