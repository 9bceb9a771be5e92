"""Wrong formulas for CIDEr and CIDEr-D.

Read subject and method first (what is right, function by function), then the mistakes in the order of the computation:
choices, counting, rarity, cosines, lengths, means.
"""
