"""Captions as arrows in a plane: the weights of two words, and the cosine between the arrows."""

from collections.abc import Callable
from math import log
from typing import Any

import pytest
from matplotlib.figure import Figure

import mtexplain
from mtexplain import InputError, caption_cider
from mtexplain.metrics.cider import CaptionCider
from tests.display.test_plots import is_inside, svg, texts

KEY = ["a dog and a cat"]
TWO = [KEY, ["a man and a boat"]]


def caption(text: str, **settings: Any) -> CaptionCider:
    return caption_cider(text, KEY, max_n=1, document_frequencies=TWO, rules="authors", **settings)


DOG, CATS, BOTH = map(caption, ("a dog", "a dog and a cat and a cat", "a dog a cat a dog a cat"))


def tips(figure: Figure) -> set[tuple[float, float]]:
    """Where the arrows end, in units of log 2."""
    (axes,) = figure.axes
    found = [one.xy for one in axes.texts if hasattr(one, "xy")]
    return {(round(x / log(2), 6), round(y / log(2), 6)) for x, y in found}


def test_every_caption_is_an_arrow_to_the_weights_of_its_two_words() -> None:
    assert tips(mtexplain.plot_cosine(DOG, CATS, BOTH)) == {(1, 0), (1, 1), (1, 2), (2, 2)}


def test_at_each_tip_stands_the_caption_with_its_cosine() -> None:
    figure = mtexplain.plot_cosine(DOG, CATS, BOTH)
    assert texts(figure) == [
        "dog →",
        "cat →",
        "cosine 1: a dog a cat a dog a cat",
        "reference: a dog and a cat",
        "cosine 0.7071: a dog",
        "cosine 0.9487: a dog and a cat and a cat",
    ]
    assert "cosine 0.9487: a dog and a cat and a cat" in repr(figure)


def test_a_right_angle_looks_like_one() -> None:
    (axes,) = mtexplain.plot_cosine(DOG).axes
    assert axes.get_aspect() == 1


def test_words_of_arrows_that_end_as_high_stand_one_above_the_other() -> None:
    (axes,) = mtexplain.plot_cosine(BOTH, BOTH, CATS, BOTH, BOTH).axes
    heights = [one.get_position()[1] for one in axes.texts if one.get_text()]
    assert len({round(height, 3) for height in heights}) == len(heights) == 6


def test_it_is_drawn_alike_each_time() -> None:
    assert svg(mtexplain.plot_cosine(DOG, CATS)) == svg(mtexplain.plot_cosine(DOG, CATS))


@pytest.mark.filterwarnings("ignore:Glyph")
@pytest.mark.parametrize("word", ["dog", "猫" * 40, "W" * 60, "</text><script>", "$x_1$", "سلام"])
def test_any_words_stay_inside_the_figure(word: str) -> None:
    key = [f"{word} cat"]
    trace = caption_cider(f"{word} cat cat", key, max_n=1, document_frequencies=[key, ["a boat"]])
    figure = mtexplain.plot_cosine(trace)
    is_inside(figure)
    assert "<script" not in svg(figure)


@pytest.mark.parametrize("text", ["", "a and a", "a"])
def test_a_text_without_any_weight_has_an_arrow_of_no_length(text: str) -> None:
    figure = mtexplain.plot_cosine(caption(text))
    assert (0, 0) in tips(figure)
    assert "cosine 0:" in repr(figure)


def test_one_picture_has_no_directions() -> None:
    assert "the weight of …" in repr(mtexplain.plot_cosine(caption_cider("a dog", ["a dog"])))


def test_it_can_be_drawn_into_axes_of_ones_own() -> None:
    axes = Figure().add_subplot()
    assert mtexplain.plot_cosine(DOG, ax=axes) is axes.figure


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mtexplain.plot_cosine(), "traces: got 0; expected 1 to 7 traces"),
        (lambda: mtexplain.plot_cosine(*[DOG] * 8), "traces: got 8; expected 1 to 7 traces"),
        (lambda: mtexplain.plot_cosine("a dog"), "traces: got a string"),  # type: ignore[arg-type]
        (lambda: mtexplain.plot_cosine(DOG, mtexplain.bleu("a", ["a"])), "traces: got Bleu"),  # type: ignore[arg-type]
        (lambda: mtexplain.plot_cosine(caption("bird and dog")), "got 3 words with a weight; expected captions in"),
        (lambda: mtexplain.plot_cosine(DOG, ax=5), "ax: got"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_drawn_is_told_so(call: Callable[[], Figure], message: str) -> None:
    with pytest.raises(InputError, match=message):
        call()
