"""A checkup of the input of a tool: what it is, what each tool makes of it, and what to write instead.

Read the modules in this order: nesting (how the lists are nested), pairing (which lines belong together) and shapes
(the kinds of nesting); findings (everything that is looked for), lists, lines, sides, disguises and pieces (the checks
of the lists, the lines and the text), most_different (the two lines in which a reader may find the rest), mending (the
findings that are certain enough to undo); tool_parsers and tools (what each tool makes of the input), calls (the code
to write); facts (all of this together), checkup (the trace, and the entry point).
"""
