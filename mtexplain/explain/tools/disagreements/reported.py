"""A score as a tool printed it, and the exact scores that are printed in this way."""

import re
import struct
from fractions import Fraction
from math import log
from typing import NamedTuple

from mtexplain.inputs import InputError, InputTypeError, described

_OBJECT = re.compile(
    r"(?:tensor|array|Decimal|(?:np|numpy)\.\w{5,10})\(['\"]?([^'\"(),]*)['\"]?(?:,[ \w=.:'\"<>]*)?\)", re.ASCII
)
_NUMBER = re.compile(r"(\d{0,3})(?:(\.)(\d{0,100}))?(?:e([-+]\d{1,3}))?(\s*%)?", re.ASCII | re.IGNORECASE)
_GREATEST = 200
_EXPECTED = 'a number, written as it was printed, such as "24.0" or "0.2403"'
_DOUBLE, _SINGLE = 2.0**-51, 2.0**-22
"""The rounding error of four operations in 64-bit and in 32-bit floats, for each unit of the logarithms."""
_MOST_DIGITS = 9
"""No 32-bit float needs more digits. A number with more digits was converted to 64 bits first."""


class Reported(NamedTuple):
    """A score as printed, with its value, its rounding error and the scales that it may be on.

    The rounding error is half a unit of the last digit.

    `lost` is the relative rounding error that a tool's floats may have, for each unit of its logarithms.
    """

    text: str
    value: Fraction
    half: Fraction
    scales: tuple[int, ...]
    lost: float

    def fits(self, score: float) -> bool:
        """Return whether a tool may print this number for a score (1 for a perfect match).

        The score may be off by half a unit of the last digit and by the rounding error of floats. A weight, a
        logarithm, a power and a sum are each rounded, so the last digits of a float differ between tools.

        >>> read("0.41113361690051975").fits(0.4111336169005197), read("0.41113361690052975").fits(0.4111336169005197)
        (True, False)
        """
        lost = self.lost * (6 + abs(log(score))) if score else 0.0  # 6 for logarithms of percentages, as in sacreBLEU
        exact, off = Fraction(score), Fraction(score * lost)
        return any(abs(exact * scale - self.value) <= self.half + off * scale for scale in self.scales)

    @property
    def scale(self) -> int:
        """The likely scale of the number, which is 1 for a number up to 1, and 100 for a larger number or a percentage.

        >>> read("0.92").scale, read("92").scale, read("0.92%").scale
        (1, 100, 100)
        """
        return 1 if 1 in self.scales and self.value <= 1 else 100

    def away(self, score: float) -> Fraction:
        """Return the distance of the number from a score (1 for a perfect match), on the scale of the number.

        >>> float(read("0.92").away(0.75)), float(read("92").away(0.75))
        (0.17, 17.0)
        """
        return abs(Fraction(score) * self.scale - self.value)


def read(reported: object) -> Reported:
    """Read a printed number, given alone, as a percentage or as an object ("24.0", "24.0%", "tensor(0.2403)").

    >>> float(read(" 1.1416e-02").value), read("np.float64(0.2403)").scales, read("24.0%").scales
    (0.011416, (1, 100), (100,))
    """
    if not isinstance(reported, str):
        fix = "Put it in quotes, because 24.0 and 24.00 are not the same claim."
        raise InputTypeError("reported", described(reported), _EXPECTED, fix)
    text = " ".join(reported.split())
    passed = _OBJECT.fullmatch(text)
    number = _NUMBER.fullmatch(passed[1].strip() if passed else text)
    if not number or not any(number.group(1, 3)):
        has_comma = re.fullmatch(r"\d+,\d+\s*%?", text, re.ASCII)
        fix = "Write a point, not a comma." if has_comma else "For a tool's whole line, use parse_report."
        raise InputError("reported", described(reported), _EXPECTED, fix)
    whole, point, decimals, power, percent = number.groups(default="")
    is_whole = bool(passed and point and not decimals)  # torch and NumPy print 1.0000 as "1."
    decimal_places = len("0000" if is_whole else decimals) - int(power or 0)
    value = Fraction(int(whole + decimals), 10 ** len(decimals)) * Fraction(10) ** int(power or 0)
    if value > _GREATEST:
        raise InputError("reported", described(reported), _EXPECTED, "A score is at most 100, or slightly more.")
    digits = len((whole + decimals).strip("0"))
    is_single = "float32" in text or ("tensor" in text and "float64" not in text) or (
        digits > _MOST_DIGITS and struct.unpack("f", struct.pack("f", value))[0] == float(value))  # fmt: skip
    half = Fraction(10) ** -decimal_places / 2
    return Reported(text, value, half, (100,) if percent else (1, 100), _SINGLE if is_single else _DOUBLE)
