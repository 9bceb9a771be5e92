"""Mistakes of a metric as a table: a quantity of the recipe taken another way, or a number written down in another."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import copysign, floor, inf
from typing import Any

from mtexplain import data
from mtexplain.display.formula import Chain, Formula
from mtexplain.recipe.example import as_tuples
from mtexplain.recipe.misconception import Misconception, Smallest
from mtexplain.recipe.numbers import Value, Writing, plain
from mtexplain.recipe.quantity import NOTHING, Options, Quantity, no_quantity
from mtexplain.recipe.subject import WRITING, Subject
from mtexplain.recipe.symbols import in_symbols, symbol

Definition = str | Callable[[Any], Any] | Quantity[Any]
"""How a quantity is computed: by a formula, by a function of the trace, or as another quantity is."""
Way = Definition | Mapping[str, Definition]
"""How one quantity is computed, or several by name."""


def mistake(
    subject: Subject,
    name: str,
    place: str,
    title: str,
    definition: Way,
    explanation: str,
    source: str,
    example: tuple[Any, ...],
    words: str = "",
    *,
    pooled: bool = True,
    also: Mapping[str, str] = NOTHING,
    shown: Formula = "",
    unless: str = "",
) -> Misconception:
    """A mistake: a quantity of the recipe, computed in another way; or several, by name, of which the first is shown.

    `definition` is a formula, or a function of the trace that the words describe; `example` the candidate, the
    references, and the settings. One that is not `pooled` is taken of a text as a whole, though the right one is a sum
    over its segments. The formulas of those that stand in `also` are shown too; instead of all of them `shown`, where
    that says more.
    """
    kind, ways = (
        subject.recipe,
        definition if isinstance(definition, Mapping) else {subject.quantity(place): definition},
    )
    at, several = next(iter(ways)), {**ways, **also}
    for one in several:
        if one not in kind.quantities:
            raise no_quantity(one, f"the mistake {name} replaces", kind.quantities)
    wrong = {one: _wrong(kind.quantities[one], way, words, pooled) for one, way in several.items()}
    formulas = []
    for one in (at, *also):
        text = wrong[one].formula
        formulas.append(Chain("=", (symbol(kind, one), in_symbols(kind, text) if text and not words else words)))
    shown = shown or (Chain(",", tuple(formulas)) if also else formulas[0])
    return Misconception(subject, name, place, title, shown, explanation, source, Smallest(*example), wrong, unless)


def read_mistakes(
    package: str, subjects: Sequence[Subject], ways: Mapping[str, Way], file: str = "mistakes.toml"
) -> tuple[Misconception, ...]:
    """The mistakes that stand in a file of a package, a table each: what `mistake` takes, by name.

    `wrong` is the formula, or several by the names of their quantities. What no formula says has no `wrong`: it is
    found in `ways`, by the name of the mistake. A table that names no subject is about the first.
    """
    written = data.read(package, file)
    if odd := sorted({name for name, table in written.items() if "wrong" not in table} ^ ways.keys()):
        raise KeyError(f"{package}: {', '.join(odd)} must have either `wrong` in {file}, or a way beside it")
    subject_of = {subject.name: subject for subject in subjects}
    return tuple(
        mistake(
            subject_of[table.pop("subject", subjects[0].name)],
            name,
            definition=table.pop("wrong", None) or ways[name],
            example=as_tuples([table.pop("candidate"), table.pop("references", []), table.pop("settings", {})]),
            **table,
        )
        for name, table in written.items()
    )


def _wrong(right: Quantity[Any], definition: Definition, words: str, pooled: bool) -> Quantity[Any]:
    """A quantity in the place of the right one."""
    if isinstance(definition, Quantity):
        return definition.renamed(right.symbol)
    options: Options = {**right.options, "pooled": right.pooled and pooled, "shortcut": None}
    return Quantity(right.symbol, definition, words, **options)


def cut_off(subject: Subject, name: str, example: Smallest) -> Misconception:
    """Someone leaves out the digits that follow."""
    return Misconception(
        subject,
        name=name,
        place=WRITING,
        title="Cut, not rounded",
        wrong="the digits after that are left out",
        explanation="2/3 to two digits is 0.67, not 0.66: a next digit of 5 or more rounds up.",
        source="a common slip",
        example=example,
        replacement=_cut,
    )


def in_percent(
    subject: Subject, name: str, what: str, symbol: Formula, numbers: tuple[str, ...], says: str, example: Smallest
) -> Misconception:
    """Someone writes 100 times the numbers of these names, told as `what`; p stands for p_1, p_2 and so on."""
    return Misconception(
        subject,
        name=name,
        place=WRITING,
        title=f"{what} from 0 to 100",
        wrong=Chain("=", (symbol, Chain("*", ("100", symbol)))),
        explanation=says,
        source="course notes: 0 to 1, or 0 to 100?",
        example=example,
        replacement=_times_100(numbers),
    )


def _cut(name: str, value: Value, decimals: int) -> Value:
    """The number with its further digits left out; the number itself, where rounding gives the same digits."""
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
