"""What moves: the what-if panel and the stepper.

Only panel.py and stepping.py (and start.py, which makes panels) need anywidget. What the panel knows (session, history,
controls), what it shows (screen, demand, offers) and what can be taken away (exports) need the standard library alone.
"""
