"""The widgets, which are the what-if panel, the stepper, the quiz, the judge, a scatter plot and attention to edit.

Only the widgets themselves need anywidget, through live.py. The panel's state (session, history, controls), its view
(screen, demand) and its exports need only the standard library, and so does the rest of the quiz.
"""
