"""What the metrics have in common: reading texts, telling their tokens, what is odd about them, records, signatures."""
