"""The whole line that a tool prints, where it prints more than a number."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mtexplain.metrics.bleu.base import BleuScore


def line(trace: "BleuScore") -> str:
    """The line of sacreBLEU or multi-bleu.perl; for the others the number alone."""
    if trace.rules.name.startswith("sacrebleu"):
        return (
            f"BLEU = {trace.printed} {_precisions(trace)} (BP = {_penalty(trace):.3f} ratio = {_ratio(trace):.3f} "
            f"hyp_len = {trace.brevity.candidate_length} ref_len = {trace.brevity.reference_length})"
        )
    if trace.rules.name == "multi-bleu":
        if trace.gives_up:
            return "BLEU = 0, 0/0/0/0 (BP=0, ratio=0, hyp_len=0, ref_len=0)"
        return (
            f"BLEU = {trace.printed}, {_precisions(trace)} (BP={trace.brevity.value:.3f}, ratio={_ratio(trace):.3f}, "
            f"hyp_len={trace.brevity.candidate_length}, ref_len={trace.brevity.reference_length})"
        )
    return trace.printed


def _precisions(trace: "BleuScore") -> str:
    """The precisions in percent: what is multiplied, smoothed or not, as if it had been counted; 0.0 for none."""
    values = dict.fromkeys((order.n for order in trace.precisions), 0.0)
    if not trace.gives_up:
        values |= {factor.n: float(100 * (factor.value or 0)) for factor in trace.factors}
    percent = trace.floats.precisions if trace.floats else values.values()
    return "/".join(f"{value:.1f}" for value in percent)


def _penalty(trace: "BleuScore") -> float:
    """BP; where both lengths are 0, sacreBLEU prints 1."""
    c, r = trace.brevity.candidate_length, trace.brevity.reference_length
    return 1.0 if c == r == 0 else trace.brevity.value


def _ratio(trace: "BleuScore") -> float:
    """The candidate's length over the reference length r; 0 where r is 0."""
    r = float(trace.brevity.reference_length)
    return trace.brevity.candidate_length / r if r else 0.0
