"""Why two tools disagree about the same output, explained by their sets of rules.

Read the modules in this order. `stages` scores a text under each set of rules and finds the first stage at which two
scores differ. `calls` writes the line of code for each number. `side_by_side` compares the sets of rules of any metric,
and `comparison` compares the sets for BLEU, stage by stage. `bridge` leads from one number to another, rule by rule.
`reported` and `which` find the settings that print a given number.
"""
