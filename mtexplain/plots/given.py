"""What a figure is asked to draw, and where: checked, and as data. It needs no matplotlib."""

import operator
import sys
from collections.abc import Sequence
from fractions import Fraction
from math import exp, log

from mtexplain.display.charts import Bar, Curve, Guide, Waterfall
from mtexplain.display.graphs import graph
from mtexplain.display.picture import Picture
from mtexplain.display.pyramid import Pyramid
from mtexplain.display.pyramid_layout import laid
from mtexplain.display.score import Score
from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.metrics.bleu import Bleu, CorpusBleu, charts
from mtexplain.metrics.bleu.records import Count, Precision
from mtexplain.metrics.shared.orders import order_name
from mtexplain.plots import words
from mtexplain.settings import check_number, fraction_of

BleuScore = Bleu | CorpusBleu

_BLEU = "a trace of BLEU: mtexplain.bleu(candidate, references), or mtexplain.corpus_bleu(...)"
_SCORE = "a score: mtexplain.bleu(candidate, references), mtexplain.corpus_bleu(...), or that of another metric"
_OF_THE_SCORE = {"no-ngrams", "zero-precision", "underflow", "underflow-bp"}  # notes that a factor has no need of
_WIDEST = 3
"""How far to the left of 0 the curve of e^x goes."""


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


def pyramid(trace: Score) -> Picture:
    """The picture that a trace begins with."""
    piece = trace.picture
    if not isinstance(piece, Pyramid | Picture):
        got = f"a {type(trace).__name__}, which has none"
        raise InputError("trace", got, "the trace of a sentence, by bleu, rouge_l or meteor, say")
    return laid(piece)


def total(trace: Score) -> Picture:
    """The sum that a score is."""
    parts = [trace.picture, *(part for step in trace.steps() for part in step.parts)]
    falls = [part for part in parts if isinstance(part, Waterfall)]
    if not falls:
        got = f"a {type(trace).__name__} that shows no sum"
        raise InputError("trace", got, "one that does, as those of BLEU, METEOR and CIDEr")
    return graph(falls[-1])


def logarithm(*numbers: str | Fraction) -> Picture:
    """The curve of e^x, with the place of each number on it."""
    try:
        heights = [fraction_of(one) if isinstance(one, str) else check_number(one, "numbers", "") for one in numbers]
    except ValueError:
        heights = []
    if not heights or not all(exp(-_WIDEST) <= height < 1 for height in heights):
        raise InputError("numbers", described(numbers), "fractions from 1/20 to 1", 'Write plot_logarithm("1/2").')
    places = {height: log(height) for height in heights}
    points = tuple((x / 50, exp(x / 50 - _WIDEST)) for x in range(50 * _WIDEST + 1))
    feet = [Guide(x + _WIDEST, f"{x:.2f}") for x in (*places.values(),)]
    dots = [Guide(x + _WIDEST, "", y=float(height)) for height, x in list(places.items())[:-1]]
    last, x = list(places.items())[-1]
    told = ", ".join(f"{height} at {x:.2f}" for height, x in places.items())
    here = (x + _WIDEST, float(last))
    guides = (*feet, Guide(_WIDEST, "0"), *dots)
    alt = f"The height is 1 at 0, {told}."
    return graph(Curve("logarithm", "number", points, here, str(last), guides, alt))


def precisions(traces: Sequence[BleuScore], ax: object) -> list[list[Bar]]:
    """The precisions of each trace, as bars."""
    most = words.MOST_TRACES
    if not 1 <= len(traces) <= most:
        raise InputError("traces", str(len(traces)), f"1 to {most} traces", "Write plot_precisions(one, two).")
    return [charts.precisions(of_bleu(trace, ax)) for trace in traces]


def brevity(trace: BleuScore, ax: object) -> tuple[Curve, str]:
    """The curve of the penalty, and the notes that matter to it."""
    return charts.brevity(of_bleu(trace, ax)), words.notes(trace, _OF_THE_SCORE - {"underflow-bp"})


def clipping(trace: BleuScore, n: int, ax: object) -> tuple[str, Sequence[Count], str]:
    """What is counted, the count of each n-gram, and the notes that matter to it."""
    if isinstance(trace, CorpusBleu):
        raise InputTypeError("trace", "that of a corpus", "that of one segment", "Write corpus.segments[0].")
    order = _order(of_bleu(trace, ax), n)
    title = f"{order_name(order.n).capitalize()}: {charts.credited(order)}"
    return title, order.counts, words.notes(trace, _OF_THE_SCORE)


def _order(trace: BleuScore, n: int) -> Precision:
    """The precision of order n."""
    orders = trace.precisions
    try:
        place = operator.index(n)
    except TypeError:
        raise InputTypeError("n", described(n), f"an order from 1 to {len(orders)}") from None
    if isinstance(n, bool) or not 1 <= place <= len(orders):
        raise InputError("n", described(n), f"an order from 1 to {len(orders)}")
    return orders[place - 1]


def _other(trace: object, expected: str) -> InputTypeError:
    fix = "One trace goes in, or for plot_precisions several: *traces." if type(trace) in (list, tuple) else ""
    return InputTypeError("trace", described(trace), expected, fix)


def _axes(ax: object) -> None:
    if ax is None:
        return
    matplotlib = sys.modules.get("matplotlib.axes")  # loaded, if these are axes
    if matplotlib is None or not isinstance(ax, matplotlib.Axes):
        raise InputTypeError("ax", described(ax), "matplotlib axes", "Of several, name one: axes[0].")
    if ax.name != "rectilinear" or ax.get_figure(root=True) is None:
        raise InputError("ax", f"{ax.name} axes", "flat axes in a figure", "Write figure, ax = plt.subplots().")
