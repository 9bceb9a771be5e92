"""What a trace of BLEU shows, and what else it can do besides the score: loaded when it is first asked for.

The score itself needs none of this, so that a first score comes soon.
"""

from importlib import import_module
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mtexplain.metrics.bleu import charts as charts
    from mtexplain.metrics.bleu import fast_scores as fast_scores
    from mtexplain.metrics.bleu import moments as moments
    from mtexplain.metrics.bleu import notes as notes
    from mtexplain.metrics.bleu import steps as steps

_PARTS = ("charts", "fast_scores", "moments", "notes", "steps")


def __getattr__(name: str) -> ModuleType:
    if name not in _PARTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"mtexplain.metrics.bleu.{name}")
