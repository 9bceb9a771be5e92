"""What an edit does: the ledger of one, the best ones, the fewest."""
