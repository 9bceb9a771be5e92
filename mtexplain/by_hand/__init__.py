"""What is computed by hand: what can be claimed of a metric, its numbers right or wrong, and worked examples."""
