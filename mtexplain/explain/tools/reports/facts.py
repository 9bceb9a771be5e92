"""What a report says and what follows from it: the rules behind it, the scores and the counts that it allows."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from mtexplain.display.parts import Note
from mtexplain.explain.tools.reports import checks
from mtexplain.explain.tools.reports.counts import Counts, counts
from mtexplain.explain.tools.reports.printed import MULTI_BLEU, SACREBLEU, Printed
from mtexplain.explain.tools.reports.signatures import Reading, rules_of
from mtexplain.rules import MULTI_BLEU as MULTI_BLEU_RULES
from mtexplain.rules import PAPER, BleuRules


@dataclass(frozen=True, repr=False)
class ReportFacts:
    """What was printed, and what follows from it."""

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
        """These rules, and what is to be said of them."""
        printed = self.as_printed
        max_n = len(printed.precisions) or 4
        decimals = printed.score.decimals if printed.score else 2
        form = f"{{:.{min(decimals, 99)}f}}"
        if printed.tool == SACREBLEU:
            return rules_of(printed.signature, old=printed.is_old, max_n=max_n, decimals=decimals)
        if printed.tool == MULTI_BLEU:
            form = MULTI_BLEU_RULES.form if checks.is_without_references(printed) else form
            return Reading(replace(MULTI_BLEU_RULES, max_n=max_n, form=form), ())
        smoothing = "add-k" if printed.sentence else "none"
        rules = replace(PAPER, max_n=max_n, smoothing=smoothing, name="fairseq", scale=100, form=form, tool="fairseq")
        return Reading(rules, ())

    @cached_property
    def allowed(self) -> checks.Product | None:
        """The scores, 0 to 100, that the printed precisions allow."""
        return checks.product(self.as_printed)

    @cached_property
    def counts(self) -> Counts | None:
        """The counts that print so; None where there are no precisions."""
        return counts(self.as_printed)

    @cached_property
    def contradictions(self) -> tuple[Note, ...]:
        """Numbers that do not follow from the others."""
        impossible = self.counts.impossible if self.counts else ()
        return (*checks.contradictions(self.as_printed), *impossible)
