"""A report of a BLEU tool, taken apart.

Read in this order: signatures (sacreBLEU's choices, and the rules they stand for), printed (the place of a report in a
text, its numbers, and what each may have been before it was rounded), counts (the counts that print so), facts (all
that follows from a report: the numbers to compute again, and contradictions), fields (the meaning of each field, and
what no field says), report (the trace, and the entry point).
"""
