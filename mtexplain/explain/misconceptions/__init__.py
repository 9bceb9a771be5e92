"""Wrong formulas made executable: each replaces one function of a metric, and everything else stays right.

Read in this order: numbers (what a computation by hand gives), kinds (what a misconception is), mistake (one at work),
bleu (BLEU as a row of functions: sheet, method, subject; then the wrong ones, a place a file), its relatives in
the same way, catalogue (all of them).
"""
