"""A result that is folded away: the secret is kept until it is asked for, and then it is told whole."""

from collections.abc import Callable

import pytest
from matplotlib.figure import Figure

import mtexplain
from mtexplain.explain.practice.reveal import Folded

TRACE = mtexplain.examples.get("start").trace()
HOSTILE = '<img src=x onerror="alert(1)"> & </details>'


def test_as_text_it_keeps_its_secret() -> None:
    folded = mtexplain.reveal(TRACE, "How large is it?")
    assert repr(folded) == str(folded) == "How large is it?: shown in a notebook, or by print(_.inside)"
    assert TRACE.headline.value not in repr(folded)
    assert folded.inside is TRACE


def test_in_a_notebook_it_is_closed_and_whole() -> None:
    html = mtexplain.reveal(TRACE, "How large?")._repr_html_()
    assert html.startswith("<details><summary>How large?</summary>")
    assert html.endswith("</details>")
    assert TRACE._repr_html_() in html


def test_a_step_is_shown_as_it_shows_itself() -> None:
    step = TRACE.step("p_1")
    assert step._repr_html_() in mtexplain.reveal(step)._repr_html_()


def test_a_figure_is_shown_as_its_drawing() -> None:
    figure = mtexplain.plot_score(TRACE)
    assert figure._repr_svg_() in mtexplain.reveal(figure)._repr_html_()  # type: ignore[attr-defined]


def test_a_note_in_a_figure_is_not_said_again_below_it() -> None:
    figure = mtexplain.plot_score(mtexplain.bleu("a b", ["a b c"]))
    note = figure.foot  # type: ignore[attr-defined]
    caption = mtexplain.reveal(figure)._repr_html_().partition("</svg>")[2]
    assert note in repr(figure)
    assert 'class="caption">The sum of the logarithms' in caption
    assert note not in caption


@pytest.mark.parametrize("lines", [["one <b>", "two"], ("one <b>", "two"), "one <b>\ntwo"])
def test_lines_stand_one_below_the_other(lines: list[str]) -> None:
    folded = mtexplain.reveal(lines)
    assert folded.inside == "one <b>\ntwo"
    assert ">one &lt;b&gt;\ntwo</pre>" in folded._repr_html_()


def test_a_fold_can_stand_in_a_fold() -> None:
    html = mtexplain.reveal(mtexplain.reveal("one", "inner"), "outer")._repr_html_()
    assert html.count("<details>") == 2
    assert ">one</pre>" in html


def test_title_and_text_are_escaped() -> None:
    html = mtexplain.reveal(HOSTILE, HOSTILE)._repr_html_()
    assert html.count("<") == 6  # details, summary, pre, each opened and closed
    assert "&lt;img src=x onerror=" in html


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mtexplain.reveal(3), "result: got int, 3; expected a trace, a step, a figure"),  # type: ignore[arg-type]
        (lambda: mtexplain.reveal(None), "result: got None"),  # type: ignore[arg-type]
        (lambda: mtexplain.reveal(""), "result: got a string, ''"),
        (lambda: mtexplain.reveal([]), r"result: got list, \[\]"),
        (lambda: mtexplain.reveal(["one", 2]), "result: got list"),  # type: ignore[list-item]
        (lambda: mtexplain.reveal(mtexplain.Bleu), "result: got ABCMeta"),  # type: ignore[arg-type]
        (lambda: mtexplain.reveal(Figure()), "result: got Figure"),
        (lambda: mtexplain.reveal(TRACE, 3), "title: got int"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_shown_is_told_so(call: Callable[[], Folded], message: str) -> None:
    with pytest.raises(mtexplain.InputError, match=message):
        call()
