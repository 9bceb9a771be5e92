"""The figures: the same numbers as every other view, the same bytes each time, and no text that breaks them."""

import io
import re
import subprocess
import sys
import warnings
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from matplotlib.figure import Figure

import mtexplain
from mtexplain import Bleu, CorpusBleu
from mtexplain.display import plain
from mtexplain.display.charts import Waterfall
from mtexplain.plots.figure import Picture, robust

START = mtexplain.examples.get("start").trace()
GOOD = mtexplain.examples.get("papineni-1-candidate-1").trace()
BAD = mtexplain.examples.get("papineni-1-candidate-2").trace()
LENGTHS = mtexplain.examples.get("papineni-lengths").trace()
SHORT = mtexplain.examples.get("notes-e").trace()
TEXT = mtexplain.corpus_bleu(["the cat", "a dog"], [["the cat"], ["the dog", "my dog"]], max_n=2)
HOSTILE = mtexplain.bleu(
    "$x_1$ _cost_ a^b \\frac{1}{2} </text><script> 猫 在 שלום سلام %s {0} é", ["$x_1$ _cost_ 猫 שלום"]
)
LONG = mtexplain.bleu(" ".join(f"w{place % 45}" for place in range(100)), ["w1 w2 w3"], max_n=20)
EMPTY = mtexplain.bleu("", ["a cat"])
TRACES: dict[str, Bleu | CorpusBleu] = {
    "start": START, "good": GOOD, "bad": BAD, "lengths": LENGTHS, "short": SHORT,
    "hostile": HOSTILE, "long": LONG, "empty": EMPTY, "text": TEXT,
}  # fmt: skip

Plot = Callable[..., Figure]
PLOTS: dict[str, Plot] = {
    "score": mtexplain.plot_score,
    "precisions": mtexplain.plot_precisions,
    "brevity": mtexplain.plot_brevity_penalty,
    "clipping": mtexplain.plot_clipping,
    "pyramid": mtexplain.plot_pyramid,
}
CASES = [
    pytest.param(plot, trace, id=f"{name}-{kind}")
    for name, plot in PLOTS.items()
    for kind, trace in TRACES.items()
    if not (name in ("clipping", "pyramid") and kind == "text")
]
every_figure = pytest.mark.parametrize(("plot", "trace"), CASES)


def svg(figure: Figure) -> str:
    assert isinstance(figure, Picture)
    return figure._repr_svg_()


@cache
def drawn(plot: Plot, trace: Bleu | CorpusBleu) -> tuple[str, str]:
    """A figure, and what it says of itself; drawn once for several tests."""
    figure = plot(trace)
    return svg(figure), repr(figure)


def texts(figure: Figure) -> list[str]:
    """What is written in the figure."""
    root = ElementTree.fromstring(svg(figure))
    return ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]


@every_figure
def test_a_figure_shows_itself_without_a_warning_and_always_alike(plot: Plot, trace: Bleu | CorpusBleu) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert svg(plot(trace)) == drawn(plot, trace)[0]


@every_figure
def test_a_figure_says_in_words_what_it_shows(plot: Plot, trace: Bleu | CorpusBleu) -> None:
    drawing, said = drawn(plot, trace)
    title = ElementTree.fromstring(drawing).find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == said != ""


@every_figure
def test_a_figure_needs_no_style_no_reference_and_nothing_from_outside(plot: Plot, trace: Bleu | CorpusBleu) -> None:
    """Sites that show notebooks strip these, and would paint what is left black."""
    root = ElementTree.fromstring(drawn(plot, trace)[0])
    names = {name.rpartition("}")[2] for node in root.iter() for name in node.attrib}
    tags = {node.tag.rpartition("}")[2] for node in root.iter()}
    assert not names & {"style", "href", "clip-path"}
    assert not tags & {"style", "use", "image", "script", "clipPath", "metadata", "foreignObject"}
    assert "fill" in names


@pytest.mark.filterwarnings("ignore:Glyph")
@every_figure
def test_every_word_stays_inside_the_figure(plot: Plot, trace: Bleu | CorpusBleu) -> None:
    is_inside(plot(trace))


@pytest.mark.filterwarnings("ignore:Glyph")
@pytest.mark.parametrize("traces", [2, 3, 7])
@pytest.mark.parametrize("label", ["a", "a name of thirty letters or so", "猫" * 40, "WWWW" * 20])
def test_every_name_stays_inside_the_figure(traces: int, label: str) -> None:
    is_inside(mtexplain.plot_precisions(*[GOOD] * traces, labels=[label] * traces))


