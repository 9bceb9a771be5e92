"""What a BLEU tool printed, taken apart.

Read in this order: forms (where a report stands in a text, and its pieces), signatures (sacreBLEU's choices, and the
rules they stand for), numbers (a printed number, and what it may have been before it was rounded), checks (what can be
computed again, and contradictions), ways and counts (which counts print so), facts (all that follows from a
report), words, unknown and steps (how it is told), report (the trace, and the way in).
"""
