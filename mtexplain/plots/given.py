"""What a figure is asked to draw, and where: checked."""

from matplotlib.axes import Axes

from mtexplain.display.score import Score
from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.metrics.bleu import Bleu, CorpusBleu

BleuScore = Bleu | CorpusBleu

_BLEU = "a trace of BLEU: mtexplain.bleu(candidate, references), or mtexplain.corpus_bleu(...)"
_SCORE = "a score: mtexplain.bleu(candidate, references), mtexplain.corpus_bleu(...), or that of another metric"


def of_bleu(trace: object, ax: object) -> BleuScore:
    """A trace of BLEU, and axes to draw in."""
    if not isinstance(trace, Bleu | CorpusBleu):
        raise _other(trace, _BLEU)
    _axes(ax)
    return trace


def of_score(trace: object, ax: object) -> Score:
    """A score of any metric, and axes to draw in."""
    if not isinstance(trace, Score):
        raise _other(trace, _SCORE)
    _axes(ax)
    return trace


def _other(trace: object, expected: str) -> InputTypeError:
    fix = "One trace goes in, or for plot_precisions several: *traces." if type(trace) in (list, tuple) else ""
    return InputTypeError("trace", described(trace), expected, fix)


def _axes(ax: object) -> None:
    if ax is not None and not isinstance(ax, Axes):
        raise InputTypeError("ax", described(ax), "matplotlib axes", "Of several, name one: axes[0].")
    if isinstance(ax, Axes) and (ax.name != "rectilinear" or ax.get_figure(root=True) is None):
        raise InputError("ax", f"{ax.name} axes", "flat axes in a figure", "Write figure, ax = plt.subplots().")
