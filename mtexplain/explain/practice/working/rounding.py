"""Search for numbers that were rounded or cut off before a wrong number was computed from them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations
from math import floor, isfinite
from typing import NamedTuple

from mtexplain.by_hand.numbers import Between, Numbers, Real
from mtexplain.explain.practice.working.claims import Claim
from mtexplain.explain.practice.working.verdicts import Compute, fits

_DIGITS = re.compile(r"\.(\d+)", re.ASCII)
_DECIMALS = (2, 3, 4, 1, 5)
"""The numbers of decimals to try, the most usual first."""
_MOST = 6
"""The largest number of names, or of kinds of names, whose subsets are all tried."""
_MANY = 4
"""The digits that a claim needs to be compared with every subset, and with numbers of one decimal."""


class Rounding(NamedTuple):
    """Numbers rounded to a certain number of decimals, or cut off there, before other numbers were computed from them.

    If the names are the names of the claims, the claims themselves were cut off instead of rounded.
    """

    names: tuple[str, ...]
    decimals: int
    is_cut: bool


def rounded_early(
    claims: Sequence[Claim],
    names: Sequence[str],
    compute: Compute,
    own: Mapping[str, Real],
    between: Sequence[Between] = (),
) -> Rounding | None:
    """Return an early rounding that gives all these claims; None if no rounding does.

    `names` are the names of the claims and of the numbers that may have been rounded, in the order of the computation;
    `own` are the numbers that someone has rounded and claimed. Claims that were cut off themselves are tried first.
    Then come the roundings, from the fewest decisions to the most. First all numbers are rounded alike, then the
    numbers of one kind, then any subset. A claim of few digits is checked only against the first of these, because
    some subset gives almost any number that is close to it.
    """
    work = _Work(compute, own, {number.name: number for number in between})
    if all(was_cut(claim, compute({})) or was_cut(claim, work.right) for claim in claims):
        return Rounding(tuple(claim.name for claim in claims), max(claim.decimals or 0 for claim in claims), True)
    asked = {claim.name for claim in claims}
    last = max((index for index, name in enumerate(names) if name in asked), default=0)
    wanted = [name for name in names[:last] if name not in asked]
    digits = min(claim.digits if claim.is_rounded else _MANY for claim in claims)
    fewest = max([1 if digits >= _MANY else 2, *map(_decimals_of_factors, claims)])
    plans = [
        (decimals, changing)
        for decimals in _DECIMALS
        if decimals >= fewest and all(work.can_reach(claim, wanted, decimals) for claim in claims)
        for changing in [work.changing(wanted, decimals)]
    ]
    tried = [
        (at, decimals, chosen) for decimals, changing in plans for at, chosen in enumerate(_choices(*changing, digits))
    ]
    for _, decimals, chosen in sorted(tried, key=lambda trial: trial[0]):
        for is_cut in (False, True) if digits >= _MANY else (False,):
            rounding = Rounding(chosen, decimals, is_cut)
            if work.gives(rounding, claims):
                return _fewest(rounding, claims, work)
    return None


def was_cut(claim: Claim, numbers: Numbers) -> bool:
    """True if a claim is its number cut off after the decimals of the claim."""
    number = _number(numbers, claim.name)
    if claim.decimals is None or number is None:
        return False
    return _short(number, claim.decimals, is_cut=True) == claim.value


def _fewest(rounding: Rounding, claims: Sequence[Claim], work: "_Work") -> Rounding:
    """Return the rounding without the numbers whose rounding changes no claim."""
    for name in rounding.names:
        fewer = rounding._replace(names=tuple(other for other in rounding.names if other != name))
        if fewer.names and work.gives(fewer, claims):
            rounding = fewer
    return rounding


def _decimals_of_factors(claim: Claim) -> int:
    """Return the largest number of decimals in a closed form; 0 for a plain number.

    The numbers in the closed form were not rounded to fewer decimals.
    """
    form, equals, _ = claim.typed.partition("=")
    return max((len(digits) for digits in _DIGITS.findall(form)), default=0) if claim.margin or equals else 0


class _Work:
    """A computation in which some intermediate numbers are rounded."""

    def __init__(self, compute: Compute, own: Mapping[str, Real], between: Mapping[str, Between]) -> None:
        self.compute, self.own, self.between = compute, own, between
        self.right = compute(own)

    def gives(self, rounding: Rounding, claims: Sequence[Claim]) -> bool:
        """True if the computation with this rounding gives every claim."""
        return all(fits(claim, self.numbers(rounding, claim.name)) for claim in claims)

    def changing(self, names: Sequence[str], decimals: int) -> tuple[list[str], list[str]]:
        """Return the names of the numbers, and of the intermediate numbers, that are changed by rounding."""
        known = [name for name in names if _is_longer(self.right.onward(name), decimals)]
        return known, [name for name, number in self.between.items() if _is_longer(number.value(self.right), decimals)]

    def can_reach(self, claim: Claim, names: Sequence[str], decimals: int) -> bool:
        """True if changing each number by a unit of its last decimal can turn the right number into the claim."""
        right, far = _number(self.right, claim.name), Fraction(0)
        if right is None or claim.value is None or not isfinite(claim.value):
            return False
        for name in chain(*self.changing(names, decimals)):
            moved = self.compute({**self.own, **self._given(self.right, name, decimals, move=True)})
            there = _number(moved, claim.name)
            far += 0 if there is None else abs(there - right)
        allowed = claim.margin + (Fraction(1, 10**claim.decimals) if claim.decimals is not None else 0)
        return abs(Fraction(claim.value) - right) <= 2 * far + allowed

    def numbers(self, rounding: Rounding, asked: str) -> Numbers:
        """Return the numbers of the computation with this rounding; the number asked for is not rounded itself."""
        given = dict(self.own)
        numbers = self.compute(given)
        for name in rounding.names:
            if name != asked:
                given = {**given, **self._given(numbers, name, rounding.decimals, rounding.is_cut)}
                numbers = self.compute(given)
        return numbers

    def _given(
        self, numbers: Numbers, name: str, decimals: int, is_cut: bool = False, *, move: bool = False
    ) -> Mapping[str, Real]:
        between = self.between.get(name)
        value = between.value(numbers) if between else numbers.onward(name)
        if value is None or not isfinite(value):
            return {}
        short = Fraction(value) + Fraction(1, 10**decimals) if move else _short(value, decimals, is_cut)
        return between.given(numbers, short) if between else {name: short}


def _choices(names: Sequence[str], between: Sequence[str], digits: int = _MANY) -> Iterator[tuple[str, ...]]:
    """Yield the sets of numbers that may have been rounded, in the order in which they are tried.

    The sets are all numbers; each kind of number; each intermediate number; several kinds; any subset, the largest
    first; and all numbers, or one kind, with an intermediate number. For a claim of two digits only the first set
    is tried; for a claim of three digits the single intermediate numbers are tried last.

    >>> list(_choices(["p_1", "p_2"], ["product"]))
    [('p_1', 'p_2'), ('product',), ('p_1',), ('p_2',), ('p_1', 'p_2', 'product')]
    >>> list(_choices(["p_1", "p_2"], ["product"], digits=2))
    [('p_1', 'p_2')]
    """
    kinds: dict[str, list[str]] = {}
    for name in names:
        kinds.setdefault(name.rstrip("_0123456789"), []).append(name)
    sets = [tuple(names)]
    if digits > 2:
        sets += [*map(tuple, kinds.values()), *((name,) for name in between)]
    if digits < _MANY:
        yield from dict.fromkeys(filter(None, sets))
        return
    if len(kinds) <= _MOST:
        for size in range(2, len(kinds)):
            sets += [tuple(name for kind in chosen for name in kinds[kind]) for chosen in combinations(kinds, size)]
    if len(names) <= _MOST:
        for size in range(len(names) - 1, 0, -1):
            sets += combinations(names, size)
    sets += [(*chosen, name) for chosen in (tuple(names), *map(tuple, kinds.values())) for name in between]
    yield from dict.fromkeys(filter(None, sets))


def _number(numbers: Numbers, name: str) -> Fraction | None:
    value = numbers.onward(name)
    return None if value is None or not isfinite(value) else Fraction(value)


def _is_longer(value: Real | None, decimals: int) -> bool:
    """True if a number has more decimals, so that rounding changes it."""
    if value is None or isinstance(value, int) or not isfinite(value):
        return False
    return abs(Fraction(value) - _short(value, decimals)) > Fraction(1, 10**12)


def _short(value: Real, decimals: int, is_cut: bool = False) -> Fraction:
    """Return a number rounded to this many decimals (halves away from 0, as by hand), or cut off there.

    >>> float(_short(2/3, 2)), float(_short(2/3, 2, is_cut=True)), float(_short(-0.125, 2))
    (0.67, 0.66, -0.13)
    """
    size = abs(Fraction(value)) * 10**decimals
    whole = floor(size if is_cut else size + Fraction(1, 2))
    return Fraction(whole, 10**decimals) * (-1 if value < 0 else 1)
