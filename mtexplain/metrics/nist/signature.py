"""The signature of a NIST score: every choice that was made, in words, as another person needs it."""

from typing import TYPE_CHECKING

from mtexplain.metrics.shared import signature

if TYPE_CHECKING:
    from mtexplain.metrics.nist.base import NistScore

_MATCHES = {"all references": "mean reference length", "one reference": "one reference for each order"}


def written(trace: "NistScore") -> str:
    """The order, the rules, and by how many words the information is counted."""
    choices = [_MATCHES[trace.rules.matches], f"information by {trace.known.words} words"]
    if trace.rules.zero_prefix != "as counted":
        choices.append(f'prefix "0" counts as {trace.rules.zero_prefix}')
    return signature.written(f"NIST-{trace.rules.n}", trace.rules, choices, trace.reference_numbers)
