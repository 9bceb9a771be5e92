"""Everything that follows from a report, such as its rules, the scores its numbers allow, and contradictions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import exp, log
from typing import NamedTuple

from mtexplain import exact
from mtexplain.display.formula import shown
from mtexplain.display.parts import Note
from mtexplain.explain.tools.reports.counts import Counts, counts
from mtexplain.explain.tools.reports.printed import FAIRSEQ, MULTI_BLEU, SACREBLEU, Number, Printed
from mtexplain.explain.tools.reports.signatures import Reading, rules_of
from mtexplain.rules import MULTI_BLEU as MULTI_BLEU_RULES
from mtexplain.rules import PAPER, BleuRules

_SLACK = 1e-12  # relative error of a computed float, on top of the rounding of the printed numbers


class Product(NamedTuple):
    """BP times the geometric mean of the printed precisions, from 0 to 100, with its least and greatest value.

    `orders` is the number of precisions multiplied. `middle` takes each number as printed, and `low` and `high` take
    the least and the greatest numbers that print like this.
    """

    low: float
    middle: float
    high: float
    orders: int

    @property
    def span(self) -> str:
        """The range from the least to the greatest value, in words."""
        return f"{written(self.low)} to {written(self.high)}"

    def allows(self, score: Number) -> bool:
        """Return whether this printed score may lie in the range."""
        return float(score.low) <= self.high * (1 + _SLACK) + _SLACK and self.low * (1 - _SLACK) <= float(score.high)


def written(score: float) -> str:
    """Write a score from 0 to 100 with two decimals, or with four if it is below 1."""
    return f"{score:.2f}" if score >= 1 or not score else f"{score:.4f}"


def brevity_of_lengths(printed: Printed) -> float | None:
    """Return BP of the printed lengths; None if no lengths are printed."""
    c, r = printed.candidate_length, printed.reference_length
    if c is None or r is None or printed.is_without_references:
        return None
    if c >= r:
        return 1.0
    return exact.exp(1 - Fraction(r, c)) if c else 0.0


def ratio_of_lengths(printed: Printed) -> Fraction | None:
    """Return c/r of the printed lengths, or 0 if r is 0, as sacreBLEU prints; None if no lengths are printed."""
    c, r = printed.candidate_length, printed.reference_length
    if c is None or r is None or printed.is_without_references:
        return None
    return Fraction(c, r) if r else Fraction(0)


def product(printed: Printed, *, by_printed_brevity: bool = False) -> Product | None:
    """Return the scores that the printed precisions allow, with BP of the lengths or BP as printed.

    With eff:yes, sacreBLEU leaves out orders for which no segment is long enough, and prints 0.0 for them. Then every
    number of orders is tried, and the number whose product comes closest to the score is taken.
    """
    penalty = brevity_of_lengths(printed)
    if not printed.precisions or printed.is_without_references:
        return None
    if penalty is None or by_printed_brevity:
        if printed.brevity is None:
            return None
        penalties = tuple(map(float, (printed.brevity.low, printed.brevity.value, printed.brevity.high)))
    else:
        penalties = (penalty,) * 3
    products = [_product(printed.precisions[:orders], penalties) for orders in _orders(printed)]
    score = float(printed.score.value) if printed.score else 0.0
    return min(
        products,
        key=lambda candidate_product: (
            not (candidate_product.low <= score <= candidate_product.high),
            abs(candidate_product.middle - score),
        ),
    )


def contradictions_of(printed: Printed) -> Iterator[Note]:
    """Yield notes on printed numbers that do not follow from the other numbers, which the notes name."""
    if printed.is_without_references:
        return
    lengths = f"hyp_len = {printed.candidate_length} and ref_len = {printed.reference_length}"
    if printed.tool == FAIRSEQ:
        lengths = lengths.replace("hyp_len", "syslen").replace("ref_len", "reflen")
    penalty, quotient = brevity_of_lengths(printed), ratio_of_lengths(printed)
    if printed.ratio and quotient is not None and not printed.ratio.fits(quotient):
        c, r = printed.candidate_length or 0, printed.reference_length or 0
        text = f"ratio = {printed.ratio.text} is printed, but {lengths} give {shown(float(quotient))}."
        if c and printed.ratio.fits(Fraction(r, c)):
            text += " It is upside down, with the reference length divided by the candidate length."
            yield Note("ratio-upside-down", text)
        else:
            yield Note("ratio", text)
    if printed.brevity and penalty is not None and not printed.brevity.fits(penalty):
        yield Note("brevity", f"BP = {printed.brevity.text} is printed, but {lengths} give {shown(penalty)}.")
    yield from _too_large(printed)
    yield from _against_ratio(printed)
    yield from _against_score(printed)


def _orders(printed: Printed) -> Sequence[int]:
    """Return the possible numbers of multiplied orders. sacreBLEU without eff:no may leave out the last orders."""
    several = len(printed.precisions)
    if printed.tool != SACREBLEU or printed.signature.get("eff") == "no":
        return (several,)
    least = max((n for n, precision in enumerate(printed.precisions, 1) if precision.value), default=1)
    return range(least, several + 1)


def _product(precisions: Sequence[Number], penalties: Sequence[float]) -> Product:
    sides = (
        [precision.low for precision in precisions],
        [precision.value for precision in precisions],
        [precision.high for precision in precisions],
    )
    low, middle, high = (penalty * _mean(values) for penalty, values in zip(penalties, sides, strict=True))
    return Product(low, middle, high, len(precisions))


def _mean(values: Sequence[Fraction]) -> float:
    return exp(sum(log(float(value)) for value in values) / len(values)) if all(map(float, values)) else 0.0


def _too_large(printed: Printed) -> Iterator[Note]:
    """Yield notes on numbers that are too large for any counts.

    A smoothed precision may be above 100, and so may the score. The first precision is never above 100.
    """
    smoothing = printed.signature.get("smooth", "").partition("[")[0]
    counted = printed.tool != SACREBLEU or smoothing in ("none", "exp")
    most = [(f"p_{n}", precision, 100) for n, precision in enumerate(printed.precisions, 1) if n == 1 or counted]
    if printed.score and smoothing not in ("floor", "add-k"):
        most.append(("BLEU", printed.score, 100))
    if printed.brevity:
        most.append(("BP", printed.brevity, 1))
    for name, number, limit in most:
        if number.low > limit:
            yield Note("too-large", f"{name} = {number.text} is printed, but it cannot be above {limit}.")


def _against_ratio(printed: Printed) -> Iterator[Note]:
    """Compare BP with the ratio. Only a candidate shorter than its reference has a BP below 1."""
    if not printed.brevity or not printed.ratio or not printed.ratio.value:
        return
    pair = f"ratio = {printed.ratio.text} and BP = {printed.brevity.text} are printed"
    if printed.ratio.low > 1 and printed.brevity.high < 1:
        yield Note("ratio-brevity", f"{pair}, but a candidate longer than its reference has BP = 1.")
    if printed.brevity.low > exp(1 - 1 / printed.ratio.high) + _SLACK if printed.ratio.high < 1 else False:
        value = shown(exp(1 - 1 / float(printed.ratio.value)))
        yield Note("ratio-brevity", f"{pair}, but with this ratio BP is exp(1 - 1/ratio) = {value}.")


def _against_score(printed: Printed) -> Iterator[Note]:
    allowed = product(printed)
    if not printed.score or not allowed or allowed.allows(printed.score):
        return
    text = f"BLEU = {printed.score.text} is printed, but BP and the printed precisions allow {allowed.span}."
    as_printed = product(printed, by_printed_brevity=True)
    if as_printed and as_printed.allows(printed.score):
        text += " The score fits the printed BP, so the lengths may be wrong."
    yield Note("score", text)


@dataclass(frozen=True, repr=False)
class ReportFacts:
    """A report as printed, and what follows from it."""

    as_printed: Printed
    more: int = 0
    """The number of further reports in the text."""
    other_metrics: tuple[str, ...] = ()
    """The names of other metrics that the text reports."""

    @property
    def tool(self) -> str:
        """The tool that prints such lines (sacreBLEU, multi-bleu.perl or fairseq)."""
        return self.as_printed.tool

    @property
    def score(self) -> float | None:
        """The printed score on the scale from 0 to 1, capped at 1."""
        return min(1.0, float(self.as_printed.score.value / 100)) if self.as_printed.score else None

    @property
    def printed(self) -> str | None:
        """The score as printed."""
        return self.as_printed.score.text if self.as_printed.score else None

    @property
    def precisions(self) -> tuple[float, ...]:
        """p_1 to p_N as printed, from 0 to 100."""
        return tuple(float(precision.value) for precision in self.as_printed.precisions)

    @property
    def brevity(self) -> float | None:
        """BP as printed."""
        return float(self.as_printed.brevity.value) if self.as_printed.brevity else None

    @property
    def ratio(self) -> float | None:
        """The ratio of the lengths as printed."""
        return float(self.as_printed.ratio.value) if self.as_printed.ratio else None

    @property
    def candidate_length(self) -> int | None:
        return self.as_printed.candidate_length

    @property
    def reference_length(self) -> int | None:
        return self.as_printed.reference_length

    @property
    def signature(self) -> Mapping[str, str]:
        """sacreBLEU's choices by their long names; empty if no signature is printed."""
        return self.as_printed.signature

    @property
    def rules(self) -> BleuRules | None:
        """The rules under which mtexplain's `corpus_bleu` computes this score; None if it has no such rules.

        Choices that are not printed are taken to be the tool's defaults. For example, multi-bleu.perl keeps case.
        """
        return self.reading.rules

    @cached_property
    def reading(self) -> Reading:
        """The rules, with notes on them."""
        printed = self.as_printed
        max_n = len(printed.precisions) or 4
        decimals = printed.score.decimals if printed.score else 2
        form = f"{{:.{min(decimals, 99)}f}}"
        if printed.tool == SACREBLEU:
            return rules_of(printed.signature, old=printed.is_old, max_n=max_n, decimals=decimals)
        if printed.tool == MULTI_BLEU:
            form = MULTI_BLEU_RULES.form if printed.is_without_references else form
            return Reading(replace(MULTI_BLEU_RULES, max_n=max_n, form=form), ())
        smoothing = "add-k" if printed.sentence else "none"
        rules = replace(PAPER, max_n=max_n, smoothing=smoothing, name="fairseq", scale=100, form=form, tool="fairseq")
        return Reading(rules, ())

    @cached_property
    def allowed(self) -> Product | None:
        """The scores, 0 to 100, that the printed precisions allow."""
        return product(self.as_printed)

    @cached_property
    def counts(self) -> Counts | None:
        """The counts that the report allows; None without precisions, or if the smoothing is not known."""
        return counts(self.as_printed)

    @cached_property
    def contradictions(self) -> tuple[Note, ...]:
        """Notes on numbers that do not follow from the others."""
        impossible = self.counts.impossible if self.counts else ()
        return (*contradictions_of(self.as_printed), *impossible)
