"""How often a mistake is named, and how often an arbitrary wrong answer is explained by one that nobody made.

    python benchmarks/misconceptions.py [how many examples, 2000 unless told; half a second each]

Every example is a fresh candidate with one or two references, scored by BLEU-2, -3 or -4. On each, somebody makes one
mistake that shows, somebody else two at different places that show; each writes down the whole working, or the score
alone, with three digits. And somebody guesses: a score of two digits, one of three, a p_1 with the right total.
"""

import dataclasses
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

from mtexplain import bleu  # noqa: E402
from mtexplain import misconceptions as catalogue  # noqa: E402
from mtexplain.explain.practice.exercises.sentences import clumsy, ways_to_say  # noqa: E402
from mtexplain.explain.practice.working.claims import Claim, claimed  # noqa: E402
from mtexplain.explain.practice.working.search import Explanation, Search, explanations  # noqa: E402
from mtexplain.metrics.bleu import Bleu  # noqa: E402
from mtexplain.metrics.bleu.subject import BLEU_SUBJECT as BLEU  # noqa: E402
from mtexplain.recipe.misconception import Misconception  # noqa: E402
from mtexplain.recipe.numbers import Numbers, Quotient, plain  # noqa: E402
from mtexplain.recipe.subject import Subject  # noqa: E402

Mistakes = tuple[Misconception, ...]
misconceptions = catalogue.of(bleu)
PAIRS = [pair for pair in combinations(misconceptions, 2) if pair[0].place != pair[1].place]


def main(arguments: list[str]) -> None:
    draw, tally = Random(1), Tally()
    for _ in range(int(arguments[0]) if arguments else 2000):
        one(draw, tally)
    print(tally)


def one(draw: Random, tally: "Tally") -> None:
    """One example, with everybody who works on it."""
    example = Example(drawn(draw))
    mistakes: Mistakes = (draw.choice(misconceptions.of(bleu)),)
    while not example.shows(mistakes):
        mistakes = (draw.choice(misconceptions.of(bleu)),)
    for how, typed in example.written(mistakes):
        found = example.explained(typed)
        tally.add(f"one mistake is named, {how}", mistakes in named(found))
        tally.add(f"one mistake is named first, {how}", named(found)[:1] == [mistakes])
    pair = draw.choice(PAIRS)
    while not (example.shows(pair) and all(example.differ(pair, (alone,)) for alone in pair)):
        pair = draw.choice(PAIRS)
    for how, typed in example.written(pair):
        found = example.explained(typed)
        tally.add(f"two mistakes are named, {how}", pair in named(found))
        tally.add(f"two mistakes are explained by one, {how}", any(len(each) == 1 for each in named(found)))
    for how, typed in guesses(draw, example):
        found = example.explained(typed)
        if example.wrong(typed):
            tally.add(f"a guess is explained by one mistake, {how}", any(len(each) == 1 for each in named(found)))
            firm = [each.misconceptions for each in found if each.sure]
            tally.add(f"a guess is explained for sure by two, {how}", any(len(each) == 2 for each in firm))
            tally.add(f"a guess could be two, {how}", any(not each.sure for each in found))


def drawn(draw: Random) -> Bleu:
    """A score that is neither 0 nor 1."""
    while True:
        references = ways_to_say(draw, draw.randint(1, 2))
        candidate = " ".join(clumsy(draw, references, 5, 10))
        score = bleu(candidate, [" ".join(each) for each in references], max_n=draw.randint(2, 4))
        if 0 < score.score < 1:
            return score


class Example:
    """A score, and what wrong formulas make of its text: each computed once."""

    def __init__(self, score: Bleu) -> None:
        self.score, sheet = score, BLEU.sheet(score)
        found: dict[Any, Numbers] = {}

        class Remembered(Subject):
            def numbers(self, _: Any, replaced: Mapping[str, Any], given: Mapping[str, Any] = {}) -> Numbers:
                key = frozenset((place, id(one)) for place, one in replaced.items()), frozenset(given.items())
                if key not in found:
                    found[key] = BLEU.numbers(sheet, replaced, given)
                return found[key]

        fields = {field.name: getattr(BLEU, field.name) for field in dataclasses.fields(BLEU)}
        self.subject: Subject = Remembered(**fields)

    def numbers(self, mistakes: Mistakes) -> Numbers:
        return self.subject.numbers(None, {each.place: each.replacement for each in mistakes})

    def typed(self, mistakes: Mistakes) -> dict[str, str]:
        """What somebody who makes these mistakes writes down: pairs as pairs, the rest with three decimals."""
        found, typed = self.numbers(mistakes), {}
        for name in found.forms:
            value = found.written(name, 3)[0]
            if isinstance(value, Quotient) and all(Fraction(part).denominator == 1 for part in value):
                typed[name] = str(value)
            elif (number := plain(value)) is not None:
                typed[name] = str(number) if isinstance(number, int) else f"{float(number):.3f}"
        return typed

    def written(self, mistakes: Mistakes) -> Iterator[tuple[str, dict[str, str]]]:
        """The whole working, and the score alone where it comes out wrong."""
        typed = self.typed(mistakes)
        yield "by the whole working", typed
        if "score" in typed and self.wrong(alone := {"score": typed["score"]}):
            yield "by the score alone", alone

    def shows(self, mistakes: Mistakes) -> bool:
        return self.wrong(self.typed(mistakes))

    def differ(self, mistakes: Mistakes, others: Mistakes) -> bool:
        return self.typed(mistakes) != self.typed(others)

    def search(self, typed: Mapping[str, str]) -> Search:
        claims: list[Claim] = list(claimed(typed, list(self.numbers(()).forms)))
        return Search(self.subject, self.score, claims)

    def wrong(self, typed: Mapping[str, str]) -> bool:
        return bool(self.search(typed).wrong)

    def explained(self, typed: Mapping[str, str]) -> tuple[Explanation, ...]:
        return explanations(self.search(typed), misconceptions.of(bleu))


def named(found: tuple[Explanation, ...]) -> list[Mistakes]:
    return [each.misconceptions for each in found]


def guesses(draw: Random, example: Example) -> Iterator[tuple[str, dict[str, str]]]:
    """Wrong answers of nobody's making."""
    yield "two digits", {"score": f"{draw.randrange(1, 100) / 100:.2f}"}
    yield "three digits", {"score": f"{draw.randrange(1, 1000) / 1000:.3f}"}
    total = example.score.precisions[0].total
    yield "a fraction", {"p_1": f"{draw.randint(0, total)}/{total}"}


class Tally:
    """How many of how many."""

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
