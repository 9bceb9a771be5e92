"""From numbers to a trace: `perplexity` and `distribution_perplexity`."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from mtexplain.inputs import InputError
from mtexplain.metrics.perplexity import numbers
from mtexplain.metrics.perplexity.distribution import DistributionPerplexity
from mtexplain.metrics.perplexity.given import Perplexity
from mtexplain.metrics.perplexity.rules import GIVEN, BaseSetting, PerplexityRules, check_base

Numbers = Sequence[float | Fraction | str]
_EACH = "a probability for each token, such as [0.5, 0.25], or log_probabilities=[...]"


def perplexity(
    probabilities: Numbers | None = None,
    *,
    log_probabilities: Sequence[float | Fraction | str] | None = None,
    base: BaseSetting = None,
    tokens: Sequence[str] | None = None,
) -> Perplexity:
    """The perplexity of a text: how unsure a model was of its tokens, as a number of equally likely choices.

    1 is perfect, there is no upper end, and lower is better (Jurafsky and Martin, SLP3, section 3.3).

    - `probabilities`: for each token, the probability that the model gave to the token that came: 0.25, "1/4", or a
      Fraction. A fraction stays exact
    - `log_probabilities`: their logarithms instead, to the `base` that is given with them
    - `base`: "e" (where nothing is said), 2 or 10. Most programs give natural logarithms; SRILM and KenLM give base 10.
      Of probabilities it only sets the unit of the working: nats, bits or decimal digits
    - `tokens`: the tokens, to be shown

    InputError (a ValueError, for a wrong type also a TypeError) says what was wrong with an input and how to mend it.
    A probability of 0 is none: the perplexity is infinite, and a note says why.

    >>> perplexity(["1/2", "1/4", "1/8", "1/4"]).score
    4.0
    >>> perplexity(log_probabilities=[-1, -2, -3, -2], base=2).score
    4.0
    """
    if (probabilities is None) == (log_probabilities is None):
        got = "neither" if probabilities is None else "both probabilities and log_probabilities"
        raise InputError("perplexity", got, _EACH, "Give one of the two.")
    rules = _rules(base)
    given = numbers.probabilities(probabilities) if log_probabilities is None else numbers.logarithms(log_probabilities)
    return Perplexity(given, log_probabilities is not None, numbers.check_outcomes(tokens, "tokens", len(given)), rules)


def distribution_perplexity(
    probabilities: Numbers, *, base: BaseSetting = None, outcomes: Sequence[str] | None = None
) -> DistributionPerplexity:
    """The perplexity of a distribution: e^H, where H is its entropy. N equally likely outcomes give N.

    It is the perplexity of an endless text that follows the distribution (SLP3, section 3.7). `probabilities` are those
    of all outcomes, 1 in all; `outcomes` are their names; `base` sets the unit of the working.

    InputError says what was wrong with an input and how to mend it.

    >>> distribution_perplexity(["1/10"] * 10).score
    10.0
    >>> round(distribution_perplexity(["10/19", *["1/19"] * 9]).score, 3)
    5.655
    """
    given = numbers.whole(numbers.probabilities(probabilities))
    return DistributionPerplexity(given, numbers.check_outcomes(outcomes, "outcomes", len(given)), _rules(base))


def _rules(base: str | int | None) -> PerplexityRules:
    return GIVEN if base is None else replace(GIVEN, base=check_base(base))
