"""Topics of exercises, each with the number that is asked for and the mistakes that must give different answers.

The topics and the questions are in topics.toml.
"""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import NamedTuple

from mtexplain.by_hand.example import Settings, as_tuples
from mtexplain.display.formula import Formula


class Level(NamedTuple):
    """A level of a topic, with the number asked for, the amount of text, and the misconceptions that must show."""

    asks: str
    settings: Settings
    references: int
    words: tuple[int, int]
    """The smallest and the largest number of words in a candidate."""
    misconceptions: tuple[str, ...]
    segments: int = 1
    metric: str = "BLEU"
    says: tuple[str, ...] = ()
    """The labels that two judges can give to an item, if judges are compared; `words` then counts the items."""


class Topic(NamedTuple):
    """A topic with three levels, from a first try to an examination."""

    title: str
    levels: tuple[Level, ...]


_WRITTEN = tomllib.loads(files(__package__).joinpath("topics.toml").read_text("utf-8"))
TOPICS: Mapping[str, Topic] = {
    name: Topic(topic["title"], tuple(Level(**as_tuples(level)) for level in topic["levels"]))
    for name, topic in _WRITTEN["topics"].items()
}
"""All topics by name, in teaching order."""


def question(metric: str, symbol: Formula, asks: str, settings: Settings) -> tuple[Formula, ...]:
    """The question for a number of a metric, as pieces of text around its symbol.

    >>> question("BLEU", "p_2", "p_2", {"max_n": 2})
    ('What is the modified bigram precision ', 'p_2', '? Give it as matches/total.')
    """
    name, after, form = _WRITTEN["questions"][f"{metric} {asks}"]
    smoothed = " with add-{k} smoothing" if "smoothing" in settings else ", without smoothing"
    ending = after.replace("{smoothed}", smoothed).format(**settings)
    return f"What is the {name} ", symbol, f"{ending}? {form}".rstrip()
