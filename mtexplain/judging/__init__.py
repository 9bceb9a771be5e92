"""The agreement of judges and metrics: rankings, and measures of agreement as traces."""
