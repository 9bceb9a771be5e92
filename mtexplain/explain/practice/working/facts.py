"""What is right, what is wrong first, and what explains it: a hand computation beside the right one, in facts."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from mtexplain.display.score import Score
from mtexplain.explain.practice.misconceptions import misconceptions
from mtexplain.explain.practice.working.claims import Claim
from mtexplain.explain.practice.working.search import Explanation, Search, explanations
from mtexplain.recipe.misconception import Misconception, Subject
from mtexplain.recipe.numbers import Numbers


class Verdict(NamedTuple):
    """A claim, and whether it is "right", "follows" (wrong, but it comes out from the other claims) or "wrong"."""

    claim: Claim
    kind: str


@dataclass(frozen=True, repr=False)
class DiagnosisFacts:
    """Claims about a score, held against right and wrong formulas."""

    subject: Subject
    score: Score
    claims: tuple[Claim, ...]

    @cached_property
    def search(self) -> Search:
        """The claims, held against right and wrong formulas."""
        return Search(self.subject, self.score, self.claims)

    @property
    def right(self) -> Numbers:
        """The right numbers."""
        return self.search.right

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        """One for each claim, in the order of the computation."""
        wrong = self.search.wrong
        return tuple(
            Verdict(claim, "right" if claim not in wrong else "follows" if self.search.follows(claim) else "wrong")
            for claim in self.claims
        )

    @property
    def first_wrong(self) -> str | None:
        """The name of the first number that is wrong, in the order of the computation; None where all is right."""
        return next((verdict.claim.name for verdict in self.verdicts if verdict.kind != "right"), None)

    @cached_property
    def coarse(self) -> tuple[Claim, ...]:
        """The claims that are right, but by one digit alone."""
        right = [verdict.claim for verdict in self.verdicts if verdict.kind == "right"]
        return tuple(claim for claim in right if claim.is_coarse(self.right[claim.name]))

    @cached_property
    def misconceptions(self) -> tuple[Explanation, ...]:
        """Everything that explains the numbers: single misconceptions, then pairs. Empty where nothing does."""
        return explanations(self.search, self._known)

    @cached_property
    def at_first(self) -> tuple[Misconception, ...]:
        """The misconceptions that explain the numbers up to the first wrong one, where nothing explains all of them."""
        kinds = [verdict.kind != "right" for verdict in self.verdicts]
        if self.misconceptions or True not in kinds[:-1]:
            return ()
        begun = Search(self.subject, self.score, self.claims[: kinds.index(True) + 1])
        return tuple(begun.singles(self._known))

    @property
    def _known(self) -> list[Misconception]:
        return [one for one in misconceptions if one.goes_wrong_in(self.subject)]
