"""Smoothing, which changes the precisions before they are multiplied so that a single 0 doesn't make the score 0.

Chen and Cherry 2014, "A Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU", WMT, W14-3346,
describe seven numbered methods. With m_n matches among l_n n-grams, and c words in all:

    method1 = floor   m_n = 0 becomes a small number (0.1)
    method2 = add-k   k (1) is added to m_n and l_n, from n = 2 on (Lin and Och 2004)
    method3 = exp     the first m_n = 0 becomes 1/2, the next 1/4, 1/8, ... (mteval-v13a; sacreBLEU's default)
    method4           the first m_n = 0 becomes ln(c) / K, the next (ln(c) / K)^2, ... (K = 5); a short text gets less
    method5           m'_n = (m'_(n-1) + m_n + m_(n+1)) / 3, where m'_0 = m_1 + 1
    method6           p_n = (m_n + alpha p0_n) / (l_n + alpha) from n = 3 on, where p0_n = p_(n-1)^2 / p_(n-2) (5)
    method7           method5, applied to the counts of method4

    add-k-all         k is added to m_n and l_n, from n = 1 on (tensorflow/nmt and evaluate, smooth=True)
    coco              10^-15 is added to the numerator and 10^-9 to the denominator of every ratio, including c/r

`SmoothingFunction` in NLTK 3.10.4 has methods 1, 2 and 3 as published. Its other methods differ:

    nltk-method0      if m_n = 0, p_n becomes the smallest normal float, 2^-1022, so "no smoothing" doesn't give 0
    nltk-method4      the k-th m_n = 0 becomes ln(c) / (2^k K), so K divides once, not k times
    nltk-method5      precisions are averaged, not counts; p_(N+1) is always p_5 of the last segment
    nltk-method6      the published formula, but with l_n of the last segment; NLTK stops with an error if p_3 = 0
    nltk-method7      nltk-method4, then nltk-method5

NLTK adds up only the logarithms of precisions above 0, so a precision that is 0 after smoothing counts as 1.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple, Protocol

from mtexplain.display import plain
from mtexplain.display.formula import number as written
from mtexplain.rules import MISSING, SMOOTHINGS, TOTALS, BleuRules
from mtexplain.rules.choices import SMOOTHINGS_TOLD
from mtexplain.tracing.number import exp, log, min, number, setting, share
from mtexplain.tracing.number import plain as value_of

TINY: float = number(10) ** -15
SMALL: float = number(10) ** -9
"""The COCO tools add `TINY` to numerators and `SMALL` to denominators."""


class Smoothable(Protocol):
    """The parts of a BLEU score that a smoothing method uses."""

    rules: BleuRules

    @property
    def each_n(self) -> range:
        """The orders."""

    @property
    def c(self) -> float:
        """The length of the candidate."""

    @property
    def r(self) -> float:
        """The length of the reference."""

    @property
    def last(self) -> "Smoothable":
        """The last segment, or the segment itself."""

    def total(self, n: int) -> float:
        """The number of n-grams."""

    def m_n(self, n: int) -> float:
        """The number of matches; the order N + 1 is allowed, too."""

    def l_n(self, n: int) -> float:
        """The number of n-grams, as the rules count them."""

    def p(self, n: int) -> float:
        """The precision by the formula of the paper."""

    def counted(self, n: int) -> float:
        """m_n / l_n."""

    def smoothed(self, n: int) -> float:
        """The smoothed precision."""


Smoothing = Callable[[Smoothable, int], float]
"""A function from a score and an order to the precision that is multiplied; 0/0 stays 0/0."""


class Method(NamedTuple):
    """A smoothing method, with its function and its entry in rules/smoothings.toml."""

    smooth: Smoothing
    sentence: str
    """A sentence about what the method does, with {} for its number, or {0} if the number occurs twice."""
    source: str
    needs_longer: bool = False
    """True if the method uses the order N + 1."""
    needs_last: bool = False
    """True if the method uses the last segment on its own."""
    value: str = ""
    """The default of the method's number, which `SMOOTHINGS` has as a fraction."""


