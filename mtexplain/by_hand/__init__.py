"""Computation by hand: the claims about a metric, its numbers right or wrong, and worked examples."""
