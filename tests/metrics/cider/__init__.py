"""CIDEr and CIDEr-D."""
