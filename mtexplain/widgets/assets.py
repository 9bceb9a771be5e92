"""The scripts and styles beside this file, as text: they travel to the page with the widget."""

from pathlib import Path


def joined(*names: str) -> str:
    """These files, one after the other: a script begins with what it shares with others."""
    return "\n".join((Path(__file__).parent / name).read_text("utf-8") for name in names)
