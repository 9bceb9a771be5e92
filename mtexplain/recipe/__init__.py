"""A metric as a recipe: named quantities in the order of the computation, each with its formula.

Read in this order: expression (a formula, written once), arithmetic (what its operators do), quantity (a number of a
trace that follows from others), symbols (its formula as it is shown), equations (with the numbers put in).
"""
