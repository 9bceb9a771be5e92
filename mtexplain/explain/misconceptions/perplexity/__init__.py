"""Perplexity, computed wrongly.

method, counting and subject are the right way, as rows of functions; estimates, smoothings, surprises, mean_surprises,
powers, sentences and distributions are the wrong ones.
"""
