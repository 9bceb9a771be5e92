"""Perplexity."""
