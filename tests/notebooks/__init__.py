"""The notebooks' texts and numbers."""
