"""Two tools that disagree: one output by several sets of rules, and the reasons for each difference.

Read in this order: stages (one text by each set of rules, and the stage at which two scores part), calls (the line of
code for each number), side_by_side (any metric) and comparison (BLEU, stage by stage), bridge (from one number to
another, rule by rule), reported and which (the settings that print a number).
"""
