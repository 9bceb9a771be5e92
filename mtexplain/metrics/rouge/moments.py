"""ROUGE moment by moment: the tokens, what is counted, the references, recall, precision, the score."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtexplain.display.formula import Formula, Symbol, shown
from mtexplain.display.moments import Mark, Moment
from mtexplain.display.parts import Prose, Words
from mtexplain.metrics.rouge import formulas
from mtexplain.metrics.rouge.signature import measure

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.base import Rouge

Pieces = tuple[Words | Formula, ...]


def of(trace: "Rouge") -> Iterator[Moment]:
    """Every moment, in order."""
    n = trace.length_of(trace.candidate)
    told = f"The candidate is cut into tokens: n = {n}. Only equal tokens match."
    yield Moment("tokens", "tokens", Prose((told,)), (_everything(trace, 0),))
    yield from trace.watched()
    if len(trace.references) > 1:
        yield from _references(trace)
    recall, precision = trace.together.recall, trace.together.precision
    chosen = trace.together.chosen
    shares: tuple[tuple[str, str, Formula, tuple[Mark, ...]], ...] = (
        ("R", "recall", formulas.value(recall), (_everything(trace, chosen[0] + 1),)),
        ("P", "precision", formulas.value(precision), (_everything(trace, 0),)),
    )
    for letter, name, value, marks in shares:
        out_of = "reference" if name == "recall" else "candidate"
        pieces: Pieces = (f"Out of the {out_of} this is the {name}, ", Symbol(letter, trace.below), " = ", value, ".")
        yield Moment(name, name, Prose(pieces), marks if trace.rules.references_by in ("best", "coco") else ())
    yield Moment("score", "score", Prose(_score(trace)))


def _everything(trace: "Rouge", text: int) -> Mark:
    """All words of the candidate (0) or of a reference (from 1)."""
    return Mark(text, tuple(range(len((trace.candidate, *trace.references)[text]))))


def _references(trace: "Rouge") -> Iterator[Moment]:
    """Recall, precision and F with each reference in turn, then which of them count."""
    for place, one in enumerate(trace.overlaps):
        pieces: Pieces = (
            *(f"With reference {place + 1} recall is ", formulas.value(one.recall)),
            *(", precision ", formulas.value(one.precision)),
            *(", and F is ", formulas.exactly(one.f(trace.rules.beta)), "."),
        )
        yield Moment("references", "reference", Prose(pieces), (_everything(trace, place + 1),), place, 5)
    marks = tuple(_everything(trace, place + 1) for place in sorted(set(trace.together.chosen)))
    yield Moment("references", "choice", Prose((_choice(trace),)), marks)


def _choice(trace: "Rouge") -> str:
    chosen = [str(place + 1) for place in trace.together.chosen]
    match trace.rules.references_by:
        case "pooled":
            return "The matches with all references are added, and so are the units that each of them has."
        case "jackknife":
            return f"Each reference is left out once. The best of the others are, in turn, {', '.join(chosen)}."
        case "coco":
            return (
                f"The best recall is that of reference {chosen[0]}, the best precision that of reference {chosen[1]}."
            )
    return f"Reference {chosen[0]} is the best one, and counts."


def _score(trace: "Rouge") -> Pieces:
    result: Pieces = (trace.symbol, f" = {shown(trace.score)}.")
    if trace.rules.references_by == "jackknife":
        return (f"The mean of the {len(trace.together.used)} scores is ", *result)
    if not trace.rules.beta:
        return (f"By these rules {measure(trace.rules.beta)} alone counts: ", *result)
    return (
        "The harmonic mean of the two is " if trace.rules.beta == 1 else "Their weighted harmonic mean is ",
        *result,
    )
