"""For learners: mistakes, hand computations checked, exercises, missions."""
