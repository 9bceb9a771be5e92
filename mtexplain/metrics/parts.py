"""The parts that every metric has: its worked examples, its mistakes. A metric in one file has them in that file."""

from importlib import import_module
from typing import Any

from mtexplain.metrics.table import METRICS


def parts(file: str, name: str) -> dict[str, Any]:
    """What each family of metrics calls so, in teaching order."""
    found = {}
    for family, (module, _, _) in METRICS.items():
        whole = import_module(f"mtexplain.metrics.{module}")
        found[family] = getattr(
            import_module(f"{whole.__name__}.{file}") if hasattr(whole, "__path__") else whole, name
        )
    return found
