"""What other tools print, and are passed; the command line."""
