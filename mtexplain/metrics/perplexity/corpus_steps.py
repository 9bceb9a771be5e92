"""How the perplexity of several sentences is told: each of them, the model, the mean over all tokens, the score."""

from typing import TYPE_CHECKING

from mtexplain.display.formula import Chain, Over, SumOver, Symbol, shown, summed
from mtexplain.display.parts import Beside, Cell, Column, Equation, Prose, Table, Words
from mtexplain.display.trace import Step
from mtexplain.metrics.perplexity import formulas, ngram_steps, steps
from mtexplain.metrics.shared.texts import keyed

if TYPE_CHECKING:
    from mtexplain.metrics.perplexity.corpus import CorpusNgramPerplexity

_WHY_TOKENS = "One model for all sentences: the references are what it has read, the candidates what it has to predict."
_WHY_ENTROPY = "The mean is taken over all tokens, not over the sentences: a longer sentence counts for more."
_BETWEEN = "The PP of a text lies between those of its sentences, and is not their mean."
_T, _J = Symbol("T", "s"), Symbol("J", "s")


def told(trace: "CorpusNgramPerplexity") -> tuple[Step, ...]:
    """Sentences, training, cross-entropy, score."""
    counts = [len(segment.predictions) for segment in trace.segments]
    where = "s runs over the sentences, T_s is how many tokens of one are predicted"
    equation = Equation(Chain("=", ("T", SumOver("s", _T))), summed(counts), str(sum(counts)), where)
    sentences = Step(
        "tokens", "Sentences", f"{len(counts)} in all", Chain("=", ("T", equation.value)), _WHY_TOKENS,
        f"{steps.SLP3} 3.1", (equation, _sentences(trace)),
    )  # fmt: skip
    entropy = steps.entropy(trace, _mean(trace))._replace(why=_WHY_ENTROPY)
    forms = Beside((formulas.product_form(trace), formulas.exponential_form(trace, "J")))
    score = steps.score(trace, forms, "the geometric mean of all 1/p", steps.UNLIKELY, Prose((_BETWEEN,)))
    return (sentences, ngram_steps.training(trace.model), entropy, score)


def _sentences(trace: "CorpusNgramPerplexity") -> Table:
    unit = formulas.UNITS[trace.rules.base]
    columns = keyed("sentence", "candidate", "T", J=f"J in {unit}", PP="PP alone")
    rows: list[tuple[Cell, ...]] = []
    for place, one in enumerate(trace.segments, 1):
        values = len(one.predictions), shown(one.entropy), shown(one.score)
        rows.append((place, Words(one.candidate), *values))
    return Table("", columns, tuple(rows), names=2)


def _mean(trace: "CorpusNgramPerplexity") -> Equation:
    """J as the mean of the sentences' own, each as often as it has tokens."""
    symbols = Chain("=", ("J", Over(SumOver("s", Chain("*", (_T, _J))), "T")))
    each = [Chain("*", (str(len(one.predictions)), shown(one.entropy))) for one in trace.segments if one.predictions]
    numbers = Over(formulas.listed("+", each), str(len(trace.predictions))) if each else "nothing is predicted"
    where = f"T_s and J_s are those of the sentence s; J is in {formulas.UNITS[trace.rules.base]}"
    return Equation(symbols, numbers, shown(trace.entropy), where)


def table(trace: "CorpusNgramPerplexity") -> Table:
    """A row for each token of each sentence."""
    inside = [segment.table for segment in trace.segments]
    rows = tuple((place, *row) for place, one in enumerate(inside, 1) for row in one.rows)
    columns = max((one.columns for one in inside), key=len)
    return Table("", (Column("sentence", "sentence"), *columns), rows, names=3)
