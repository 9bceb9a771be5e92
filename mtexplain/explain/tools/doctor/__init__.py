"""What is about to be passed to a tool: what it is, what each tool makes of it, what to write instead.

Read in this order: nesting (what holds what), shapes and layouts (which kind of nesting this is), tool_parsers, scores
and tools (what each tool makes of it), calls (what to write); findings (what can be wrong), containers and
shape_messages (with the lists), mojibake and disguises, marks and sides (with the text), alike, shifts, lines and
differences (with the lines), mending (what is certain enough to be undone); facts (all of it together), views (how it
is told), checkup (the trace, and the way in).
"""
