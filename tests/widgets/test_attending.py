"""Attention with numbers to change shows the attention for what was typed, and says what it can't read."""

import pytest

from mtexplain import InputError, attend, pearson
from mtexplain.models import attention
from mtexplain.widgets.attending import Attend

TRACE = attention("1 0; 0 1; 1 1", "1 0; 0 1; 0 0", "1 2; 3 4; 5 6", tokens=["the", "<img src=x>", "sat"])


def typed(live: Attend, which: str, row: int, column: int, text: object) -> None:
    """Type a number, as a page does."""
    rows = [list(numbers) for numbers in live.given[which]]
    rows[row][column] = text
    live.given = {**live.given, which: rows}


def test_it_begins_as_it_was_given() -> None:
    live = attend(TRACE)
    assert live.trace == TRACE
    assert live.given["values"] == [["1", "2"], ["3", "4"], ["5", "6"]]
    assert live.told == ""
    assert TRACE.headline.value in live.shown


@pytest.mark.parametrize("which", ["queries", "keys", "values"])
@pytest.mark.parametrize("text", ["1/3", "-2.5", " 7 "])
def test_a_number_that_is_typed_is_that_of_the_trace(which: str, text: str) -> None:
    live = attend(TRACE)
    before = live.shown
    typed(live, which, 0, 1, text)
    assert live.trace == TRACE.with_number(which, 1, 2, text)
    assert live.shown != before


def test_the_mask_is_put_on_and_taken_off() -> None:
    live = attend(TRACE)
    live.causal = True
    assert list(map(float, live.trace.weights[0])) == [1, 0, 0]
    live.causal = False
    assert live.trace == TRACE


@pytest.mark.parametrize("text", ["", "x", "1/0", "<b>", "1e99999999", "nan", None, [], {}, 10**13, "-inf"])
def test_what_can_not_be_read_is_told_and_all_stays(text: object) -> None:
    live = attend(TRACE)
    before = live.shown
    typed(live, "keys", 1, 0, text)
    assert live.told.startswith("keys[1][0]: got ")
    assert (live.shown, live.trace) == (before, TRACE)
    typed(live, "values", 0, 0, "9")
    assert live.told.startswith("keys[1][0]: got ")
    typed(live, "keys", 1, 0, "0")
    assert (live.told, live.trace) == ("", TRACE.with_number("values", 1, 1, 9))


@pytest.mark.parametrize(
    "given", [{}, {"queries": 3}, {"queries": [], "keys": [[]], "values": "x"}, {"other": [["1"]]}]
)
def test_what_no_page_would_send_changes_nothing(given: dict[str, object]) -> None:
    live = attend(TRACE)
    live.given = given
    assert live.told
    assert live.trace == TRACE


def test_a_matrix_of_another_shape_is_refused() -> None:
    live = attend(TRACE)
    live.given = {**live.given, "keys": [["1", "2", "3"]]}
    assert "queries of shape 3 × 2 and keys of shape 1 × 3" in live.told


def test_where_queries_and_keys_are_of_two_texts_both_keep_their_names() -> None:
    cross = attention("1 0; 0 1", "1 0; 0 1; 1 1", "1; 2; 3", tokens="le chat", key_tokens="the cat sat")
    live = attend(cross)
    assert (live.tokens["queries"], live.tokens["values"]) == (cross.tokens, cross.key_tokens)
    live.causal = True
    assert "as many keys as queries" in live.told
    assert live.trace == cross


def test_names_from_outside_are_text_where_they_are_shown() -> None:
    live = attend(TRACE)
    data, _ = live._repr_mimebundle_()
    for shown in (live.shown, data["text/html"]):
        assert "<img" not in shown
        assert "&lt;img" in shown
    assert data["text/plain"] == repr(live) == repr(TRACE)


@pytest.mark.parametrize("other", [None, 3, pearson([1, 2], [2, 1])])
def test_it_takes_attention_and_nothing_else(other: object) -> None:
    with pytest.raises(InputError, match="expected attention"):
        attend(other)  # type: ignore[arg-type]
