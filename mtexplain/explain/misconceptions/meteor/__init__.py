"""Wrong formulas for METEOR.

Read subject and method first (what is right, function by function), then the mistakes in the order of the computation:
partners, shares, means, pieces, penalties, results.
"""
