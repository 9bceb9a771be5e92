"""How the perplexity of a sentence under an n-gram model is told: what was counted, then the ledger."""

from typing import TYPE_CHECKING

from mtexplain.display.formula import Chain, Formula
from mtexplain.display.parts import Equation, Part
from mtexplain.display.trace import Step
from mtexplain.metrics.perplexity import formulas, ngram_formulas, ngram_tables, steps
from mtexplain.metrics.shared import signature, texts
from mtexplain.metrics.shared.orders import one_name, order_name

if TYPE_CHECKING:
    from mtexplain.metrics.perplexity.model import Model
    from mtexplain.metrics.perplexity.sentence import NgramPerplexity

_WHY_TOKENS = "The references are what the model has read. The candidate is what it has to predict, token by token."
_WHY_TRAINING = "The model remembers nothing but counts: how often each {gram} came, and how often what begins it."
_WHY_WORDS = "The model remembers nothing but counts: how often each word came, and how many words there are."
_WHY_LIKELIHOOD = (
    "Of all the times a history came, how often did this word follow? What never came gets 0, however sensible it is."
)
_WHY_SMOOTHED = (
    "k is added to every count, and so k|V| to the count of the history: what never came gets a little, and what came "
    "gives it up."
)


def of_sentence(trace: "NgramPerplexity") -> tuple[Step, ...]:
    """Tokens, training, probabilities, ledger, cross-entropy, score."""
    return (_tokens(trace), training(trace.model), _probabilities(trace), *steps.of_text(trace))


def _tokens(trace: "NgramPerplexity") -> Step:
    equation = ngram_formulas.predicted(trace.rules, len(trace.candidate))
    parts = (equation, texts.tokens(trace))
    outcome = Chain("=", ("T", equation.value))
    return Step("tokens", "Tokens", signature.cut_by(trace.rules), outcome, _WHY_TOKENS, f"{steps.SLP3} 3.1", parts)


def training(model: "Model") -> Step:
    """What was counted."""
    n, different = model.rules.n, len(model.counts)
    several = one_name(n) if different == 1 else order_name(n)
    equation = ngram_formulas.read(model)
    outcome: Formula = Chain("=", ("N", equation.value))
    parts: tuple[Part, ...] = (ngram_tables.training(model), equation)
    if model.rules.smoothing != "none":
        parts += (ngram_formulas.types(model),)
    why = _WHY_WORDS if n == 1 else _WHY_TRAINING.format(gram=one_name(n))
    return Step("training", "Training", f"{different} different {several}", outcome, why, f"{steps.SLP3} 3.1", parts)


def _probabilities(trace: "NgramPerplexity") -> Step:
    smoothed = trace.rules.smoothing != "none"
    why, source = (_WHY_SMOOTHED, "3.6") if smoothed else (_WHY_LIKELIHOOD, "3.1")
    summary, parts = "there is nothing to predict", (ngram_tables.probabilities(trace),)
    outcome: Formula = Chain("=", ("T", "0"))
    told: tuple[Equation, ...] = ()
    if trace.estimates:
        place = min(range(len(trace.estimates)), key=lambda place: trace.estimates[place].value or 0)
        least = trace.estimates[place]
        told = (ngram_formulas.probability(least, place + 1, smoothed),)
        summary = "the least probable"
        outcome = Chain("=", (formulas.p(place + 1), ngram_formulas.written(least)))
    return Step("probabilities", "Probabilities", summary, outcome, why, f"{steps.SLP3} {source}", (*parts, *told))
