"""What all measures of agreement have in common: what they take, what they refuse, and how they are shown."""

import json
import pickle
from collections.abc import Callable
from itertools import combinations
from math import inf, nan
from typing import Any

import numpy
import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import InputError, cohen_kappa, kendall_tau_b, pairwise_accuracy, pearson, spearman
from mtexplain.display.charts import Scatter
from mtexplain.display.graphs import graph
from mtexplain.judging.measure import Measure

Function = Callable[..., Measure]
NUMBERS: list[Any] = [pearson, spearman, kendall_tau_b, pairwise_accuracy]
MEASURES: list[Any] = [*NUMBERS, cohen_kappa]
BLEU = {"word by word": 12, "phrases": 24, "fluent": 27, "terse": 8, "human": 61}
MARKS = {"human": 5, "fluent": 2, "phrases": 3, "terse": 3, "word by word": 1}


@pytest.fixture(params=MEASURES, ids=lambda function: function.__name__)
def measure(request: pytest.FixtureRequest) -> Function:
    function: Function = request.param
    return function


def test_items_are_found_by_their_names(measure: Function) -> None:
    pairs = list(MARKS.items())
    assert measure(BLEU, MARKS) == measure(BLEU, pairs) == measure(list(BLEU.items()), dict(reversed(pairs)))
    assert measure(BLEU, MARKS).score == measure(list(BLEU.values()), [1, 3, 2, 3, 5]).score


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        ({"A": 1, "B": 2}, {"A": 1}, "y: got no B; expected a value for each item of x."),
        ({"A": 1}, {"A": 1, "C": 2}, "y: got extra C; expected a value for each item of x."),
        ({"A": 1, "B": 2}, {"A": 1, "C": 2}, "y: got no B; extra C; expected a value for each item of x."),
        ([1, 2, 3], [1, 2], "y: got 2 values; expected 3, one for each item of x."),
        ([1, 2], [1], "y: got 1 value; expected 2, one for each item of x."),
        (range(10**7), [1, 2], "y: got 2 values; expected 10,000,000, one for each item of x."),
        ({"A": 1, "B": 2}, range(10**7), "y: got 10,000,000 values; expected 2, one for each item of x."),
        (numpy.zeros(3), pandas.Series([1, 2]), "y: got 2 values; expected 3, one for each item of x."),
        (numpy.zeros((3, 3)), [1, 2, 3], "x, item 1: got list, [0.0, 0.0, 0.0]"),
        ({"A": 1, "B": 2}, [1, 2], "y: got no A, B; extra 1, 2; expected a value for each item of x."),
        ([("A", 1), ("A", 2)], {"A": 1}, "x: got A more than once; expected each item once."),
        ({"A": 1, " ": 2}, {"A": 1}, "x, a name: got a string, ' '; expected a name that can be read."),
        ({"A": 1, 2: 2}, {"A": 1}, "x, a name: got int, 2; expected a string."),
        ("12", [1, 2], "x: got a string, '12'; expected a list, or values by name."),
        ({1, 2}, [1, 2], "x: got set, {1, 2}; expected a list, or values by name. Order matters, so pass a list."),
        (None, [1, 2], "x: got None; expected a list, or values by name."),
    ],
)
def test_names_that_do_not_match(measure: Function, x: Any, y: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        measure(x, y)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("by_pairs", [kendall_tau_b, pairwise_accuracy])
def test_too_many_pairs_are_refused_before_they_are_made(by_pairs: Function) -> None:
    with pytest.raises(InputError, match=r"x: got 100,000 values; expected at most 3,000, because each item"):
        by_pairs(range(10**5), range(10**5))


@pytest.mark.parametrize(
    "made",
    [numpy.array, tuple, pandas.Series, lambda values: pandas.Series(values, dtype="Int64"),
     lambda values: pandas.DataFrame({"x": values})["x"], lambda values: numpy.array(values, dtype="float32")],
)  # fmt: skip
def test_arrays_and_series_are_lists(measure: Function, made: Any) -> None:
    x, y = [1, 2, 3, 3, 5], [2, 2, 3, 5, 4]
    assert measure(made(x), made(y)) == measure(made(x), y) == measure(x, y)


def test_the_labels_of_a_series_are_the_names_of_its_items(measure: Function) -> None:
    """Sorted rows and rows that were left out are therefore not confused with others."""
    x, y = pandas.Series({"A": 1, "B": 2, "C": 3}), pandas.Series({"C": 3, "A": 2, "B": 1})
    assert measure(x, y) == measure({"A": 1, "B": 2, "C": 3}, {"A": 2, "B": 1, "C": 3})
    frame = pandas.DataFrame({"x": [1, 2, 3, 4], "y": [2, 1, 4, 3], "kept": [True, False, True, True]})
    kept = frame[frame.kept]
    assert measure(kept.x, kept.y.sort_values()) == measure({"0": 1, "2": 3, "3": 4}, {"0": 2, "2": 4, "3": 3})
    with pytest.raises(InputError, match=r"^y: got no 0; expected a value for each item of x"):
        measure(pandas.Series([1, 2, 3], index=[0, 2, 3]), pandas.Series([1, 2], index=[2, 3]))
    with pytest.raises(InputError, match=r"^x: got A more than once"):
        measure(pandas.Series([1, 2], index=["A", "A"]), [1, 2])


@pytest.mark.parametrize(
    "wrong", [numpy.array([1, nan, 2]), pandas.Series([1, None, 2]), pandas.Series([1, pandas.NA, 2], dtype="Int64")]
)
def test_a_gap_in_an_array_is_told_with_its_place(measure: Function, wrong: Any) -> None:
    with pytest.raises(InputError, match=r"^y, item 2: got (float, nan|NAType, <NA>)"):
        measure([1, 2, 3], wrong)


@pytest.mark.parametrize("wrong", [None, nan, inf, -inf, True, "3", 1j, [3], 1e13])
@pytest.mark.parametrize("function", NUMBERS)
def test_what_is_no_number(function: Function, wrong: Any) -> None:
    with pytest.raises(InputError, match=r"^adequacy, item B: got"):
        function({"A": 1, "B": 2, "C": 0}, {"A": 1, "B": wrong, "C": 2}, y_name="adequacy")


@pytest.mark.parametrize("name", ["", " ", None, 3])
def test_a_list_has_a_name_that_can_be_read(measure: Function, name: Any) -> None:
    with pytest.raises(InputError, match=r"^x_name: got"):
        measure([1, 2], [1, 2], x_name=name)


def media(trace: Measure) -> dict[str, str]:
    """A trace in every medium."""
    written = json.dumps(trace.to_dict(), allow_nan=False, ensure_ascii=False)
    return {"text": str(trace), "HTML": trace._repr_html_(), "page": trace.to_html(), "LaTeX": trace.to_latex(),
            "JSON": written}  # fmt: skip


def test_every_medium_shows_it(measure: Function) -> None:
    trace = measure(BLEU, MARKS, x_name="BLEU", y_name="adequacy")
    for medium, shown in media(trace).items():
        assert trace.why in shown, medium
        assert measure is cohen_kappa or all(name in shown for name in BLEU), medium
        assert all(note.text.partition(".")[0] in shown for note in trace.notes), medium
    assert len(trace.to_frame()) == {kendall_tau_b: 10, pairwise_accuracy: 10, cohen_kappa: 9}.get(measure, 5)
    assert all(step.numbers for step in trace.steps() if step.name != "ranks")
    assert pickle.loads(pickle.dumps(trace)) == trace
    assert measure.__name__ in trace.headline.signature


@pytest.mark.parametrize("function", NUMBERS[:3])
@pytest.mark.parametrize(
    ("x", "y", "why"),
    [
        ([3, 3, 3], [1, 2, 4], "All items have the same BLEU, so the result is 0/0, which is undefined."),
        ([1, 2, 4], [3, 3, 3], "All items have the same y, so the result is 0/0, which is undefined."),
        (
            [3, 3, 3],
            [3, 3, 3],
            "All items have the same BLEU and the same y, so the result is 0/0, which is undefined.",
        ),
        ([3], [3], "There are fewer than two items, so the result is 0/0, which is undefined."),
        ([], [], "There are fewer than two items, so the result is 0/0, which is undefined."),
    ],
)
def test_what_is_undefined_says_so_everywhere(function: Function, x: list[int], y: list[int], why: str) -> None:
    trace = function(x, y, x_name="BLEU")
    assert trace.score is None
    assert [note.code for note in trace.notes] == ["undefined"]
    for medium, shown in media(trace).items():
        assert why in shown, medium
        assert "nan" not in shown.replace("font-variant-numeric", "").lower() or medium in ("HTML", "page"), medium
        assert "undefined" in shown, medium


@pytest.mark.parametrize(("x", "y"), [(["a", "a"], ["a", "a"]), ([], [])])
def test_kappa_where_nothing_is_left_to_chance(x: list[str], y: list[str]) -> None:
    trace = cohen_kappa(x, y)
    assert trace.score is None
    assert all("0/0" in shown for shown in media(trace).values())


def test_no_pairs_no_accuracy() -> None:
    assert pairwise_accuracy([1], [2]).score is None
    assert pairwise_accuracy([1, 1], [2, 2]).score == 1.0


def test_an_item_that_decides_is_named(measure: Function) -> None:
    trace = measure([0, 0, 0, 1, 1, 1], [1, 1, 0, 1, 0, 0])
    assert [note.code for note in trace.notes] == ["one-decides"]
    assert pearson([1, 2, 3, 4, 5, 6, 1000], [1, 3, 2, 3, 2, 1, 1000]).notes[0].text.startswith("A single item decides")
    many = {f"item {place}": place % 5 for place in range(7)}
    assert measure(many, many).notes == ()


def test_names_are_hostile_until_shown(measure: Function) -> None:
    bad = "<script>$&\\end{x}‮"
    given = {bad: 1, "B": 2, "C": 1}
    trace = measure(given, given, x_name=bad)
    assert "<script>$" not in trace._repr_html_()
    assert "\\end{x}" not in trace.to_latex()
    assert not any("‮" in shown for medium, shown in media(trace).items() if medium != "JSON")


points = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=5)


