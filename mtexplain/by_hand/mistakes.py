"""Mistakes of a metric: a class with another method, or a number that is written down in another way."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import copysign, floor, inf
from typing import Any

from mtexplain import data
from mtexplain.by_hand.example import as_tuples
from mtexplain.by_hand.misconception import Misconception, Smallest
from mtexplain.by_hand.numbers import Value, Writing, plain
from mtexplain.by_hand.subject import WRITING, Replacement, Subject, general, having
from mtexplain.display.formula import Chain, Formula
from mtexplain.tracing import formulas
from mtexplain.tracing.number import Letter


class TracedMisconception(Misconception):
    """A mistake that is a class: the metric with one other method. Its formula is the formula of its smallest example.

    `words` stand in the place of a formula; `of` is the quantity whose formula it is, where that is not the claim's.
    """

    words: str
    shown_quantity: str

    def __init__(self, *about: Any, words: str = "", of: str = "") -> None:
        super().__init__(*about)
        object.__setattr__(self, "words", words)  # it is frozen
        object.__setattr__(self, "shown_quantity", of)
        object.__delattr__(self, "wrong")  # the field, which would hide the property below

    @cached_property
    def wrong(self) -> Formula:
        """The formula with the mistake; or the words for it, if no formula says what is right."""
        score = self.subject.sheet(self.smallest.score)
        name = self.shown_quantity or self.subject.quantity(self.replaces)
        if self.replaces in self.subject.rights and name == self.replaces and name not in score.quantities:
            return self.words
        trace, quantity = having(score.by(self.replacement), name)
        if self.words:
            indices = trace.as_written(quantity, tuple(map(Letter, quantity.letters)))
            return Chain("=", (formulas.symbol(trace.symbol_of(quantity, indices)), self.words))
        return general(trace, quantity)


def read_changes(
    package: str, subjects: tuple[Subject, ...], changes: Mapping[str, Replacement],
    file: str = "mistakes.toml",
) -> tuple[Misconception, ...]:  # fmt: skip
    """The mistakes in a file of a package, each with the class that computes it.

    KeyError if a mistake has no class, or a class no mistake.
    """
    tables = data.read(package, file)
    if odd := sorted(tables.keys() ^ changes.keys()):
        raise KeyError(f"{package}: {', '.join(odd)} must stand in {file}, and have a class beside it")
    subject_of = {subject.name: subject for subject in subjects}
    misconceptions = []
    for name, table in tables.items():
        subject = subject_of[table.get("subject", subjects[0].name)]
        example = Smallest(*as_tuples([table["candidate"], table.get("references", []), table.get("settings", {})]))
        words, of = table.get("words", ""), table.get("of", "")
        about = (subject, name, table["replaces"], table["title"], "", table["explanation"], table["source"], example)
        misconceptions.append(TracedMisconception(*about, changes[name], table.get("unless", ""), words=words, of=of))
    return tuple(misconceptions)


def cut_off(subject: Subject, name: str, example: Smallest) -> Misconception:
    """Someone leaves out the digits that follow."""
    return Misconception(
        subject,
        name=name,
        replaces=WRITING,
        title="Cut, not rounded",
        wrong="the digits after that are left out",
        explanation="2/3 to two digits is 0.67, not 0.66: a next digit of 5 or more rounds up.",
        source="a common slip",
        example=example,
        replacement=_cut,
    )


def in_percent(
    subject: Subject, name: str, quantity: str, symbol: Formula, numbers: tuple[str, ...], says: str, example: Smallest
) -> Misconception:
    """Someone writes 100 times the numbers of these names, told as `what`; p stands for p_1, p_2 and so on."""
    return Misconception(
        subject,
        name=name,
        replaces=WRITING,
        title=f"{quantity} from 0 to 100",
        wrong=Chain("=", (symbol, Chain("*", ("100", symbol)))),
        explanation=says,
        source="course notes: 0 to 1, or 0 to 100?",
        example=example,
        replacement=_times_100(numbers),
    )


def _cut(name: str, value: Value, decimals: int) -> Value:
    """The number with its further digits left out; the number itself, if rounding gives the same digits."""
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
