"""A formula is one tree, which each medium writes in its own way."""

import pytest

from mtexplain.display import latex, markup, plain
from mtexplain.display.charts import Curve
from mtexplain.display.formula import Chain, Formula, Minus, Over, Power, Root, Symbol, shown

SQUARE = Power(Chain("-", ("7", "4"), grouped=True), "2")


@pytest.mark.parametrize(
    ("tree", "text", "html", "tex"),
    [
        (Root("2"), "√2", "√2", r"\sqrt{2}"),
        (Root(Over("2", "3")), "√(2/3)", "√(2/3)", r"\sqrt{\tfrac{2}{3}}"),
        (Minus(SQUARE), "-(7 - 4)^2", "−(7 − 4)<sup>2</sup>", r"-\left(7 - 4\right)^{2}"),
        (Power("e", Minus(Over(SQUARE, "8"))), "e^(-(7 - 4)^2 / 8)", "e<sup>−(7 − 4)<sup>2</sup>/8</sup>",
         r"e^{-\frac{\left(7 - 4\right)^{2}}{8}}"),
        (Symbol("CIDEr-D", "1"), "CIDEr-D_1", "CIDEr-D<sub>1</sub>", r"\mathrm{CIDEr\text{-}D}_{1}"),
        (Power("σ", "2"), "σ^2", "σ<sup>2</sup>", r"\sigma ^{2}"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_every_medium_writes_the_tree_its_own_way(tree: Formula, text: str, html: str, tex: str) -> None:
    assert (plain.formula(tree), markup.formula(tree), latex.formula(tree)) == (text, html, tex)


@pytest.mark.parametrize(("value", "text"), [(10.0, "10"), (1.0, "1"), (0.0, "0"), (9.5, "9.5"), (12.0, "12")])
def test_a_number_that_is_short_is_written_whole(value: float, text: str) -> None:
    assert shown(value) == text


@pytest.mark.parametrize("value", [9.9996, 10.0004, 0.99996, 1.00004])
def test_the_best_score_there_is_is_written_only_where_it_is_exactly_that(value: float) -> None:
    assert shown(value) == str(value)


def bump(x: float) -> Curve:
    """A curve that rises to 1 at 5, and falls again to 0 at 10, seen at x."""
    points = tuple((place, 1 - abs(place - 5) / 5) for place in (0.0, 2.0, 5.0, 8.0, 9.0, 10.0))
    return Curve("x", "y", points, (x, 1 - abs(x - 5) / 5), "here", (), "")


def test_the_label_of_a_curve_stands_clear_of_it() -> None:
    """Below a rising curve or beside it, above a falling one, and inside the picture at its end."""
    assert (bump(8.0).falls, bump(8.0).left, bump(8.0).rise > 0) == (True, False, True)
    assert bump(5.0).falls
    assert (bump(9.0).low, bump(9.0).left) == (True, True)
    plateau = Curve("c", "BP", ((0.0, 0.0), (5.0, 1.0), (10.0, 1.0)), (6.0, 1.0), "here", (), "")
    assert (plateau.falls, plateau.left, plateau.rise) == (False, False, -1.0)
