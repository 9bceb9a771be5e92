"""The report of a BLEU tool, taken apart to show what it says, what can be recomputed, and what it leaves open."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from mtexplain.data import Record
from mtexplain.display.formula import Chain, Formula, Over, Power, Symbol, shown
from mtexplain.display.parts import Cell, Equation, Headline, Note, Part, Prose, Table, Words, columns
from mtexplain.display.record import plain_notes, plain_rules
from mtexplain.display.signature import case
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.tools.reports import fields
from mtexplain.explain.tools.reports.facts import Product, ReportFacts, brevity_of_lengths, ratio_of_lengths, written
from mtexplain.explain.tools.reports.printed import Number, other_metrics, read, reports
from mtexplain.explain.tools.reports.signatures import tool
from mtexplain.inputs import InputError, check_text, described
from mtexplain.metrics.bleu import smoothing
from mtexplain.metrics.bleu.fast_scores import from_counts
from mtexplain.metrics.bleu.score import AnyBleu
from mtexplain.rules import PAPER
from mtexplain.tracing import views

_ALONE = re.compile(r"\s*(?:BLEU\s{0,9}=\s{0,9})?[\d.]{1,40}\s*(?:\(μ = [\d.]{1,40} ± [\d.]{1,40}\)\s*)?")
EXAMPLE = "BLEU = 43.01 66.7/60.0/50.0/33.3 (BP = 0.846 ratio = 0.857 hyp_len = 6 ref_len = 7)"
_SOURCE = "the tool's own code"


@dataclass(frozen=True, repr=False)
class Report(ReportFacts, Trace):
    """The report of a BLEU tool, taken apart. Created by `parse_report`.

    Values that were not printed are None. For example, a signature alone has no score.
    """

    @property
    def headline(self) -> Headline:
        """The score from 0 to 1 and, if the printed numbers agree with it, its closed form with these numbers."""
        score, allowed = self.as_printed.score, self.allowed
        value = _hundredth(score) if score else "not printed"
        closed = _closed_form(allowed, self) if allowed and score and allowed.allows(score) else value
        closed = value if closed == "0" else closed
        return Headline(value, Equation(Symbol("BLEU"), closed, value), " · ".join(_rules(self)))

    @property
    def overview(self) -> tuple[Part, ...]:
        """The line itself, and a sentence on whether its numbers agree."""
        return (Prose((Words(tuple(self.as_printed.line.split())),)), Prose((_verdict(self),)))

    def steps(self) -> tuple[Step, ...]:
        """The fields explained, the brevity penalty and the score recomputed, and what remains unknown."""
        return tuple(_steps(self))

    @property
    def table(self) -> Table:
        """A row for each field, with its name, its printed value, its meaning and its recomputed value."""
        return fields.table(self)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Notes on contradictions, smoothed precisions, assumptions about the rules, and other reports in the text."""
        smoothed = self.counts.smoothed if self.counts else ()
        return (*self.contradictions, *smoothed, *self.reading.notes, *_surroundings(self))

    def to_dict(self) -> Record:
        """The report as lists, dicts, strings and numbers, ready for JSON."""
        return {
            "tool": self.tool,
            "line": self.as_printed.line,
            "score": self.score,
            "printed": self.printed,
            "precisions": list(self.precisions),
            "brevity": self.brevity,
            "ratio": self.ratio,
            "candidate_length": self.candidate_length,
            "reference_length": self.reference_length,
            "signature": dict(self.signature),
            "rules": None if self.rules is None else plain_rules(self.rules),
            "contradictions": [note.code for note in self.contradictions],
            "notes": plain_notes(self.notes),
        }

    def __repr__(self) -> str:
        precisions = "/".join(precision.text for precision in self.as_printed.precisions)
        return f"Report({self.tool}: {' '.join(filter(None, (self.printed, precisions))) or 'a signature alone'})"


def parse_report(text: str) -> Report:
    """Take the report of a BLEU tool apart (a line of sacreBLEU, multi-bleu.perl or fairseq, or sacreBLEU's JSON).

    >>> report = parse_report("BLEU = 43.01, 66.7/60.0/50.0/33.3 (BP=0.846, ratio=0.857, hyp_len=6, ref_len=7)")
    >>> report.tool, report.score, report.precisions, report.rules.name
    ('multi-bleu.perl', 0.4301, (66.7, 60.0, 50.0, 33.3), 'multi-bleu')

    The report may be anywhere in the text. If there are several, the first is taken. A signature of sacreBLEU alone is
    enough. InputError if there is no report, or if a number in it can't be read.
    """
    all_reports = reports(check_text(text, "text"))
    if not all_reports:
        raise _nothing(text)
    return Report(read(all_reports[0]), len(all_reports) - 1, other_metrics(text))


def _nothing(text: str) -> InputError:
    expected = f"what a BLEU tool prints, such as {EXAMPLE!r}"
    if _ALONE.fullmatch(text):
        fix = (
            "Let the tool print its whole line. With sacreBLEU, leave out -b, and score several systems one at a time."
        )
        return InputError("text", f"a number alone, {described(text.strip())}", expected, fix)
    return InputError("text", described(text), expected)


