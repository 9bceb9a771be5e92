"""Parts that several metrics share: reading texts, pictures of n-grams, sentences about them, traced scores."""
