"""How every perplexity is told: the ledger, the mean surprise, the score."""

from math import isinf
from typing import TYPE_CHECKING

from mtexplain.display.formula import Chain, shown
from mtexplain.display.parts import Beside, Equation, Part, Prose
from mtexplain.display.trace import Step
from mtexplain.metrics.perplexity import formulas, pictures, tables

if TYPE_CHECKING:
    from mtexplain.metrics.perplexity.base import PerplexityScore, TextPerplexity
    from mtexplain.metrics.perplexity.given import Perplexity

SLP3 = "Jurafsky and Martin, SLP3, section"
_WHY_GIVEN = (
    "A language model says of every token, before it sees it, how probable it is. Perplexity looks at one number "
    "each: the probability of the token that came."
)
_WHY_LEDGER = (
    "The probability of a text is the product of its tokens' probabilities. The logarithm makes a sum of it: the "
    "less probable a token, the greater its surprise."
)
_WHY_ENTROPY = "A longer text is less probable, whatever the model. So we take the mean: the surprise of one token."
_WHY_SCORE = "The power undoes the logarithm: a mean surprise becomes a number of choices. Lower is better."
UNLIKELY = "unlikely tokens are possible too, and hardly count."
_SAME_TOKENS = (
    "Two perplexities can be compared where both models predicted the very same tokens: a text cut in another way has "
    "another T, and another PP."
)


def of_given(trace: "Perplexity") -> tuple[Step, ...]:
    """Predictions, ledger, cross-entropy, score."""
    tokens = len(trace.predictions)
    summary = "read from logarithms" if trace.are_logs else "as given"
    equation = Equation("T", "the number of tokens that were predicted", str(tokens))
    first = Step("tokens", "Tokens", summary, Chain("=", ("T", str(tokens))), _WHY_GIVEN, f"{SLP3} 3.3", (equation,))
    return (first, *of_text(trace))


def of_text(trace: "TextPerplexity") -> tuple[Step, ...]:
    """Ledger, cross-entropy, score."""
    return (_ledger(trace), entropy(trace, formulas.mean_surprise(trace)), score_of_text(trace))


def _ledger(trace: "TextPerplexity") -> Step:
    """Each token's probability and surprise, and the product of all probabilities."""
    equation = formulas.text_probability(trace)
    endless = any(one.surprise is None for one in trace.predictions)
    summary = "one impossible token makes it 0" if endless else "the probability of the whole text"
    picture = pictures.surprises(trace)
    parts: tuple[Part, ...] = (tables.ledger(trace), equation, *([picture] if picture else []))
    outcome = Chain("=", ("P", equation.value))
    return Step("ledger", "Ledger", summary, outcome, _WHY_LEDGER, f"{SLP3} 3.1 and 3.3", parts)


def entropy(trace: "PerplexityScore", equation: Equation, *more: Part, letter: str = "J") -> Step:
    """The mean surprise, in every unit and term by term: the cross-entropy J, or the entropy H."""
    title, unit = "Entropy" if letter == "H" else "Cross-entropy", formulas.UNITS[trace.rules.base]
    terms, picture = pictures.terms(trace, letter)
    told = (equation, terms) if letter == "J" else (equation._replace(numbers=terms.numbers),)  # H is a sum, no mean
    parts = (*more, *told, picture, tables.bases(trace, letter))
    outcome = Chain("=", (letter, equation.value))
    return Step("entropy", title, f"the mean surprise, in {unit}", outcome, _WHY_ENTROPY, f"{SLP3} 3.7", parts)


def score_of_text(trace: "TextPerplexity") -> Step:
    """PP of a text, in both forms."""
    forms = Beside((formulas.product_form(trace), formulas.exponential_form(trace, "J")))
    return score(trace, forms, "the geometric mean of all 1/p", UNLIKELY, Prose((_SAME_TOKENS,)))


def score(trace: "PerplexityScore", forms: Part, summary: str, limits: str, *more: Part) -> Step:
    """PP, what it says and what it doesn't."""
    outcome = Chain("=", (formulas.PP, shown(trace.score)))
    parts = (forms, _reading(trace, limits), *more)
    return Step("score", "Perplexity", summary, outcome, _WHY_SCORE, f"{SLP3} 3.3", parts)


def _reading(trace: "PerplexityScore", limits: str) -> Prose:
    if isinf(trace.score):
        return Prose(("No number of choices is enough for what the model held to be impossible.",))
    if trace.score == 1:
        return Prose(("PP = 1: certain each time, and right.",))
    choices = f"{'' if trace.score == int(trace.score) else 'about '}{shown(trace.score)}"
    told = f"It reads as a number of choices: as unsure as with {choices} of them, all equally likely. "
    return Prose((f"{told}It is no count of what is possible: {limits}",))
