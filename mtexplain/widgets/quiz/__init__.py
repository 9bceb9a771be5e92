"""The quiz: exercises one by one, with a verdict for each answer.

Read in this order: session (one exercise and what was answered to it, some exercises in a row, what the page asks for),
screen (what it is shown). They need the standard library alone; widget ties them to a browser.
"""
