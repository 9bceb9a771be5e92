"""What an edit does."""
