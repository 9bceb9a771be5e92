"""Search for the misconceptions, single or in pairs, that explain the claimed numbers."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations
from math import isfinite
from typing import Any, NamedTuple

from mtexplain.by_hand.misconception import Misconception
from mtexplain.by_hand.numbers import Numbers, Quotient, Real, plain, same
from mtexplain.by_hand.subject import Replacement, Subject
from mtexplain.display.score import Score
from mtexplain.display.text_score import TextScore
from mtexplain.explain.practice.working.claims import Claim
from mtexplain.explain.practice.working.rounding import Rounding, rounded_early
from mtexplain.explain.practice.working.verdicts import (
    RIGHT,
    Compute,
    Verdict,
    fits,
    forms,
    judged,
    remembering,
    speaks_against,
)
from mtexplain.explain.practice.working.ways import Inputs, Way, other_ways


class Explanation(NamedTuple):
    """A misconception, or two together, that give every claimed number.

    `sure` is False if the claims have too few digits to rule out other explanations.
    """

    misconceptions: tuple[Misconception, ...]
    sure: bool

    @property
    def name(self) -> str:
        """The names of the misconceptions, such as no-clipping, or no-clipping + no-penalty."""
        return " + ".join(misconception.name for misconception in self.misconceptions)

    @property
    def title(self) -> str:
        """The titles of the misconceptions, for readers."""
        first, *further = self.misconceptions
        return " plus ".join([first.title, *(misconception.phrase for misconception in further)])

    @property
    def phrase(self) -> str:
        """The titles of the misconceptions, as part of a sentence."""
        return " plus ".join(misconception.phrase for misconception in self.misconceptions)


Replaced = Mapping[str, Replacement]
_MOST_SEGMENTS = 300
_STOPS = (".", "!", "?", "…", "。")


class Search:
    """A search that compares the claims about a score with the numbers that wrong formulas give."""

    def __init__(self, subject: Subject, score: Score, claims: Sequence[Claim], inputs: Inputs | None = None) -> None:
        self.subject, self.score, self.claims, self.inputs = subject, score, claims, inputs
        self.sheet = subject.sheet(score)
        self._remembered: dict[Misconception, Numbers] = {}

    @cached_property
    def compute(self) -> Compute:
        """The function that computes the right numbers; later steps use the numbers that are given."""
        return remembering(partial(self.subject.numbers, self.sheet, {}))

    @property
    def right(self) -> Numbers:
        """The right numbers."""
        return self.compute({})

    @property
    def is_long(self) -> bool:
        """True if the text has so many segments that trying everything would take minutes."""
        return isinstance(self.score, TextScore) and len(self.score.segments) > _MOST_SEGMENTS

    @cached_property
    def as_asked(self) -> tuple[Verdict, ...]:
        """The verdict on each claim by the rules and in the unit that were asked for."""
        return judged(self.claims, self.compute)

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """The other rules or units by which every claim is right, if the digits are too many for a coincidence."""
        return tuple(way for way in self._fitting if self._says_enough(way))

    @property
    def perhaps(self) -> tuple[Way, ...]:
        """The other rules or units by which every claim is right, if that may be chance."""
        return () if self.ways else self._fitting

    @cached_property
    def _fitting(self) -> tuple[Way, ...]:
        """The other rules or units by which every claim is right; empty if no claim is wrong, and for a long text."""
        if not self.wrong or self.is_long:
            return ()
        return tuple(way for way in other_ways(self.subject, self.score, self.inputs) if self._fits(way))

    def _fits(self, way: Way) -> bool:
        """True if every claim is right in another way. A pair with other counts must have them as asked, too."""
        if not all(claim.name in way.numbers.forms for claim in self.claims):
            return False
        here_and_there = zip(self.as_asked, judged(self.claims, way.compute), strict=True)
        return not any(
            there.is_wrong or (there.kind == "value" and here.kind != "value") for here, there in here_and_there
        )

    def _says_enough(self, way: Way) -> bool:
        """True if the wrong claims have too many digits to be right in another way by chance.

        Other rules need more digits than other units, because there are more sets of rules than units.
        """
        return sum(map(_telling_digits, self.wrong)) >= (3 if way.tool else 2)

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdict on each claim; a claim that is wrong as asked may be right in another way, or rounded early."""
        if self.ways:
            pairs = zip(self.as_asked, self.there, strict=True)
            return tuple(
                here._replace(kind="rounded" if there.kind == "rounded" else "elsewhere") if here.is_wrong else here
                for here, there in pairs
            )
        kind = "perhaps" if self.perhaps else "early" if self.rounding else ""
        return tuple(verdict._replace(kind=kind) if kind and verdict.is_wrong else verdict for verdict in self.as_asked)

    @cached_property
    def wrong(self) -> list[Claim]:
        """The claims that are not right as asked."""
        return [verdict.claim for verdict in self.as_asked if verdict.is_wrong]

    @cached_property
    def rounding(self) -> Rounding | None:
        """The early rounding that alone gives the wrong claims; None if there is none, and for single-digit claims."""
        too_little = any(claim.is_rounded and claim.digits < 2 for claim in self.wrong)
        if not self.wrong or self.is_long or self.ways or self.perhaps or too_little:
            return None
        names = [name for name in self.right.forms if name not in self.own]
        rounding = rounded_early(self.wrong, names, self.compute, self.own, self.subject.between)
        return rounding or (
            rounded_early(self.wrong, names, self.compute, {}, self.subject.between) if self.own else None
        )

    @cached_property
    def own(self) -> Mapping[str, Real]:
        """The rounded numbers of the right claims, by name."""
        return {
            verdict.claim.name: verdict.claim.onward[-1]
            for verdict in self.as_asked
            if not verdict.is_wrong and verdict.claim.onward
        }

    @property
    def is_cut_off(self) -> bool:
        """True if the wrong numbers themselves were cut off, not the numbers that they are computed from."""
        return self.rounding is not None and self.rounding.names == tuple(claim.name for claim in self.wrong)

    @cached_property
    def there(self) -> tuple[Verdict, ...]:
        """The verdicts in the first other way in which every claim is right."""
        return judged(self.claims, self.ways[0].compute)

    @property
    def is_telling(self) -> bool:
        """True if the wrong claims have enough digits to name the mistake behind them, and none is nearly right."""
        return sum(map(_telling_digits, self.wrong)) >= 3 and not any(map(self.is_near, self.wrong))

    def is_near(self, claim: Claim) -> bool:
        """True if a claim is off by at most two units of its last decimal, and its number has more decimals."""
        right = plain(self.right.forms[claim.name][0])
        if claim.decimals is None or claim.value is None or right is None or not isfinite(right):
            return False
        unit = Fraction(1, 10**claim.decimals)
        return bool(Fraction(right) % unit) and abs(Fraction(claim.value) - Fraction(right)) <= 2 * unit

    def is_times_100(self, claim: Claim) -> bool:
        """True if a claim is 100 times its number, to the digits typed."""
        if claim.value is None or not isfinite(claim.value) or not claim.value:
            return False
        decimals = None if claim.decimals is None else claim.decimals + 2
        return fits(claim._replace(value=Fraction(claim.value) / 100, decimals=decimals), self.right)

    def at_first(self, known: Sequence[Misconception]) -> list[Misconception]:
        """Return the misconceptions that explain the first of several wrong claims and contradict no right claim."""
        if len(self.wrong) < 2:
            return []
        first = Search(self.subject, self.score, self.claims[: self.claims.index(self.wrong[0]) + 1], self.inputs)
        singles = [
            (misconception,)
            for misconception in first.singles(known)
            if not self._is_refuted(misconception) and not is_far_fetched(misconception, self.score)
        ]
        return [misconception for (misconception,) in told_apart(singles)]

    def in_rows(self, known: Sequence[Misconception]) -> dict[tuple[Misconception, ...], list[Claim]]:
        """The wrong claims in rows beside right rows, grouped by the misconceptions that give these claims.

        A slip in a row leaves the other rows right, for example when p_1 is clipped and p_2 is not. A right claim of
        the same kind therefore refutes nothing here. Claims of few digits are left out, because they could have too
        many other explanations.
        """
        rows: dict[tuple[Misconception, ...], list[Claim]] = {}
        for verdict in self.as_asked:
            kind = self.subject.claim_of(verdict.claim.name)
            beside = [other for other in self.as_asked if self.subject.claim_of(other.claim.name) == kind]
            is_row = verdict.kind == "wrong" and any(other.kind in RIGHT for other in beside)
            if is_row and _telling_digits(verdict.claim) >= 3 and not self.is_near(verdict.claim):
                fitting = tuple(
                    misconception for misconception in known if self._gives_only(misconception, verdict, beside)
                )
                apart = tuple(single for (single,) in told_apart([(misconception,) for misconception in fitting]))
                rows.setdefault(apart, []).append(verdict.claim)
        return {misconceptions: claims for misconceptions, claims in rows.items() if misconceptions}

    def _gives_only(self, misconception: Misconception, wrong: Verdict, beside: Sequence[Verdict]) -> bool:
        """True if a misconception gives a wrong claim and is contradicted by right claims beside it, but by no others.

        If no right claim contradicts the mistake, it may have been made in all rows.
        """
        numbers, name = self._alone(misconception), wrong.claim.name
        if name not in numbers.forms or same(self.right[name], numbers[name]) or not self._gives(numbers, wrong):
            return False
        against = [verdict for verdict in self.as_asked if speaks_against(verdict, numbers)]
        return any(verdict in beside for verdict in against) and all(verdict in beside for verdict in against)

    @property
    def rest_follows(self) -> bool:
        """True if every wrong claim except the first follows from the other claims."""
        first, *later = [verdict.kind for verdict in self.as_asked if verdict.is_wrong] or [""]
        return first == "wrong" and all(kind == "follows" for kind in later)

    def singles(self, known: Sequence[Misconception]) -> Iterator[Misconception]:
        """Yield the misconceptions that alone explain every claim."""
        yield from (misconception for misconception in known if self._explains(_replaced(misconception)))

    def pairs(
        self, known: Sequence[Misconception], singles: Sequence[Misconception]
    ) -> Iterator[tuple[Misconception, ...]]:
        """Yield pairs of mistakes in two functions that explain every claim only together; none if the text is long."""
        if self.is_long:
            return
        left = [
            misconception
            for misconception in known
            if misconception not in singles and not self._is_refuted(misconception)
        ]
        for pair in combinations(left, 2):
            if pair[0].replaces != pair[1].replaces and self._explains(_replaced(*pair)) and self._both_matter(pair):
                yield pair

    def _is_refuted(self, misconception: Misconception) -> bool:
        """True if a right claim contradicts a misconception."""
        numbers = self._alone(misconception)
        return any(speaks_against(verdict, numbers) for verdict in self.as_asked)

    def _both_matter(self, pair: tuple[Misconception, ...]) -> bool:
        """True if the pair together gives different numbers from each misconception alone."""
        together = self.subject.numbers(self.sheet, _replaced(*pair))
        alone = map(self._alone, pair)
        return all(any(not same(together[name], numbers[name]) for name in together.forms) for numbers in alone)

    def _alone(self, misconception: Misconception) -> Numbers:
        """The numbers of a misconception, cached because most misconceptions occur in several pairs."""
        if misconception not in self._remembered:
            self._remembered[misconception] = self.subject.numbers(self.sheet, _replaced(misconception))
        return self._remembered[misconception]

    def _explains(self, replaced: Replaced) -> bool:
        """True if these formulas give every claim; a wrong claim may be computed from earlier, rounded claims."""
        numbers, known = self.subject.numbers(self.sheet, replaced), dict[str, Real]()
        for verdict in self.as_asked:
            claim, goes_on = verdict.claim, False
            if not self._gives(numbers, verdict):
                goes_on = verdict.kind not in RIGHT and bool(known)
                if not goes_on or not self._gives(self.subject.numbers(self.sheet, replaced, known), verdict):
                    return False
            if claim.onward and (goes_on or claim.fits(forms(claim, numbers)[0])):
                known[claim.name] = claim.onward[-1]
        return True

    def _gives(self, numbers: Numbers, verdict: Verdict) -> bool:
        """True if wrong formulas give a claim; a claimed pair must be their pair, perhaps reduced."""
        claim, possible = verdict.claim, forms(verdict.claim, numbers)
        if verdict.kind == "value":
            possible = [form for form in possible if isinstance(form, Quotient) and form.is_counted]
        return any(map(claim.comes_from, possible))


