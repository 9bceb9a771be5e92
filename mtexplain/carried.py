"""The folder of the course's files, which is inside the package in a wheel and at the root of a clone."""

from pathlib import Path

HERE = Path(__file__).parent


def root() -> Path:
    """The folder with `notebooks`, `lectures` and `docs`, or the folder where they would be.

    >>> (root() / "notebooks" / "00_start_here.ipynb").exists()
    True
    """
    inside = HERE / "course"
    return inside if (inside / "notebooks").is_dir() else HERE.parent
