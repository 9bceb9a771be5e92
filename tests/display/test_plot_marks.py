"""What is drawn, measured: bars as high as their numbers, dots where they belong, lines that can be told apart."""

import subprocess
import sys
from math import exp

import numpy as np
import pytest
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Rectangle

import mtexplain
from mtexplain.display.charts import Curve
from mtexplain.display.graphs import Frame
from mtexplain.metrics.bleu import charts
from mtexplain.plots.figure import BLUE, INK, RED, Picture
from tests.display.test_plots import BAD, GOOD, START


def axes_of(figure: Figure) -> Axes:
    (axes,) = figure.axes
    return axes


def rectangles(figure: Figure) -> list[Rectangle]:
    return [patch for patch in axes_of(figure).patches if isinstance(patch, Rectangle)]


def bars(figure: Figure) -> list[tuple[float, str]]:
    """The height and the colour of each bar."""
    return [(bar.get_height(), to_hex(bar.get_facecolor())) for bar in rectangles(figure) if bar.get_fill()]


def test_bars_of_several_traces_stand_in_their_colours() -> None:
    heights: dict[str, list[float]] = {}
    for height, colour in bars(mtexplain.plot_precisions(GOOD, BAD)):
        heights.setdefault(colour, []).append(height)
    first, second = heights.values()
    assert first == pytest.approx([float(order.value or 0) for order in GOOD.precisions])
    assert second == pytest.approx([float(order.value or 0) for order in BAD.precisions])


def test_the_fill_of_a_hatched_bar_stays_where_a_site_drops_the_hatching() -> None:
    hatched = [patch for patch in rectangles(mtexplain.plot_precisions(GOOD, BAD)) if patch.get_hatch()]
    assert len(hatched) == 4
    assert not any(patch.get_fill() for patch in hatched)


def test_a_precision_without_n_grams_has_no_bar() -> None:
    assert len(bars(mtexplain.plot_precisions(mtexplain.bleu("a cat", ["a cat"])))) == 2


def test_the_curve_is_the_penalty_and_the_dot_is_on_it() -> None:
    axes, most = axes_of(mtexplain.plot_brevity_penalty(BAD)), curve_of(BAD).most
    r = BAD.brevity.reference_length
    (curve,) = (line for line in axes.lines if to_hex(line.get_color()) == BLUE)
    points = [on_the_axes(x, y, most) for x, y in np.array(curve.get_data()).T.tolist()]
    for length in (0, r):
        assert min(abs(c - length) for c, _ in points) == pytest.approx(0)
    for c, penalty in points:
        assert penalty == pytest.approx(1 if c > r - 1e-9 else exp(1 - r / c) if c else 0)
    (dot,) = (patch for patch in axes.patches if isinstance(patch, FancyBboxPatch))
    box = dot.get_bbox()
    middle = on_the_axes((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, most)
    assert middle == pytest.approx((len(BAD.candidate), BAD.brevity.value))
    assert to_hex(dot.get_facecolor()) == RED


def test_the_chosen_reference_has_a_line_unlike_the_others() -> None:
    axes, most = axes_of(mtexplain.plot_brevity_penalty(BAD)), curve_of(BAD).most
    broken = [line for line in axes.lines if line.get_linestyle() == "--"]
    upright = {str(line._dash_pattern): on_the_axes(line.get_xdata()[0], 0, most)[0] for line in broken}  # type: ignore[arg-type, attr-defined, index]
    assert sorted(upright.values()) == pytest.approx([BAD.brevity.reference_length, 18])
    assert len(upright) == 2


def curve_of(trace: mtexplain.Bleu) -> Curve:
    return charts.brevity(trace)


def on_the_axes(x: float, y: float, most: float) -> tuple[float, float]:
    """Where a place in the picture is on the axes, which go up to `most` and to 1."""
    frame = Frame()
    across = (x - frame.left) / (frame.right - frame.left)
    return across * most, (frame.bottom - y) / (frame.bottom - frame.top)


def test_the_terms_hang_one_from_the_other() -> None:
    boxes = [box for box in axes_of(mtexplain.plot_score(START)).patches if isinstance(box, FancyBboxPatch)]
    *terms, total = [(box, box.get_bbox()) for box in boxes if box.get_height() > 2]
    level = terms[0][1].y0
    for _, term in terms:
        assert term.y0 == pytest.approx(level)
        level = term.y1
    assert (total[1].y0, total[1].y1) == pytest.approx((terms[0][1].y0, level))
    assert to_hex(total[0].get_facecolor()) == INK


def test_a_style_of_the_user_changes_nothing() -> None:
    def drawn() -> str:
        figure = mtexplain.plot_score(START)
        assert isinstance(figure, Picture)
        return figure._repr_svg_()

    plain = drawn()
    with style.context("dark_background"):
        assert drawn() == plain


def test_axes_of_any_style_become_white_and_plain() -> None:
    with style.context("dark_background"):
        axes = Figure().add_subplot()
        axes.grid(visible=True)
        mtexplain.plot_clipping(START, ax=axes)
        mtexplain.plot_brevity_penalty(START, ax=axes)
    assert to_hex(axes.get_facecolor()) == "#ffffff"
    assert not axes.spines["top"].get_visible()
    assert to_hex(axes._left_title.get_color()) == INK  # type: ignore[attr-defined]


def test_a_figure_shows_its_drawing_and_its_words() -> None:
    """Also where IPython has learned to make a PNG of every figure that does not show itself."""
    run = """
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.pylabtools import select_figure_formats
from IPython.utils.capture import capture_output
shell = InteractiveShell.instance()
select_figure_formats(shell, {"png"})
with capture_output() as shown:
    shell.run_cell("import mtexplain; mtexplain.plot_score(mtexplain.bleu('a b', ['a b'], max_n=1))")
(output,) = shown.outputs
print(*sorted(output.data), output.data["text/plain"], sep=" | ")
"""
    printed = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, check=True).stdout
    assert (
        printed.strip()
        == "image/svg+xml | text/plain | The sum of the logarithms: log BP is 0; log p_1 is 0; log BLEU is 0."
    )
