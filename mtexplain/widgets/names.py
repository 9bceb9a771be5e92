"""The settings in plain words: what a student reads beside the name of the keyword."""

from mtexplain import data
from mtexplain.explain.metric import Metric

_TITLES: dict[str, str] = data.read(__package__, "names.toml")


def titled(metric: Metric, name: str) -> str:
    """What a setting is called in plain words; a setting of a metric that is not ours keeps its name.

    >>> from mtexplain import meteor, rouge_l
    >>> titled(rouge_l, "beta"), titled(meteor, "beta")
    ('Weight of recall', 'Steepness of the penalty')
    """
    own = f"{getattr(metric, '__name__', '')} {name}"
    return _TITLES.get(own) or _TITLES.get(name, name)
