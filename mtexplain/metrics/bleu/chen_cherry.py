"""Methods 4 to 7 of Chen and Cherry 2014, W14-3346: those that look at more than one order, or at the length.

With m_n matches of l_n n-grams, and c words in all:

    method4   the first m_n = 0 becomes ln(c) / K, the next (ln(c) / K)^2, ... (K = 5)
    method5   m'_n = (m'_(n-1) + m_n + m_(n+1)) / 3, where m'_0 = m_1 + 1
    method6   p_n = (m_n + alpha p0_n) / (l_n + alpha) from n = 3 on, where p0_n = p_(n-1)^2 / p_(n-2) (alpha = 5)
    method7   the counts of method4, and then method5
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from mtexplain import exact
from mtexplain.display.formula import Call, Chain, Formula, Over, Power, number
from mtexplain.metrics.bleu.smoothing import Smoothed, Smoothing, Statistics, grouped, plus, unmatched, unsmoothed


def _method4(counted: Statistics, value: Fraction) -> list[Smoothed]:
    counts = _matches4(counted, value)
    return [
        Smoothed(count / one.total, Over(working, str(one.total))) if one.total else unsmoothed(one)
        for (count, working), one in zip(counts, counted.ratios, strict=True)
    ]


def _matches4(counted: Statistics, value: Fraction) -> list[tuple[Fraction, Formula]]:
    """The matches of each order by method 4, in which the k-th m_n = 0 becomes (ln(c) / K)^k; 0 where c is 0."""
    found: list[tuple[Fraction, Formula]] = []
    power, c = 0, counted.candidate_length
    for one in counted.ratios:
        if unmatched(one) and c:
            power += 1
            part = grouped(Over(Call("ln", str(c)), number(value)))
            found.append(((Fraction(exact.log(Fraction(c))) / value) ** power, Power(part, str(power))))
        else:
            found.append((Fraction(one.matches), str(one.matches)))
    return found


def _method5(counted: Statistics, value: Fraction) -> list[Smoothed]:
    return _averaged(counted, [Fraction(one.matches) for one in counted.ratios])


def _method7(counted: Statistics, value: Fraction) -> list[Smoothed]:
    return _averaged(counted, [count for count, _ in _matches4(counted, value)])


def _averaged(counted: Statistics, matches: list[Fraction]) -> list[Smoothed]:
    """m'_n = (m'_(n-1) + m_n + m_(n+1)) / 3, where m'_0 = m_1 + 1."""
    found, before = [], matches[0] + 1
    following = [*matches[1:], Fraction(counted.longer.matches)]
    for one, own, after in zip(counted.ratios, matches, following, strict=True):
        parts = Chain("+", (number(before), number(own), number(after)), grouped=True)
        before = (before + own + after) / 3
        if one.total:
            found.append(Smoothed(before / one.total, Over(grouped(Over(parts, "3")), str(one.total))))
        else:
            found.append(unsmoothed(one))
    return found


def _method6(counted: Statistics, value: Fraction) -> list[Smoothed]:
    return drawn(counted, value, [one.total for one in counted.ratios])


def drawn(counted: Statistics, value: Fraction, totals: Sequence[int]) -> list[Smoothed]:
    """Method 6: from n = 3 on, p_n is drawn towards p0_n = p_(n-1)^2 / p_(n-2); `totals` are the l_n."""
    found: list[Smoothed] = []
    for n, (one, total) in enumerate(zip(counted.ratios, totals, strict=True), 1):
        if n < 3:
            found.append(unsmoothed(one))
            continue
        last, before = (found[place].value or Fraction(0) for place in (-1, -2))
        prior = last**2 / before if before else Fraction(0)
        more = plus(one.matches, Chain("*", (number(value), number(prior))))
        smoothed = (one.matches + value * prior) / (total + value)
        found.append(Smoothed(smoothed, Over(more, plus(total, number(value)))))
    return found


CHEN_CHERRY: Mapping[str, Smoothing] = {
    "method4": _method4,
    "method5": _method5,
    "method6": _method6,
    "method7": _method7,
}
"""Methods 4 to 7, by their names."""
