"""A hand computation, checked: what is wrong first, and which misconceptions explain it.

Read in this order: expressions (closed forms as typed), digits (how far rounded ones can be off), claims (the numbers
as they were written down), search (which wrong formulas give them), diagnosis (what is wrong first, what explains it,
and the way in).
"""
