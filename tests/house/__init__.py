"""Tests of the project itself: its layers, imports and versions, and the programs in tools/."""
