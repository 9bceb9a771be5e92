"""The metrics, tested against papers, against other tools, and for what holds of every text."""
