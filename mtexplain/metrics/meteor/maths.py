"""METEOR is four small functions, after the alignment: Fmean, fragmentation, penalty, score."""

from fractions import Fraction

from mtexplain import exact


def f_mean(precision: Fraction | None, recall: Fraction | None, alpha: Fraction) -> Fraction:
    """Fmean = PR / (alpha P + (1 - alpha) R), 0 to 1: the harmonic mean in which recall counts alpha.

    With alpha 9/10 it is 10PR / (R + 9P) (Banerjee and Lavie 2005, section 2.2). Where the denominator is 0, or there
    is no precision or recall, it is 0.

    >>> f_mean(Fraction(1), Fraction(6, 7), Fraction(9, 10))
    Fraction(20, 23)
    """
    if precision is None or recall is None:
        return Fraction(0)
    weighted = alpha * precision + (1 - alpha) * recall
    return precision * recall / weighted if weighted else Fraction(0)


def f_mean_of_counts(matches: int, candidate_length: int, reference_length: int, alpha: Fraction) -> Fraction:
    """Fmean where every word counts 1, and P = m / c, R = m / r: then it is m / (alpha r + (1 - alpha) c).

    >>> f_mean_of_counts(6, 6, 7, Fraction(9, 10)) == f_mean(Fraction(6, 6), Fraction(6, 7), Fraction(9, 10))
    True
    """
    if not matches:
        return Fraction(0)
    part, whole = alpha.as_integer_ratio()
    return Fraction(whole * matches, part * reference_length + (whole - part) * candidate_length)


def penalty(chunks: int, matches: int, gamma: Fraction, beta: Fraction) -> Fraction:
    """Pen = gamma (ch / m)^beta, 0 to gamma; 0 where there is no match.

    It is exact where the power is a fraction, as for every whole beta, and has forty digits else.

    >>> penalty(2, 6, Fraction(1, 2), Fraction(3))
    Fraction(1, 54)
    """
    return gamma * exact.power(Fraction(chunks, matches), beta) if matches else Fraction(0)


def combined(mean: Fraction, taken_off: Fraction) -> float:
    """The score, (1 - Pen) Fmean, 0 to 1, rounded once.

    >>> combined(Fraction(20, 23), Fraction(1, 54)) == 530 / 621
    True
    """
    return float((1 - taken_off) * mean)