def _surroundings(report: ReportFacts) -> Iterator[Note]:
    """Yield notes on other reports in the text, and on lines that are printed in special cases."""
    if report.as_printed.is_without_references:
        yield Note("no-reference-words", "multi-bleu.perl prints this line for every candidate if no reference "
                   "contains a word. Its zeros are not computed.")  # fmt: skip
    if report.more:
        several = "1 more report" if report.more == 1 else f"{report.more:,} more reports"
        yield Note("more", f"The text contains {several}. Only the first is read here.")
    if report.other_metrics:
        yield Note("other-metrics", f"The text also reports {', '.join(report.other_metrics)}. Only BLEU is read here.")
    if report.as_printed.by_fairseq:
        yield Note("by-fairseq", "fairseq printed this line for sacreBLEU. fairseq tokenises the text itself, with 13a "
                   "unless another tokeniser was chosen, and lets sacreBLEU split at white space.")  # fmt: skip


def _steps(report: ReportFacts) -> Iterator[Step]:
    """Yield steps for the fields, for what follows from them, and for what does not."""
    table = fields.table(report)
    why = "Each number and each choice as printed, with its meaning."
    yield Step("fields", "Fields", report.tool, f"{len(table.rows)} fields", why, _SOURCE, (table,))
    if (penalty := brevity_of_lengths(report.as_printed)) is not None:
        yield _brevity(report, penalty)
    if report.allowed:
        yield _product(report, report.allowed)
    why = "A report says less than it seems to. What it leaves open may be the reason why two scores differ."
    parts = fields.unknown(report)
    yield Step("unknown", "Unknown", "not in the report", f"{len(parts[-1].rows)} facts", why, _SOURCE, parts)


def _brevity(report: ReportFacts, value: float) -> Step:
    c, r = report.candidate_length or 0, report.reference_length or 0
    printed = report.as_printed.brevity
    outcome = f"BP = {shown(value)}" + (_agrees(printed, value) if printed else "")
    parts: list[Part] = [views.equation(from_counts(PAPER, (), c, r), AnyBleu.bp)] if c else []
    ratio, own = report.as_printed.ratio, ratio_of_lengths(report.as_printed)
    if ratio and own is not None:
        numbers: Formula = Over(str(c), str(r)) if r else "0, as r is 0"
        parts.append(Equation(Chain("=", (Symbol("ratio"), Over("c", "r"))), numbers, shown(float(own))))
        parts.append(Prose((f"ratio = {shown(float(own))}{_agrees(ratio, float(own))}",)))
    why = "BP and the ratio follow from the two lengths, which are whole numbers, so every digit can be checked."
    return Step("brevity", "Brevity", f"c = {c}, r = {r}", outcome, why, "section 2.2.2", tuple(parts))


def _product(report: ReportFacts, allowed: Product) -> Step:
    header = columns(value="0 to 100", low="least", middle="as printed", high="greatest")
    rows: list[tuple[Cell, ...]] = []
    for n, precision in enumerate(report.as_printed.precisions[: allowed.orders], 1):
        rows.append(
            (Symbol("p", str(n)), *(shown(float(value)) for value in (precision.low, precision.value, precision.high)))
        )
    rows.append(("BLEU", *map(written, (allowed.low, allowed.middle, allowed.high))))
    score = report.as_printed.score
    symbols = Chain("=", (Symbol("BLEU"), Chain("*", (Symbol("BP"), _mean([Symbol("p", "1"), "…"], allowed.orders)))))
    equation = Equation(symbols, _closed_form(allowed, report), shown(allowed.middle / 100))
    summary = "no score is printed"
    if score:
        summary = f"{score.text} is printed, {'and fits' if allowed.allows(score) else 'but does not fit'}"
    why = "The printed precisions are rounded, so they do not give every digit of the score, only a range."
    return Step("score", "Score", summary, allowed.span, why, "section 2.3", (equation, Table("", header, tuple(rows))))


def _closed_form(allowed: Product, report: ReportFacts) -> Formula:
    """Return BLEU as a formula with the printed numbers."""
    c, r = report.candidate_length or 0, report.reference_length or 0
    factors: list[Formula] = [_hundredth(precision) for precision in report.as_printed.precisions[: allowed.orders]]
    mean = _mean(factors, len(factors))
    if c >= r or not c:
        return mean if c else "0"
    return Chain("*", (Power("e", Chain("-", ("1", Over(str(r), str(c))))), mean))


def _mean(factors: list[Formula], orders: int) -> Formula:
    """Return the geometric mean as a root of the product."""
    if orders == 1:
        return factors[0]
    return Power(Chain("*", tuple(factors), grouped=True), Over("1", str(orders)))


def _hundredth(printed: Number) -> str:
    """Write a printed number on the scale from 0 to 1, with all its digits."""
    return f"{Decimal(printed.text).scaleb(-2):f}"


def _agrees(printed: Number, value: float) -> str:
    return ", as printed" if printed.fits(value) else f", not {printed.text} as printed"


def _verdict(report: ReportFacts) -> str:
    if wrong := len(report.contradictions):
        return f"Its numbers contradict each other, and {'a note says' if wrong == 1 else f'{wrong} notes say'} where."
    if not report.as_printed.precisions:
        return "No precisions and no lengths are printed, so nothing can be recomputed."
    if not report.allowed:
        return "Its zeros were not computed, so nothing can be recomputed."
    return "Everything that can be recomputed agrees with the printed numbers."


def _rules(report: ReportFacts) -> Iterator[str]:
    yield f"as {tool(report.signature) if report.signature else report.tool} prints it"
    if not (rules := report.rules):
        yield "by rules that mtexplain does not have"
        return
    if report.tool == "sacreBLEU" and not report.signature:
        yield "no signature"
        return
    yield from (f"BLEU-{rules.max_n}", f"tokens: {rules.tokenize}", case(rules), smoothing.label(rules))
    if (several := report.signature.get("nrefs", "")) and several.isascii() and several.isdigit() and len(several) < 9:
        yield "1 reference" if several == "1" else f"{several} references"