def orders_needed(rules: BleuRules) -> int:
    """The highest order that the smoothing method uses, which is N, N + 1 or max(N, 5).

    >>> from mtexplain.rules import NLTK, PAPER
    >>> orders_needed(PAPER), orders_needed(NLTK)
    (4, 4)
    """
    method = METHODS[rules.smoothing]
    if method.needs_longer:
        return rules.max_n + 1
    return rules.max_n if not method.needs_last or rules.max_n > 5 else 5


def unmatched(trace: Smoothable, n: int) -> bool:
    """True if the candidate has n-grams of an order, but none of them matches."""
    return trace.l_n(n) > 0 and trace.m_n(n) == 0


def turn(trace: Smoothable, n: int) -> int:
    """The number of orders up to n without a match, which is 1 for the first such order."""
    return sum(unmatched(trace, order) for order in range(1, n + 1))


def defined(p: float) -> float:
    """A precision, or 0 if it is 0/0."""
    return p if value_of(p) is not None else number(0)


def _floor(trace: Smoothable, n: int) -> float:
    return share(setting(trace.rules.value), trace.l_n(n)) if unmatched(trace, n) else trace.counted(n)


def _add_k(trace: Smoothable, n: int) -> float:
    return _add_k_to_all(trace, n) if n > 1 else trace.counted(n)


def _add_k_to_all(trace: Smoothable, n: int) -> float:
    k = setting(trace.rules.value)
    return (trace.m_n(n) + k) / (trace.l_n(n) + k)


def _exp(trace: Smoothable, n: int) -> float:
    if not unmatched(trace, n):
        return trace.counted(n)
    part: float = number(1) / number(2) ** turn(trace, n)
    return part / trace.l_n(n)


def _coco(trace: Smoothable, n: int) -> float:
    return (trace.m_n(n) + TINY) / (trace.l_n(n) + SMALL)


def coco_penalty(trace: Smoothable) -> float:
    """BP as the COCO tools compute it, with tiny numbers added to both lengths."""
    return exp(min(0, 1 - (trace.r + SMALL) / (trace.c + TINY)))


def _method4(trace: Smoothable, n: int) -> float:
    return _matches_of_method4(trace, n) / trace.l_n(n) if unmatched(trace, n) and trace.c > 0 else trace.counted(n)


def _matches_of_method4(trace: Smoothable, n: int) -> float:
    """m_n, or (ln(c) / K)^k for the k-th order without a match."""
    if not (unmatched(trace, n) and trace.c > 0):
        return trace.m_n(n)
    return (log(trace.c) / setting(trace.rules.value)) ** turn(trace, n)


def _method5(trace: Smoothable, n: int) -> float:
    return _mean_of_neighbours(trace, n, trace.m_n)


def _method7(trace: Smoothable, n: int) -> float:
    return _mean_of_neighbours(trace, n, partial(_matches_of_method4, trace))


def _mean_of_neighbours(trace: Smoothable, n: int, m: Callable[[int], float]) -> float:
    """m'_n = (m'_(n-1) + m_n + m_(n+1)) / 3, where m'_0 = m_1 + 1, over l_n."""
    if trace.l_n(n) == 0:
        return trace.counted(n)
    values = [*map(m, trace.each_n), trace.m_n(trace.rules.max_n + 1)]
    return _means_in_turn(values, "m′", n) / trace.l_n(n)


def _means_in_turn(values: Sequence[float], symbol: str, n: int) -> float:
    """The mean of the previous mean, the n-th value and the next value; the 0th mean is the first value plus 1."""
    mean = values[0] + 1
    for k, (own, after) in enumerate(pairwise(values[: n + 1]), 1):
        mean = (number(mean).named(f"{symbol}_{k - 1}") + own + after) / 3
    return mean


def _method6(trace: Smoothable, n: int) -> float:
    return _mixed_with_prior(trace, n, trace.l_n)


