"""Is the difference real? How far a score would move on other sentences, and how often chance moves it as far."""
