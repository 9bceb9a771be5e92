"""What may be said of numbers that were claimed. It follows from the numbers alone, whatever they are made of.

1. A claim is right where the right number is what was typed, to its digits.
2. A claim is right, too, where it comes out from earlier claims that are right and rounded: what someone has rounded,
   they may go on from.
3. A pair that is neither the one that was counted nor this one reduced has the right value alone.
4. A mistake is not told where a right claim speaks against it: alone, it must leave every right claim as it is.
5. What few digits say, others could say as well: it is told as what may be.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from mtexplain.explain.practice.working.claims import Claim
from mtexplain.recipe.numbers import Numbers, Quotient, Real, Scaled, Value

Compute = Callable[[Mapping[str, Real]], Numbers]
"""The numbers of a computation, where later ones go on from those that are given by their names."""
RIGHT, WRONG = ("right", "value"), ("perhaps", "early", "follows", "wrong")
_MOST = 6
"""Of so many rounded numbers every subset is tried; of more all of them, and none."""


class Verdict(NamedTuple):
    """A claim and its kind.

    "right"; "value", a pair of the right value with other counts; "rounded", right from rounded claims; "elsewhere",
    right by other rules or in another unit; "perhaps", wrong as it was asked, and right elsewhere to its few digits;
    "early", wrong, as if it was computed from numbers that were rounded too early; "follows", wrong, but it comes out
    from the other claims; "wrong".
    """

    claim: Claim
    kind: str

    @property
    def is_wrong(self) -> bool:
        """Whether the claim is right in no way."""
        return self.kind in WRONG


def remembering(compute: Compute) -> Compute:
    """The same computation, which remembers its numbers: judging asks for the same ones again and again."""
    known: dict[frozenset[tuple[str, Real]], Numbers] = {}

    def remembered(given: Mapping[str, Real]) -> Numbers:
        key = frozenset(given.items())
        if key not in known:
            known[key] = compute(given)
        return known[key]

    return remembered


def judged(claims: Sequence[Claim], compute: Compute) -> tuple[Verdict, ...]:
    """The verdict on each claim; they stand in the order of the computation."""
    right, kinds = compute({}), []
    known, beside = dict[str, Real](), dict[str, Real]()  # of 0.6667 = 0.67 the first, and the last
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
    wrong = {one.name: one.value for one, kind in both if kind == "wrong" and one.value is not None}
    short = {**wrong, **{one.name: one.onward[-1] for one, kind in both if kind == "wrong" and one.onward}}

    def follows(claim: Claim) -> bool:
        return _follows(claim, wrong, known, compute) or _follows(claim, short, beside, compute)

    return tuple(Verdict(one, "follows" if kind == "wrong" and follows(one) else kind) for one, kind in both)


def _onward(claim: Claim, right: Numbers) -> Sequence[Real]:
    """The rounded numbers from which one may go on after a right claim; what is on a tool's scale is taken from it."""
    fitting = [form for form in forms(claim, right) if claim.fits(form)]
    scale = next((form.scale for form in fitting if isinstance(form, Scaled)), 1)
    if scale == 1 or claim.value is None:
        return claim.onward
    return [Fraction(number) / scale for number in claim.onward or (claim.value,)]


def _follows(claim: Claim, wrong: Mapping[str, Real], known: Mapping[str, Real], compute: Compute) -> bool:
    """Whether a wrong claim comes out from the other wrong ones, and from what is known."""
    others = {name: value for name, value in wrong.items() if name != claim.name}
    return bool(others) and comes_out(claim, others, known, compute)


def fits(claim: Claim, numbers: Numbers) -> bool:
    """Whether a claim is a form of its number, to the digits it has."""
    return any(map(claim.fits, forms(claim, numbers)))


def forms(claim: Claim, numbers: Numbers) -> Sequence[Value]:
    """The forms of a claim's number, as they are written with as many decimals."""
    return numbers.written(claim.name, 12 if claim.decimals is None else claim.decimals)


def has_other_counts(claim: Claim, right: Numbers) -> bool:
    """Whether a pair has the right value only as one that was counted, and is neither that pair nor it reduced.

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
    if any(part != int(part) for part in counted):  # an average: nobody counted it
        return True
    if not matches or not pair[1]:
        return pair == (matches, total) or pair[1] == 1
    return total % pair[1] == 0


def comes_out(claim: Claim, given: Mapping[str, Real], rounded: Mapping[str, Real], compute: Compute) -> bool:
    """Whether a claim comes out from given numbers, and from some of the rounded ones or all; the rest as they are."""
    others = {name: value for name, value in rounded.items() if name != claim.name}
    return any(fits(claim, compute({**given, **some})) for some in _subsets(others) if given or some)


def _subsets(numbers: Mapping[str, Real]) -> Iterator[Mapping[str, Real]]:
    """All of the numbers, then fewer, at last none."""
    sizes: Iterable[int] = range(len(numbers), -1, -1) if len(numbers) <= _MOST else (len(numbers), 0)
    for size in sizes:
        yield from map(dict, combinations(numbers.items(), size))


def speaks_against(verdict: Verdict, changed: Numbers) -> bool:
    """Whether a right claim speaks against a change: it would have been another number, or another pair."""
    matches = verdict.claim.fits if verdict.kind == "value" else verdict.claim.comes_from
    return verdict.kind in RIGHT and not any(map(matches, forms(verdict.claim, changed)))
