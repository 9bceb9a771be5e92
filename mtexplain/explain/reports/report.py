"""A report that a BLEU tool printed, taken apart: what it says, what can be recomputed, what cannot be known."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from mtexplain.display.parts import Headline, Note, Part, Table
from mtexplain.display.trace import Step, Trace
from mtexplain.explain.reports import checks, steps, words
from mtexplain.explain.reports.counts import Counts, counts
from mtexplain.explain.reports.forms import MULTI_BLEU, SACREBLEU, other_metrics, reports
from mtexplain.explain.reports.numbers import Printed, read
from mtexplain.explain.reports.signatures import Reading, rules_of
from mtexplain.inputs import InputError, check_text, described
from mtexplain.metrics.shared.record import plain_rules
from mtexplain.rules import MULTI_BLEU as MULTI_BLEU_RULES
from mtexplain.rules import PAPER, BleuRules

_ALONE = re.compile(r"\s*(?:BLEU\s{0,9}=\s{0,9})?[\d.]{1,40}\s*(?:\(μ = [\d.]{1,40} ± [\d.]{1,40}\)\s*)?")
EXAMPLE = "BLEU = 43.01 66.7/60.0/50.0/33.3 (BP = 0.846 ratio = 0.857 hyp_len = 6 ref_len = 7)"


@dataclass(frozen=True, repr=False)
class Report(Trace):
    """What a BLEU tool printed, taken apart. Make one with `parse_report`.

    What was not printed is None: a signature alone has no score.
    """

    as_printed: Printed
    more: int = 0
    """How many more reports stand in the text."""
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
        return tuple(float(one.value) for one in self.as_printed.precisions)

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
        """These rules, and what is to be said of them."""
        return _reading(self.as_printed)

    @cached_property
    def allowed(self) -> checks.Product | None:
        """The scores, 0 to 100, that the printed precisions allow."""
        return checks.product(self.as_printed)

    @cached_property
    def counts(self) -> Counts | None:
        """The counts that print so; None where there are no precisions."""
        return counts(self.as_printed)

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
        return steps.of_report(self)

    @property
    def table(self) -> Table:
        """A row for each field: its name, as it is printed, what it says, what it is when computed again."""
        return words.table(self)

    @cached_property
    def contradictions(self) -> tuple[Note, ...]:
        """Numbers that do not follow from the others."""
        impossible = self.counts.impossible if self.counts else ()
        return (*checks.contradictions(self.as_printed), *impossible)

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


def _reading(printed: Printed) -> Reading:
    """The rules of the tool, with what the report says of them."""
    max_n = len(printed.precisions) or 4
    decimals = printed.score.decimals if printed.score else 2
    form = f"{{:.{min(decimals, 99)}f}}"
    if printed.tool == SACREBLEU:
        return rules_of(printed.signature, old=printed.is_old, max_n=max_n, decimals=decimals)
    if printed.tool == MULTI_BLEU:
        form = MULTI_BLEU_RULES.form if checks.is_without_references(printed) else form
        return Reading(replace(MULTI_BLEU_RULES, max_n=max_n, form=form), ())
    smoothing = "add-k" if printed.sentence else "none"
    return Reading(
        replace(PAPER, max_n=max_n, smoothing=smoothing, name="fairseq", scale=100, form=form, tool="fairseq"), ()
    )
