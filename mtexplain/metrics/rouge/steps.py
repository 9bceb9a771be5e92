"""How a ROUGE trace is told: what is shown first, then the tokens, what is counted, recall, precision, the score."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from mtexplain.display import plain
from mtexplain.display.charts import Bar, Bars, Curve, Guide
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
from mtexplain.display.parts import Cell, Equation, Part, Prose, Sentence, Sentences, Table, Words
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge.recipe import RougeScore
from mtexplain.metrics.rouge.rules import decimal
from mtexplain.metrics.rouge.union_lcs import lines_of
from mtexplain.metrics.shared import signature, texts
from mtexplain.metrics.shared.charts import row
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.shared.texts import keyed
from mtexplain.recipe.equations import as_counted, equation, in_numbers
from mtexplain.recipe.symbols import in_symbols, symbol

_MULTI = "Lin 2004, section 2.1"
_WHY_TOKENS = "ROUGE compares tokens: one either equals a token of a reference, letter by letter, or it does not."
_WHY_RECALL = "Recall asks how much of the reference is found: a good summary leaves out little."
_WHY_PRECISION = "Precision asks how much of the candidate is found: without it, saying everything would pay."
_WHY_F = "The harmonic mean is high only where both are: it lies nearer to the smaller of the two."
_WHY_RECALL_ALONE = "With an endless beta recall alone counts, as it did at the DUC evaluations."
_WHY_PRECISION_ALONE = "With a beta of 0 precision alone counts."
_WHY_MEAN = "Whichever reference is left out, the best of the others gives an F: the score is the mean of these."
_BETAS = "Most tools take a beta of 1; those for the captions of COCO take 1.2."
_WHY_REPORTED = "The script rounds recall and precision to five digits, computes F from these, and rounds that."
_WHY_REFERENCES = {
    "best": "It is enough to be like one of the references: the best one counts.",
    "pooled": "All references are read as one: their matches are added, and so is all that they ask for.",
    "jackknife": "Each reference is left out once, as it must be where a human summary is scored against the others.",
    "coco": "The best recall and the best precision are taken apart, and may come from different references.",
}
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
_LEGEND = "[x] is part of what matches."
_CLIPPED = "[x] is part of what matches; x(clipped) came too often."


def of(trace: RougeScore, working: Iterable[Step]) -> Iterator[Step]:
    """Every step, in order; `working` are those that count the matches."""
    yield _tokens(trace)
    yield from working
    if trace.count > 1:
        yield _references(trace)
    yield _share(trace, "r", "recall", "reference", _WHY_RECALL)
    yield _share(trace, "p", "precision", "candidate", _WHY_PRECISION)
    yield _score(trace)
    if trace.rules.rounding != "none":
        yield _reported(trace)


def _tokens(trace: RougeScore) -> Step:
    table = _lines(trace) if trace.by_lines else texts.tokens(trace)
    lines = lines_of(trace.candidate) if trace.by_lines else ()
    counts = [len(line) for line in lines] if trace.by_lines else list(Counter(trace.candidate).values())
    name = symbol(trace, "candidate_length")
    over = SumOver("l", Symbol("n", "l")) if trace.by_lines else SumOver("w", Call("Count", "w"))
    where = "l runs over the lines" if trace.by_lines else "w runs over the different words"
    total = str(trace.candidate_length)
    made = Equation(Chain("=", (name, over)), summed(counts), total, f"{where} of the candidate")
    cut = signature.cut_by(trace.rules)
    return Step("tokens", "Tokens", cut, Chain("=", (name, total)), _WHY_TOKENS, trace.source, (table, made))


def _lines(trace: RougeScore) -> Table:
    """The lines of every text, with their words."""
    columns = keyed("text", "line", "tokens", "length")
    names = "candidate", *(f"reference {place}" for place in range(1, trace.count + 1))
    rows = tuple(
        (name, number, Words(line), len(line))
        for name, text in zip(names, (trace.candidate, *trace.references), strict=True)
        for number, line in enumerate(lines_of(text), 1)
    )
    return Table("", columns, rows, names=3)


def _references(trace: RougeScore) -> Step:
    chosen, how = trace.chosen, trace.rules.references_by
    outcome: Formula = Chain("=", ("reference", str(chosen[0] + 1)))
    summary = "which one counts"
    parts: tuple[Part, ...] = (_each_reference(trace), *_choices(trace))
    if how == "pooled":
        summary, outcome = f"{len(chosen)} of them", "all together"
    elif how == "jackknife":
        summary, outcome = f"{len(chosen)} of them", "each left out once"
        parts = (_each_reference(trace), _left_out(trace), *_choices(trace))
    elif how == "coco":
        summary, outcome = "the best of each", f"R of reference {chosen[0] + 1}, P of reference {chosen[1] + 1}"
    return Step("references", "References", summary, outcome, _WHY_REFERENCES[how], _MULTI, parts)


def _choices(trace: RougeScore) -> Iterator[Equation]:
    """How several references make one: the best of several numbers, a sum, a mean."""
    match trace.rules.references_by:
        case "pooled":
            name, matches = symbol(trace, "matches"), list(map(Fraction, trace.of_each("matches")))
            total = type(trace).matches.symbol
            terms = Chain("+", few(list(map(number, matches)), _MOST))
            yield Equation(Chain("=", (total, SumOver("i", name))), terms, number(sum(matches, Fraction(0))))
        case "jackknife":
            yield _equation_of_f(trace)
        case "coco":
            yield _best("R", of_each(trace, "recalls"), as_value(trace, "r"))
            yield _best("P", of_each(trace, "precisions"), as_value(trace, "p"))
        case _:
            letter = "R" if trace.rules.best_by == "recall" else "F"
            ranks = [exactly(rank or Fraction(0)) for rank in trace.of_each("ranks")]
            yield _best(letter, ranks, ranks[trace.chosen[0]])


def _best(letter: str, values: list[Formula], best: Formula) -> Equation:
    """The best of the numbers that several references give."""
    names: list[Formula] = [Symbol(letter, str(place)) for place in range(1, len(values) + 1)]
    symbols, numbers = (Call("max", Chain(",", few(terms, _MOST))) for terms in (names, values))
    return Equation(Chain("=", (letter, symbols)), numbers, best)


def _each_reference(trace: RougeScore) -> Table:
    """Recall, precision and F with each reference, and which of them count."""
    columns = keyed("reference", matches=plain.formula(type(trace).matches.symbol), recall="R", precision="P", f="F")
    if trace.rules.references_by in ("best", "coco"):
        columns += keyed("choice")
    rows: list[tuple[Cell, ...]] = []
    both = (of_each(trace, name) for name in ("recalls", "precisions"))
    shares = zip(*both, trace.of_each("f_scores"), strict=True)
    for place, (matches, (r, p, f)) in enumerate(zip(trace.of_each("matches"), shares, strict=True)):
        row: tuple[Cell, ...] = (f"reference {place + 1}", number(Fraction(matches)), r, p, exactly(f))
        rows.append((*row, _choice(trace, place))[: len(columns)])
    return Table("", columns, tuple(rows))


def _choice(trace: RougeScore, place: int) -> str:
    roles = trace.roles(place)
    if roles == ["it counts"]:
        return "the best: it counts"
    return f"the best {' and the best '.join(roles)}" if roles else ""


def _left_out(trace: RougeScore) -> Table:
    """Each reference left out in turn, and the best of the others."""
    columns = keyed(out="left out", best="best of the others", f="F")
    rows = tuple(
        (f"reference {place + 1}", f"reference {best + 1}", exactly(trace.f_scores[best]))
        for place, best in enumerate(trace.chosen)
    )
    return Table("", columns, rows, total=("mean", None, shown(trace.score)))


def _share(trace: RougeScore, letter: str, name: str, text: str, why: str) -> Step:
    made = worked(trace, letter)._replace(where=_where(trace, "m" if letter == "r" else "n", text))
    outcome = Chain("=", (symbol(trace, letter), made.value))
    return Step(name, name.capitalize(), f"out of the {text}", outcome, why, trace.source, (made,))


def _where(trace: RougeScore, letter: str, text: str) -> str:
    """What the letters of a recall (m) or a precision (n) stand for."""
    if trace.rules.references_by == "jackknife":
        return _LEFT_OUT
    units = "words" if trace.definition("reference_total").formula else trace.units
    where = f"{_MATCHES.get(trace.metric, 'matches is the sum of the overlaps')}, {letter} the number of {units} of the"
    if trace.metric != "rouge_w":
        return f"{where} {text}"
    lines = "; of several lines f(m) is their sum" if letter == "m" and trace.by_lines else ""
    return f"{where} {text}, and f(k) is k^{decimal(trace.rules.weight)}{lines}"


def _score(trace: RougeScore) -> Step:
    beta = trace.rules.beta
    why = _WHY_F if beta else _WHY_RECALL_ALONE if beta is None else _WHY_PRECISION_ALONE
    why = _WHY_MEAN if trace.rules.references_by == "jackknife" else why
    outcome = Chain("=", (trace.symbol, shown(trace.score)))
    parts = (_equation_of_f(trace), _betas(trace), Prose((_BETAS,)))
    return Step("score", "Score", measure(beta), outcome, why, f"{trace.source}, with equation 4", parts)


def _reported(trace: RougeScore) -> Step:
    """The number as the tool prints it: F of recall and precision, rounded as the script rounds them."""
    one = trace.expression("score")
    numbers: Formula = trace.printed
    if trace.rules.references_by != "jackknife":
        r, p = (f"{share:.5f}" for share in trace.rounded)
        numbers = in_numbers(one, {}, {"r": r, "p": p, "beta": decimal(trace.rules.beta or Fraction(0))})
    made = Equation(Chain("=", ("printed", in_symbols(trace, one))), numbers, trace.printed)
    told = Prose((f"{trace.rules.tool or trace.rules.name} prints {trace.printed}.",))
    parts = (made, told)
    return Step("reported", "Reported", "as it is printed", trace.printed, _WHY_REPORTED, trace.rules.tool, parts)


def measure(beta: Fraction | None) -> str:
    """Which mean of recall and precision: F1, F with another beta, or one of the two alone."""
    if beta is None:
        return "recall"
    return f"F{decimal(beta)}" if beta else "precision"


def of_each(trace: RougeScore, name: str) -> list[Formula]:
    """A share with each reference, as it was counted."""
    return [as_value(trace, name, place if trace.count > 1 else None) for place in range(trace.count)]


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
    place = trace.chosen[0 if name == "r" else -1] if trace.count > 1 else None
    is_one = trace.count == 1 or trace.rules.references_by in ("best", "coco")
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
    if place is None and trace.count > 1 and trace.rules.references_by == "pooled":
        way, most = trace.quantities["recalls"].cases["weighted"].formula, trace.of_each("reference_total")
        assert way
        whole = sum(most) if name == "r" else trace.count * trace.candidate_total
        known = {"matches": sum(trace.of_each("matches")), "reference_total": whole, "weight": trace.weight}
        return in_numbers(way, known)
    return worked(trace, name).numbers if place is None else equation(trace, name, place).numbers


def closed_form(trace: RougeScore) -> Formula:
    """The score with exact numbers, as in (2 * 3/5 * 3/4) / (3/5 + 3/4). Where nothing matches it is 0."""
    if not any(trace.of_each("matches")):
        return "0"
    if trace.rules.references_by == "jackknife":
        return _mean([_summand(trace, best) for best in trace.chosen])
    shares = {name: _short(trace, name) for name in ("r", "p")}
    return in_numbers(trace.expression("score"), {}, shares | _beta(trace))


def _beta(trace: RougeScore) -> dict[str, Formula]:
    return {"beta": decimal(trace.rules.beta)} if trace.rules.beta else {}


def _mean(summands: list[Formula]) -> Formula:
    return Over(Chain("+", few(summands, _MOST)), str(len(summands)))


def _summand(trace: RougeScore, place: int) -> Formula:
    """F with one reference: as a fraction, where it is a short one."""
    if trace.f_scores[place].denominator < _LONG:
        return fraction(trace.f_scores[place])
    shares = {name: _short(trace, name, place) for name in ("recalls", "precisions")}
    return in_numbers(trace.expression("f_scores"), {}, shares | _beta(trace))


def _short(trace: RougeScore, name: str, place: int | None = None) -> Formula:
    """A share with its numbers, but for a root that is a short fraction: 4/7."""
    value = getattr(trace, name) if place is None else getattr(trace, name)[place]
    is_long = isinstance(value, Fraction) and value.denominator >= _LONG
    return share(trace, name, place) if is_long else as_value(trace, name, place)


def _equation_of_f(trace: RougeScore) -> Equation:
    """The score: F of R and P; jackknifed, the mean of the F with each reference that counts."""
    kind = "harmonic mean" if trace.rules.beta == 1 else "weighted harmonic mean"
    where = f"the {kind} of recall and precision" if trace.rules.beta else ""
    where = _LEFT_OUT if trace.rules.references_by == "jackknife" else where
    symbols = Chain("=", (trace.symbol, in_symbols(trace, trace.expression("score"))))
    return Equation(symbols, closed_form(trace), shown(trace.score), where)


def sentences(trace: RougeScore, earned: Sequence[tuple[str, ...]]) -> Sentences:
    """The candidate with what matches in the references that count; each reference with what matches in it."""
    mine, *theirs = earned
    rows = [Sentence("candidate", Words(trace.candidate, mine), so_many(trace.candidate_length, "word"))]
    for place, (reference, states) in enumerate(zip(trace.references, theirs, strict=True)):
        role = f" → {' and '.join(roles)}" if (roles := trace.roles(place)) else ""
        remark = so_many(trace.length_of(reference), "word") + role
        rows.append(Sentence(f"reference {place + 1}", Words(reference, states), remark))
    return Sentences(tuple(rows), legend=_CLIPPED if "clipped" in mine else _LEGEND)


def factors(trace: RougeScore) -> Bars:
    """Recall, precision, and what they make; jackknifed, the F of each reference that counts, and their mean."""
    score = Bar(trace.symbol, "", shown(trace.score), trace.score, ">", "result")
    if trace.rules.references_by != "jackknife":
        beta = trace.rules.beta
        shares = ("r", "recall" if beta != 0 else ""), ("p", "precision" if beta is not None else "")
        return _named(row([_bar(trace, name, role or "takes no part") for name, role in shares], [score]))
    summands = [(place, best, trace.f_scores[best]) for place, best in enumerate(trace.chosen, 1)]
    bars = [Bar(Symbol("F", str(best + 1)), f"without {place}", exactly(f), float(f)) for place, best, f in summands]
    return _named(row(bars, [score]))


def _named(bars: Bars) -> Bars:
    """The same, told with the names of the bars."""
    named = (f"{plain.formula(bar.label)} {bar.name} {plain.formula(bar.number)}" for bar in bars.bars)
    return bars._replace(alt=", ".join(named))


def _bar(trace: RougeScore, name: str, role: str) -> Bar:
    value = getattr(trace, name)
    return Bar(symbol(trace, name), role, as_value(trace, name), None if value is None else float(value))


def _betas(trace: RougeScore) -> Curve:
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
    alt = f"F over beta: {ends[0]}, the precision, at 0; towards {ends[1]}, the recall. Here {label}."
    return Curve("beta", "F", points, (here, trace.score), label, guides, alt)


def _mean_f(pairs: list[tuple[float, float]], beta: float) -> float:
    """The mean of F over pairs of recall and precision."""
    square = beta * beta
    found = [(1 + square) * r * p / (r + square * p) if r and p else 0.0 for r, p in pairs]
    return sum(found) / len(found)
