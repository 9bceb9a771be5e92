"""Which misconceptions explain the numbers that were claimed: alone, or two together."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from mtexplain.display.score import Score
from mtexplain.explain.practice.working.claims import Claim
from mtexplain.recipe.misconception import Misconception
from mtexplain.recipe.numbers import Numbers, Real, same
from mtexplain.recipe.subject import Subject


class Explanation(NamedTuple):
    """One misconception, or two together, by which every claimed number comes out as claimed.

    `sure` is False where the numbers tell too little to name it: it could be, as others could.
    """

    misconceptions: tuple[Misconception, ...]
    sure: bool

    @property
    def name(self) -> str:
        """The names of the misconceptions: no-clipping, or no-clipping + no-penalty."""
        return " + ".join(one.name for one in self.misconceptions)

    @property
    def title(self) -> str:
        """The same for people."""
        first, *rest = self.misconceptions
        return ", together with ".join([first.title, *(one.phrase for one in rest)])

    @property
    def phrase(self) -> str:
        """The same within a sentence."""
        return ", together with ".join(one.phrase for one in self.misconceptions)


Replaced = Mapping[str, Any]
_MOST_SEGMENTS = 300


class Search:
    """The claims about a score, held against what wrong formulas give."""

    def __init__(self, subject: Subject, score: Score, claims: Sequence[Claim]) -> None:
        self.subject, self.score, self.claims = subject, score, claims
        self.sheet = subject.sheet(score)
        self.right: Numbers = subject.numbers(self.sheet, {})
        self._remembered: dict[Misconception, Numbers] = {}
        self.rounded: dict[str, Real] = {
            claim.name: claim.value for claim in claims if claim.decimals is not None and claim.value is not None
        }

    @property
    def is_long(self) -> bool:
        """Whether the text has so many segments that trying all pairs would take minutes."""
        return len(getattr(self.score, "segments", ())) > _MOST_SEGMENTS

    @cached_property
    def wrong(self) -> list[Claim]:
        """The claims that are not right."""
        return [claim for claim in self.claims if not self.fits(claim, self.right)]

    def fits(self, claim: Claim, numbers: Numbers) -> bool:
        """Whether a claim is one of the forms of its number; of a wrong claim, the very pair."""
        is_so = claim.comes_from if numbers is not self.right and claim in self.wrong else claim.fits
        return any(map(is_so, numbers.written(claim.name, 12 if claim.decimals is None else claim.decimals)))

    def follows(self, claim: Claim) -> bool:
        """Whether a claim comes out by the right formula from the other claims."""
        others = {one.name: one.value for one in self.claims if one is not claim and one.value is not None}
        return self.fits(claim, self.subject.numbers(self.sheet, {}, others))

    def singles(self, known: Sequence[Misconception]) -> Iterator[Misconception]:
        """The misconceptions that explain every claim alone."""
        for one in known:
            if self._explains(_replaced(one)) or (one.name == self.subject.rounding and self.rounded_early):
                yield one

    def pairs(
        self, known: Sequence[Misconception], singles: Sequence[Misconception]
    ) -> Iterator[tuple[Misconception, ...]]:
        """Two at different places that explain every claim together, where neither does alone; none in a long text."""
        if self.is_long:
            return
        left = [one for one in known if one not in singles]
        for pair in combinations(left, 2):
            if pair[0].place != pair[1].place and self._explains(_replaced(*pair)) and self._both_matter(pair):
                yield pair

    def _both_matter(self, pair: tuple[Misconception, ...]) -> bool:
        """Whether the two give other numbers together than either gives alone."""
        together = self.subject.numbers(self.sheet, _replaced(*pair))
        alone = map(self._alone, pair)
        return all(any(not same(together[name], each[name]) for name in together.forms) for each in alone)

    def _alone(self, one: Misconception) -> Numbers:
        """What one misconception gives: most stand in several pairs."""
        if one not in self._remembered:
            self._remembered[one] = self.subject.numbers(self.sheet, _replaced(one))
        return self._remembered[one]

    @cached_property
    def rounded_early(self) -> bool:
        """Whether every claim comes out by the right formulas, going on from the other claims as they were rounded."""
        return all(self._goes_on(claim, {}) for claim in self.wrong)

    def _explains(self, replaced: Replaced) -> bool:
        """Whether these formulas give every claim; going on from rounded claims, where the right ones don't do so."""
        numbers = self.subject.numbers(self.sheet, replaced)
        return all(
            self.fits(claim, numbers) or (not self.rounded_early and self._goes_on(claim, replaced))
            for claim in self.claims
        )

    def _goes_on(self, claim: Claim, replaced: Replaced) -> bool:
        """Whether a claim comes out from the other claims, as these were rounded."""
        others = {name: value for name, value in self.rounded.items() if name != claim.name}
        return bool(others) and self.fits(claim, self.subject.numbers(self.sheet, replaced, others))


def explanations(search: Search, known: Sequence[Misconception]) -> tuple[Explanation, ...]:
    """Everything that explains the claims, single misconceptions first. Pairs are sure where wrong claims say much."""
    if not search.wrong:
        return ()
    singles = list(search.singles(known))
    sure = any(claim.tells for claim in search.wrong)
    pairs = [Explanation(pair, sure) for pair in search.pairs(known, singles)]
    return (*(Explanation((one,), True) for one in singles), *pairs)


def _replaced(*misconceptions: Misconception) -> Replaced:
    return {one.place: one.replacement for one in misconceptions}
