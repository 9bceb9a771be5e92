"""The ways in: from a metric, or from a mission, to a panel."""

from typing import Any

from mtexplain.explain.metric import Metric
from mtexplain.explain.practice.missions import Mission
from mtexplain.explain.practice.missions import mission as mission_named
from mtexplain.metrics.bleu import bleu
from mtexplain.widgets.panel import WhatIf
from mtexplain.widgets.session import Session


def what_if(metric: Metric | str, candidate: str, references: list[str], **settings: Any) -> WhatIf:
    """A panel in which you edit the candidate and its references, and see every number move.

    `metric` is the name of a metric, or a function `(candidate: str, references: list[str], **settings)` that returns
    a `SentenceScore`; its annotated parameters after these two become controls. `settings` are their first values.

    >>> from mtexplain import bleu
    >>> panel = what_if(bleu, "the the cat", ["there is the cat"], max_n=2)
    >>> panel.candidate = "there the cat"
    >>> panel.edit.won
    {1: {('there',): 1}}
    >>> panel.undo()
    >>> panel.candidate
    'the the cat'

    InputError if there is no such metric, for settings it does not have, and for texts that are not strings. What
    the metric itself refuses is shown in the panel.
    """
    return WhatIf(Session(metric, candidate, references, settings))


def play(mission: str | Mission) -> WhatIf:
    """A panel with a mission: it says what to do, and when you have done it.

    >>> panel = play("zero")
    >>> panel.candidate = "he plays the guitar very well"
    >>> panel.mission_done
    True

    InputError for a name that no mission has.
    """
    one = mission if isinstance(mission, Mission) else mission_named(mission)
    return WhatIf(Session(bleu, one.candidate, list(one.references), {}, one))
