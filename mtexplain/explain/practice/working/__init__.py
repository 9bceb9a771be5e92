"""A hand computation, checked: what is wrong first, and which misconceptions explain it.

Read in this order: expressions (closed forms as typed, and how exact these are), claims (the numbers as they were
written down), verdicts (what may be said of them), rounding (what was rounded early), ways (other units, other rules),
search (which wrong formulas give them), telling (the sentences), diagnosis (what is wrong first, and the way in).
"""
