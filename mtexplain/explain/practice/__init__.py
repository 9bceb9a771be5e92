"""Tools for learners, such as common mistakes, checks of hand computations, exercises and missions."""
