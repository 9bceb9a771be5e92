"""n-grams are runs of neighbours, counts are whole numbers, and ratios are pairs that are pooled and never added."""

import operator
from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain.counts import Ratio, count_ngrams, ngrams, pooled

words = st.lists(st.sampled_from("abc"), max_size=10)


@pytest.mark.parametrize(
    ("text", "n", "expected"),
    [
        ("the cat sat", 1, ["the", "cat", "sat"]),
        ("the cat sat", 2, ["the cat", "cat sat"]),
        ("the cat sat", 3, ["the cat sat"]),
        ("the cat sat", 4, []),
        ("the cat sat", 100, []),
        ("a a a", 2, ["a a", "a a"]),
        ("", 1, []),
    ],
)
def test_ngrams_are_the_runs_of_n_words_from_left_to_right(text: str, n: int, expected: list[str]) -> None:
    assert [" ".join(ngram) for ngram in ngrams(text.split(), n)] == expected


@given(words, st.integers(1, 12))
def test_a_text_of_length_l_has_l_minus_n_plus_1_ngrams(tokens: list[str], n: int) -> None:
    found = list(ngrams(tokens, n))
    assert len(found) == max(0, len(tokens) - n + 1)
    assert all(ngram == tuple(tokens[i : i + n]) for i, ngram in enumerate(found))


@given(words, st.integers(1, 5))
def test_a_count_is_the_number_of_places_where_the_ngram_starts(tokens: list[str], n: int) -> None:
    counts = count_ngrams(tokens, n)
    assert sum(counts.values()) == max(0, len(tokens) - n + 1)
    for ngram, count in counts.items():
        assert count == sum(tuple(tokens[i : i + n]) == ngram for i in range(len(tokens)))


def test_counts_stand_in_the_order_of_first_occurrence() -> None:
    assert list(count_ngrams(["b", "a", "b", "c", "a"], 1).items()) == [(("b",), 2), (("a",), 2), (("c",), 1)]


@pytest.mark.parametrize(
    ("matches", "total", "text", "value"),
    [
        (8, 14, "8/14", Fraction(4, 7)),
        (17, 18, "17/18", Fraction(17, 18)),
        (0, 12, "0/12", Fraction(0)),
        (3, 3, "3/3", Fraction(1)),
        (0, 0, "0/0", None),
    ],
)
def test_a_ratio_is_printed_as_it_was_counted(matches: int, total: int, text: str, value: Fraction | None) -> None:
    assert (str(Ratio(matches, total)), Ratio(matches, total).value) == (text, value)


def test_equal_values_may_be_different_ratios() -> None:
    assert Ratio(8, 14) != Ratio(4, 7)
    assert Ratio(8, 14).value == Ratio(4, 7).value


@pytest.mark.parametrize(("matches", "total"), [(3, 2), (1, 0), (-1, 2), (-2, -1), (0, -1)])
def test_a_ratio_has_no_more_matches_than_it_has_things_to_match(matches: int, total: int) -> None:
    with pytest.raises(ValueError, match=rf"0 <= matches <= total, got {matches}/{total}$"):
        Ratio(matches, total)


def test_a_ratio_cannot_be_changed() -> None:
    ratio = Ratio(1, 2)
    with pytest.raises(FrozenInstanceError):
        ratio.matches = 2  # type: ignore[misc]


def test_a_ratio_is_a_float_where_one_is_asked_for() -> None:
    assert float(Ratio(8, 14)) == 4 / 7
    assert (f"{Ratio(8, 14):.3f}", f"{Ratio(8, 14)}") == ("0.571", "8/14")
    with pytest.raises(ZeroDivisionError):
        float(Ratio(0, 0))


def test_ratios_have_no_plus() -> None:
    with pytest.raises(TypeError, match="unsupported operand"):
        operator.add(Ratio(1, 2), Ratio(3, 10))


@pytest.mark.parametrize(
    ("ratios", "expected"),
    [
        ([(1, 2), (3, 10)], (4, 12)),  # a sum of fractions would be 8/10, their mean 4/10
        ([(17, 18), (2, 7)], (19, 25)),
        ([(0, 0), (2, 3)], (2, 3)),
        ([(2, 4)], (2, 4)),
        ([], (0, 0)),
    ],
)
def test_pooling_adds_matches_and_adds_totals(ratios: list[tuple[int, int]], expected: tuple[int, int]) -> None:
    assert pooled(Ratio(*pair) for pair in ratios) == Ratio(*expected)
