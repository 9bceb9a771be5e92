"""The agreement of judges and metrics, with rankings and with measures of agreement as traces."""
