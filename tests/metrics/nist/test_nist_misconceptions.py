"""What people get wrong about NIST, besides what holds of every mistake (tests/contract/test_mistakes.py)."""

from math import log2
from typing import Any

import pytest

from mtexplain import check_working, corpus_nist, misconceptions, nist
from mtexplain.by_hand.numbers import Numbers
from mtexplain.explain.practice.working.diagnosis import Diagnosis

OWN = misconceptions.of(nist)
CAT = ("the cat sat on mat", ["the cat sat on the mat"])
"""s = 11.92/5 and 1/4; BP = 0.8692; NIST = 2.29."""


def singles(found: Diagnosis) -> list[str]:
    return [one.name for one in found.misconceptions if len(one.misconceptions) == 1]


def wrong(name: str, candidate: Any, references: Any, **given: Any) -> Numbers:
    return misconceptions.get(name).on(candidate, references, **given).wrong


def test_text_and_sentence_share_their_mistakes() -> None:
    assert misconceptions.of(corpus_nist) == OWN
    assert len(OWN) == 20


# What is right is right.


@pytest.mark.parametrize(
    "claims",
    [
        {"score": "2.29"},
        {"score": 2.2904, "bp": 0.869},
        {"s": ["2.385", "1/4", 0, 0, 0]},
        {"gain": [11.92, 1, 0, 0, 0], "total": [5, 4, 3, 2, 1], "l_sys": 5, "l_ref": 6},
        {"gain_1": "(ln(3)+4*ln(6))/ln(2)"},
        {"s": ["log_2(6)*4/5 + log2(6/2)/5"]},
        {"bp": "e^(ln(1/2)*(ln(5/6)/ln(2/3))^2)"},
    ],
)
def test_a_right_working_is_right(claims: dict[str, Any]) -> None:
    assert check_working(*CAT, metric=nist, **claims).first_wrong is None


@pytest.mark.parametrize("claim", ["0/0", 0, "0"])
def test_an_order_without_n_grams_is_0_over_0_or_0(claim: Any) -> None:
    assert check_working("a", ["a b"], metric=nist, max_n=2, s=[1, claim], score=0.13).first_wrong is None


def test_a_text_is_checked_too() -> None:
    text = (["a", "b"], [["a"], ["b"]])
    found = check_working(*text, metric=nist, max_n=1, gain=[2], total=[2], s=[1], l_sys=2, l_ref=2, bp=1, score=1)
    assert found.first_wrong is None


# Answers that are often given.


@pytest.mark.parametrize(
    ("claims", "first", "name"),
    [
        ({"s": ["1.653", "0.1733"], "score": 1.587}, "s_1", "nist-natural-logarithm"),
        ({"gain": [3.59], "score": 0.6895}, "gain_1", "nist-decimal-logarithm"),
        ({"s": ["-2.385"]}, "s_1", "nist-information-upside-down"),
        ({"s": [1, "3/4", "2/3", "1/2", 0], "bp": "0.8692", "score": "2.535"}, "s_1", "nist-no-information"),
        ({"bp": 0.8187, "score": 2.157}, "bp", "nist-bleu-penalty"),
        ({"bp": 1, "score": 2.635}, "bp", "nist-no-penalty"),
        ({"total": [6], "s": ["1.987"]}, "total_1", "nist-reference-total"),
        ({"total": [5, 3]}, "total_2", "nist-matched-total"),
        ({"bp": "0.8692", "score": 0}, "score", "nist-geometric-mean"),
        ({"bp": "0.8692", "score": "0.458"}, "score", "nist-mean-of-orders"),
        ({"bp": "2.157"}, "bp", "nist-log-not-squared"),
        ({"bp": "1.1504"}, "bp", "nist-beta-positive"),
    ],
)
def test_a_wrong_working_is_named(claims: dict[str, Any], first: str, name: str) -> None:
    found = check_working(*CAT, metric=nist, **claims)
    assert found.first_wrong == first
    assert name in singles(found)


@pytest.mark.parametrize(
    ("candidate", "references", "claims", "name"),
    [
        ("a", ["a", "a a"], {"l_ref": 1}, "nist-closest-length"),
        ("a a", ["a b"], {"gain": [2]}, "nist-no-clipping"),
        (["a", "a"], [["a"], ["a b"]], {"score": "0.3311"}, "nist-mean-of-scores"),
    ],
)
def test_what_differs_from_bleu_is_named(candidate: Any, references: Any, claims: dict[str, Any], name: str) -> None:
    assert name in singles(check_working(candidate, references, metric=nist, max_n=1, **claims))


def test_what_follows_from_a_wrong_number_is_said_to_follow() -> None:
    found = check_working(*CAT, metric=nist, s=["2.5", "0.25", 0, 0, 0], bp="0.8692", score="2.390")
    assert [one.kind for one in found.verdicts] == ["wrong", *["right"] * 5, "follows"]


def test_the_two_thirds_of_the_length() -> None:
    text = ("a b", ["a b c"])
    assert check_working(*text, metric=nist, bp="1/2").first_wrong is None
    assert singles(check_working(*text, metric=nist, bp=0.6065)) == ["nist-bleu-penalty"]


def test_information_is_counted_over_the_whole_text() -> None:
    text = (["a b", "c"], [["a b"], ["c d"]])
    assert corpus_nist(*text, max_n=1).segments[0].information(("a",)) == log2(4)
    assert wrong("nist-information-of-the-segment", *text, max_n=1)["gain_1"] == 3


def test_a_claim_about_no_number_is_an_error() -> None:
    with pytest.raises(ValueError, match="p: got a keyword that is neither"):
        check_working(*CAT, metric=nist, p=[1])
