"""Figures and tables where there is no matplotlib and no pandas: the library's own, with the same numbers."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import mtexplain
from mtexplain import plots
from mtexplain.display.markup import escaped
from mtexplain.display.picture import Picture
from mtexplain.display.tables import LINE, Frame
from mtexplain.inputs import InputError
from mtexplain.plots import browser
from tests.display.test_plot_cosine import BOTH, DOG
from tests.display.test_plots import CASES, HOSTILE, START


def in_browser(plot: Callable[..., object], *args: object, **settings: object) -> browser.Figure:
    """The figure where there is no matplotlib."""
    with pytest.MonkeyPatch.context() as patch:
        for kind in ("arrows", "bars", "curve", "picture", "squares"):
            patch.setattr(plots, kind, getattr(browser, kind))
        figure = plot(*args, **settings)
    assert isinstance(figure, browser.Figure)
    return figure


NUMBERS = in_browser(mtexplain.plot_precisions, START, HOSTILE, labels=["one", "<b>two</b>"])


@pytest.mark.parametrize(("plot", "trace"), CASES)
def test_every_figure_is_drawn_or_told(plot: Callable[..., Any], trace: Any) -> None:
    drawn = in_browser(plot, trace)
    assert drawn._repr_html_().count("matplotlib is not available here") == 1
    assert "matplotlib is not available here" in repr(drawn)
    assert "<script>alert" not in drawn._repr_html_()


@pytest.fixture
def in_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page's Python, without pandas."""
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setitem(sys.modules, "pandas", None)


@pytest.mark.parametrize("name", ["plot_pyramid", "plot_score", "plot_brevity_penalty"])
def test_what_is_drawn_says_what_the_figure_says(name: str) -> None:
    plot = getattr(mtexplain, name)
    drawn = in_browser(plot, START).part
    assert isinstance(drawn, Picture)
    assert drawn.alt in repr(plot(START))


def test_what_is_listed_has_the_numbers_of_the_figure() -> None:
    assert "4/6" in repr(in_browser(mtexplain.plot_precisions, START))
    assert "&lt;b&gt;two&lt;/b&gt;" in NUMBERS._repr_html_()
    weights = repr(in_browser(mtexplain.plot_cosine, DOG, BOTH))
    assert "cosine 0.7071" in weights
    assert "␣" not in weights + repr(in_browser(mtexplain.plot_precisions, START, HOSTILE))
    assert "the" in repr(in_browser(mtexplain.plot_clipping, START, 1))


def test_the_logarithm_has_the_same_curve() -> None:
    drawn = in_browser(mtexplain.plot_logarithm, "1/2", "1/4").part
    assert isinstance(drawn, Picture)
    assert drawn.alt == repr(mtexplain.plot_logarithm("1/2", "1/4"))


def test_axes_are_refused_as_ever() -> None:
    with pytest.raises(InputError, match="ax"):
        in_browser(mtexplain.plot_pyramid, START, ax=3)


def test_a_table_stands_for_a_data_frame(request: pytest.FixtureRequest) -> None:
    real = START.to_frame()
    found = [*map(tuple, real.query("n == 2 and clipped > 0")[["ngram", "count"]].values.tolist())]
    names = list(real)
    request.getfixturevalue("in_a_browser")
    frame: Any = START.to_frame()
    assert isinstance(frame, Frame)
    assert frame.columns == list(frame) == names
    assert frame.query("n == 2 and clipped > 0")[["ngram", "count"]].values == found
    assert escaped(LINE) in frame._repr_html_()


@pytest.mark.parametrize(
    "ask",
    [
        lambda it: it.query("nn == 2"),
        lambda it: it.query("n == 1 & count > 1"),
        lambda it: it.query("count >"),
        lambda it: it.query("count / 0"),
        lambda it: it["ngram"],
        lambda it: it[["x"]],
        lambda it: it[[[]]],
    ],
)
def test_what_cannot_be_asked_is_told(ask: Callable[[Any], Any], in_a_browser: None) -> None:
    with pytest.raises(InputError, match="ngram"):
        ask(START.to_frame())


def test_in_a_browser_these_are_the_ones_one_gets() -> None:
    code = (
        "import sys; sys.platform = 'emscripten'; sys.modules['matplotlib'] = None\n"
        "import mtexplain; print(mtexplain.plot_pyramid(mtexplain.bleu('a b', ['a b'])))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert browser.DRAWN in told.stdout