def _mixed_with_prior(trace: Smoothable, n: int, total: Callable[[int], float]) -> float:
    """p_n, which from n = 3 on is pulled towards p0_n = p_(n-1)^2 / p_(n-2)."""
    if n < 3:
        return trace.counted(n)
    last, before = (defined(_mixed_with_prior(trace, n - k, total)) for k in (1, 2))
    prior = number(last**2 / before if before > 0 else 0).named(f"p0_{n}")
    alpha = setting(trace.rules.value)
    return (trace.m_n(n) + alpha * prior) / (total(n) + alpha)


def _nltk0(trace: Smoothable, n: int) -> float:
    least: float = number(2) ** -1022
    return trace.counted(n) if trace.m_n(n) > 0 else least


def _nltk4(trace: Smoothable, n: int) -> float:
    return _without_zeros(_nltk4_with_zeros(trace, n))


def _nltk4_with_zeros(trace: Smoothable, n: int) -> float:
    """NLTK's method 4 before zeros are left out."""
    if trace.m_n(n) > 0 or not trace.c > 1:
        return trace.counted(n)
    k = sum(trace.m_n(order) == 0 for order in range(1, n + 1))
    total = trace.l_n(n) if trace.l_n(n) > 0 else 1
    power: float = number(2) ** k
    return log(trace.c) / (power * setting(trace.rules.value)) / total


def _nltk5(trace: Smoothable, n: int) -> float:
    return _mean_of_precisions(trace, n, trace.counted)


def _nltk7(trace: Smoothable, n: int) -> float:
    return _mean_of_precisions(trace, n, partial(_nltk4_with_zeros, trace))


def _mean_of_precisions(trace: Smoothable, n: int, p: Callable[[int], float]) -> float:
    """p'_n = (p'_(n-1) + p_n + p_(n+1)) / 3, where p'_0 = p_1 + 1 and p_(N+1) is p_5 of the last segment."""
    return _means_in_turn([*map(defined, map(p, trace.each_n)), defined(trace.last.p(5))], "p′", n)


def _nltk6(trace: Smoothable, n: int) -> float:
    return _without_zeros(_mixed_with_prior(trace, n, lambda order: number(int(trace.last.total(order)))))


def _without_zeros(p: float) -> float:
    """A precision, or 1 if it is 0, because NLTK adds up only the logarithms of precisions above 0."""
    return p if defined(p) > 0 else number(1)


_FUNCTIONS: Mapping[str, Smoothing] = {
    "none": lambda trace, n: trace.counted(n), "floor": _floor, "add-k": _add_k, "exp": _exp,
    "add-k-all": _add_k_to_all, "coco": _coco, "method1": _floor, "method2": _add_k, "method3": _exp,
    "method4": _method4, "method5": _method5, "method6": _method6, "method7": _method7,
    "nltk-method0": _nltk0, "nltk-method4": _nltk4, "nltk-method5": _nltk5, "nltk-method6": _nltk6,
    "nltk-method7": _nltk7,
}  # fmt: skip
METHODS: Mapping[str, Method] = {name: Method(_FUNCTIONS[name], **words) for name, words in SMOOTHINGS_TOLD.items()}
"""Every smoothing method, by name."""


def describe(rules: BleuRules) -> str:
    """A few sentences about what these rules do to the precisions."""
    words = [METHODS[rules.smoothing].sentence.format(plain.formula(written(rules.value)))]
    if rules.totals != "as counted":
        words.append(TOTALS[rules.totals])
    words.append(MISSING[rules.missing])
    return ". ".join(word[0].upper() + word[1:] for word in words) + "."


def source(rules: BleuRules) -> str:
    """The source of the smoothing method."""
    return METHODS[rules.smoothing].source


def label(rules: BleuRules) -> str:
    """The smoothing method as named in a signature, with its number if it has one."""
    if rules.smoothing == "none":
        return "no smoothing"
    value = f" {plain.formula(written(rules.value))}" if SMOOTHINGS[rules.smoothing] is not None else ""
    return f"{rules.smoothing}{value} smoothing"
