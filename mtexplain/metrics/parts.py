"""What every metric has beside its score: the mistakes one can make with it. A metric in one file has them there."""

from importlib import import_module

from mtexplain.data import Record
from mtexplain.metrics.table import METRICS


def parts(name: str) -> Record:
    """What each family of metrics calls so, in teaching order. AttributeError where one has nothing of that name."""
    by_family = {}
    for family, (metric, _, _) in METRICS.items():
        module = import_module(f"mtexplain.metrics.{metric}")
        if hasattr(module, "__path__"):  # a folder
            module = import_module(f"{module.__name__}.mistakes")
        if not hasattr(module, name):
            path = module.__name__.removeprefix("mtexplain.").replace(".", "/")
            raise AttributeError(f"{path}.py has no {name}; write {name} = (…)")
        by_family[family] = getattr(module, name)
    return by_family
