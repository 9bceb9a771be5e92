"""The signature of a perplexity: every choice that was made, in words, as another person needs it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mtexplain import __version__
from mtexplain.display import plain
from mtexplain.metrics.perplexity.model import END, START, ends
from mtexplain.metrics.perplexity.ngram_formulas import short
from mtexplain.metrics.perplexity.rules import BASES, NgramRules
from mtexplain.metrics.shared.signature import written

if TYPE_CHECKING:
    from mtexplain.metrics.perplexity.distribution import DistributionPerplexity
    from mtexplain.metrics.perplexity.given import Perplexity


def of_given(trace: "Perplexity") -> str:
    """What was given, and the base."""
    what = "log-probabilities" if trace.are_logs else "probabilities"
    return " · ".join(("perplexity", f"given {what}", BASES[trace.rules.base], f"mtexplain {__version__}"))


def of_distribution(trace: "DistributionPerplexity") -> str:
    """The same of a distribution."""
    return " · ".join(("perplexity of a distribution", BASES[trace.rules.base], f"mtexplain {__version__}"))


def of_model(rules: NgramRules, references: Sequence[int]) -> str:
    """The model: how long its n-grams are, its markers, its smoothing, and the number of texts it was trained on."""
    before, after = ends(rules)
    markers = f"markers: {before} {START}, {after} {END}" if after else "no markers"
    choices = [f"{rules.n}-gram model", markers, smoothing(rules)]
    if rules.smoothing != "none":
        choices.append(f"vocabulary: {rules.vocabulary}")
    return written("perplexity", rules, (*choices, BASES[rules.base]), references)


def smoothing(rules: NgramRules) -> str:
    """The smoothing, with its number where it has one."""
    return "maximum likelihood" if rules.smoothing == "none" else f"add-{plain.formula(short(rules.k))}"
