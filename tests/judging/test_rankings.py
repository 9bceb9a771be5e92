"""A judge's rankings: what they say, how they are read, and what is wrong with those that can't be."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import InputError, pool, rankings
from mtexplain.judging.rankings import Rankings, shared_ranks

ROW = st.lists(st.integers(1, 4), min_size=4, max_size=4)
ROWS = st.lists(ROW, min_size=1, max_size=6)
JUDGES = st.integers(1, 3).flatmap(
    lambda size: st.lists(st.lists(ROW, min_size=size, max_size=size), min_size=1, max_size=5)
)


def judge(rows: list[list[int]]) -> Rankings:
    """A judge who gives a, b, c and d these ranks."""
    return rankings({f"s{n}": dict(zip("abcd", row, strict=True)) for n, row in enumerate(rows)})


@given(ROWS)
def test_a_file_brings_back_what_was_written(rows: list[list[int]]) -> None:
    mine = judge(rows)
    assert rankings(mine.to_text()) == mine


@given(ROWS)
def test_mean_ranks_share_out_the_same_sum(rows: list[list[int]]) -> None:
    mine = judge(rows)
    assert sum(mine.mean_ranks.values()) == 1 + 2 + 3 + 4


@given(st.lists(st.integers(-3, 3), min_size=1))
def test_equal_things_share_the_mean_of_their_ranks(numbers: list[int]) -> None:
    found = shared_ranks(dict(enumerate(numbers)))  # type: ignore[arg-type]
    places = sorted(numbers)
    for at, number in enumerate(numbers):
        alike = [place for place, one in enumerate(places, 1) if one == number]
        assert found[at] == Fraction(sum(alike), len(alike))  # type: ignore[index]


@pytest.mark.parametrize(
    "ranks", [{}, {"x": {}}, {"x": {"a": 3, "b": 1}}, {"x": {"a\tb": 1}}, {1: {"a": 1}}, {"x": {"": 1}}]
)
def test_rankings_that_can_not_be_are_never_made(ranks: Any) -> None:
    with pytest.raises(InputError):
        Rankings(ranks)


@pytest.mark.parametrize("text", ["a\0b", "segment\ta\nx\t" + 5000 * "9", "segment\ta\u2028b\nx\t1\t2"])
def test_a_text_that_is_no_file_of_rankings_is_told(text: str) -> None:
    with pytest.raises(InputError):
        rankings(text)


def test_only_the_order_counts() -> None:
    one, other = rankings({"x": {"a": 1, "b": 1, "c": 3}}), rankings({"x": {"a": 1, "b": 1, "c": 2}})
    assert one.mean_ranks == other.mean_ranks == {"a": Fraction(3, 2), "b": Fraction(3, 2), "c": 3}
    told = {"x: b or a": "equal", "x: c or a": "the second", "x: c or b": "the second"}
    assert one.preferences == other.preferences == told


def test_a_file_may_begin_with_a_byte_order_mark_and_end_in_empty_lines(tmp_path: Path) -> None:
    file = tmp_path / "mine.tsv"
    file.write_bytes(b"\xef\xbb\xbfsegment\ta\tb\r\nx\t1\t2\r\n\r\n")
    assert rankings(file).ranks == {"x": {"a": 1, "b": 2}}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\n", "rankings, line 1: got a string, ''; expected segment, then the name of each system once."),
        ("segment\ta\ta\nx\t1\t2", "rankings, line 1"),
        ("segment\ta\tb\nx\t1\t2\nx\t2\t1", "rankings, line 3: got 'x' a second time; expected each segment once."),
        ("segment\ta\tb\nx\t1", "rankings, line 2: got 1 rank; expected 2, separated by tabs (a, b)."),
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
        ({"=1+1": {"a": 1}}, "got a string, '=1+1'; expected a name that does not begin with =, +, - or @"),
        ({"x": {"@a": 1}}, "A spreadsheet would read it as a formula."),
        ({"x": {}}, "got nothing"),
        (3, "got int, 3; expected a dict of dicts"),
        ("no_such_file.tsv", "no_such_file.tsv: got no such file"),
    ],
)
def test_what_is_no_ranking_is_told(given_: object, told: str) -> None:
    with pytest.raises(InputError) as error:
        rankings(given_)  # type: ignore[arg-type]
    assert told in str(error.value)


@given(ROWS)
def test_one_judge_pooled_is_that_judge(rows: list[list[int]]) -> None:
    """It holds even if many judges say the same, because only the order counts."""
    mine = judge(rows)
    for pooled in (pool(mine), pool(mine, mine, mine)):
        assert pooled.preferences == mine.preferences
        assert pooled.mean_ranks == mine.mean_ranks


@given(JUDGES, st.randoms())
def test_the_order_of_the_judges_does_not_matter(given_: list[list[list[int]]], draw: Any) -> None:
    judges = [judge(rows) for rows in given_]
    assert pool(*judges) == pool(*draw.sample(judges, len(judges)))


@given(JUDGES)
def test_what_all_prefer_the_pool_prefers(given_: list[list[list[int]]]) -> None:
    """The output with the lower mean rank comes first. The test counts how many outputs it beats for each judge."""
    judges = [judge(rows) for rows in given_]
    pooled = pool(*judges)
    for segment, row in pooled.ranks.items():
        beaten = {name: sum(_beaten(one.ranks[segment], name) for one in judges) for name in row}
        for a, b in combinations(row, 2):
            assert (row[a] < row[b]) == (beaten[a] > beaten[b])
    for question, preferred in pooled.preferences.items():
        if len(said := {one.preferences[question] for one in judges}) == 1:
            assert said == {preferred}


def _beaten(row: Mapping[str, int], name: str) -> Fraction:
    """The number of systems that a system beats. A system with an equal rank counts half."""
    others = [rank for other, rank in row.items() if other != name]
    return Fraction(sum((row[name] < rank) + (row[name] <= rank) for rank in others), 2)


def test_rankings_are_pooled_from_files_and_dicts_in_any_order_of_names(tmp_path: Path) -> None:
    file = tmp_path / "one.tsv"
    file.write_text(rankings({"x": {"a": 1, "b": 2, "c": 2}, "y": {"a": 3, "b": 2, "c": 1}}).to_text(), "utf-8")
    other = {"y": {"c": 1, "b": 2, "a": 3}, "x": {"b": 1, "c": 3, "a": 2}}
    assert pool(file, str(file), other).ranks == {"x": {"a": 1, "b": 2, "c": 3}, "y": {"a": 3, "b": 2, "c": 1}}


@pytest.mark.parametrize(
    ("judges", "told"),
    [
        ([], "judges: got none; expected the rankings of at least one judge."),
        (
            [{"x": {"a": 1}}, {"x": {"a": 1}}, {"y": {"a": 1}}],
            "judge 3: got no ranks for segment 'x'; expected the seg",
        ),
        ([{"x": {"a": 1}}, {"x": {"a": 1}, "y": {"a": 1}}], "judge 2: got ranks for segment 'y'"),
        ([{"x": {"a": 1, "b": 1}}, {"x": {"a": 1}}], "judge 2: got no ranks for system 'b'"),
        ([{"x": {"a": 1}}, {"x": {"a": 2}}], "rankings, segment 'x', a: got int, 2"),
    ],
)
def test_judges_of_different_things_are_not_pooled(judges: list[Any], told: str) -> None:
    with pytest.raises(InputError) as error:
        pool(*judges)
    assert told in str(error.value)
