"""Why two tools disagree: one output under several sets of rules.

Read in this order: sides (one text by each set of rules), stages (the way of a score, and where two part), rows
and comparison (all tools side by side), choices and bridge (from one number to another, rule by rule), calls (the line
of code for each number), search and which (whose number it is).
"""
