"""The panel, in Python."""
