"""The curve of e^x, on which a number between 0 and 1 has its logarithm below it."""

from fractions import Fraction

from matplotlib.figure import Figure

from mtexplain.plots import given
from mtexplain.plots.picture import plot_graph


def plot_logarithm(*numbers: str | Fraction) -> Figure:
    """The curve of e^x to the left of 0, with the place of each number on it: its natural logarithm.

    >>> plot_logarithm("1/2", "1/4")
    The height is 1 at 0, 1/2 at -0.69, 1/4 at -1.39.

    InputError where a number is not above 1/20 and below 1, and where there is none.
    """
    return plot_graph(given.logarithm(*numbers), "", None)
