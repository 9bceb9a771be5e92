"""The signature of a NIST score: every choice that was made, in words, as another person needs it."""

from collections.abc import Sequence

from mtexplain.metrics.nist.recipe import NistScore
from mtexplain.metrics.shared import signature

_MATCHES = {"all references": "mean reference length", "one reference": "one reference for each order"}


def written(trace: NistScore, references: Sequence[int]) -> str:
    """The order, the rules, and by how many words the information is counted."""
    choices = [_MATCHES[trace.rules.matches], f"information by {trace.known.words} words"]
    if trace.rules.zero_prefix != "as counted":
        choices.append(f'prefix "0" counts as {trace.rules.zero_prefix}')
    return signature.written(f"NIST-{trace.rules.max_n}", trace.rules, choices, references)
