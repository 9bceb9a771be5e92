"""What moves: the what-if panel and the stepper. They need ipywidgets and anywidget, and are loaded when asked for."""

from mtexplain.widgets.panel import WhatIf
from mtexplain.widgets.start import play, what_if
from mtexplain.widgets.stepping import Stepper, stepper

__all__ = ["Stepper", "WhatIf", "play", "stepper", "what_if"]
