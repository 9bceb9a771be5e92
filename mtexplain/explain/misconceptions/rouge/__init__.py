"""ROUGE as a row of functions, any of which can be replaced by a wrong one; then the wrong ones, a place a file.

Read in this order: counting and method (the right functions), subject (their formulas, and the six metrics), then
texts, units, overlaps, sequences, shares, references and means (the wrong ones), all (every one).
"""
