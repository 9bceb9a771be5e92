"""How far judges and metrics agree: rankings, and measures of agreement as traces."""
