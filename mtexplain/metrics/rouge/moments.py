"""ROUGE moment by moment: the tokens, what is counted, the references, recall, precision, the score."""

from collections.abc import Iterable, Iterator

from mtexplain.display.formula import Formula, shown
from mtexplain.display.moments import Mark, Moment
from mtexplain.display.parts import Prose, Words
from mtexplain.metrics.rouge import steps
from mtexplain.metrics.rouge.recipe import RougeScore
from mtexplain.recipe.symbols import symbol

Pieces = tuple[Words | Formula, ...]


def of(trace: RougeScore, working: Iterable[Moment]) -> Iterator[Moment]:
    """Every moment, in order; `working` are those in which matches are counted."""
    length: Pieces = (symbol(trace, "candidate_length"), f" = {trace.candidate_length}. Only equal tokens match.")
    told = Prose(("The candidate is cut into tokens: ", *length))
    yield Moment("tokens", "tokens", told, (_everything(trace, 0),))
    yield from working
    if trace.count > 1:
        yield from _references(trace)
    for letter, name, out_of, text in (
        ("r", "recall", "reference", trace.chosen[0] + 1),
        ("p", "precision", "candidate", 0),
    ):
        value = steps.as_value(trace, letter)
        pieces: Pieces = (f"Out of the {out_of} this is the {name}, ", symbol(trace, letter), " = ", value, ".")
        marks = (_everything(trace, text),) if trace.rules.references_by in ("best", "coco") else ()
        yield Moment(name, name, Prose(pieces), marks)
    yield Moment("score", "score", Prose(_score(trace)))


def _everything(trace: RougeScore, text: int) -> Mark:
    """All words of the candidate (0) or of a reference (from 1)."""
    return Mark(text, tuple(range(len((trace.candidate, *trace.references)[text]))))


def _references(trace: RougeScore) -> Iterator[Moment]:
    """Recall, precision and F with each reference in turn, then which of them count."""
    shares = (steps.of_each(trace, name) for name in ("recalls", "precisions"))
    for place, (r, p, f) in enumerate(zip(*shares, trace.of_each("f_scores"), strict=True)):
        pieces: Pieces = (f"With reference {place + 1} recall is ", r, ", precision ", p)
        pieces = (*pieces, ", and F is ", steps.exactly(f), ".")
        yield Moment("references", "reference", Prose(pieces), (_everything(trace, place + 1),), place, 5)
    marks = tuple(_everything(trace, place + 1) for place in sorted(set(trace.chosen)))
    yield Moment("references", "choice", Prose((_choice(trace),)), marks)


def _choice(trace: RougeScore) -> str:
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
    return f"Reference {chosen[0]} is the best one, and counts."


def _score(trace: RougeScore) -> Pieces:
    result: Pieces = (trace.symbol, f" = {shown(trace.score)}.")
    if trace.rules.references_by == "jackknife":
        return (f"The mean of the {len(trace.chosen)} scores is ", *result)
    if not trace.rules.beta:
        return (f"By these rules {steps.measure(trace.rules.beta)} alone counts: ", *result)
    return (
        "The harmonic mean of the two is " if trace.rules.beta == 1 else "Their weighted harmonic mean is ",
        *result,
    )
