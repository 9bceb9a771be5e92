"""Models that produce candidates (attention, decoding, training objectives), with the working of every number.

>>> from mtexplain import models
>>> [float(p) for p in models.softmax([0, 0])]
[0.5, 0.5]

Each name is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mtexplain.models.blocks import local_attention as local_attention
    from mtexplain.models.costs import layer_costs as layer_costs
    from mtexplain.models.decoding import cat_on_the_mat as cat_on_the_mat
    from mtexplain.models.decoding import decode as decode
    from mtexplain.models.distribution import softmax as softmax
    from mtexplain.models.dot_product import attention as attention
    from mtexplain.models.embeddings import pixels as pixels
    from mtexplain.models.heads import multi_head as multi_head
    from mtexplain.models.objectives import fine_tuning as fine_tuning
    from mtexplain.models.shapes import matrices as matrices
    from mtexplain.models.sinusoids import positions as positions
    from mtexplain.models.tasks import task_input as task_input
    from mtexplain.models.variance import dot_products as dot_products

_PUBLIC = {
    "costs": "layer_costs",
    "decoding": "cat_on_the_mat decode",
    "distribution": "softmax",
    "dot_product": "attention",
    "objectives": "fine_tuning",
    "tasks": "task_input",
    "heads": "multi_head",
    "blocks": "local_attention",
    "embeddings": "pixels",
    "shapes": "matrices",
    "sinusoids": "positions",
    "variance": "dot_products",
}
_HOME = {name: f"mtexplain.models.{module}" for module, names in _PUBLIC.items() for name in names.split()}
__all__ = list(_HOME)


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in _HOME:
        raise AttributeError(f"module 'mtexplain.models' has no attribute {name!r}; it has {', '.join(sorted(_HOME))}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
