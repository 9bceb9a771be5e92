"""Checks of hand computations, which find the first wrong number and the misconceptions that explain it.

Read the modules in this order. `expressions` evaluates typed closed forms and their precision. `claims` holds the
numbers as they were written down, and `verdicts` judges them. `rounding` looks for early rounding, `ways` for other
units and other rules, and `search` for wrong formulas that give the numbers. `telling` writes the sentences, and
`diagnosis` is the entry point.
"""
