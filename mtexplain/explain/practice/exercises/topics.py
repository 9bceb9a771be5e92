"""What exercises are about: the number that is asked for, and the mistakes that must each give another answer.

The topics and the questions stand in topics.toml.
"""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from mtexplain.display.formula import Formula


class Level(NamedTuple):
    """How hard an exercise is: what is asked, how much text there is, and which misconceptions must show."""

    asks: str
    settings: Mapping[str, Any]
    references: int
    words: tuple[int, int]
    """How many words a candidate has: at least, at most."""
    misconceptions: tuple[str, ...]
    segments: int = 1
    metric: str = "BLEU"
    says: tuple[str, ...] = ()
    """Where two judges are compared: what they can say of an item. Their items are what `words` counts."""


class Topic(NamedTuple):
    """A topic with three levels, from a first try to an examination."""

    title: str
    levels: tuple[Level, ...]


def _level(entry: dict[str, Any]) -> Level:
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()}
    return Level(**fields)


_WRITTEN = tomllib.loads(files(__package__).joinpath("topics.toml").read_text("utf-8"))
TOPICS: Mapping[str, Topic] = {
    name: Topic(topic["title"], tuple(map(_level, topic["levels"]))) for name, topic in _WRITTEN["topics"].items()
}
"""Every topic by its name, in teaching order."""


def question(metric: str, symbol: Formula, asks: str, settings: Mapping[str, Any]) -> tuple[Formula, ...]:
    """The question for a number of a metric, in pieces: its name, its symbol, and what is said of it.

    >>> question("BLEU", "p_2", "p_2", {"max_n": 2})
    ('What is the modified bigram precision ', 'p_2', '? As a pair: matches/total.')
    """
    name, after, form = _WRITTEN["questions"][f"{metric} {asks}"]
    smoothed = " with add-{k} smoothing" if "smoothing" in settings else ", without smoothing"
    ending = after.replace("{smoothed}", smoothed).format(**settings)
    return f"What is the {name} ", symbol, f"{ending}? {form}".rstrip()
