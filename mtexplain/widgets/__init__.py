"""What moves: the what-if panel, the stepper and the quiz.

Only panel.py, stepping.py and quiz/widget.py (and start.py, which makes panels) need anywidget. What the panel knows
(session, history, controls), what it shows (screen, demand) and what can be taken away (exports) need the
standard library alone; so does all else of the quiz.
"""
