"""Cohen's kappa: a published table, a small oracle, and what has no kappa."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import InputError, cohen_kappa

DIAGNOSES = {  # Cohen 1968, "Weighted kappa", table 1: 200 cases; the kappa of Cohen 1960 is printed as .492
    ("personality disorder", "personality disorder"): 88, ("personality disorder", "neurosis"): 10,
    ("personality disorder", "psychosis"): 2, ("neurosis", "personality disorder"): 14, ("neurosis", "neurosis"): 40,
    ("neurosis", "psychosis"): 6, ("psychosis", "personality disorder"): 18, ("psychosis", "neurosis"): 10,
    ("psychosis", "psychosis"): 12,
}  # fmt: skip


def test_the_table_of_cohen() -> None:
    cases = [labels for labels, times in DIAGNOSES.items() for _ in range(times)]
    trace = cohen_kappa([one for one, _ in cases], [other for _, other in cases])
    assert (trace.p_o, trace.p_e) == (Fraction(70, 100), Fraction(41, 100))
    assert trace.score == pytest.approx(0.492, abs=0.0005)
    assert trace.table.total == ("sum", 60, 120, 20, 200)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=20))
def test_it_is_what_the_definition_says(pairs: list[tuple[str, str]]) -> None:
    n, marks = len(pairs), [Counter(one) for one in zip(*pairs, strict=True)]
    observed = sum(a == b for a, b in pairs) / n
    chance = sum(marks[0][one] / n * marks[1][one] / n for one in "abc")
    trace = cohen_kappa([a for a, _ in pairs], [b for _, b in pairs])
    if trace.score is None:
        assert len({*marks[0], *marks[1]}) == 1, "both give one and the same label to all"
    else:
        assert trace.score == pytest.approx((observed - chance) / (1 - chance))
        assert -1 <= trace.score <= 1


def test_numbers_stand_in_their_order() -> None:
    assert cohen_kappa([10, 9, 2], [10, 2, 9]).labels == [2, 9, 10]


@pytest.mark.parametrize("wrong", [None, 1.5, True, "", "  "])
def test_what_is_no_label(wrong: object) -> None:
    with pytest.raises(InputError, match=r"^y, item 2: got"):
        cohen_kappa(["a", "b"], ["a", wrong])


def test_a_number_is_no_text() -> None:
    with pytest.raises(InputError, match="labels: got texts and numbers"):
        cohen_kappa([1, 2], ["1", "2"])
