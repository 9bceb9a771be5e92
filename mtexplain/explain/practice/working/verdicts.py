"""Verdicts on claimed numbers, which depend only on the numbers, not on the metric.

1. A claim is right if it is equal to the right number in all digits typed.
2. A claim is also right if it follows from earlier claims that are right and rounded, because people may compute with
   numbers that they have rounded.
3. A pair that is neither the counted pair nor the counted pair reduced is right in value only.
4. A mistake is not named if a right claim contradicts it. The mistake alone must leave every right claim unchanged.
5. A claim of few digits can have other explanations too, so its explanation is given as a possibility.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from mtexplain.by_hand.numbers import Numbers, Quotient, Real, Scaled, Value
from mtexplain.explain.practice.working.claims import Claim

Compute = Callable[[Mapping[str, Real]], Numbers]
"""A function that computes the numbers; the numbers passed by name replace the computed numbers in later steps."""
RIGHT, WRONG = ("right", "value"), ("perhaps", "early", "follows", "wrong")
_MOST = 6
"""Up to this many rounded numbers, all subsets are tried; above it, only the full set and the empty set."""


class Verdict(NamedTuple):
    """A claim and its kind.

    "right"; "value", a pair of the right value with other counts; "rounded", right if computed from rounded claims;
    "elsewhere", right by other rules or in another unit; "perhaps", wrong as asked, but right elsewhere to few digits;
    "mixed", right in the unit that was asked for, although other claims are in another unit; "early", wrong, as if
    computed from numbers that were rounded too early; "follows", wrong, but it follows from the other claims; "wrong".
    """

    claim: Claim
    kind: str

    @property
    def is_wrong(self) -> bool:
        """True if the claim is neither right as asked nor plainly right by other rules or in another unit."""
        return self.kind in WRONG


def remembering(compute: Compute) -> Compute:
    """Return the computation with a cache, because verdicts need the same numbers many times."""
    known: dict[frozenset[tuple[str, Real]], Numbers] = {}

    def remembered(given: Mapping[str, Real]) -> Numbers:
        key = frozenset(given.items())
        if key not in known:
            known[key] = compute(given)
        return known[key]

    return remembered


def judged(claims: Sequence[Claim], compute: Compute) -> tuple[Verdict, ...]:
    """Return the verdict on each claim. The claims must be in the order of the computation."""
    right, kinds = compute({}), []
    known, beside = dict[str, Real](), dict[str, Real]()  # the first and the last number in 0.6667 = 0.67
    for claim in claims:
        kind = "wrong"
        if fits(claim, right):
            kind = "value" if has_other_counts(claim, right) else "right"
        elif comes_out(claim, {}, known, compute) or comes_out(claim, {}, beside, compute):
            kind = "rounded"
        if kind != "wrong" and (numbers := _onward(claim, right)):
            known[claim.name], beside[claim.name] = numbers[0], numbers[-1]
        kinds.append(kind)
    both = list(zip(claims, kinds, strict=True))
    wrong = {claim.name: claim.value for claim, kind in both if kind == "wrong" and claim.value is not None}
    short = {**wrong, **{claim.name: claim.onward[-1] for claim, kind in both if kind == "wrong" and claim.onward}}

    def follows(claim: Claim) -> bool:
        return _follows(claim, wrong, known, compute) or _follows(claim, short, beside, compute)

    return tuple(Verdict(claim, "follows" if kind == "wrong" and follows(claim) else kind) for claim, kind in both)


def _onward(claim: Claim, right: Numbers) -> Sequence[Real]:
    """Return the rounded numbers that later claims may be computed from, divided by the scale of the tool, if any."""
    fitting = [form for form in forms(claim, right) if claim.fits(form)]
    scale = next((form.scale for form in fitting if isinstance(form, Scaled)), 1)
    if scale == 1 or claim.value is None:
        return claim.onward
    return [Fraction(number) / scale for number in claim.onward or (claim.value,)]


def _follows(claim: Claim, wrong: Mapping[str, Real], known: Mapping[str, Real], compute: Compute) -> bool:
    """True if a wrong claim follows from the other wrong claims and the known numbers."""
    given = {name: value for name, value in wrong.items() if name != claim.name}
    return bool(given) and comes_out(claim, given, known, compute)


def fits(claim: Claim, numbers: Numbers) -> bool:
    """True if a claim equals a form of its number in all digits of the claim."""
    return any(map(claim.fits, forms(claim, numbers)))


def forms(claim: Claim, numbers: Numbers) -> Sequence[Value]:
    """Return the forms of a claim's number, written with as many decimals as the claim."""
    return numbers.written(claim.name, 12 if claim.decimals is None else claim.decimals)


def has_other_counts(claim: Claim, right: Numbers) -> bool:
    """True if a pair is right in value only, because it is not the counted pair, not even reduced.

    >>> from fractions import Fraction
    >>> right = Numbers({"p_1": (Quotient(3, 6),)})
    >>> [has_other_counts(Claim("p_1", "", Fraction(1, 2), pair=pair), right) for pair in ((3, 6), (1, 2), (2, 4))]
    [False, False, True]
    """
    if not claim.pair:
        return False
    matching = [form for form in right.forms[claim.name] if claim.fits(form)]
    return bool(matching) and all(isinstance(form, Quotient) and not _is_from(claim.pair, form) for form in matching)


def _is_from(pair: tuple[int, int], counted: Quotient) -> bool:
    matches, total = counted
    if any(part != int(part) for part in counted):  # an average, which nobody counted
        return True
    if not matches or not pair[1]:
        return pair == (matches, total) or pair[1] == 1
    return total % pair[1] == 0


def comes_out(claim: Claim, given: Mapping[str, Real], rounded: Mapping[str, Real], compute: Compute) -> bool:
    """True if a claim follows from the given numbers and some or all of the rounded numbers, with the rest exact."""
    available = {name: value for name, value in rounded.items() if name != claim.name}
    return any(fits(claim, compute({**given, **subset})) for subset in _subsets(available) if given or subset)


def _subsets(numbers: Mapping[str, Real]) -> Iterator[Mapping[str, Real]]:
    """Yield the subsets of the numbers, from all numbers down to none."""
    sizes: Iterable[int] = range(len(numbers), -1, -1) if len(numbers) <= _MOST else (len(numbers), 0)
    for size in sizes:
        yield from map(dict, combinations(numbers.items(), size))


def speaks_against(verdict: Verdict, changed: Numbers) -> bool:
    """True if a right claim contradicts a change, because the change would give another number or another pair."""
    matches = verdict.claim.fits if verdict.kind == "value" else verdict.claim.comes_from
    return verdict.kind in RIGHT and not any(map(matches, forms(verdict.claim, changed)))
