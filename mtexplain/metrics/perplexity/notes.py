"""What is odd about a perplexity but defined: one note each, the same in every view."""

from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING

from mtexplain.display.formula import shown
from mtexplain.display.parts import Note
from mtexplain.metrics.perplexity.maths import entropy, perplexity

if TYPE_CHECKING:
    from mtexplain.metrics.perplexity.base import TextPerplexity
    from mtexplain.metrics.perplexity.distribution import DistributionPerplexity
    from mtexplain.metrics.perplexity.given import Perplexity

ZERO = "One factor of 0 makes the whole product 0, and PP infinite, however good the others are."


def of_given(trace: "Perplexity") -> Iterator[Note]:
    if zeros := [t for t, one in enumerate(trace.probabilities, 1) if one.is_zero]:
        yield Note("zero-probability", ZERO, listed(zeros))
    yield from overflow(trace)
    values = [one.value for one in trace.probabilities]
    if None not in values and sum(value for value in values if value is not None) == 1 and len(values) > 1:
        drawn = perplexity(entropy([value for value in values if value is not None]))
        if drawn != trace.score:
            yield Note(
                "distribution",
                "These probabilities add up to 1. If they are all that is possible, and not what came in a text, each "
                f"counts as often as it comes: distribution_perplexity gives {shown(drawn)}.",
            )


def of_distribution(trace: "DistributionPerplexity") -> Iterator[Note]:
    if zeros := [place for place, value in enumerate(trace.values, 1) if not value]:
        told = "With p = 0 it never comes, and adds nothing: 0 log 0 counts as 0."
        yield Note("zero-probability", told, listed(zeros, "outcome"))


def overflow(trace: "TextPerplexity") -> Iterator[Note]:
    """A perplexity that no float can hold."""
    if trace.score == inf and trace.mean_surprise is not None:
        power = shown(float(trace.mean_surprise))
        yield Note("overflow", f"PP is not infinite, but larger than any float: it is e^{power}.")


def listed(places: list[int], thing: str = "token") -> str:
    """Where something is: token 3; tokens 3, 5 and 6; tokens 1, 2, 3 and 40 more."""
    if len(places) == 1:
        return f"{thing} {places[0]}"
    named, last = places[:6], f"{len(places) - 6} more"
    if len(places) <= 7:
        named, last = places[:-1], str(places[-1])
    return f"{thing}s {', '.join(map(str, named))} and {last}"
