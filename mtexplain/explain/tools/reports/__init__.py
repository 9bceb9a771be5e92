"""Reports of BLEU tools, taken apart.

Read the modules in this order. `signatures` reads sacreBLEU's choices and turns them into rules. `printed` finds a
report in a text and reads its numbers, with the values each may have had before rounding. `counts` finds the counts
that give such numbers. `facts` holds everything that follows from a report, such as recomputed numbers and
contradictions. `fields` explains what each field means and what is missing. `report` has the trace and the entry
point.
"""
