"""The data and the words of each figure, and the checks of its arguments. matplotlib is not needed here."""

import operator
import sys
import unicodedata
from collections.abc import Sequence, Set
from fractions import Fraction
from math import exp, log
from typing import NamedTuple

from mtexplain.display.charts import Bar, Curve, Guide, Waterfall
from mtexplain.display.formula import shown
from mtexplain.display.graphs import graph
from mtexplain.display.parts import Words
from mtexplain.display.picture import Picture
from mtexplain.display.pyramid import Pyramid
from mtexplain.display.pyramid_layout import laid
from mtexplain.display.score import Score
from mtexplain.inputs import InputError, InputTypeError, check_list, check_text, described
from mtexplain.invisible import visible
from mtexplain.metrics.bleu import Bleu, CorpusBleu, charts
from mtexplain.metrics.bleu.records import Count
from mtexplain.metrics.cider import CaptionCider
from mtexplain.metrics.shared.orders import order_name
from mtexplain.settings import check_number, fraction_of

BleuScore = Bleu | CorpusBleu

_BLEU = "a trace of BLEU, from mtexplain.bleu(candidate, references) or mtexplain.corpus_bleu(...)"
_SCORE = "a score, from mtexplain.bleu(candidate, references), mtexplain.corpus_bleu(...) or another metric"
_CIDER = "traces of mtexplain.caption_cider(candidate, references)"
_PLANE = "captions in which at most two words have a weight, because a plane has two directions"
_OF_THE_SCORE = {"no-ngrams", "zero-precision", "underflow", "underflow-bp"}  # notes that do not concern a factor
_LEFT_END = 3
"""The distance that the curve of e^x extends to the left of 0."""
_MOST_TRACES = 7
"""The most traces that readers can distinguish by their colours."""
_MOST_NOTES = 2
_WIDEST, _LETTER = 30, 0.15  # the width of the widest label in letters, and of a letter in inches


class Series(NamedTuple):
    """The bars of a trace, with its name (or an empty string if it needs none) and the numbers in words."""

    name: str
    bars: Sequence[Bar]
    alt: str


class Arrow(NamedTuple):
    """A caption, the weights of its two words, and a remark, which is the cosine or "reference"."""

    caption: str
    x: float
    y: float
    remark: str


def pyramid(trace: Score, ax: object) -> tuple[Picture, str]:
    """Return the picture that a trace begins with, and its notes."""
    part = _score(trace, ax).picture
    if not isinstance(part, Pyramid | Picture):
        got = f"a {type(trace).__name__}, which has none"
        raise InputError("trace", got, "the trace of a sentence, for example by bleu, rouge_l or meteor")
    return laid(part), _notes(trace)


def total(trace: Score, ax: object) -> tuple[Picture, str]:
    """Return the sum that makes up a score, and its notes."""
    parts = [_score(trace, ax).picture, *(part for step in trace.steps() for part in step.parts)]
    waterfalls = [part for part in parts if isinstance(part, Waterfall)]
    if not waterfalls:
        got = f"a {type(trace).__name__} that shows no sum"
        raise InputError("trace", got, "a trace with a sum, such as BLEU, METEOR or CIDEr")
    return graph(waterfalls[-1]), _notes(trace)


def logarithm(numbers: Sequence[str | Fraction]) -> Picture:
    """Return the curve of e^x, with the place of each number on it."""
    try:
        heights = [fraction_of(x) if isinstance(x, str) else check_number(x, "numbers", "") for x in numbers]
    except ValueError:
        heights = []
    if not heights or not all(exp(-_LEFT_END) <= height < 1 for height in heights):
        raise InputError("numbers", described(numbers), "fractions from 1/20 to 1", 'Write plot_logarithm("1/2").')
    logarithms = {height: log(height) for height in heights}
    points = tuple((x / 50, exp(x / 50 - _LEFT_END)) for x in range(50 * _LEFT_END + 1))
    feet = [Guide(x + _LEFT_END, f"{x:.2f}") for x in logarithms.values()]
    dots = [Guide(x + _LEFT_END, "", y=float(height)) for height, x in list(logarithms.items())[:-1]]
    last, x = list(logarithms.items())[-1]
    alt = f"The height is 1 at 0, {', '.join(f'{height} at {x:.2f}' for height, x in logarithms.items())}."
    guides = (*feet, Guide(_LEFT_END, "0"), *dots)
    return graph(Curve("logarithm", "number", points, (x + _LEFT_END, float(last)), str(last), guides, alt))


def brevity(trace: BleuScore, ax: object) -> tuple[Picture, str]:
    """Return the curve of the penalty, and the notes that concern it."""
    return graph(charts.brevity(_bleu(trace, ax))), _notes(trace, _OF_THE_SCORE - {"underflow-bp"})


def precisions(traces: Sequence[BleuScore], labels: Sequence[str] | None, ax: object) -> tuple[list[Series], str]:
    """Return the precisions of each trace as bars, and the notes if there is only a single trace."""
    _check_number_of(traces, "plot_precisions")
    bars = [charts.precisions(_bleu(trace, ax)) for trace in traces]
    names = _names(labels, len(traces))
    alts = [", ".join(f"p_{order.n} {order.ratio}" for order in trace.precisions) for trace in traces]
    return [*map(Series, names, bars, alts)], _notes(traces[0]) if len(traces) == 1 else ""


