"""How ROUGE-W is told: a grid for each reference, and the runs of matches on its path, each with its worth."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from mtexplain.display import plain
from mtexplain.display.formula import Call, Chain, Formula, Power, SumOver, Symbol, number
from mtexplain.display.moments import Mark, Moment
from mtexplain.display.parts import Cell, Equation, Note, Part, Prose, Table, Words
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge import formulas, grids
from mtexplain.metrics.rouge.wlcs import Weights, Wlcs
from mtexplain.metrics.shared.texts import keyed

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.weighted import RougeW

_TITLE = "Weighted longest common subsequence"
_WHY = "Of two subsequences of the same length the one without gaps is worth more: k matches in a row count as f(k)."
_MATCH = "f(k + 1) - f(k) more than diagonally above, where k matches in a row have come to an end"
_LONGER = "one more than diagonally above: the length of the run that ends there"
_LENGTHS = "The numbers of this grid are the lengths of the runs: what they are worth is no whole number here."


def steps(trace: "RougeW") -> Iterator[Step]:
    """A step for each reference."""
    for place, (name, symbol, which) in enumerate(grids.names(trace)):
        reference = trace.references[place]
        worth = number(Fraction(trace.overlaps[place].matches))
        cell = Equation(Chain("=", (symbol, Call("c", Chain(",", ("m", "n"))))), worth, worth)
        parts: tuple[Part, ...] = (grids.not_shown(reference, trace.candidate), cell)
        if grids.is_shown(reference, trace.candidate):
            table = trace.found[place]
            lengths = () if table.is_whole else (Prose((_LENGTHS,)),)
            parts = (
                grids.grid(table, table.numbers),
                *lengths,
                grids.counted(table),
                _runs(table),
                _sum(table, symbol),
            )
        outcome = Chain("=", (symbol, worth))
        summary = f"{len(reference):,} words against {len(trace.candidate):,}"
        yield Step(name, _TITLE + which, summary, outcome, _WHY, trace.source, parts)


def _runs(table: Wlcs) -> Table:
    """A row for each run of the path: its words, how many they are, what they are worth."""
    f = Weights(table.weight)
    columns = keyed("run", "words", k="k", worth="f(k)")
    rows: list[tuple[Cell, ...]] = []
    for place, run in enumerate(table.runs, 1):
        words = Words(tuple(table.reference[i - 1] for i, _ in run))
        rows.append((place, words, len(run), number(f.of(len(run)))))
    return Table("", columns, tuple(rows), names=2)


def _sum(table: Wlcs, symbol: Symbol) -> Equation:
    """WLCS as the sum of what the runs are worth."""
    f, weight = Weights(table.weight), formulas.decimal(table.weight)
    powers: list[Formula] = [Power(str(len(run)), weight) for run in table.runs]
    total = sum((f.of(len(run)) for run in table.runs), Fraction(0))
    symbols = Chain("=", (symbol, SumOver("r", Call("f", "k"))))
    where = f"r runs over the runs; f(k) is k^{weight}, and k the number of words in a run"
    return Equation(symbols, formulas.summed(powers or ["0"]), number(total), where)


def moments(trace: "RougeW") -> Iterator[Moment]:
    """Each table filled row by row, then its path walked back, then what its runs are worth."""
    for place, (name, _, _) in enumerate(grids.names(trace)):
        reference = trace.references[place]
        if not grids.is_shown(reference, trace.candidate):
            everything = Mark(0, tuple(range(len(trace.candidate))))
            yield Moment(name, "worth", grids.not_shown(reference, trace.candidate), (everything,))
            continue
        table = trace.found[place]
        yield from grids.moments(name, place, table, _MATCH if table.is_whole else _LONGER)
        lengths = " and ".join(str(len(run)) for run in table.runs) or "no words"
        worth = plain.formula(number(trace.overlaps[place].matches))
        yield Moment(name, "runs", Prose((f"Its runs have {lengths}: together they are worth {worth}.",)))


def notes(trace: "RougeW") -> Iterator[Note]:
    """Where the paper's procedure breaks a longer run, as far as tables are shown."""
    for place, reference in enumerate(trace.references):
        if grids.is_shown(reference, trace.candidate):
            table, worth = trace.found[place], Fraction(trace.overlaps[place].matches)
            if table.most > worth:
                most = plain.formula(number(table.most))
                told = "The paper's procedure takes every match that it meets, also where that breaks a longer run: "
                told += f"WLCS is {plain.formula(number(worth))}, while a common subsequence can be worth {most}."
                yield Note("broken-run", told, f"reference {place + 1}")
