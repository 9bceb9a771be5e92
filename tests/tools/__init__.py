"""What other tools print and what they are passed; the command line."""
