"""Find the files of the course: a wheel carries them; in a clone they stand at its root, beside the library."""

from pathlib import Path

HERE = Path(__file__).parent


def root() -> Path:
    """The folder that holds `notebooks`, `lectures` and `docs`, or that would hold them.

    >>> (root() / "notebooks" / "00_start_here.ipynb").exists()
    True
    """
    inside = HERE / "course"
    return inside if (inside / "notebooks").is_dir() else HERE.parent
