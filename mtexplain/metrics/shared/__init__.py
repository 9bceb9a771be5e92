"""Parts that several metrics share, for reading texts, pictures of n-grams, sentences about them and traced scores."""
