"""Everything that a metric has besides its score, such as its mistakes. If a metric is a single file, it has them."""

from importlib import import_module
from typing import Any

from mtexplain.metrics.table import METRICS


def parts(name: str) -> dict[str, Any]:
    """The part with this name of each family of metrics, in teaching order. AttributeError if a family lacks it."""
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
