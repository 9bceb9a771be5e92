"""Significance tests ask how far a score would vary on other sentences, and whether a difference is due to chance."""
