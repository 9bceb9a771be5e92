"""How the perplexity of a distribution is told: its outcomes, the entropy, the score."""

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from mtexplain import exact
from mtexplain.display.drawings import Bar
from mtexplain.display.formula import Chain, Formula, Minus, Over, Power, SumOver, number, shown
from mtexplain.display.parts import Beside, Cell, Column, Equation, Part, Sentence, Sentences, Table, Words
from mtexplain.display.trace import Step
from mtexplain.metrics.perplexity import formulas, steps, tables
from mtexplain.metrics.perplexity.maths import Probability, in_base, surprise
from mtexplain.metrics.shared import pictures

if TYPE_CHECKING:
    from mtexplain.metrics.perplexity.distribution import DistributionPerplexity

_WHY_OUTCOMES = "A distribution says how probable each outcome is. One of them comes for certain: they add up to 1."
_WHY_ENTROPY = (
    "Every outcome surprises as often as it comes, so its surprise counts by its probability, and not once each."
)
_OUTCOMES = "improbable outcomes are possible too, and hardly count."


def closed_form(trace: "DistributionPerplexity") -> Formula:
    """The product of all (1/p)^p; equal factors are one."""
    counted = Counter(one for one in trace.given if Fraction(one)).items()
    inverse = {one: formulas.grouped(formulas.inverse(formulas.as_given(one))) for one, _ in counted}
    return formulas.listed("*", [Power(inverse[one], _times(one, times)) for one, times in counted])


def _times(written: str, times: int) -> Formula:
    """p times how often it is there, with the denominator as it was."""
    value = Fraction(written)
    if "/" in written:
        return Over(str(times * value.numerator), str(value.denominator))
    return number(times * value)


def overview(trace: "DistributionPerplexity") -> tuple[Part, ...]:
    """The outcomes, where they have names; the probabilities, the entropy, PP."""
    bars = [
        Bar(formulas.p(place), "", formulas.as_given(written), float(Fraction(written)))
        for place, written in enumerate(trace.given, 1)
    ]
    leading = [
        Bar("H", f"entropy in {formulas.UNITS[trace.rules.base]}", shown(trace.entropy), None, ">", "factor"),
        Bar(formulas.PP, "", shown(trace.score), None, ">", "result"),
    ]
    picture = pictures.row(bars, leading)
    if trace.outcomes is None:
        return (picture,)
    sentence = Sentence("outcomes", Words(trace.outcomes), f"{len(trace.outcomes)} of them")
    return (Sentences((sentence,)), picture)


def told(trace: "DistributionPerplexity") -> tuple[Step, ...]:
    """Outcomes, entropy, score."""
    many = str(len(trace.values))
    adding = Equation(SumOver("i", formulas.p("i")), formulas.listed("+", [*map(formulas.as_given, trace.given)]), "1")
    outcomes = Step(
        "outcomes", "Outcomes", "all that is possible", Chain("=", ("N", many)), _WHY_OUTCOMES, f"{steps.SLP3} 3.7",
        (Equation("N", "the number of outcomes", many), adding),
    )  # fmt: skip
    entropy = steps.entropy(trace, _entropy(trace), table(trace), letter="H")._replace(why=_WHY_ENTROPY)
    forms = Beside((_product_form(trace), formulas.exponential_form(trace, "H")))
    return (outcomes, entropy, steps.score(trace, forms, "each 1/p as often as it comes", _OUTCOMES))


def _entropy(trace: "DistributionPerplexity") -> Equation:
    """H; the numbers are its terms, as the picture has them."""
    base = trace.rules.base
    each = Chain("*", (formulas.p("i"), formulas.log(base, formulas.p("i"))))
    symbols = Chain("=", ("H", Minus(SumOver("i", each))))
    value = shown(trace.entropy)
    return Equation(symbols, value, value, f"{formulas.meaning(base)}, so H is in {formulas.UNITS[base]}")


def _product_form(trace: "DistributionPerplexity") -> Equation:
    first, last = (Power(formulas.grouped(Over("1", formulas.p(i))), formulas.p(i)) for i in ("1", "N"))
    symbols = Chain("=", (formulas.PP, Chain("*", (first, "…", last))))
    return Equation(symbols, closed_form(trace), shown(trace.score))


def table(trace: "DistributionPerplexity") -> Table:
    """A row for each outcome: its probability, its surprise, what it adds to the entropy."""
    named = trace.outcomes is not None
    columns = (
        Column("i", "i"),
        *([Column("outcome", "outcome")] if named else []),
        Column("probability", "probability"),
        tables.surprise_column(trace.rules.base),
        Column("share", f"probability times {tables.surprise_column(trace.rules.base).title}"),
    )
    rows: list[tuple[Cell, ...]] = []
    for place, (written, share) in enumerate(zip(trace.given, _shares(trace), strict=True)):
        words: tuple[Cell, ...] = (Words((trace.outcomes[place],)),) if trace.outcomes is not None else ()
        nats = surprise(Probability(Fraction(written)))
        cells = formulas.as_given(written), formulas.in_unit(nats, trace.rules.base), shown(share)
        rows.append((place + 1, *words, *cells))
    last: tuple[Cell, ...] = ("sum", *([None] if named else []), "1", None, shown(trace.entropy))
    return Table("", columns, rows, names=1 + named, total=last)


def _shares(trace: "DistributionPerplexity") -> list[float]:
    """What each outcome adds to the entropy, in the unit of the base."""
    found = []
    with exact.forty_digits():
        for value in trace.values:
            nats = exact.decimal(value) * -exact.ln(value) if value else exact.decimal(Fraction(0))
            found.append(float(in_base(nats, trace.rules.base)))
    return found