@given(points)
def test_five_names_find_room_in_the_picture(places: list[tuple[int, int]]) -> None:
    drawn = graph(Scatter("BLEU", "adequacy", tuple((x, y, f"system {x}{y}") for x, y in places), "alt"))
    names = [label for label in drawn.labels if label.text.startswith("system")]
    assert len(names) == len(places)
    for one, other in combinations(drawn.labels, 2):
        beside = one.span.right < other.span.left or other.span.right < one.span.left
        assert beside or abs(one.y - other.y) >= 14, (one, other)
    for label in drawn.labels:
        assert label.span.left >= 0
        assert label.span.right <= drawn.width
        assert 14 <= label.y <= drawn.height
    for box in drawn.boxes:
        for label in names:
            apart = label.span.right < box.span.left or box.span.right < label.span.left
            assert apart or label.y <= box.top or box.top + box.height <= label.y - 14


def test_a_picture_without_names_has_no_column_for_them() -> None:
    trace = pearson(BLEU, MARKS)
    assert trace._repr_html_().count("<svg") == 1
    assert "(-" not in trace.to_latex().partition("\\begin{picture}")[2][:40]


def test_letters_are_told_where_lists_have_names() -> None:
    assert "x is BLEU, y is y." in str(pearson([1, 2], [1, 2], x_name="BLEU"))
    assert "x is now the rank in BLEU" in str(spearman([1, 2], [1, 2], x_name="BLEU"))
    assert "x is" not in str(kendall_tau_b([1, 2], [1, 2]))
