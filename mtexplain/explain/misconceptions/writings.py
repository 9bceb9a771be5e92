"""Wrong writing: the right number, written down in another way. It can happen with every metric."""

from fractions import Fraction
from math import copysign, floor, inf

from mtexplain.display.formula import Chain, Formula
from mtexplain.explain.misconceptions.kinds import Misconception, Smallest, Subject
from mtexplain.explain.misconceptions.numbers import Value, Writing, plain


def cut_off(subject: Subject, name: str, example: Smallest) -> Misconception:
    """Someone leaves out the digits that follow."""
    return Misconception(
        subject,
        name=name,
        place="writing",
        title="Cut, not rounded",
        wrong="the digits that follow are left out",
        explanation="2/3 is 0.67 in two digits, not 0.66: a digit of 5 or more rounds up.",
        source="a common slip",
        example=example,
        replacement=_cut,
    )


def in_percent(
    subject: Subject, name: str, what: str, symbol: Formula, numbers: tuple[str, ...], says: str, example: Smallest
) -> Misconception:
    """Someone writes 100 times the numbers of these names, told as `what`; p stands for p_1, p_2 and so on."""
    return Misconception(
        subject,
        name=name,
        place="writing",
        title=f"{what} from 0 to 100",
        wrong=Chain("=", (symbol, Chain("*", ("100", symbol)))),
        explanation=says,
        source="course notes: 0 to 1, or 0 to 100?",
        example=example,
        replacement=_times_100(numbers),
    )


def _cut(name: str, value: Value, decimals: int) -> Value:
    """The number with its further digits left out; the number itself, where rounding gives the same digits."""
    number = plain(value)
    if number is None or number in (inf, -inf):
        return value
    digits = abs(Fraction(number)) * 10**decimals
    whole = floor(digits)
    return value if whole == floor(digits + Fraction(1, 2)) else copysign(whole / 10**decimals, number)


def _times_100(names: tuple[str, ...]) -> Writing:
    def written(name: str, value: Value, decimals: int) -> Value:
        number = plain(value)
        return value if number is None or name.partition("_")[0] not in names else 100 * number

    return written
