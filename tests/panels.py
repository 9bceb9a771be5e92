"""A panel without a browser: how tests press its buttons, and read what it would show."""

import re
from typing import Any

from mtexplain import WhatIf, bleu, what_if
from mtexplain.display.score import SentenceScore


def opening(**settings: Any) -> WhatIf:
    """The panel of the opening example, with "More" open."""
    panel = what_if(bleu, "the the cat on the mat", ["there is a cat on the mat"], **settings)
    panel.opened = ["more"]
    return panel


def press(panel: WhatIf, action: str, **more: Any) -> list[dict[str, Any]]:
    """Press a button. Return what Python sends to be copied or saved."""
    sent: list[dict[str, Any]] = []
    panel.send = lambda content, buffers=None: sent.append(content)
    panel._handle_custom_msg({"do": action, **more}, [])
    return sent


def score(panel: WhatIf) -> SentenceScore:
    """The current score, if there is a score."""
    assert panel.score is not None
    return panel.score


def text(panel: WhatIf) -> str:
    """What the results say, without their tags."""
    shown = f"{panel.screen['main']} {panel.screen['more']}"
    return " ".join(re.sub("<[^>]+>", "", shown).split())


def folds(panel: WhatIf) -> dict[str, str]:
    """The folds by key, with their content."""
    return {key: content for key, _, content in panel.screen["folds"]}