def is_far_fetched(misconception: Misconception, score: Any) -> bool:
    """True if a misconception is about full stops and no token ends in a full stop or a similar mark."""
    if misconception.name != "full-stop":
        return False
    return not any(token.endswith(_STOPS) for pair in score.pairs for text in (pair[0], *pair[1]) for token in text)


def _telling_digits(claim: Claim) -> int:
    """Return the number of significant digits of a claim (three for a fraction, two for other exact numbers)."""
    if claim.is_fraction:
        return 3
    return claim.digits if claim.is_rounded else 2


def explanations(search: Search, known: Sequence[Misconception]) -> tuple[Explanation, ...]:
    """Return everything that explains the claims, single misconceptions first; sure if the wrong claims are precise.

    Nothing is returned if the claims are plainly right by other rules or in another unit. Far-fetched misconceptions
    are left out. Pairs are left out if the claims may be right in another way, if early rounding gives them, if each
    wrong claim comes from a mistake in a row, or if a mistake explains the first wrong claim and the other wrong
    claims follow from it.
    """
    known = [misconception for misconception in known if not is_far_fetched(misconception, search.score)]
    if not search.wrong:
        counts = any(verdict.kind == "value" for verdict in search.as_asked)
        return tuple(Explanation((misconception,), True) for misconception in search.singles(known)) if counts else ()
    if search.ways:
        return ()
    singles = list(search.singles(known))
    is_near = search.perhaps or search.rounding
    in_rows = {claim.name for claims in search.in_rows(known).values() for claim in claims} if not singles else set()
    is_told = all(
        verdict.kind == "follows" or verdict.claim.name in in_rows for verdict in search.as_asked if verdict.is_wrong
    )
    is_told = is_told or bool(search.rest_follows and search.at_first(known))
    pairs = () if is_near or is_told else search.pairs(known, singles)
    sure = search.is_telling and not is_near
    groups = [*((misconception,) for misconception in singles), *pairs]
    return tuple(Explanation(group, sure) for group in told_apart(groups))


def told_apart(groups: Sequence[tuple[Misconception, ...]]) -> list[tuple[Misconception, ...]]:
    """Return the explanations without any that a more common explanation replaces."""
    names = {frozenset(misconception.name for misconception in group) for group in groups}

    def is_doubled(group: tuple[Misconception, ...]) -> bool:
        own = {misconception.name for misconception in group}
        return any(
            own - {misconception.name} | {misconception.unless} in names
            for misconception in group
            if misconception.unless
        )

    return [group for group in groups if not is_doubled(group)]


def _replaced(*misconceptions: Misconception) -> Replaced:
    return {misconception.replaces: misconception.replacement for misconception in misconceptions}
