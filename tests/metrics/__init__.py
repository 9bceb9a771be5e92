"""The metrics: papers, other tools, what holds of every text."""
