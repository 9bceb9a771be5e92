"""The quiz: exercises one by one, with a verdict for each answer.

Read in this order: attempt (one exercise, and what was answered to it), rounds (some exercises in a row), session (what
the page asks for), screen (what it is shown). They need the standard library alone; widget ties them to a browser.
"""
