"""Perplexity, computed wrongly.

method, counting and subject are the right way, as rows of functions; surprises, mean_surprises, powers, estimates,
sentences and distributions are the wrong ones.
"""
