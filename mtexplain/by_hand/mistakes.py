"""Mistakes in a metric, made by a class with a method replaced or by writing a number down differently."""

from collections.abc import Mapping
from fractions import Fraction
from math import copysign, floor, inf

from mtexplain import data
from mtexplain.by_hand.example import as_tuples
from mtexplain.by_hand.misconception import Misconception, Smallest
from mtexplain.by_hand.numbers import Value, Writing, plain
from mtexplain.by_hand.subject import WRITING, Replacement, Subject
from mtexplain.display.formula import Chain, Formula


def read_changes(
    package: str, subjects: tuple[Subject, ...], changes: Mapping[str, Replacement],
    file: str = "mistakes.toml",
) -> tuple[Misconception, ...]:  # fmt: skip
    """The mistakes in a file of a package, each with the class that computes it.

    KeyError if a mistake has no class, or if a class has no mistake.
    """
    tables = data.read(package, file)
    if odd := sorted(tables.keys() ^ changes.keys()):
        raise KeyError(f"{package}: {', '.join(odd)} must be in {file} and have a class")
    subject_of = {subject.name: subject for subject in subjects}
    misconceptions = []
    for name, table in tables.items():
        subject = subject_of[table.get("subject", subjects[0].name)]
        example = Smallest(*as_tuples([table["candidate"], table.get("references", []), table.get("settings", {})]))
        about = (subject, name, table["replaces"], table["title"], table["explanation"], table["source"], example)
        more = (table.get("unless", ""), table.get("words", ""), table.get("of", ""))
        misconceptions.append(Misconception(*about, changes[name], *more))
    return tuple(misconceptions)


def cut_off(subject: Subject, name: str, example: Smallest) -> Misconception:
    """The mistake of cutting off further digits instead of rounding."""
    return Misconception(
        subject,
        name=name,
        replaces=WRITING,
        title="Cut, not rounded",
        words="further digits are cut off",
        explanation="2/3 rounded to two decimals is 0.67, not 0.66, because a next digit of 5 or more rounds up.",
        source="a common slip",
        example=example,
        replacement=_cut,
    )


def in_percent(
    subject: Subject, name: str, quantity: str, symbol: Formula, numbers: tuple[str, ...], says: str, example: Smallest
) -> Misconception:
    """The mistake of multiplying the numbers with these names by 100, where p means p_1, p_2 and so on."""
    return Misconception(
        subject,
        name=name,
        replaces=WRITING,
        title=f"{quantity} from 0 to 100",
        words=Chain("=", (symbol, Chain("*", ("100", symbol)))),
        explanation=says,
        source="course notes: 0 to 1, or 0 to 100?",
        example=example,
        replacement=_times_100(numbers),
    )


def _cut(name: str, value: Value, decimals: int) -> Value:
    """The number with its further digits cut off, or the number itself if rounding gives the same digits."""
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
