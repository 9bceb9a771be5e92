"""How a ROUGE trace is told: the tokens, what is counted, the references, recall, precision, the score."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtexplain.display.formula import Chain, Formula, Symbol, shown
from mtexplain.display.parts import Equation, Part, Prose
from mtexplain.display.trace import Step
from mtexplain.metrics.rouge import equations, pictures, tables
from mtexplain.metrics.rouge.signature import measure
from mtexplain.metrics.shared import signature, texts

if TYPE_CHECKING:
    from mtexplain.metrics.rouge.base import Rouge

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


def of(trace: "Rouge") -> Iterator[Step]:
    """Every step, in order."""
    yield _tokens(trace)
    yield from trace.working()
    if len(trace.references) > 1:
        yield _references(trace)
    yield _share(trace, "R", "recall", _WHY_RECALL, equations.recall(trace))
    yield _share(trace, "P", "precision", _WHY_PRECISION, equations.precision(trace))
    yield _score(trace)
    if trace.rules.rounding != "none":
        yield _reported(trace)


def _tokens(trace: "Rouge") -> Step:
    table = tables.lines(trace) if trace.by_lines else texts.tokens(trace)
    outcome = Chain("=", ("n", str(trace.length_of(trace.candidate))))
    cut = signature.cut_by(trace.rules)
    return Step("tokens", "Tokens", cut, outcome, _WHY_TOKENS, trace.source, (table, equations.length(trace)))


def _references(trace: "Rouge") -> Step:
    chosen, how = trace.together.chosen, trace.rules.references_by
    outcome: Formula = Chain("=", ("reference", str(chosen[0] + 1)))
    summary = "which one counts"
    parts: tuple[Part, ...] = (tables.references(trace), *equations.choices(trace))
    if how == "pooled":
        summary, outcome = f"{len(chosen)} of them", "all together"
    elif how == "jackknife":
        summary, outcome = f"{len(chosen)} of them", "each left out once"
        parts = (tables.references(trace), tables.left_out(trace), *equations.choices(trace))
    elif how == "coco":
        summary, outcome = "the best of each", f"R of reference {chosen[0] + 1}, P of reference {chosen[1] + 1}"
    return Step("references", "References", summary, outcome, _WHY_REFERENCES[how], _MULTI, parts)


def _share(trace: "Rouge", letter: str, name: str, why: str, equation: Equation) -> Step:
    text = "reference" if name == "recall" else "candidate"
    outcome = Chain("=", (Symbol(letter, trace.below), equation.value))
    return Step(name, name.capitalize(), f"out of the {text}", outcome, why, trace.source, (equation,))


def _score(trace: "Rouge") -> Step:
    beta = trace.rules.beta
    why = _WHY_F if beta else _WHY_RECALL_ALONE if beta is None else _WHY_PRECISION_ALONE
    why = _WHY_MEAN if trace.rules.references_by == "jackknife" else why
    outcome = Chain("=", (trace.symbol, shown(trace.score)))
    parts = (equations.score(trace), pictures.betas(trace), Prose((_BETAS,)))
    return Step("score", "Score", measure(beta), outcome, why, f"{trace.source}, with equation 4", parts)


def _reported(trace: "Rouge") -> Step:
    """The number as the tool prints it."""
    told = Prose((f"{trace.rules.tool or trace.rules.name} prints {trace.printed}.",))
    parts = (equations.reported(trace), told)
    return Step("reported", "Reported", "as it is printed", trace.printed, _WHY_REPORTED, trace.rules.tool, parts)