def is_inside(figure: Figure) -> None:
    """Measured with matplotlib's own font; small print may be wide, but is wrapped."""
    figure.draw_without_rendering()
    width, height = figure.bbox.width, figure.bbox.height
    (axes,) = figure.axes
    legend = axes.get_legend()
    title = axes.title if axes.get_title() else axes._left_title  # type: ignore[attr-defined]
    for text in (title, *figure.texts, *axes.texts, *(legend.get_texts() if legend else [])):
        if not text.get_text():
            continue
        box = text.get_window_extent()
        assert box.x0 >= -1 and box.y0 >= -1, text.get_text()  # noqa: PT018
        assert box.x1 <= width + 1 and box.y1 <= height + 1, text.get_text()  # noqa: PT018


def test_logarithms_add_up_to_the_score() -> None:
    shown = texts(mtexplain.plot_score(START))
    numbers = [float(text.replace("\u2212", "-")) for text in shown if re.fullmatch("\u2212[\\d.]+", text)]
    assert len(numbers) == 6
    assert sum(numbers[:-1]) == pytest.approx(numbers[-1], abs=3e-4)
    assert numbers[-1] == pytest.approx(START.log_score, abs=1e-4)


def test_a_term_without_end_is_written_as_infinite() -> None:
    shown = texts(mtexplain.plot_score(BAD))
    assert shown.count("\u2212∞") == 3  # p_3, p_4, and with them log BLEU


def test_very_many_terms_are_drawn_as_one_and_still_add_up() -> None:
    trace = mtexplain.bleu("a b c d " * 10, ["a b c d " * 9 + "e"], max_n=30)
    (falls,) = (part for step in trace.steps() for part in step.parts if isinstance(part, Waterfall))
    assert "22 more" in {plain.drawn(fall.label) for fall in falls.falls}
    numbers = [float(plain.drawn(fall.number).replace("\u2212", "-")) for fall in falls.falls]
    assert sum(numbers[:-1]) == pytest.approx(numbers[-1], abs=1e-3)
    assert plain.drawn(falls.falls[-1].number) in texts(mtexplain.plot_score(trace))
    without_end = texts(mtexplain.plot_score(LONG))
    assert "nan" not in without_end
    assert "\u2212∞" in without_end


def test_the_notes_of_a_score_stand_under_its_figure() -> None:
    assert str(SHORT.notes[0]) in " ".join(texts(mtexplain.plot_score(SHORT)))
    assert "Note" not in " ".join(texts(mtexplain.plot_score(START)))


def test_every_reference_is_on_the_curve_and_so_is_the_candidate() -> None:
    shown = texts(mtexplain.plot_brevity_penalty(LENGTHS))
    assert {"r = 12", "15", "17", "c = 12: BP = 1"} <= set(shown)
    assert "c = 14: BP = 0.8669" in texts(mtexplain.plot_brevity_penalty(BAD))
    assert {"r = 16", "18"} <= set(texts(mtexplain.plot_brevity_penalty(BAD)))


def test_the_references_of_a_text_only_add_up() -> None:
    assert "r = 4" in texts(mtexplain.plot_brevity_penalty(TEXT))
    assert "2" not in texts(mtexplain.plot_brevity_penalty(TEXT))


def test_counts_are_squares_full_or_hollow() -> None:
    """the: three times, one of which earns credit; cat, on, mat: once each."""
    figure = mtexplain.plot_clipping(START)
    faces = [patch.get_facecolor()[:3] for patch in figure.axes[0].patches]
    assert len(faces) == 6
    assert sum(face == (1, 1, 1) for face in faces) == 2
    assert "Words: 4 of 6 earn credit" in texts(figure)
    assert {"the", "1 of 3", "cat", "1 of 1"} <= set(texts(figure))


def test_pairs_have_a_figure_of_their_own() -> None:
    shown = texts(mtexplain.plot_clipping(START, n=2))
    assert {"the the", "cat on", "Pairs: 3 of 5 earn credit"} <= set(shown)


def test_user_text_is_shown_as_it_was_typed() -> None:
    shown = texts(mtexplain.plot_clipping(HOSTILE))
    assert set(HOSTILE.candidate) <= set(shown)


def test_long_things_are_cut_and_counted() -> None:
    shown = texts(mtexplain.plot_clipping(LONG))
    assert "… and 21 more" in shown
    assert "w23" in shown
    assert "w24" not in shown
    wide = texts(mtexplain.plot_clipping(mtexplain.bleu("x" * 500, ["a"])))
    assert max(map(len, wide)) < 40


def test_several_traces_stand_side_by_side_under_their_labels() -> None:
    shown = texts(mtexplain.plot_precisions(GOOD, BAD, labels=["_good", "$bad$"]))
    assert {"_good", "$bad$", "17/18", "8/14", "0/11"} <= set(shown)
    assert {"candidate 1", "candidate 2"} <= set(texts(mtexplain.plot_precisions(GOOD, BAD)))
    assert len(texts(mtexplain.plot_precisions(*[GOOD] * 7))) > 4 * 7


