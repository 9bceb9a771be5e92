"""Wrong formulas made executable: each replaces one function of a metric, and everything else stays right.

Those of a metric that is a recipe stand with it, as metrics/nist/mistakes.py; here are those of the others (BLEU as a
row of functions: sheet, method, subject; then the wrong ones, a place a file), and the catalogue of all.
"""
