"""Widgets, namely the what-if panel, stepper, quiz and judge, and a scatter plot and attention with numbers to edit.

Only the widgets themselves need anywidget, through live.py. The panel's state (session, history, controls), its view
(screen, demand) and its exports need only the standard library, and so does the rest of the quiz.
"""
