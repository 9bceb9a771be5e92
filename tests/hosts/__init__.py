"""Every notebook on its own, with the packages that other computers have installed."""