@pytest.mark.parametrize("name", PLOTS)
def test_a_figure_can_be_drawn_into_axes_of_ones_own(name: str) -> None:
    """And leaves that figure what it was."""
    figure = Figure()
    axes = figure.add_subplot()
    assert PLOTS[name](START, ax=axes) is figure
    assert axes.texts
    figure.savefig(io.BytesIO(), format="png")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("inches", "trace"), [(0.3, START), (1, LONG), (2, START)], ids=["0.3", "1", "2"])
@pytest.mark.parametrize("name", PLOTS)
def test_axes_too_small_to_read_are_drawn_all_the_same(name: str, inches: float, trace: mtexplain.Bleu) -> None:
    figure = Figure(figsize=(inches, inches))
    PLOTS[name](trace, ax=figure.add_subplot()).savefig(io.BytesIO(), format="svg")


@pytest.mark.parametrize("name", PLOTS)
def test_a_figure_can_be_saved_as_anything(name: str) -> None:
    for form, start in (("png", b"\x89PNG"), ("pdf", b"%PDF"), ("svg", b"<?xml")):
        file = io.BytesIO()
        PLOTS[name](HOSTILE).savefig(file, format=form)
        assert file.getvalue().startswith(start)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mtexplain.plot_score("the cat"), "trace: got a string"),  # type: ignore[arg-type]
        (lambda: mtexplain.plot_precisions(), "traces: got 0; expected 1 to 7 traces"),
        (lambda: mtexplain.plot_precisions(*[GOOD] * 8), "traces: got 8; expected 1 to 7 traces"),
        (lambda: mtexplain.plot_precisions([GOOD, BAD]), r"or \*traces to plot_precisions\."),  # type: ignore[arg-type]
        (lambda: mtexplain.plot_score(START.step("p_1")), r"or another metric\.$"),
        (lambda: mtexplain.plot_precisions(GOOD, 0.5), "trace: got float"),  # type: ignore[arg-type]
        (lambda: mtexplain.plot_precisions(GOOD, labels=["a", "b"]), "labels: got 2 for 1 trace; expected one label"),
        (lambda: mtexplain.plot_brevity_penalty(None), "trace: got None"),  # type: ignore[arg-type]
        (lambda: mtexplain.plot_clipping(TEXT), "Write corpus.segments"),
        (lambda: mtexplain.plot_clipping(START, 5), "n: got .*5; expected an order from 1 to 4"),
        (lambda: mtexplain.plot_clipping(START, True), "n: got"),
        (lambda: mtexplain.plot_clipping(START, "2"), "n: got a string"),  # type: ignore[arg-type]
        (lambda: mtexplain.plot_score(START, ax=Figure()), "ax: got"),  # type: ignore[arg-type]
        (lambda: mtexplain.plot_score(START, ax=Figure().add_subplot(projection="polar")), "ax: got polar axes"),
    ],
)
def test_what_is_no_trace_is_told_so(call: Callable[[], Figure], message: str) -> None:
    with pytest.raises(mtexplain.InputError, match=message):
        call()


def test_text_that_looks_like_a_style_stays_as_it_is() -> None:
    svg = '<?xml?><svg><text style="fill: red"> style="a: b" &lt;g style="c: d"&gt; clip-path="url(#x)"</text></svg>'
    assert robust(svg).endswith(
        '<text fill="red"> style="a: b" &lt;g style="c: d"&gt; clip-path="url(#x)"</text></svg>'
    )


def test_matplotlib_is_loaded_when_a_figure_is_asked_for_and_pyplot_never() -> None:
    code = """
import sys, mtexplain
trace = mtexplain.bleu("a b", ["a b"], max_n=1)
print("matplotlib" in sys.modules)
mtexplain.plot_score(trace)._repr_svg_()
print("matplotlib" in sys.modules, "matplotlib.pyplot" in sys.modules)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "True", "False"]


def test_the_table_of_subsequences_stands_under_the_words_where_it_is_small() -> None:
    figure = mtexplain.plot_pyramid(mtexplain.rouge_l("a b", ["a b", "x y z"]))
    assert "A table of 2 words of the reference by 2 of the candidate. Its last number is 2, and" in repr(figure)
    assert {"↘", "words in order"} <= set(texts(figure))
    large = mtexplain.plot_pyramid(mtexplain.rouge_l("a " * 10, ["a b"]))
    assert "words in order" not in texts(large)


@pytest.mark.parametrize(
    ("plot", "trace", "message"),
    [
        (mtexplain.plot_score, mtexplain.rouge_l("a", ["a"]), "a RougeL that shows no sum; expected a trace with"),
    ],
)  # fmt: skip
def test_what_a_score_does_not_show_cannot_be_drawn(plot: Any, trace: Any, message: str) -> None:
    with pytest.raises(mtexplain.InputError) as error:
        plot(trace)
    assert str(error.value).startswith(f"trace: got {message}")
