"""A report of a BLEU tool, taken apart.

Read in this order: signatures (sacreBLEU's choices, and the rules they stand for), printed (where a report stands in a
text, its numbers, and what each may have been before it was rounded), checks (what can be computed again, and
contradictions), ways and counts (which counts print so), facts (all that follows from a report), fields (what each of
them says, and what none does), report (the trace, and the way in).
"""
