"""Other tools: why two disagree, what they print, what they are passed."""
