"""ROUGE's equations, from the formulas of the recipe: as they are written, and with the numbers put in."""

from fractions import Fraction

from mtexplain.display.formula import Chain, Formula, Over, few, fraction, number, ratio, shown
from mtexplain.display.parts import Equation
from mtexplain.metrics.rouge.recipe import RougeScore
from mtexplain.metrics.rouge.rules import decimal
from mtexplain.recipe.formulas import as_counted, equation, in_numbers, in_symbols, symbol

MOST = 8  # references that are written out
_LONG = 10**6  # a larger denominator is not written
LEFT_OUT = "a summand for each reference that is left out: the best of the others counts"


def measure(beta: Fraction | None) -> str:
    """Which mean of recall and precision: F1, F with another beta, or one of the two alone."""
    if beta is None:
        return "recall"
    return f"F{decimal(beta)}" if beta else "precision"


def of_each(trace: RougeScore, name: str) -> list[Formula]:
    """A share with each reference, as it was counted."""
    return [as_value(trace, name, place if trace.k > 1 else None) for place in range(trace.k)]


def as_value(trace: RougeScore, name: str, place: int | None = None) -> Formula:
    """The value of a share: as it was counted, or as a fraction, or where that is long as every float is shown."""
    pair, value = as_counted(trace, name, place), getattr(trace, name)
    if pair:
        return Over(*(number(Fraction(one)) for one in pair))
    found = value[place] if place is not None and isinstance(value, tuple) else value
    return ratio(0, 0) if found is None else exactly(found)


def exactly(value: Fraction) -> Formula:
    """A fraction; where it is long, as every float is shown."""
    return fraction(value) if value.denominator < _LONG else shown(float(value))


def worked(trace: RougeScore, name: str) -> Equation:
    """Recall or precision: of the reference that counts, where one does."""
    several = {"r": "recalls", "p": "precisions"}[name]
    place = trace.chosen[0 if name == "r" else -1] if trace.k > 1 else None
    is_one = trace.k == 1 or trace.rules.references_by in ("best", "coco")
    made = equation(trace, several, place) if is_one else equation(trace, name)
    assert isinstance(made.symbols, Chain)
    symbols = made.symbols._replace(terms=(symbol(trace, name), *made.symbols.terms[1:]))
    numbers = made.numbers
    if trace.rules.references_by == "jackknife":
        numbers = _mean([as_value(trace, several, best) for best in trace.chosen])
    return made._replace(symbols=symbols, numbers=numbers, value=as_value(trace, name))


def share(trace: RougeScore, name: str, place: int | None = None) -> Formula:
    """A share with its numbers: as it was counted, or else as it was computed: (4/9)^(1/2), or a mean."""
    if as_counted(trace, name, place):
        return as_value(trace, name, place)
    if place is None and trace.k > 1 and trace.rules.references_by == "pooled":
        way, most = trace.quantities["recalls"].cases["weighted"].formula, trace.of_each("reference_total")
        assert way
        whole = sum(most) if name == "r" else trace.k * trace.candidate_total
        known = {"matches": sum(trace.of_each("matches")), "reference_total": whole, "weight": trace.weight}
        return in_numbers(way, known)
    return worked(trace, name).numbers if place is None else equation(trace, name, place).numbers


def closed_form(trace: RougeScore) -> Formula:
    """The score with exact numbers, as in (2 * 3/5 * 3/4) / (3/5 + 3/4). Where nothing matches it is 0."""
    one = trace.definition("score").formula
    assert one
    if not any(trace.of_each("matches")):
        return "0"
    if trace.rules.references_by == "jackknife":
        return _mean([_summand(trace, best) for best in trace.chosen])
    return in_numbers(one, {}, {name: _short(trace, name) for name in ("r", "p")} | _beta(trace))


def _beta(trace: RougeScore) -> dict[str, Formula]:
    return {"beta": decimal(trace.rules.beta)} if trace.rules.beta else {}


def _mean(summands: list[Formula]) -> Formula:
    return Over(Chain("+", few(summands, MOST)), str(len(summands)))


def _summand(trace: RougeScore, place: int) -> Formula:
    """F with one reference: as a fraction, where it is a short one."""
    one = trace.definition("f_scores").formula
    if trace.f_scores[place].denominator < _LONG or not one:
        return fraction(trace.f_scores[place])
    shares = {name: _short(trace, name, place) for name in ("recalls", "precisions")}
    return in_numbers(one, {}, shares | _beta(trace))


def _short(trace: RougeScore, name: str, place: int | None = None) -> Formula:
    """A share with its numbers, but for a root that is a short fraction: 4/7."""
    value = getattr(trace, name) if place is None else getattr(trace, name)[place]
    is_long = isinstance(value, Fraction) and value.denominator >= _LONG
    return share(trace, name, place) if is_long else as_value(trace, name, place)


def of_f(trace: RougeScore) -> Equation:
    """The score: F of R and P; jackknifed, the mean of the F with each reference that counts."""
    kind = "harmonic mean" if trace.rules.beta == 1 else "weighted harmonic mean"
    where = f"the {kind} of recall and precision" if trace.rules.beta else ""
    where = LEFT_OUT if trace.rules.references_by == "jackknife" else where
    one = trace.definition("score").formula
    assert one
    symbols = Chain("=", (trace.symbol, in_symbols(trace, one)))
    return Equation(symbols, closed_form(trace), shown(trace.score), where)
