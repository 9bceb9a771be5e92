"""The curve of e^x, on which a number between 0 and 1 has its logarithm below it."""

from fractions import Fraction
from math import exp, log

from matplotlib.figure import Figure

from mtexplain.display.charts import Curve, Guide
from mtexplain.display.graphs import graph
from mtexplain.inputs import InputError, described
from mtexplain.plots.picture import plot_graph

_WIDEST = 3
"""How far to the left the curve goes."""


def plot_logarithm(*numbers: str | Fraction) -> Figure:
    """The curve of e^x to the left of 0, with the place of each number on it: its natural logarithm.

    >>> plot_logarithm("1/2", "1/4")
    The height is 1 at 0, 1/2 at -0.69, 1/4 at -1.39.

    InputError where a number is not above 1/20 and below 1, and where there is none.
    """
    heights = [Fraction(number) for number in numbers]
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
    return plot_graph(graph(Curve("logarithm", "number", points, here, str(last), guides, alt)), "", None)
