"""BLEU, computed wrongly.

sheet, method and subject are the right way, as a row of functions; words, clipping, totals, match_lengths, penalties,
smoothings, logarithms, combinations, segments and writings are the wrong ones, a place each.
"""
