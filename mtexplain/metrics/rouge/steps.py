"""How a ROUGE trace is told: the tokens, what is counted, the references, recall, precision, the score."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from mtexplain.display import plain
from mtexplain.display.formula import Call, Chain, Formula, SumOver, Symbol, few, number, shown, summed
from mtexplain.display.parts import Cell, Equation, Part, Prose, Table, Words
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge import charts, equations
from mtexplain.metrics.rouge.recipe import RougeScore
from mtexplain.metrics.rouge.rules import decimal
from mtexplain.metrics.rouge.union_lcs import lines_of
from mtexplain.metrics.shared import signature, texts
from mtexplain.metrics.shared.texts import keyed
from mtexplain.recipe.formulas import in_numbers, in_symbols, symbol

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


def of(trace: RougeScore, working: Iterable[Step]) -> Iterator[Step]:
    """Every step, in order; `working` are those that count the matches."""
    yield _tokens(trace)
    yield from working
    if trace.k > 1:
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
    names = "candidate", *(f"reference {place}" for place in range(1, trace.k + 1))
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
            terms = Chain("+", few(list(map(number, matches)), equations.MOST))
            yield Equation(Chain("=", (total, SumOver("i", name))), terms, number(sum(matches, Fraction(0))))
        case "jackknife":
            yield equations.of_f(trace)
        case "coco":
            yield _best("R", equations.of_each(trace, "recalls"), equations.as_value(trace, "r"))
            yield _best("P", equations.of_each(trace, "precisions"), equations.as_value(trace, "p"))
        case _:
            letter = "R" if trace.rules.best_by == "recall" else "F"
            ranks = [equations.exactly(rank or Fraction(0)) for rank in trace.of_each("ranks")]
            yield _best(letter, ranks, ranks[trace.chosen[0]])


def _best(letter: str, values: list[Formula], best: Formula) -> Equation:
    """The best of the numbers that several references give."""
    names: list[Formula] = [Symbol(letter, str(place)) for place in range(1, len(values) + 1)]
    symbols, numbers = (Call("max", Chain(",", few(terms, equations.MOST))) for terms in (names, values))
    return Equation(Chain("=", (letter, symbols)), numbers, best)


def _each_reference(trace: RougeScore) -> Table:
    """Recall, precision and F with each reference, and which of them count."""
    columns = keyed("reference", matches=plain.formula(type(trace).matches.symbol), recall="R", precision="P", f="F")
    if trace.rules.references_by in ("best", "coco"):
        columns += keyed("choice")
    rows: list[tuple[Cell, ...]] = []
    both = (equations.of_each(trace, name) for name in ("recalls", "precisions"))
    shares = zip(*both, trace.of_each("f_scores"), strict=True)
    for place, (matches, (r, p, f)) in enumerate(zip(trace.of_each("matches"), shares, strict=True)):
        row: tuple[Cell, ...] = (f"reference {place + 1}", number(Fraction(matches)), r, p, equations.exactly(f))
        rows.append((*row, _choice(trace, place))[: len(columns)])
    return Table("", columns, tuple(rows))


def _choice(trace: RougeScore, place: int) -> str:
    roles = trace.roles(place)
    return (
        "the best: it counts" if roles == ["it counts"] else f"the best {' and the best '.join(roles)}" if roles else ""
    )


def _left_out(trace: RougeScore) -> Table:
    """Each reference left out in turn, and the best of the others."""
    columns = keyed(out="left out", best="best of the others", f="F")
    rows = tuple(
        (f"reference {place + 1}", f"reference {best + 1}", equations.exactly(trace.f_scores[best]))
        for place, best in enumerate(trace.chosen)
    )
    return Table("", columns, rows, total=("mean", None, shown(trace.score)))


def _share(trace: RougeScore, letter: str, name: str, text: str, why: str) -> Step:
    made = equations.worked(trace, letter)._replace(where=_where(trace, "m" if letter == "r" else "n", text))
    outcome = Chain("=", (symbol(trace, letter), made.value))
    return Step(name, name.capitalize(), f"out of the {text}", outcome, why, trace.source, (made,))


def _where(trace: RougeScore, letter: str, text: str) -> str:
    """What the letters of a recall (m) or a precision (n) stand for."""
    if trace.rules.references_by == "jackknife":
        return equations.LEFT_OUT
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
    parts = (equations.of_f(trace), charts.betas(trace), Prose((_BETAS,)))
    return Step("score", "Score", equations.measure(beta), outcome, why, f"{trace.source}, with equation 4", parts)


def _reported(trace: RougeScore) -> Step:
    """The number as the tool prints it: F of recall and precision, rounded as the script rounds them."""
    one = trace.definition("score").formula
    numbers: Formula = trace.printed
    assert one
    if trace.rules.references_by != "jackknife":
        r, p = (f"{share:.5f}" for share in trace.rounded)
        numbers = in_numbers(one, {}, {"r": r, "p": p, "beta": decimal(trace.rules.beta or Fraction(0))})
    made = Equation(Chain("=", ("printed", in_symbols(trace, one))), numbers, trace.printed)
    told = Prose((f"{trace.rules.tool or trace.rules.name} prints {trace.printed}.",))
    parts = (made, told)
    return Step("reported", "Reported", "as it is printed", trace.printed, _WHY_REPORTED, trace.rules.tool, parts)
