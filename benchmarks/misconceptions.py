"""Measure how often right work is called wrong, how often a mistake is named, and how often it explains a guess.

    python benchmarks/misconceptions.py [number of examples of each metric, 100 by default; some seconds each]

Every example is a random text for a metric, a measure of agreement or a model, in turn. On each text, right work is
written down in every way that `tests/practice/right_work.py` knows, and none of it may be called wrong. Then a person
makes a mistake that shows, and another person makes two mistakes in different places that show. Some people make a
mistake that the library no longer names (retired.py). Each person writes down the whole working, or only the last
number, with three decimals. A third person guesses the last number, with two or three decimals.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.retired import RETIRED  # noqa: E402
from mtexplain.by_hand.misconception import Misconception  # noqa: E402
from mtexplain.by_hand.numbers import Numbers, Quotient, plain  # noqa: E402
from mtexplain.by_hand.subject import Subject  # noqa: E402
from mtexplain.explain.practice.misconceptions import of_subject, subjects  # noqa: E402
from mtexplain.explain.practice.working.claims import Claim, claimed  # noqa: E402
from mtexplain.explain.practice.working.search import Explanation, Search, explanations, is_far_fetched  # noqa: E402
from mtexplain.explain.practice.working.ways import Inputs  # noqa: E402
from tests.practice.right_work import Task, is_accused, task, ways_to_write  # noqa: E402

Mistakes = tuple[Misconception, ...]
RIGHT = "right work is accused"
_TRIES = 40
"""The number of attempts to draw a mistake that shows. On some texts no mistake does."""


def main(arguments: list[str]) -> None:
    draw, tally = Random(1), Tally()
    for _ in range(int(arguments[0]) if arguments else 100):
        for subject in subjects():
            one(draw, subject, tally)
    print(tally)


def one(draw: Random, subject: Subject, tally: "Tally") -> None:
    """Count the results of everybody who works on an example."""
    made = task(draw, subject)
    for _how, claims in ways_to_write(made, draw):
        tally.add(RIGHT, is_accused(made.checked(claims)))
    example = Example(made)
    if mistakes := example.drawn(draw, 1):
        for how, typed in example.written(mistakes):
            found = example.explained(typed)
            tally.add(f"one mistake is named, {how}", mistakes in named(found))
            tally.add(f"one mistake is named first, {how}", named(found)[:1] == [mistakes])
            tally.add(f"  {subject.name}: one mistake is named, {how}", mistakes in named(found))
    if pair := example.drawn(draw, 2):
        for how, typed in example.written(pair):
            found = example.explained(typed)
            tally.add(f"two mistakes are named, {how}", pair in named(found))
            tally.add(f"two mistakes are explained by one, {how}", any(len(each) == 1 for each in named(found)))
    for how, typed in guesses(draw, example):
        search = example.search(typed)
        if search.wrong:
            found = explanations(search, example.known)
            tally.add(f"a guess is explained by one mistake, {how}", any(len(each) == 1 for each in named(found)))
            firm = [each.misconceptions for each in found if each.sure]
            tally.add(f"a guess is explained for sure by two, {how}", any(len(each) == 2 for each in firm))
            tally.add(f"a guess could be two, {how}", any(not each.sure for each in found))
            tally.add(f"a guess is right by other rules, {how}", bool(search.ways))
            tally.add(f"a guess is explained by rounding early, {how}", search.rounding is not None)


class Example:
    """A task, its score, and the mistakes that can be made on its text."""

    def __init__(self, made: Task) -> None:
        self.subject, self.score = made.subject, made.score()
        self.inputs = Inputs(made.candidate, made.references, made.settings)
        self.sheet = self.subject.sheet(self.score)
        self.known = [each for each in of_subject(self.subject) if not is_far_fetched(each, self.score)]
        self.made = [*self.known, *(each for each in RETIRED if each.subject.name == self.subject.name)]
        self.last = [*self.numbers(()).forms][-1]

    def drawn(self, draw: Random, several: int) -> Mistakes:
        """Return one or two random mistakes that show, each of which matters; an empty tuple if none were found."""
        choices: list[Mistakes] = [(each,) for each in self.made]
        if several == 2:
            choices = [pair for pair in combinations(self.made, 2) if pair[0].replaces != pair[1].replaces]
        for mistakes in draw.choices(choices, k=_TRIES) if choices else ():
            others = [(alone,) for alone in mistakes] if several > 1 else []
            typed = self.typed(mistakes)
            if self.search(typed).wrong and all(typed != self.typed(other) for other in others):
                return mistakes
        return ()

    def numbers(self, mistakes: Mistakes) -> Numbers:
        return self.subject.numbers(self.sheet, {each.replaces: each.replacement for each in mistakes})

    def typed(self, mistakes: Mistakes) -> dict[str, Any]:
        """The answers of somebody who makes these mistakes, with pairs as pairs and the rest with three decimals."""
        found, typed = self.numbers(mistakes), dict[str, Any]()
        for name in found.forms:
            value = found.written(name, 3)[0]
            if isinstance(value, Quotient) and value.total and all(Fraction(part).denominator == 1 for part in value):
                typed[name] = str(value)
            elif (number := plain(value)) is not None:
                typed[name] = number if isinstance(number, int) else f"{float(number):.3f}"
        return {name: one for name, one in typed.items() if "inf" not in str(one) and "nan" not in str(one)}

    def written(self, mistakes: Mistakes) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the whole working, and the last number alone if it is wrong."""
        typed = self.typed(mistakes)
        yield "by the whole working", typed
        if self.last in typed and self.search(alone := {self.last: typed[self.last]}).wrong:
            yield "by the last number alone", alone

    def search(self, typed: Mapping[str, Any]) -> Search:
        claims: list[Claim] = list(claimed(typed, list(self.numbers(()).forms), endless=True))
        return Search(self.subject, self.score, claims, self.inputs)

    def explained(self, typed: Mapping[str, Any]) -> tuple[Explanation, ...]:
        return explanations(self.search(typed), self.known)


def named(found: tuple[Explanation, ...]) -> list[Mistakes]:
    return [each.misconceptions for each in found]


def guesses(draw: Random, example: Example) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield random answers below 1, or below twice the right number if that is above 1."""
    right = abs(float(plain(example.numbers(())[example.last]) or 0))
    most = 1 if right <= 1 else 2 * right
    yield "two digits", {example.last: f"{most * draw.randrange(1, 100) / 100:.2f}"}
    yield "three digits", {example.last: f"{most * draw.randrange(1, 1000) / 1000:.3f}"}


class Tally:
    """Counts of how often something is true, and of how often it was asked."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self.all: Counter[str] = Counter()

    def add(self, what: str, is_so: bool) -> None:
        self.all[what] += 1
        self.times[what] += is_so

    def __str__(self) -> str:
        told = (f"{self.times[what] / of:6.1%}  {what} ({self.times[what]} of {of})" for what, of in self.all.items())
        return "\n".join(told)


if __name__ == "__main__":
    main(sys.argv[1:])
