"""What moves: the what-if panel, the stepper, the quiz, the judge, and a scatter to drag.

Only live.py, and so the widgets themselves, need anywidget. What the panel knows (session, history, controls), what it
shows (screen, demand) and what can be taken away (exports) need the standard library alone; so does all else of the
quiz.
"""
