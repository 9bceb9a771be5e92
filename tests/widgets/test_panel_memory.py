"""A panel that is used for a long time takes no more memory than a panel that was used for a while."""

import gc
import sys
from itertools import pairwise
from typing import NamedTuple

from ipywidgets.widgets import widget

from mtexplain import bleu, what_if
from mtexplain.widgets.panel import WhatIf

TEXTS = ["there is a cat on the mat", "the cat sat on a mat today", "there the cat is on a mat", "a cat", "mat the on"]
FOLDS = [["more"], ["step-p_1", "terms"], ["leave-one-out"], ["step-brevity", "step-score", "smallest-fix"]]


class Held(NamedTuple):
    """The counts of what Python holds: widgets, objects that can contain others, and blocks of memory."""

    widgets: int
    objects: int
    blocks: int


def used(panel: WhatIf, first: int, last: int) -> Held:
    """Make edits of every kind, numbered from the first to the last. Return what is held afterwards."""
    for number in range(first, last):
        panel.candidate = f"{TEXTS[number % 5]} {number % 7}"
        if number % 10 == 0:
            panel.opened = FOLDS[number // 10 % 4]
        if number % 25 == 0:
            panel.undo()
        if number % 50 == 0:
            panel.covered = not panel.covered
    gc.collect()
    return Held(len(widget._instances), len(gc.get_objects()), sys.getallocatedblocks())


def test_hundreds_of_edits_leave_nothing_behind() -> None:
    """It holds once the history is full, after 200 edits. (`make bench` makes 10,000 edits.)"""
    panel = what_if(bleu, "the the cat on the mat", ["there is a cat on the mat"])
    held = [used(panel, start, start + 300) for start in (0, 300, 600)]
    grown = [(after.objects - before.objects, after.blocks - before.blocks) for before, after in pairwise(held)]
    assert len({each.widgets for each in held}) == 1
    assert max(objects for objects, _ in grown) < 50
    assert min(blocks for _, blocks in grown) < 100, "a leak grows each time; blocks of other tests come and go"
