"""A judge's rankings: what they say, how they are read, and what is wrong with those that can't be."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import InputError, rankings
from mtexplain.judging.rankings import shared_ranks

ROWS = st.lists(st.lists(st.integers(1, 4), min_size=4, max_size=4), min_size=1, max_size=6)


@given(ROWS)
def test_a_file_brings_back_what_was_written(rows: list[list[int]]) -> None:
    mine = rankings({f"s{n}": dict(zip("abcd", row, strict=True)) for n, row in enumerate(rows)})
    assert rankings(mine.to_text()) == mine


@given(ROWS)
def test_mean_ranks_share_out_the_same_sum(rows: list[list[int]]) -> None:
    mine = rankings({f"s{n}": dict(zip("abcd", row, strict=True)) for n, row in enumerate(rows)})
    assert sum(mine.mean_ranks.values()) == 1 + 2 + 3 + 4


@given(st.lists(st.integers(-3, 3), min_size=1))
def test_equal_things_share_the_mean_of_their_ranks(numbers: list[int]) -> None:
    found = shared_ranks(dict(enumerate(numbers)))  # type: ignore[arg-type]
    places = sorted(numbers)
    for at, number in enumerate(numbers):
        alike = [place for place, one in enumerate(places, 1) if one == number]
        assert found[at] == Fraction(sum(alike), len(alike))  # type: ignore[index]


def test_only_the_order_counts() -> None:
    one, other = rankings({"x": {"a": 1, "b": 1, "c": 3}}), rankings({"x": {"a": 1, "b": 1, "c": 2}})
    assert one.mean_ranks == other.mean_ranks == {"a": Fraction(3, 2), "b": Fraction(3, 2), "c": 3}
    assert one.preferences == other.preferences == {"x: a or b": "equal", "x: a or c": "a", "x: b or c": "b"}


def test_a_file_may_begin_with_a_byte_order_mark_and_end_in_empty_lines(tmp_path: Path) -> None:
    file = tmp_path / "mine.tsv"
    file.write_bytes(b"\xef\xbb\xbfsegment\ta\tb\r\nx\t1\t2\r\n\r\n")
    assert rankings(file).ranks == {"x": {"a": 1, "b": 2}}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\n", "rankings, line 1: got a string, ''; expected segment, then each system's name, once."),
        ("segment\ta\ta\nx\t1\t2", "rankings, line 1"),
        ("segment\ta\tb\nx\t1\t2\nx\t2\t1", "rankings, line 3: got 'x' once more; expected each segment once."),
        ("segment\ta\tb\nx\t1", "rankings, line 2: got 1 ranks; expected 2, with tabs between: a, b."),
        ("segment\ta\tb\nx\t1\t3", "rankings, segment 'x', b: got int, 3; expected a whole number from 1 to 2."),
        ("segment\ta\tb\nx\t0\t1", "rankings, segment 'x', a: got int, 0"),
        ("segment\ta\tb\nx\tfirst\t1", "got a string, 'first'; expected a whole number from 1 to 2."),
        ("segment\ta\tb\n", "rankings: got nothing; expected at least one segment with its systems."),
    ],
)
def test_a_text_that_is_not_in_order_is_told_where(text: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        rankings(text)
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("given_", "told"),
    [
        ({"x": {"a": 1, "b": 2}, "y": {"a": 1}}, "rankings, segment 'y': got no rank for 'b'"),
        ({"x": {"a": 1}, "y": {"a": 1, "b": 1}}, "rankings, segment 'y': got a rank for 'b'"),
        ({"x": {"a": True}}, "rankings, segment 'x', a: got bool, True"),
        ({"x": {"a": float("nan")}}, "got float, nan"),
        ({"x": [1, 2]}, "expected a dict of dicts"),
        ({}, "got nothing"),
        ({"x": {}}, "got nothing"),
        (3, "got int, 3; expected a dict of dicts"),
        ("no_such_file.tsv", "no_such_file.tsv: got no such file"),
    ],
)
def test_what_is_no_ranking_is_told(given_: object, told: str) -> None:
    with pytest.raises(InputError) as error:
        rankings(given_)  # type: ignore[arg-type]
    assert told in str(error.value)
