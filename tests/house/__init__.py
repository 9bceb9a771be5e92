"""The house: layers, imports, versions, the programs in tools/."""
