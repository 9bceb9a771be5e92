"""What is about to be passed to a tool: what it is, what each tool makes of it, what to write instead.

Read in this order: nesting (what holds what), shapes and layouts (which kind of nesting this is), readings, scores
and tools (what each tool makes of it), calls (what to write); findings (what can be wrong), unlisted and telling
(with the lists), mojibake and disguises, marks and sides (with the text), alike, shifts, lines and differences (with
the lines), mending (what is certain enough to be undone); checkup and diagnosing (all of it together), overview and
steps (how it is told).
"""
