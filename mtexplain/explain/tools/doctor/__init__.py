"""A checkup of the input of a tool: its shape, the verdict of each tool on it, and the code to write instead.

Read the modules in this order: nesting (how the lists are nested), pairing (the lines that belong together) and shapes
(the kinds of nesting); findings (everything that is looked for), lists, lines, marks, habits and disguises (the checks
of the lists, the lines and the text), mending (the findings that are certain enough to undo); tools (how each tool
reads the input), calls (the code to write); facts (all of this together), checkup (the trace, and the entry point).
"""
