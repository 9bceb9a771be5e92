"""Numbers that remember how they were made, and traces: computations in steps, in plain Python.

Read number first: a number, and the functions that make one of others. Then formulas (how a number is written), steps
(a class whose methods are the steps), changes (the same class with another method), telling (steps as the views take
them), cases (a formula with all its cases, for lectures).
"""
