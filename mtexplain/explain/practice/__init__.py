"""Tools for learners, such as a catalogue of common mistakes, checks of hand computations, exercises and missions."""
