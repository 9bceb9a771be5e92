"""A report that a BLEU tool printed, taken apart: what it says, what can be recomputed, what cannot be known."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mtexplain.display.parts import Headline, Note, Part, Table
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.tools.reports import steps, words
from mtexplain.explain.tools.reports.facts import ReportFacts
from mtexplain.explain.tools.reports.forms import other_metrics, reports
from mtexplain.explain.tools.reports.numbers import read
from mtexplain.inputs import InputError, check_text, described
from mtexplain.metrics.shared.record import plain_rules

_ALONE = re.compile(r"\s*(?:BLEU\s{0,9}=\s{0,9})?[\d.]{1,40}\s*(?:\(μ = [\d.]{1,40} ± [\d.]{1,40}\)\s*)?")
EXAMPLE = "BLEU = 43.01 66.7/60.0/50.0/33.3 (BP = 0.846 ratio = 0.857 hyp_len = 6 ref_len = 7)"


@dataclass(frozen=True, repr=False)
class Report(ReportFacts, Trace):
    """What a BLEU tool printed, taken apart. Make one with `parse_report`.

    What was not printed is None: a signature alone has no score.
    """

    @property
    def headline(self) -> Headline:
        """The score as it is printed, and its closed form with the printed numbers."""
        return steps.headline(self)

    @property
    def overview(self) -> tuple[Part, ...]:
        """The line itself, and whether its numbers agree."""
        return steps.overview(self)

    def steps(self) -> tuple[Step, ...]:
        """The fields explained, brevity and product recomputed, what cannot be known."""
        return tuple(steps.of_report(self))

    @property
    def table(self) -> Table:
        """A row for each field: its name, as it is printed, what it says, what it is when computed again."""
        return words.table(self)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What contradicts itself, what may be smoothed, what the rules assume, what else stands in the text."""
        smoothed = self.counts.smoothed if self.counts else ()
        return (*self.contradictions, *smoothed, *self.reading.notes, *steps.surroundings(self))

    def to_dict(self) -> dict[str, Any]:
        """What was printed and what it says, as lists, dicts, strings and numbers, ready for JSON."""
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
            "notes": [{"code": note.code, "where": note.where, "text": note.text} for note in self.notes],
        }

    def __repr__(self) -> str:
        told = "/".join(one.text for one in self.as_printed.precisions)
        return f"Report({self.tool}: {' '.join(filter(None, (self.printed, told))) or 'a signature alone'})"


def parse_report(text: str) -> Report:
    """What a BLEU tool printed, taken apart: a line of sacreBLEU, its JSON, multi-bleu.perl or fairseq.

    >>> report = parse_report("BLEU = 43.01, 66.7/60.0/50.0/33.3 (BP=0.846, ratio=0.857, hyp_len=6, ref_len=7)")
    >>> report.tool, report.score, report.precisions, report.rules.name
    ('multi-bleu.perl', 0.4301, (66.7, 60.0, 50.0, 33.3), 'multi-bleu')

    It may stand anywhere in the text; of several the first is taken. A signature of sacreBLEU may stand alone.
    InputError where there is no report, or a number in it is none.
    """
    found = reports(check_text(text, "text"))
    if not found:
        raise _nothing(text)
    return Report(read(found[0]), len(found) - 1, other_metrics(text))


def _nothing(text: str) -> InputError:
    expected = f"what a BLEU tool prints, such as {EXAMPLE!r}"
    if _ALONE.fullmatch(text):
        fix = (
            "Let the tool print its whole line: with sacreBLEU leave out -b, and with several systems take them singly."
        )
        return InputError("text", f"a number alone, {described(text.strip())}", expected, fix)
    return InputError("text", described(text), expected)
