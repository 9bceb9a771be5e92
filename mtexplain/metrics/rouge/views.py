"""What every ROUGE trace shows: its texts, its references, recall, precision, the score; and these moment by moment."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from mtexplain.display import plain, texts
from mtexplain.display.charts import Curve, Guide
from mtexplain.display.formula import (
    Call,
    Chain,
    Formula,
    Over,
    SumOver,
    Symbol,
    few,
    fraction,
    number,
    ratio,
    shown,
    summed,
)
from mtexplain.display.parts import Cell, Equation, Pieces, Prose, Table, Words
from mtexplain.display.steps import Mark, Moment
from mtexplain.display.texts import keyed
from mtexplain.metrics.rouge.recipe import RougeScore
from mtexplain.metrics.rouge.rules import bracketed, decimal
from mtexplain.metrics.rouge.union_lcs import lines_of
from mtexplain.recipe.equations import as_counted, equation, in_numbers
from mtexplain.recipe.symbols import in_symbols, symbol

BETAS = "Most tools take a beta of 1; those for COCO captions take 1.2."
_MATCHES = {
    "rouge_l": "LCS is the length of the longest common subsequence",
    "rouge_l_sum": "matches are the words of all unions that count",
    "rouge_w": "WLCS is what the runs of matches are worth",
}
_MOST = 8  # references that are written out
_LONG = 10**6  # a larger denominator is not written
_LEFT_OUT = "a summand for each reference that is left out: the best of the others counts"
_FARTHEST = 4  # the largest beta that is drawn, unless another counts
_USUAL = {Fraction(1): "1", Fraction(6, 5): "1.2"}


# The texts.


def candidate_length(trace: RougeScore, _: int) -> Equation:
    """How many words the candidate has: of each line, or of each different word."""
    lines = lines_of(trace.candidate) if trace.by_lines else ()
    counts = [len(line) for line in lines] if trace.by_lines else list(Counter(trace.candidate).values())
    over = SumOver("l", Symbol("n", "l")) if trace.by_lines else SumOver("w", Call("Count", "w"))
    where = "l runs over the lines" if trace.by_lines else "w runs over the different words"
    symbols = Chain("=", (symbol(trace, "candidate_length"), over))
    return Equation(symbols, summed(counts), str(trace.candidate_length), f"{where} of the candidate")


def lines(trace: RougeScore) -> Table:
    """The lines of every text, with their words."""
    columns = keyed("text", "line", "tokens", "length")
    rows = tuple(
        (name, number, Words(line), len(line))
        for name, _, text in texts.named(trace)
        for number, line in enumerate(lines_of(text), 1)
    )
    return Table("", columns, rows, names=3)


# Several references.


def each_reference(trace: RougeScore, _: int) -> tuple[Table, ...]:
    """Recall, precision and F with each reference, and which of them count."""
    columns = keyed("reference", matches=plain.formula(type(trace).matches.symbol), recall="R", precision="P", f="F")
    if trace.rules.references_by in ("best", "coco"):
        columns += keyed("choice")
    rows: list[tuple[Cell, ...]] = []
    both = (as_values(trace, name) for name in ("recalls", "precisions"))
    shares = zip(*both, trace.of_each("f_scores"), strict=True)
    for place, (matches, (r, p, f)) in enumerate(zip(trace.of_each("matches"), shares, strict=True)):
        cells: tuple[Cell, ...] = (f"reference {place + 1}", number(Fraction(matches)), r, p, exactly(f))
        rows.append((*cells, _choice(trace, place))[: len(columns)])
    return (Table("", columns, tuple(rows)),)


def _choice(trace: RougeScore, place: int) -> str:
    roles = trace.roles(place)
    if roles == ["it counts"]:
        return "the best: it counts"
    return f"the best {' and the best '.join(roles)}" if roles else ""


def left_out(trace: RougeScore, place: int) -> tuple[Table, ...]:
    """The same, then each reference left out in turn, and the best of the others."""
    columns = keyed(out="left out", best="best of the others", f="F")
    rows = tuple(
        (f"reference {out}", f"reference {best + 1}", exactly(trace.f_scores[best]))
        for out, best in enumerate(trace.chosen, 1)
    )
    whole = Table("", columns, rows, total=("mean", None, shown(trace.score)))
    return (*each_reference(trace, place), whole)


def pooled_matches(trace: RougeScore, _: int) -> Equation:
    """The matches with all references."""
    matches = list(map(Fraction, trace.of_each("matches")))
    symbols = Chain("=", (type(trace).matches.symbol, SumOver("i", symbol(trace, "matches"))))
    terms = Chain("+", few(list(map(number, matches)), _MOST))
    return Equation(symbols, terms, number(sum(matches, Fraction(0))))


def best_rank(trace: RougeScore, _: int) -> Equation:
    """The best F, or by some rules the best recall."""
    ranks = [exactly(rank or Fraction(0)) for rank in trace.of_each("ranks")]
    return _best("R" if trace.rules.best_by == "recall" else "F", ranks, ranks[trace.chosen[0]])


def best_recall(trace: RougeScore, _: int) -> Equation:
    """The best recall of any reference."""
    return _best("R", as_values(trace, "recalls"), as_value(trace, "r"))


def best_precision(trace: RougeScore, _: int) -> Equation:
    """The best precision of any reference."""
    return _best("P", as_values(trace, "precisions"), as_value(trace, "p"))


def _best(letter: str, values: list[Formula], best: Formula) -> Equation:
    """The best of the numbers that several references give."""
    names: list[Formula] = [Symbol(letter, str(place)) for place in range(1, len(values) + 1)]
    symbols, numbers = (Call("max", Chain(",", few(terms, _MOST))) for terms in (names, values))
    return Equation(Chain("=", (letter, symbols)), numbers, best)


# Recall and precision. A share is written by its value, 2/3, or as it is worked out, (4/9)^(1/2).


def recall(trace: RougeScore, _: int) -> Equation:
    """What is found of the reference."""
    return _equation_of_share(trace, "r")._replace(where=_where(trace, "m", "reference"))


def precision(trace: RougeScore, _: int) -> Equation:
    """What of the candidate is found."""
    return _equation_of_share(trace, "p")._replace(where=_where(trace, "n", "candidate"))


def _where(trace: RougeScore, letter: str, text: str) -> str:
    """What the letters of a recall (m) or a precision (n) stand for."""
    if trace.rules.references_by == "jackknife":
        return _LEFT_OUT
    units = "words" if trace.definition("reference_total").formula else trace.units
    where = f"{_MATCHES.get(trace.metric, 'matches is the sum of the overlaps')}, {letter} the number of {units} of the"
    if trace.metric != "rouge_w":
        return f"{where} {text}"
    lines = "; of several lines f(m) is their sum" if letter == "m" and trace.by_lines else ""
    return f"{where} {text}, and f(k) is k^{bracketed(trace.rules.weight)}{lines}"


def _equation_of_share(trace: RougeScore, name: str) -> Equation:
    """Recall or precision: of the reference that counts, where one does."""
    several = {"r": "recalls", "p": "precisions"}[name]
    place = trace.chosen[0 if name == "r" else -1] if trace.number_of_references > 1 else None
    is_one = trace.number_of_references == 1 or trace.rules.references_by in ("best", "coco")
    made = equation(trace, several, place) if is_one else equation(trace, name)
    assert isinstance(made.symbols, Chain)
    symbols = made.symbols._replace(terms=(symbol(trace, name), *made.symbols.terms[1:]))
    numbers = made.numbers
    if trace.rules.references_by == "jackknife":
        numbers = _mean([as_value(trace, several, best) for best in trace.chosen])
    return made._replace(symbols=symbols, numbers=numbers, value=as_value(trace, name))


def as_values(trace: RougeScore, name: str) -> list[Formula]:
    """A share with each reference, as it was counted."""
    return [as_value(trace, name, place) for place in range(trace.number_of_references)]


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


def worked_out(trace: RougeScore, name: str, place: int | None = None) -> Formula:
    """A share with its numbers: as it was counted, or else as it was computed: (4/9)^(1/2), or a mean."""
    if as_counted(trace, name, place):
        return as_value(trace, name, place)
    if place is None and trace.number_of_references > 1 and trace.rules.references_by == "pooled":
        way, most = trace.quantities["recalls"].cases["weighted"].formula, trace.of_each("reference_total")
        assert way
        whole = sum(most) if name == "r" else trace.number_of_references * trace.candidate_total
        known = {"matches": sum(trace.of_each("matches")), "reference_total": whole, "weight": trace.weight}
        return in_numbers(way, known)
    return _equation_of_share(trace, name).numbers if place is None else equation(trace, name, place).numbers


# The score.


def measure(beta: Fraction | None) -> str:
    """Which mean of recall and precision: F1, F with another beta, or one of the two alone."""
    if beta is None:
        return "recall"
    return f"F{decimal(beta)}" if beta else "precision"


def closed_form(trace: RougeScore) -> Formula:
    """The score with exact numbers, as in (2 * 3/5 * 3/4) / (3/5 + 3/4). Where nothing matches it is 0."""
    if not any(trace.of_each("matches")):
        return "0"
    if trace.rules.references_by == "jackknife":
        return _mean([_summand(trace, best) for best in trace.chosen])
    shares = {name: _value_or_worked_out(trace, name) for name in ("r", "p")}
    return in_numbers(trace.expression("score"), {}, shares | _beta(trace))


def _beta(trace: RougeScore) -> dict[str, Formula]:
    """How beta is written: 1.2; as a fraction that is raised to a power, (4/3)^2, where it has no such form."""
    beta = trace.rules.beta
    return {"beta": fraction(beta) if "/" in decimal(beta) else decimal(beta)} if beta else {}


def _mean(summands: list[Formula]) -> Formula:
    return Over(Chain("+", few(summands, _MOST)), str(len(summands)))


def _summand(trace: RougeScore, place: int) -> Formula:
    """F with one reference: as a fraction, where it is a short one."""
    if trace.f_scores[place].denominator < _LONG:
        return fraction(trace.f_scores[place])
    shares = {name: _value_or_worked_out(trace, name, place) for name in ("recalls", "precisions")}
    return in_numbers(trace.expression("f_scores"), {}, shares | _beta(trace))


def _value_or_worked_out(trace: RougeScore, name: str, place: int | None = None) -> Formula:
    """A share by its value, 4/7, unless that is a long fraction."""
    value = getattr(trace, name) if place is None else getattr(trace, name)[place]
    is_long = isinstance(value, Fraction) and value.denominator >= _LONG
    return worked_out(trace, name, place) if is_long else as_value(trace, name, place)


def f(trace: RougeScore, _: int) -> Equation:
    """The score: F of R and P; jackknifed, the mean of the F with each reference that counts."""
    kind = "harmonic mean" if trace.rules.beta == 1 else "weighted harmonic mean"
    where = f"the {kind} of recall and precision" if trace.rules.beta else ""
    where = _LEFT_OUT if trace.rules.references_by == "jackknife" else where
    symbols = Chain("=", (trace.symbol, in_symbols(trace, trace.expression("score"))))
    return Equation(symbols, closed_form(trace), shown(trace.score), where)


def printed(trace: RougeScore, _: int) -> Equation:
    """The number as the tool prints it: F of recall and precision, rounded as the script rounds them."""
    one, beta = trace.expression("score"), trace.rules.beta
    numbers: Formula = trace.printed
    if trace.rules.references_by != "jackknife":
        r, p = (f"{share:.5f}" for share in trace.rounded)
        numbers = in_numbers(one, {}, {"r": r, "p": p, **_beta(trace)})
        if beta and not any(trace.rounded):
            matches = any(trace.of_each("matches"))
            numbers = f"0/0 counts as 0: {'R and P are both rounded to 0' if matches else 'nothing matches'}"
    return Equation(Chain("=", ("printed", in_symbols(trace, one))), numbers, trace.printed)


def f_over_beta(trace: RougeScore) -> Curve:
    """F over beta: from the precision, at 0, towards the recall. Floats will do: it is drawn, not computed with."""
    beta, pairs = trace.rules.beta, [(trace.r, trace.p)]
    if trace.rules.references_by == "jackknife":
        pairs = [(trace.recalls[best], trace.precisions[best]) for best in trace.chosen]
    floats = [(float(recall or 0), float(precision or 0)) for recall, precision in pairs]
    most = max(_FARTHEST, float(beta or 0))
    here = most if beta is None else float(beta)
    points = tuple((x, _mean_f(floats, x)) for x in (most * place / 60 for place in range(61)))
    label = f"beta = {'∞' if beta is None else shown(here)}: F = {shown(trace.score)}"
    guides = tuple(Guide(float(x), name, x == beta) for x, name in _USUAL.items())
    ends = [shown(float(share or 0)) for share in (trace.p, trace.r)]
    alt = f"F against beta: {ends[0]}, the precision, at 0; towards {ends[1]}, the recall. Here {label}."
    return Curve("beta", "F", points, (here, trace.score), label, guides, alt)


def _mean_f(pairs: list[tuple[float, float]], beta: float) -> float:
    """The mean of F over pairs of recall and precision."""
    square = beta * beta
    found = [(1 + square) * r * p / (r + square * p) if r and p else 0.0 for r, p in pairs]
    return sum(found) / len(found)


# Moment by moment.


def moments(trace: RougeScore, working: Iterable[Moment]) -> Iterator[Moment]:
    """Every moment, in order; `working` are those in which matches are counted."""
    length: Pieces = (symbol(trace, "candidate_length"), f" = {trace.candidate_length}. Only identical tokens match.")
    told = Prose(("The candidate is cut into tokens: ", *length))
    yield Moment("tokens", "tokens", told, (_everything(trace, 0),))
    yield from working
    if trace.number_of_references > 1:
        yield from _one_by_one(trace)
    for letter, name, out_of, text in (
        ("r", "recall", "reference", trace.chosen[0] + 1),
        ("p", "precision", "candidate", 0),
    ):
        value = as_value(trace, letter)
        pieces: Pieces = (f"Out of the {out_of} this is the {name}, ", symbol(trace, letter), " = ", value, ".")
        marks = (_everything(trace, text),) if trace.rules.references_by in ("best", "coco") else ()
        yield Moment(name, name, Prose(pieces), marks)
    yield Moment("score", "score", Prose(_which_mean(trace)))


def _everything(trace: RougeScore, text: int) -> Mark:
    """All words of the candidate (0) or of a reference (from 1)."""
    return Mark(text, tuple(range(len((trace.candidate, *trace.references)[text]))))


def _one_by_one(trace: RougeScore) -> Iterator[Moment]:
    """Recall, precision and F with each reference in turn, then which of them count."""
    shares = (as_values(trace, name) for name in ("recalls", "precisions"))
    for place, (r, p, f) in enumerate(zip(*shares, trace.of_each("f_scores"), strict=True)):
        pieces: Pieces = (f"With reference {place + 1} recall is ", r, ", precision ", p)
        pieces = (*pieces, ", and F is ", exactly(f), ".")
        yield Moment("references", "reference", Prose(pieces), (_everything(trace, place + 1),), place, 5)
    marks = tuple(_everything(trace, place + 1) for place in sorted(set(trace.chosen)))
    yield Moment("references", "choice", Prose((_which_count(trace),)), marks)


def _which_count(trace: RougeScore) -> str:
    chosen = [str(place + 1) for place in trace.chosen]
    match trace.rules.references_by:
        case "pooled":
            return "The matches with all references are added, and so are the units that each of them has."
        case "jackknife":
            return f"Each reference is left out once. The best of the others are, in turn, {', '.join(chosen)}."
        case "coco":
            return (
                f"The best recall is that of reference {chosen[0]}, the best precision that of reference {chosen[1]}."
            )
    return f"Reference {chosen[0]} is the best, so it counts."


def _which_mean(trace: RougeScore) -> Pieces:
    result: Pieces = (trace.symbol, f" = {shown(trace.score)}.")
    if trace.rules.references_by == "jackknife":
        return (f"The mean of the {len(trace.chosen)} scores is ", *result)
    if not trace.rules.beta:
        return (f"By these rules only {measure(trace.rules.beta)} counts: ", *result)
    return (
        "The harmonic mean of the two is " if trace.rules.beta == 1 else "Their weighted harmonic mean is ",
        *result,
    )
