"""The facts of a report: its rules, the scores and the counts that its numbers allow, and its contradictions."""

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

_SLACK = 1e-12  # of a computed float, next to what rounding may have done


class Product(NamedTuple):
    """BP times the geometric mean of the printed precisions, 0 to 100: from the least to the greatest that print so.

    `orders` is how many precisions are multiplied; `middle` takes each number as it is printed.
    """

    low: float
    middle: float
    high: float
    orders: int

    @property
    def span(self) -> str:
        """From the least to the greatest, in words."""
        return f"{written(self.low)} to {written(self.high)}"

    def allows(self, score: Number) -> bool:
        """Return whether a score that is printed so lies between the two."""
        return float(score.low) <= self.high * (1 + _SLACK) + _SLACK and self.low * (1 - _SLACK) <= float(score.high)


def written(score: float) -> str:
    """A score from 0 to 100 with two digits, or with four where there is little before the point."""
    return f"{score:.2f}" if score >= 1 or not score else f"{score:.4f}"


def brevity_of_lengths(printed: Printed) -> float | None:
    """BP of the printed lengths; None where there are none."""
    c, r = printed.candidate_length, printed.reference_length
    if c is None or r is None or printed.is_without_references:
        return None
    if c >= r:
        return 1.0
    return exact.exp(1 - Fraction(r, c)) if c else 0.0


def ratio_of_lengths(printed: Printed) -> Fraction | None:
    """c/r of the printed lengths; None where there are none. sacreBLEU prints 0 where r is 0."""
    c, r = printed.candidate_length, printed.reference_length
    if c is None or r is None or printed.is_without_references:
        return None
    return Fraction(c, r) if r else Fraction(0)


def product(printed: Printed, *, by_printed_brevity: bool = False) -> Product | None:
    """The scores that the printed precisions allow, with BP of the lengths, or as it is printed.

    Where sacreBLEU leaves out orders that no segment is long enough for (eff:yes), it prints 0.0 for them: then
    every number of orders is tried, and the one taken whose product comes closest to the score.
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
    """Yield notes on numbers that do not follow from the others, both named."""
    if printed.is_without_references:
        return
    lengths = f"hyp_len = {printed.candidate_length} and ref_len = {printed.reference_length}"
    if printed.tool == FAIRSEQ:
        lengths = lengths.replace("hyp_len", "syslen").replace("ref_len", "reflen")
    penalty, quotient = brevity_of_lengths(printed), ratio_of_lengths(printed)
    if printed.ratio and quotient is not None and not printed.ratio.fits(quotient):
        c, r = printed.candidate_length or 0, printed.reference_length or 0
        text = f"ratio = {printed.ratio.text} is printed; {lengths} give {shown(float(quotient))}."
        if c and printed.ratio.fits(Fraction(r, c)):
            text += " It is upside down: the reference length over that of the candidate."
            yield Note("ratio-upside-down", text)
        else:
            yield Note("ratio", text)
    if printed.brevity and penalty is not None and not printed.brevity.fits(penalty):
        yield Note("brevity", f"BP = {printed.brevity.text} is printed; {lengths} give {shown(penalty)}.")
    yield from _too_large(printed)
    yield from _against_ratio(printed)
    yield from _against_score(printed)


def _orders(printed: Printed) -> Sequence[int]:
    """Return the possible numbers of multiplied orders, several without a signature: a sentence score has eff:yes."""
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
    """Yield notes on numbers that no counts give.

    A smoothed precision may be above 100, and with it the score; the first precision never is.
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
            yield Note("too-large", f"{name} = {number.text} is printed; it cannot be above {limit}.")


def _against_ratio(printed: Printed) -> Iterator[Note]:
    """Compare BP and the ratio alone: a text that is not too short is not punished, and every other is."""
    if not printed.brevity or not printed.ratio or not printed.ratio.value:
        return
    pair = f"ratio = {printed.ratio.text} and BP = {printed.brevity.text} are printed"
    if printed.ratio.low > 1 and printed.brevity.high < 1:
        yield Note("ratio-brevity", f"{pair}: a candidate longer than its reference has BP = 1.")
    if printed.brevity.low > exp(1 - 1 / printed.ratio.high) + _SLACK if printed.ratio.high < 1 else False:
        value = shown(exp(1 - 1 / float(printed.ratio.value)))
        yield Note("ratio-brevity", f"{pair}: with such a ratio, BP is exp(1 - 1/ratio) = {value}.")


def _against_score(printed: Printed) -> Iterator[Note]:
    allowed = product(printed)
    if not printed.score or not allowed or allowed.allows(printed.score):
        return
    text = f"BLEU = {printed.score.text} is printed; BP and the printed precisions allow {allowed.span}."
    as_printed = product(printed, by_printed_brevity=True)
    if as_printed and as_printed.allows(printed.score):
        text += " With BP as it is printed the score fits: then the lengths are wrong."
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
        """The tool that prints such lines: sacreBLEU, multi-bleu.perl or fairseq."""
        return self.as_printed.tool

    @property
    def score(self) -> float | None:
        """The score, 0 to 1, as exact as it is printed; a larger one is cut at 1, and a note says so."""
        return min(1.0, float(self.as_printed.score.value / 100)) if self.as_printed.score else None

    @property
    def printed(self) -> str | None:
        """The score as it is printed."""
        return self.as_printed.score.text if self.as_printed.score else None

    @property
    def precisions(self) -> tuple[float, ...]:
        """p_1 to p_N as they are printed, 0 to 100."""
        return tuple(float(precision.value) for precision in self.as_printed.precisions)

    @property
    def brevity(self) -> float | None:
        """BP as it is printed."""
        return float(self.as_printed.brevity.value) if self.as_printed.brevity else None

    @property
    def ratio(self) -> float | None:
        """The ratio of the lengths as it is printed."""
        return float(self.as_printed.ratio.value) if self.as_printed.ratio else None

    @property
    def candidate_length(self) -> int | None:
        return self.as_printed.candidate_length

    @property
    def reference_length(self) -> int | None:
        return self.as_printed.reference_length

    @property
    def signature(self) -> Mapping[str, str]:
        """sacreBLEU's choices by their long names; empty where no signature is printed."""
        return self.as_printed.signature

    @property
    def rules(self) -> BleuRules | None:
        """The rules under which our `corpus_bleu` gives this number; None where we have none such.

        What is not printed is taken to be the tool's default: that multi-bleu.perl kept case, say.
        """
        return self.reading.rules

    @cached_property
    def reading(self) -> Reading:
        """These rules, and notes on them."""
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
        """The counts that print so; None where there are no precisions."""
        return counts(self.as_printed)

    @cached_property
    def contradictions(self) -> tuple[Note, ...]:
        """Notes on numbers that do not follow from the others."""
        impossible = self.counts.impossible if self.counts else ()
        return (*contradictions_of(self.as_printed), *impossible)
