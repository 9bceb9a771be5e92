"""Computation by hand, with the claims about a metric, its right and wrong numbers, and worked examples."""
