"""What is about to be passed to a tool: what it is, what each tool makes of it, what to write instead.

Read in this order: nesting (what holds what), pairing (what belongs to what) and shapes (which kind of nesting this
is); findings (all that is looked for), lists, lines, sides, disguises and pieces (in the lists, the lines, the text),
most_different (the two lines in which a reader may find the rest), mending (what is certain enough to be undone);
tool_parsers and tools (what each tool makes of it), calls (what to write);
facts (all of it together), checkup (the trace, and the way in).
"""