def clipping(trace: BleuScore, n: int, ax: object) -> tuple[str, Sequence[Count], str]:
    """Return a title, the count of each n-gram, and the notes that concern it."""
    if isinstance(trace, CorpusBleu):
        raise InputTypeError("trace", "the trace of a corpus", "the trace of a segment", "Write corpus.segments[0].")
    orders = _bleu(trace, ax).precisions
    expected = f"an order from 1 to {len(orders)}"
    try:
        number = operator.index(n)
    except TypeError:
        raise InputTypeError("n", described(n), expected) from None
    if isinstance(n, bool) or not 1 <= number <= len(orders):
        raise InputError("n", described(n), expected)
    order = orders[number - 1]
    title = f"{order_name(order.n).capitalize()}: {charts.credited(order)}"
    return title, order.counts, _notes(trace, _OF_THE_SCORE)


def cosine(traces: Sequence[CaptionCider], ax: object) -> tuple[str, str, list[Arrow]]:
    """Return the two words, and the arrows of the first trace's reference and of every candidate."""
    _check_number_of(traces, "plot_cosine")
    for trace in traces:
        if not isinstance(trace, CaptionCider):
            raise InputTypeError("traces", described(trace), _CIDER)
        _score(trace, ax)
    reference, known = traces[0].references[0], traces[0].document_frequencies
    captions = [reference, *(trace.candidate for trace in traces)]
    weighing = list(dict.fromkeys(word for caption in captions for word in caption if known.idf((word,))))
    if len(weighing) > 2:
        raise InputError("traces", f"{len(weighing)} words with a weight", _PLANE)
    across, up = (*(ngram_text([word]) for word in weighing), "…", "…")[:2]

    def arrow(tokens: Sequence[str], weights: dict[str, float], remark: str) -> Arrow:
        return Arrow(cut(ngram_text(tokens)), weights.get(across, 0.0), weights.get(up, 0.0), remark)

    arrows = [arrow(reference, _weights(traces[0], 1), "reference")]
    for trace in traces:
        arrows.append(arrow(trace.candidate, _weights(trace, 0), f"cosine {shown(float(trace.cosine(1, 1)))}"))
    return across, up, arrows


def ngram_text(ngram: Sequence[str]) -> str:
    """Return an n-gram as text, with invisible characters made visible."""
    return " ".join(token for token, _ in Words(tuple(ngram)).shown())


def cut(label: str) -> str:
    """Return a label, cut to the space available."""
    width = 0.0
    for position, character in enumerate(label):
        width += _letters(character)
        if width > _WIDEST:
            return label[:position] + "…"
    return label


def inches(label: str) -> float:
    """Return the approximate width of a label in inches."""
    return _LETTER * sum(map(_letters, label))


def _letters(character: str) -> float:
    """Return the approximate width of a character in letters."""
    if unicodedata.east_asian_width(character) in "WF" or character > "\u2fff":
        return 2
    return 1.5 if character.isupper() or character in "mw@%﷽—" else 1


def _weights(trace: CaptionCider, text: int) -> dict[str, float]:
    """Return the weight of each word in the candidate (text 0) or in the first reference (text 1)."""
    return {ngram_text(ngram): float(weight) for ngram, weight in trace.weights[0][text].items()}


def _names(labels: Sequence[str] | None, traces: int) -> list[str]:
    """Return the names of the traces as they are shown. A single trace without a label has an empty name."""
    if labels is None:
        return [f"candidate {number}" for number in range(1, traces + 1)] if traces > 1 else [""]
    given = check_list(labels, "labels", "a list of strings, one for each trace")
    if len(given) != traces:
        raise InputError("labels", f"{len(given)} for {traces} trace{'s' * (traces > 1)}", "one label for each trace")
    texts = [check_text(label, f"labels[{index}]") for index, label in enumerate(given)]
    return [cut(" ".join(map(visible, text.split())) or "(no name)") for text in texts]


def _notes(trace: Score, but: Set[str] = frozenset()) -> str:
    """Return the first notes, for the small print."""
    notes = [note for note in trace.notes if note.code not in but]
    left_out = len(notes) - _MOST_NOTES
    more = f" … and {left_out:,} more note{'s' * (left_out > 1)}" if left_out > 0 else ""
    return " ".join(f"Note: {note}" for note in notes[:_MOST_NOTES]) + more


def _check_number_of(traces: Sequence[object], function: str) -> None:
    if not 1 <= len(traces) <= _MOST_TRACES:
        expected = f"1 to {_MOST_TRACES} traces"
        raise InputError("traces", str(len(traces)), expected, f"Write {function}(trace, other).")


def _bleu(trace: object, ax: object) -> BleuScore:
    """Check that this is a trace of BLEU and that `ax` can be drawn on, and return the trace."""
    if not isinstance(trace, Bleu | CorpusBleu):
        raise _no_trace(trace, _BLEU)
    _check_axes(ax)
    return trace


def _score(trace: object, ax: object) -> Score:
    """Check that this is a score of any metric and that `ax` can be drawn on, and return the score."""
    if not isinstance(trace, Score):
        raise _no_trace(trace, _SCORE)
    _check_axes(ax)
    return trace


def _no_trace(trace: object, expected: str) -> InputTypeError:
    fix = "Pass a single trace, or *traces to plot_precisions." if type(trace) in (list, tuple) else ""
    return InputTypeError("trace", described(trace), expected, fix)


def _check_axes(ax: object) -> None:
    if ax is None:
        return
    matplotlib = sys.modules.get("matplotlib.axes")  # loaded, if these are axes
    if matplotlib is None or not isinstance(ax, matplotlib.Axes):
        raise InputTypeError("ax", described(ax), "matplotlib axes", "If there are several, pass axes[0], for example.")
    if ax.name != "rectilinear" or ax.get_figure(root=True) is None:
        raise InputError("ax", f"{ax.name} axes", "flat axes in a figure", "Write figure, ax = plt.subplots().")
