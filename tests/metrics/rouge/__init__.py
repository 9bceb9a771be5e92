"""ROUGE."""
