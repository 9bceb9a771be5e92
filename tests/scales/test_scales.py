"""Human scales: means that can be worked out by hand, and judgements that can't be read."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mtexplain as m
from mtexplain.scales.marks import SCALES

MARKS = [m.intelligibility, m.fidelity, m.adequacy, m.fluency, m.comprehension]
every = pytest.mark.parametrize("scale", MARKS, ids=lambda scale: scale.__name__)
Made = Callable[..., Any]


@every
@given(st.data())
def test_the_mean_is_that_of_all_marks_and_lies_on_the_scale(scale: Made, data: st.DataObject) -> None:
    ends = SCALES[scale.__name__]["least"], SCALES[scale.__name__]["most"]
    mark = st.none() | st.integers(min(ends), max(ends))
    number = data.draw(st.integers(1, 4))
    rows = data.draw(st.lists(st.lists(mark, min_size=number, max_size=number), min_size=1, max_size=3))
    every_mark = [one for row in rows for one in row if one is not None]
    trace = scale({str(place): row for place, row in enumerate(rows)})
    if not every_mark:
        assert (trace.score, [note.code for note in trace.notes]) == (None, ["undefined", "missing"][:1])
        return
    assert trace.average == Fraction(sum(every_mark), len(every_mark))
    assert min(ends) <= trace.score <= max(ends)
    assert ("missing" in [note.code for note in trace.notes]) == (len(every_mark) < len(rows) * number)


def test_a_high_mark_for_fidelity_is_said_to_be_a_bad_one() -> None:
    assert "A high mark is bad" in str(m.fidelity([9]))


def test_the_best_mark_for_fidelity_is_the_one_that_says_nothing_new_not_0() -> None:
    """A 0 says that the original tells less than the translation, which has added something."""
    assert "The score is the mean of marks from 0 to 9, where 1 is best." in str(m.fidelity([0]))
    assert SCALES["fidelity"]["points"]["1"] == "nothing new"


@pytest.mark.parametrize(("scale", "best"), [(m.intelligibility, 9), (m.adequacy, 5), (m.fluency, 5)])
def test_the_other_scales_are_best_at_their_upper_end(scale: Made, best: int) -> None:
    assert f"The score is the mean of marks from 1 to {best}, where {best} is best." in str(scale([1]))


@pytest.mark.parametrize("error", [("minor", "Fluency/Punctuation"), ("Style", "non-translation"), ("x", "y")])
def test_category_and_severity_are_not_mixed_up(error: tuple[str, str]) -> None:
    with pytest.raises(m.InputError, match="The category comes first"):
        m.mqm([[error]])
    assert m.mqm([[("Non-translation", "neutral")]]).score == 0


@pytest.mark.parametrize("weights", [[1], {"minor": -1}, {"minor": 1, "minor ": 2}, {1: 1}])
def test_weights_are_numbers_by_name(weights: Any) -> None:
    with pytest.raises(m.InputError, match="weights"):
        m.mqm([[]], weights=weights)


def test_the_weights_are_those_of_the_paper() -> None:
    worst = [("Non-translation!", "major")]
    rest = [("Accuracy/Omission", "major"), ("Style", "minor"), ("Fluency/Punctuation", "minor")]
    assert m.mqm([worst]).score == 25
    assert m.mqm([rest]).exact == "6.1/1"
    assert m.mqm([[("Style", "critical")]], weights={"critical": 10}).score == 10


@pytest.mark.parametrize(
    "trace", [scale({"Ada": [1, None]}) for scale in MARKS] + [m.mqm([[("Style", "minor")], None])]
)
def test_every_medium_says_why(trace: Any) -> None:
    for shown in (str(trace), trace._repr_html_()):
        assert trace.why in shown
        assert "missing, so the mean" in shown
    assert "document" in trace.to_latex()
    assert len(trace.to_frame()) == 1


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda: m.adequacy([6]), "adequacy, judge 1, segment 1: got int, 6; expected a whole number from 1 to 5"),
        (lambda: m.adequacy([0]), "expected a whole number from 1 to 5"),
        (lambda: m.adequacy([4.5]), "adequacy, judge 1, segment 1"),
        (lambda: m.adequacy([]), "adequacy: got no judgement at all"),
        (lambda: m.adequacy({"Ada": [1, 2], "Ben": [1]}), "adequacy, judge Ben: got 1 segment; expected 2, as Ada has"),
        (lambda: m.adequacy([("Ada", [1]), ("Ada", [2])]), "adequacy: got Ada more than once"),
        (lambda: m.comprehension([2]), "comprehension, judge 1, question 1"),
        (lambda: m.mqm([[("Style", "terrible")]]), "got the severity 'terrible'; expected one of"),
        (lambda: m.mqm([["Style"]]), "a category and a severity"),
    ],
)
def test_what_can_not_be_read_is_told_where(made: Made, told: str) -> None:
    with pytest.raises(m.InputError) as error:
        made()
    assert told in str(error.value)
