"""The twins: each changes the score as it says, and no more."""

import pytest

from mtexplain import bleu, twins
from mtexplain.display import plain
from mtexplain.explain.edits.summary import why_zero

every_twin = pytest.mark.parametrize("twin", twins(), ids=lambda twin: twin.name)


@every_twin
def test_the_score_is_equal_or_lower_as_it_says(twin: object) -> None:
    edit = twin.edit()  # type: ignore[attr-defined]
    assert edit.before.score > 0
    assert edit.after.score > 0
    assert (edit.change == 0) == (twin.kind == "equal")  # type: ignore[attr-defined]
    assert (edit.change < 0) == (twin.kind == "lower")  # type: ignore[attr-defined]


def test_both_kinds_are_there_and_show_themselves() -> None:
    assert [twin.kind for twin in twins()].count("equal") >= 3
    assert [twin.kind for twin in twins()].count("lower") >= 3
    page = twins()._repr_html_()
    assert page.count("<details>") == len(twins())
    assert all(twin.title in str(twins()) for twin in twins())


def test_a_dropped_not_keeps_a_perfect_score() -> None:
    """The candidate loses only this word."""
    twin = twins().get("not-dropped")
    assert set(twin.before.split()) - set(twin.after.split()) == {"not"}
    assert twin.edit().after.score == 1


def test_another_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(KeyError, match=r"no twins 'cat'; the known names are roles, .*"):
        twins().get("cat")


@pytest.mark.parametrize(
    ("candidate", "reference", "told"),
    [
        ("the cat sat on the mat", "the cat is on the mat",
         'because none of these is in a reference: "the cat sat on", "cat sat on the", "sat on the mat". '
         'Each contains "sat".'),
        ("d c b a", "a b c d", 'because none of these is in a reference: "d c", "c b", "b a".'),
        ("x", "a", 'because none of these is in a reference: "x".'),
        ("a b c d e f g h i j", "z z z z",
         'because none of these is in a reference: "a", "b", "c", "d", "e", "f" and 4 more.'),
    ],
)  # fmt: skip
def test_why_a_score_is_0(candidate: str, reference: str, told: str) -> None:
    (part,) = why_zero(bleu(candidate, [reference]))
    assert plain.part(part) == f"The score is 0, {told}"


def test_an_order_without_a_match_that_does_not_make_the_score_0_is_no_reason() -> None:
    """It has weight 0, or its factor is smoothed."""
    assert why_zero(bleu("a c b", ["a b c"], max_n=2, weights=[1, 0])) == ()


@pytest.mark.parametrize("candidate", ["a b c d", "a b c", ""])
def test_nothing_is_said_where_every_order_matches_or_has_no_ngrams(candidate: str) -> None:
    """An order without n-grams has a note of its own."""
    assert why_zero(bleu(candidate, ["a b c d"])) == ()


def test_the_table_shows_what_the_scores_are_measured_against() -> None:
    table = plain.table(twins().table)
    assert all(reference in table for twin in twins() for reference in twin.references)
