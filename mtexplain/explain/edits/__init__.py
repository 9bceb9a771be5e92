"""Edits of a candidate: the ledger of an edit, the best edits, the fewest edits."""
