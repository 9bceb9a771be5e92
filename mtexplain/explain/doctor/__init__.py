"""What is about to be passed to a tool: what it is, what each tool makes of it, what to write instead.

Read in this order: nesting (what holds what), shapes and layouts (which kind of nesting this is), tools (what each tool
reads there), calls (what to write instead); findings (what can be wrong), marks and sides (with the text), lines (with
the order of the lines), mending (what is certain enough to be undone); checkup and steps (how it is told).
"""
