"""The metrics and their formulas, step by step. They use only the standard library and never import each other."""
