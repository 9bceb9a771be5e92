"""Numbers that remember how they were made, and traces: computations in steps, in plain Python.

Read the modules in this order:

- `number`: a number, and the functions that make a new number from others
- `formulas`: a number written as a formula
- `steps`: a class whose methods are the steps of a computation
- `changes`: the same class with some of its methods replaced
- `views`: the steps in the form in which they are shown
- `cases`: a formula with all its cases, for lectures
"""
