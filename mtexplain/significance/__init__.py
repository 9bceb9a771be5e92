"""Significance tests, which ask how far a score would vary on other sentences, and whether a difference is chance."""
