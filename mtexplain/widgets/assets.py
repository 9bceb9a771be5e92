"""The scripts and styles beside this file, as text: they travel to the page with the widget."""

from mtexplain import data


def joined(*names: str) -> str:
    """These files, one after the other: a script begins with what it shares with others."""
    return "\n".join(data.text(__package__, name) for name in names)
