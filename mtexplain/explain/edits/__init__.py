"""Edits of a candidate, with the effect of an edit, the best edits, and the smallest fix."""
