"""Every notebook alone, with the packages that other computers have installed."""
